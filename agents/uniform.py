"""Random play: the first action that the game's random action generators give."""

from typing import NamedTuple

from engine.game import sample
from engine.workspace import Needs


class Params(NamedTuple):
    """No knobs."""


def needs(params, budget, max_actions):
    """No memory but its own chance."""
    return Needs()


def act(rules, state, workspace):
    """A random legal action."""
    return sample(rules, state, workspace.rng)
