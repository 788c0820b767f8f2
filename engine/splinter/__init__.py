"""Splinter: an abstract board game for two; part the kings so that yours stands in the larger group."""

from engine.game import Game
from engine.splinter import rules, view
from engine.splinter.features import FEATURES
from engine.splinter.params import Params, prepare
from engine.splinter.state import RULES, STATE

SMALL = Params(rows=5, columns=6, block_rows=3, block_columns=4)


def max_actions(rules) -> int:
    """Eight directions for every piece of the larger side; pieces are never added."""
    return 8 * max(sum(int(word).bit_count() for word in men) for men in rules.men)


GAME = Game(
    name="splinter",
    title="Splinter",
    Params=Params,
    presets={"standard": Params(), "small": SMALL},
    STATE=STATE,
    RULES=RULES,
    rules=rules,
    prepare=prepare,
    max_actions=max_actions,
    FEATURES=FEATURES,
    view=view,
)
