"""Splinter: an abstract board game for two; part the kings so that yours stands in the larger group."""

from engine.game import Game
from engine.splinter import rules, view
from engine.splinter.features import FEATURES
from engine.splinter.params import PRESETS, Params, max_actions, prepare
from engine.splinter.state import RULES, STATE
from engine.splinter.values import VALUES

GAME = Game(
    name="splinter",
    title="Splinter",
    Params=Params,
    presets=PRESETS,
    STATE=STATE,
    RULES=RULES,
    rules=rules,
    prepare=prepare,
    max_actions=max_actions,
    FEATURES=FEATURES,
    view=view,
    values=VALUES,
)
