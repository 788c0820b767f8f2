"""How near an action comes to one that cannot be done now (Hepworth 2016, future work: genes as preferences).

A wanted take is approached by the take that gains most of the same tokens, a wanted card by whatever leaves least of
its price missing. Where the card is gone, a card of the same deck stands for it.
"""

import numpy as np

from engine.jit import jit_inline
from engine.lanes import total
from engine.splendor.actions import Kind, colours_of, kind_of, place_of, returned_by, taken_by
from engine.splendor.lanes import NO_GOLD, ONE_GOLD, missing
from engine.splendor.legal_moves import gold_gained
from engine.splendor.state import EMPTY

FAR = 100.0  # further than any number of tokens


@jit_inline
def similarity(rules, state, wanted, action):
    """How near `action` comes to `wanted`: larger is nearer."""
    if kind_of(wanted) == Kind.TAKE_DIFFERENT or kind_of(wanted) == Kind.TAKE_SAME:
        return tokens_in_common(rules, state, wanted, action)
    card = card_at(rules, state, wanted)
    if card != EMPTY:
        return -price_left(rules, state, card, action) + 0.5 * (
            reserves(action) and card_at(rules, state, action) == card
        )
    return same_place(rules, state, wanted, action)


@jit_inline
def gained(rules, state, action):
    """The tokens that an action takes, before any are returned."""
    kind = kind_of(action)
    if kind == Kind.TAKE_DIFFERENT or kind == Kind.TAKE_SAME:
        return taken_by(rules, kind, colours_of(action))
    if kind == Kind.RESERVE_BOARD or kind == Kind.RESERVE_DECK:
        return gold_gained(rules, state, state.to_move) * ONE_GOLD
    return np.uint64(0)


@jit_inline
def tokens_in_common(rules, state, wanted, action):
    """The tokens of a wanted take that an action gains and keeps, less, by a little, those that it takes besides."""
    kind = kind_of(action)
    if kind != Kind.TAKE_DIFFERENT and kind != Kind.TAKE_SAME:
        return -FAR
    wish, gain, back = gained(rules, state, wanted), gained(rules, state, action), returned_by(action)
    lost = total(wish) - total(missing(wish, back))  # wanted tokens that are given back
    common = total(wish) - total(missing(wish, gain))
    return float(common - lost) - 0.1 * float(total(gain) - common)


@jit_inline
def card_at(rules, state, wanted):
    """The card that a wanted purchase or reservation is about, or EMPTY if it is not there."""
    kind, place, player = kind_of(wanted), place_of(wanted), state.to_move
    if kind == Kind.BUY_RESERVED:
        return np.int64(state.reserved[player, place]) if place < state.n_reserved[player] else np.int64(EMPTY)
    if (kind == Kind.BUY_BOARD or kind == Kind.RESERVE_BOARD) and place < rules.slots:
        return np.int64(state.board[place])
    return np.int64(EMPTY)


@jit_inline
def price_left(rules, state, card, action):
    """What is missing for a card after an action; another purchase leads away from it."""
    kind, player = kind_of(action), state.to_move
    if kind == Kind.BUY_BOARD or kind == Kind.BUY_RESERVED:
        return FAR
    purse = state.tokens[player] + gained(rules, state, action) - returned_by(action)
    short = total(missing(rules.cost[card], (purse & NO_GOLD) + state.bonuses[player]))
    return float(short) - float(np.int64(purse >> np.uint64(56)))


@jit_inline
def same_place(rules, state, wanted, action):
    """Two of a kind are near, and nearer if they are about the same deck."""
    if buys(wanted) != buys(action) or reserves(wanted) != reserves(action):
        return -FAR
    return -float(abs(deck_of(rules, wanted) - deck_of(rules, action)))


@jit_inline
def buys(action):
    """Whether an action is a purchase."""
    return kind_of(action) == Kind.BUY_BOARD or kind_of(action) == Kind.BUY_RESERVED


@jit_inline
def reserves(action):
    """Whether an action puts a card into the reserve."""
    return kind_of(action) == Kind.RESERVE_BOARD or kind_of(action) == Kind.RESERVE_DECK


@jit_inline
def deck_of(rules, action):
    """The deck whose cards an action is about; of the own reserve, one beyond all."""
    kind = kind_of(action)
    if kind == Kind.RESERVE_DECK:
        return place_of(action)
    if kind == Kind.BUY_BOARD or kind == Kind.RESERVE_BOARD:
        return place_of(action) * rules.decks // rules.slots
    return np.int64(rules.decks)
