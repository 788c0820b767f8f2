"""Splinter: an abstract board game for two; part the kings so that yours stands in the larger group."""

from engine.game import Game
from engine.splinter import rules, view
from engine.splinter.features import FEATURES
from engine.splinter.params import ODD_RULES, PRESETS, Params, max_actions, prepare
from engine.splinter.state import RULES, STATE
from engine.splinter.values import VALUES

GAME = Game(
    name="splinter",
    title="Splinter",
    Params=Params,
    presets=PRESETS,
    STATE=STATE,
    RULES=RULES,
    verbs=rules,
    prepare=prepare,
    max_actions=max_actions,
    FEATURES=FEATURES,
    player_counts=(2,),
    view=view,
    varied="varied",
    length_limit="max_plies",
    odd_rules=ODD_RULES,
    lead="pieces",
    values=VALUES,
    agent_defaults={  # by matches of ours: with some hundred moves each, deeper is too thin at 1,000 calls
        "mcts": {"d": 1, "policy": "tuned", "ep": 0.1, "ps": 15, "rt": "max", "om": "osla", "ombs": 0.005},
        "bmrh": {"l": 1, "n": 1_000_000, "om": "random", "prove": 0.1},
        "srh": {"l": 1, "n": 1_000_000, "om": "random", "prove": 0.1},
    },
)
