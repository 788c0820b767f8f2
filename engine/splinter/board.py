"""Sets of squares as two 64-bit words: membership, neighbours, groups, and the line that a move pushes."""

import numpy as np

from engine.bits import ONE, ZERO, count
from engine.jit import jit_inline
from engine.splinter.state import OFF

S63, S64 = np.uint64(63), np.uint64(64)


@jit_inline
def bit(square):
    """The set of one square; empty for a square below 0 or beyond the last."""
    one = ONE << np.uint64(square & 63)
    word = square >> 6
    return (one if word == 0 else ZERO), (one if word == 1 else ZERO)


@jit_inline
def holds(low, high, square):
    """Whether a set has a square; none has one below 0 or beyond the last."""
    if square & -128:
        return False
    return ((high if square & 64 else low) >> np.uint64(square & 63)) & ONE != ZERO


@jit_inline
def size(low, high):
    """The number of squares in a set."""
    return count(low) + count(high)


@jit_inline
def occupied(state):
    """The squares with a piece."""
    men = state.men
    return men[0, 0] | men[1, 0], men[0, 1] | men[1, 1]


@jit_inline
def spread(rules, low, high):
    """A set and the squares that touch it, margins and all: the caller keeps those that it is interested in."""
    wide_low = low | low << ONE | low >> ONE | high << S63
    wide_high = high | high << ONE | high >> ONE | low >> S63
    if rules.corners:
        low, high = wide_low, wide_high
    row, rest = rules.stride, S64 - rules.stride
    return (
        wide_low | low << row | low >> row | high << rest,
        wide_high | high << row | high >> row | low >> rest,
    )


@jit_inline
def group(rules, low, high, start, goal):
    """The group of `start` among the pieces given; the search stops early when it reaches `goal` (OFF: never)."""
    seen_low, seen_high = bit(start)
    goal_low, goal_high = bit(goal)
    while True:
        wide_low, wide_high = spread(rules, seen_low, seen_high)
        wide_low &= low
        wide_high &= high
        if (wide_low & goal_low) | (wide_high & goal_high) != ZERO:
            return wide_low, wide_high
        if wide_low == seen_low and wide_high == seen_high:
            return wide_low, wide_high
        seen_low, seen_high = wide_low, wide_high


@jit_inline
def king_group(rules, state, side):
    """The squares of the group that a side's king stands in; none when it has left the board."""
    if state.kings[side] == OFF:
        return ZERO, ZERO
    low, high = occupied(state)
    return group(rules, low, high, state.kings[side], OFF)


@jit_inline
def group_size(rules, state, side):
    """The size by which a group counts (R5)."""
    low, high = king_group(rules, state, side)
    if not rules.both_count:
        low, high = low & state.men[side, 0], high & state.men[side, 1]
    return size(low, high)


@jit_inline
def line_end(low, high, square, delta):
    """The first square without a piece, on the board or off it, seen from `square` in steps of `delta`."""
    square += delta
    while holds(low, high, square):
        square += delta
    return square
