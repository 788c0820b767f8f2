"""A hand of cards in one word: a byte each holds a card's number in its age plus 1, 0 for none, in no order.

So a random card is a shift away, and the hand is one store. Where an order matters it is taken as a set of bits.
"""

import numpy as np

from engine.bits import ONE, ZERO, lowest
from engine.jit import jit_inline
from engine.lanes import ONES, S3

HIGH = np.uint64(0x8080808080808080)
S8, BYTE, NOT_THREE_BITS = np.uint64(8), np.uint64(255), ~np.uint64(7)


@jit_inline
def card_at(hand, place):
    """The number of the card at a place that has one."""
    return ((hand >> (np.uint64(place) << S3)) & BYTE) - ONE


@jit_inline
def as_set(hand):
    """The cards of a hand as a set of numbers."""
    cards = ZERO
    for _ in range(7):
        cards |= ONE << (hand & BYTE)
        hand >>= S8
    return cards >> ONE  # bit 0 stood for no card


@jit_inline
def as_hand(cards):
    """The hand of a set of at most eight cards, in ascending order."""
    hand, shift = ZERO, ZERO
    while cards != ZERO:
        hand |= np.uint64(lowest(cards) + 1) << shift
        cards &= cards - ONE
        shift += S8
    return hand


@jit_inline
def flag(hand, card):
    """The high bit of the byte that holds a card, as the lowest bit set; nothing if the hand does not have it."""
    differs = hand ^ (np.uint64(card + 1) * ONES)
    return (differs - ONES) & ~differs & HIGH


@jit_inline
def has(hand, card):
    """Whether a card is in a hand."""
    return flag(hand, card) != ZERO


@jit_inline
def without(hand, card):
    """A hand without a card that is in it; those behind it move up."""
    below = (ONE << (np.uint64(lowest(flag(hand, card))) & NOT_THREE_BITS)) - ONE
    return (hand & below) | ((hand >> S8) & ~below)
