"""Splinter: an abstract board game for two; part the kings so that yours stands in the larger group."""

from engine.game import Game, parts_of
from engine.splinter import features, params, rules, state, values, view

GAME = Game(
    **parts_of(rules, params, state, features, values, view),
    name="splinter",
    title="Splinter",
    player_counts=(2,),
    varied="varied",
    length_limit="max_plies",
    lead="pieces",
    agent_defaults={  # by matches of ours: with some hundred moves each, deeper is too thin at 1,000 calls
        "mcts": {"d": 1, "policy": "tuned", "ep": 0.1, "ps": 15, "rt": "max", "om": "osla", "ombs": 0.005},
        "bmrh": {"l": 1, "n": 1_000_000, "om": "random", "prove": 0.1},
        "srh": {"l": 1, "n": 1_000_000, "om": "random", "prove": 0.1},
    },
)
