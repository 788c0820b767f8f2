"""The attributes of a position that evaluation functions are made of, as one side sees them."""

from enum import IntEnum, auto

from engine.game import Ended
from engine.jit import jit_inline
from engine.splinter.board import group_size, holds, king_group, occupied, size
from engine.splinter.state import OFF


class Feature(IntEnum):
    """`own` is the side that looks, `opp` the other."""

    WINLOSS = 0  # 1 won, -1 lost, 0 otherwise
    OVER = auto()  # 1 when the game has ended
    TEMPO = auto()  # 1 when it is the looking side's move, -1 when it is the other's
    TURN = auto()  # moves made so far
    OWN_MOBILITY = auto()  # legal moves the side would have if it were to move
    OPP_MOBILITY = auto()
    OWN_KING_FRIENDS = auto()  # pieces of the king's colour on the 8 squares around it
    OPP_KING_FRIENDS = auto()
    OWN_KING_FOES = auto()  # pieces of the other colour there
    OPP_KING_FOES = auto()
    OWN_MATERIAL = auto()  # pieces on the board, king included
    OPP_MATERIAL = auto()
    OWN_GROUP = auto()  # size of the king's group
    OPP_GROUP = auto()
    OWN_LOOSE = auto()  # pieces of the side that are not in its king's group
    OPP_LOOSE = auto()
    OWN_EDGE = auto()  # steps from the king to the nearest edge, -1 when it has left the board
    OPP_EDGE = auto()
    KINGS_APART = auto()  # king's steps between the two kings, 0 when one has left the board


FEATURES = tuple(feature.name.lower() for feature in Feature)


@jit_inline
def feature(rules, state, player, which):
    """One attribute, by its place in FEATURES."""
    if which == Feature.WINLOSS:
        return 0.0 if state.ended != Ended.WON else 1.0 if state.winner == player else -1.0
    if which == Feature.OVER:
        return 1.0 if state.ended != Ended.PLAYING else 0.0
    if which == Feature.TEMPO:
        return 1.0 if state.to_move == player else -1.0
    if which == Feature.TURN:
        return float(state.turn)
    if which == Feature.KINGS_APART:
        return float(kings_apart(rules, state))
    pair = which - Feature.OWN_MOBILITY  # the others come in pairs, own and opp
    side = player if pair % 2 == 0 else 1 - player
    return float(side_feature(rules, state, side, which - pair % 2))


@jit_inline
def side_feature(rules, state, side, which):
    """An attribute of one side, by its name as the side's own."""
    if which == Feature.OWN_MOBILITY:
        return mobility(rules, state, side)
    if which == Feature.OWN_KING_FRIENDS:
        return near_king(rules, state, side, side)
    if which == Feature.OWN_KING_FOES:
        return near_king(rules, state, side, 1 - side)
    if which == Feature.OWN_MATERIAL:
        return size(state.men[side, 0], state.men[side, 1])
    if which == Feature.OWN_GROUP:
        return group_size(rules, state, side)
    if which == Feature.OWN_LOOSE:
        return loose(rules, state, side)
    return edge(rules, state, side)


@jit_inline
def mobility(rules, state, side):
    """The legal moves of a side if it were to move; the vacated square is closed to the side to move only (R2)."""
    moves = 8 * size(state.men[side, 0], state.men[side, 1])
    if side == state.to_move and state.vacated != OFF:
        moves -= closed_moves(rules, state, side)
    return moves


@jit_inline
def closed_moves(rules, state, side):
    """How many moves of a side would fill the vacated square: those of its pieces in the lines that lead there."""
    low, high = occupied(state)
    closed = 0
    for way in range(8):
        square = state.vacated - rules.deltas[way]
        while holds(low, high, square) and rules.toward[state.vacated, square] == way:
            closed += holds(state.men[side, 0], state.men[side, 1], square)
            square -= rules.deltas[way]
    return closed


@jit_inline
def near_king(rules, state, king_side, side):
    """The number of pieces of a side around a king."""
    king = state.kings[king_side]
    if king == OFF:
        return 0
    return size(rules.around[king, 0] & state.men[side, 0], rules.around[king, 1] & state.men[side, 1])


@jit_inline
def loose(rules, state, side):
    """The number of pieces of a side that are not in its king's group."""
    low, high = king_group(rules, state, side)
    return size(state.men[side, 0] & ~low, state.men[side, 1] & ~high)


@jit_inline
def edge(rules, state, side):
    """Steps from a king to the nearest square at the edge."""
    king = state.kings[side]
    return rules.edge[king] if king != OFF else OFF


@jit_inline
def kings_apart(rules, state):
    """The number of steps from one king to the other."""
    first, second = state.kings[0], state.kings[1]
    if first == OFF or second == OFF:
        return 0
    width = rules.columns + 1
    return max(abs(first // width - second // width), abs(first % width - second % width))
