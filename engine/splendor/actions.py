"""An action is one number that says all of itself: kind, place on the table, colours taken, tokens returned.

`legal`, `allows`, `step` and `view.say` read and write it only through the functions here.

| bits | field |
|---|---|
| 0-2 | Kind |
| 3-7 | place: slot of the board, place in the reserve, deck or noble |
| 8-39 | tokens returned, four bits a lane |
| 40-46 | colours taken, as a set |
"""

from enum import IntEnum

import numpy as np

from engine.jit import jit_inline
from engine.splendor.lanes import SPREAD, from_nibbles, nibbles


class Kind(IntEnum):
    """What a player can do; the first six are the random action generators, in the order of their weights."""

    TAKE_DIFFERENT = 0
    TAKE_SAME = 1
    BUY_BOARD = 2
    BUY_RESERVED = 3
    RESERVE_BOARD = 4
    RESERVE_DECK = 5
    NOBLE = 6  # choose one of several nobles
    PASS = 7  # only where the rules know it, and only when nothing else is possible; with a token: return just that


RETURN_BITS = np.uint64(0xFFFFFFFF)
ALL_BITS = (1 << 47) - 1


@jit_inline
def encode(kind, place, colours, returned):
    """The number of an action; `returned` are lanes."""
    back = np.int64(nibbles(returned)) if returned else 0
    return np.int64(kind) | (np.int64(place) << 3) | (back << 8) | (np.int64(colours) << 40)


@jit_inline
def kind_of(action):
    """The Kind of an action."""
    return action & 7


@jit_inline
def place_of(action):
    """The slot, place in the reserve, deck or noble that an action is about."""
    return (action >> 3) & 31


@jit_inline
def colours_of(action):
    """The set of colours taken."""
    return (action >> 40) & 127


@jit_inline
def taken_by(rules, kind, colours):
    """The tokens that a take of these colours brings, as lanes."""
    return SPREAD[colours] * np.uint64(rules.take_amount if kind == Kind.TAKE_DIFFERENT else rules.take_same)


@jit_inline
def returned_by(action):
    """The tokens returned, as lanes."""
    back = np.uint64(action >> 8) & RETURN_BITS
    return from_nibbles(back) if back else back
