"""An action is the answer to the question that the state asks: what is asked, and a pile or an option.

| bits | field |
|---|---|
| 0-4 | the answer: a pile, the number of an option, YES, or NO |
| 5-8 | Ask |
"""

from enum import IntEnum

import numpy as np

from engine.jit import jit_inline


class Ask(IntEnum):
    """What is to be decided."""

    NOTHING = 0
    PLAY = 1  # an Action card of the hand
    BUY = 2  # a pile of the supply
    GAIN = 3  # likewise, as a card says
    DISCARD = 4  # a card of the hand, or of those looked at
    TRASH = 5
    PUT_BACK = 6  # on the deck
    PASS = 7  # to another player
    DOUBLE = 8  # an Action card that is to be played by another card
    TAKE = 9  # one of the cards looked at or trashed just now
    ASIDE = 10
    REVEAL = 11  # a reaction
    NAME = 12  # a card
    MAY = 13  # whether to do what a card allows
    MODE = 14  # which of a card's options


YES, NO = 0, 17  # NO also is the end of a choice of several cards, of buying and of playing
NO_BIT = 1 << NO


@jit_inline
def encode(ask, answer):
    """The action that answers a question so."""
    return np.int64(answer) | (np.int64(ask) << 5)


@jit_inline
def answer_of(action):
    """A pile, the number of an option, YES or NO."""
    return action & 31


@jit_inline
def ask_of(action):
    """The question that an action answers."""
    return action >> 5
