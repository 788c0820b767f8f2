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
    values=VALUES,
)
