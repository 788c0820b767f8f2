"""Covered cards: which left a hand in which turns, as bits, and to which group a viewer reckons them.

The covered cards of an age fall into groups, in each of which a viewer cannot tell the places of the cards
(knowledge.py): the pool, and of each hand the stretches between the viewer's turns with it.
"""

import numpy as np

from engine.bits import ONE, ZERO, lowest
from engine.jit import jit_inline
from engine.lanes import GATHER, ONES, S3, S56
from engine.sevenwonders.state import HAND, LAST_TURN

POOL = 0  # the group of what the viewer has never seen
STRETCHES = 3  # of a hand, at most
ALL_TURNS = (1 << HAND) - 1
CARD_BITS = np.uint64(63)
COVERED_PILE, COVERED_STAGE = np.uint64(6), np.uint64(7)  # the bits of a byte that Covered is made of: TAKEN has both


@jit_inline
def last_turn(state, age):
    """The last turn of an age that has begun."""
    return state.age_turn if age == state.age else LAST_TURN


@jit_inline
def first_held(state, age, hand, viewer):
    """The turn of an age in which the viewer holds a hand for the first time; again every n turns."""
    way = viewer - hand if age != 1 else hand - viewer
    return way if way >= 0 else way + state.n_players


@jit_inline
def before(turn):
    """All turns before one."""
    return (1 << min(max(turn, 0), HAND)) - 1


@jit_inline
def turns_with(word, bit):
    """The turns of a word of `plays` whose byte has a bit."""
    return np.int64(((word >> bit & ONES) * GATHER) >> S56)


@jit_inline
def discarded(word):
    """The turns in which a card left a hand for the discard pile."""
    return turns_with(word, COVERED_PILE)


@jit_inline
def staged(word):
    """The turns in which a card left a hand to lie under a board."""
    return turns_with(word, COVERED_STAGE) & ~turns_with(word, COVERED_PILE)


@jit_inline
def taken(word):
    """The turns whose card was built from the discard pile."""
    return turns_with(word, COVERED_STAGE) & turns_with(word, COVERED_PILE)


@jit_inline
def cards_of(word, turns):
    """The cards of some turns of a hand, as a set."""
    cards, left = ZERO, np.uint64(turns)
    while left != ZERO:
        cards |= ONE << (word >> (np.uint64(lowest(left)) << S3) & CARD_BITS)
        left &= left - ONE
    return cards


@jit_inline
def own_turns(state, age, hand, viewer):
    """The turns in which the viewer has held a hand."""
    turns, held, last = 0, first_held(state, age, hand, viewer), last_turn(state, age)
    while held <= last:
        turns |= 1 << held
        held += state.n_players
    return turns


@jit_inline
def stretch_after(state, held):
    """The turns from one in which the viewer holds a hand to the next; the last card goes with the last of them."""
    again = held + state.n_players
    return before(again if again <= LAST_TURN else HAND) & ~before(held + 1)


@jit_inline
def hands_of_group(state, group):
    """The hands that a group may have cards of: the first, and where they end."""
    return (0, state.n_players) if group == POOL else ((group - 1) // STRETCHES, (group - 1) // STRETCHES + 1)


@jit_inline
def turns_of_group(state, age, hand, group, viewer):
    """The turns of a hand (of the group's) in which cards of a group left it."""
    first, last = first_held(state, age, hand, viewer), last_turn(state, age)
    if group == POOL:
        return before(first) if first <= last else ALL_TURNS
    held = first + (group - 1) % STRETCHES * state.n_players
    return stretch_after(state, held) if held <= last else 0


@jit_inline
def is_of_group(state, age, hand, group, viewer):
    """Whether the cards in a hand (of the group's) now belong to a group."""
    last = last_turn(state, age)
    return age == state.age and turns_of_group(state, age, hand, group, viewer) >> last & 1 != 0
