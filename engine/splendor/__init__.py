"""Splendor as a parameterised family of games, for 2-4 players."""

from engine.game import Game
from engine.splendor import rules, view
from engine.splendor.features import FEATURES
from engine.splendor.params import PRESETS, Params, max_actions, prepare, write_content
from engine.splendor.state import RULES, STATE
from engine.splendor.values import VALUES

GAME = Game(
    name="splendor",
    title="Splendor",
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
    write_content=write_content,
)
