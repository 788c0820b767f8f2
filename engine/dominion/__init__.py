"""Dominion and Intrigue, first edition, for 2-6 players: cards are data, played by a small machine."""

from engine.dominion import features, params, rules, state, values, view
from engine.game import Game, parts_of

GAME = Game(
    **parts_of(rules, params, state, features, values, view),
    name="dominion",
    title="Dominion",
    player_counts=(2, 3, 4, 5, 6),
    length_limit="turn_limit",
    agent_defaults=values.AGENT_DEFAULTS,
    write_content=params.write_content,
)
