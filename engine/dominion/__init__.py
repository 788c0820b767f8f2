"""Dominion and Intrigue, first edition, for 2-6 players: cards are data, played by a small machine."""

from engine.dominion import rules, view
from engine.dominion.features import FEATURES
from engine.dominion.params import ODD_RULES, PRESETS, Params, max_actions, prepare, write_content
from engine.dominion.state import RULES, STATE
from engine.dominion.values import AGENT_DEFAULTS, VALUES
from engine.game import Game

GAME = Game(
    name="dominion",
    title="Dominion",
    Params=Params,
    presets=PRESETS,
    STATE=STATE,
    RULES=RULES,
    verbs=rules,
    prepare=prepare,
    max_actions=max_actions,
    FEATURES=FEATURES,
    player_counts=(2, 3, 4, 5, 6),
    view=view,
    length_limit="turn_limit",
    odd_rules=ODD_RULES,
    agent_defaults=AGENT_DEFAULTS,
    values=VALUES,
    write_content=write_content,
)
