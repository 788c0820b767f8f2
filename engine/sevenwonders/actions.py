"""An action is one number that says all of itself: which card, what is done with it, and what is paid to whom.

`legal`, `allows`, `step` and `view.say` read and write it only through the functions here. In the order of the numbers
come the cards by row, then what is done with one, then what the left neighbour gets.

| bits | field |
|---|---|
| 0-5 | coins to the right neighbour, where the buyer chooses whom to pay (else 0) |
| 6-11 | coins to the left neighbour, likewise |
| 12-14 | Way |
| 15-21 | row of the card; NO_CARD for a decision without one |
"""

from enum import IntEnum

import numpy as np

from engine.jit import jit_inline


class Way(IntEnum):
    """What is done with a card: the kinds of action."""

    BUILD = 0
    DISCARD = 1
    STAGE = 2  # build the next stage, with the card under the board
    FREE = 3  # build without any cost, by the power to do so once an age
    RECOVER = 4  # build a card of the discard pile
    DECLINE = 5  # build none of them


NO_CARD = 127
ALL_BITS = (1 << 22) - 1


@jit_inline
def encode(row, way, left, right):
    """The number of an action."""
    return (((np.int64(row) << 3) | np.int64(way)) << 12) | (np.int64(left) << 6) | np.int64(right)


@jit_inline
def row_of(action):
    """The card of an action, by its row."""
    return action >> 15


@jit_inline
def way_of(action):
    """The Way of an action: what is done with its card."""
    return (action >> 12) & 7


@jit_inline
def left_coins(action):
    """The coins that an action pays to the left neighbour."""
    return (action >> 6) & 63


@jit_inline
def right_coins(action):
    """The coins that an action pays to the right neighbour."""
    return action & 63


DECLINE = (NO_CARD << 3 | Way.DECLINE) << 12
