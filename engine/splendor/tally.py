"""What players do with which card, for statistics."""

from enum import IntEnum

from engine.game import NONE
from engine.jit import jit_inline
from engine.splendor.actions import Kind, kind_of, place_of


class Use(IntEnum):
    """Ways of using a card or noble that are counted."""

    BOUGHT = 0
    RESERVED = 1  # from the table; what comes from a deck is covered


@jit_inline
def tally(rules, state, action, counts):
    """Count the card that is bought or reserved."""
    if action == NONE:
        return
    player, kind, place = state.to_move, kind_of(action), place_of(action)
    if kind == Kind.BUY_BOARD:
        counts[player, Use.BOUGHT, state.board[place]] += 1
    elif kind == Kind.BUY_RESERVED:
        counts[player, Use.BOUGHT, state.reserved[player, place]] += 1
    elif kind == Kind.RESERVE_BOARD:
        counts[player, Use.RESERVED, state.board[place]] += 1
