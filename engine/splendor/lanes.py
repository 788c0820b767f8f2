"""Token counts as lanes of one word: a lane for each colour, gold in the last. Counts stay below 128.

A purse, a bonus row, a price and the bank are one word each.
"""

from itertools import combinations

import numpy as np

from engine.jit import jit_inline
from engine.lanes import ONES, S56, pack

COLOURS = ("white", "blue", "green", "red", "black", "violet", "orange")
GOLD = len(COLOURS)  # the last lane

HIGH = np.uint64(0x8080808080808080)
NO_GOLD = np.uint64(0x00FFFFFFFFFFFFFF)
ONE_GOLD = np.uint64(1 << 56)
GATHER = np.uint64(0x0102040810204080)
S4, S7, S8, S16 = (np.uint64(n) for n in (4, 7, 8, 16))
HALVES, QUARTERS, EIGHTHS = np.uint64(0xFFFF0000FFFF), np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0F0F0F0F0F0F0F0F)


def pack_rows(rows) -> np.ndarray:
    """One word from each row of counts by lane."""
    lanes = np.zeros((len(rows), 8), np.uint8)
    lanes[:, : len(rows[0])] = rows
    return lanes.view(np.uint64)[:, 0]


@jit_inline
def missing(wanted, held):
    """Lane by lane, how much of `wanted` is not in `held`."""
    gap = (wanted | HIGH) - held
    enough = gap & HIGH
    return gap & (enough - (enough >> S7))


@jit_inline
def covers(held, wanted):
    """Whether no lane of `wanted` is above `held`."""
    return ((held | HIGH) - wanted) & HIGH == HIGH


@jit_inline
def at_least(word, n):
    """The lanes that hold n or more (n from 1), as a set of bits."""
    flags = ((word | HIGH) - np.uint64(n) * ONES) & HIGH
    return np.int64(((flags >> S7) * GATHER) >> S56)


@jit_inline
def nibbles(word):
    """Counts below 16 from bytes into nibbles: half as wide."""
    word = (word | (word >> S4)) & QUARTERS
    word = (word | (word >> S8)) & HALVES
    return (word | (word >> S16)) & np.uint64(0xFFFFFFFF)


@jit_inline
def from_nibbles(word):
    """The inverse of `nibbles`."""
    word = (word | (word << S16)) & HALVES
    word = (word | (word << S8)) & QUARTERS
    return (word | (word << S4)) & EIGHTHS


# Sets of colours as bits 0-6, for choosing a few colours out of those that there are.
SETS = 1 << len(COLOURS)
SIZE = np.array([bits.bit_count() for bits in range(SETS)], np.int64)
MEMBERS = np.array([([i for i in range(7) if bits >> i & 1] + [0] * 7)[:7] for bits in range(SETS)], np.int64)
SPREAD = np.array(
    [pack(bits >> i & 1 for i in range(7)) for bits in range(SETS)], np.uint64
)  # 1 in each lane of the set


def _choices():
    """All ways to choose k colours out of a set, one after the other; where those of (k, set) begin; their number."""
    rows: list[int] = []
    first, number = np.zeros((8, SETS), np.int64), np.zeros((8, SETS), np.int64)
    for k in range(1, 8):
        for bits in range(SETS):
            members = [i for i in range(7) if bits >> i & 1]
            first[k, bits] = len(rows)
            rows += [sum(1 << i for i in chosen) for chosen in combinations(members, k)]
            number[k, bits] = len(rows) - first[k, bits]
    return np.array(rows, np.int64), first, number


CHOICES, CHOICES_FROM, CHOICES_NUMBER = _choices()
