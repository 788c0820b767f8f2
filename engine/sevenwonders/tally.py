"""What players do with which card, and which board they had, for statistics."""

from enum import IntEnum

from engine.game import NONE
from engine.jit import jit_inline
from engine.lanes import lane
from engine.sevenwonders.actions import Way, row_of, way_of
from engine.sevenwonders.state import COUNTS, Count, number


class Use(IntEnum):
    """Ways of using a card or board that are counted."""

    BOARD = 0
    STAGES_BUILT = 1  # how many
    BUILT = 2
    UNDER_THE_BOARD = 3
    DISCARDED = 4


@jit_inline
def tally(rules, state, action, counts):
    """Count what is picked when it is picked, and at the end the boards."""
    if action == NONE:
        for player in range(number(state)):
            counts[player, Use.BOARD, state.side[player]] += 1
            counts[player, Use.STAGES_BUILT, lane(state.city[player, COUNTS], Count.STAGE)] += 1
        return
    way = way_of(action)
    if way == Way.STAGE:
        counts[state.to_move, Use.UNDER_THE_BOARD, row_of(action)] += 1
    elif way == Way.DISCARD:
        counts[state.to_move, Use.DISCARDED, row_of(action)] += 1
    elif way != Way.DECLINE:
        counts[state.to_move, Use.BUILT, row_of(action)] += 1
