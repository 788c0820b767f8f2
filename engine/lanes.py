"""Small counts side by side, one byte of a uint64 each: adding, comparing or paying all of them is a few instructions.

Only uint64 is used: mixed with int64 numba would go over to floats.
"""

import numpy as np

from engine.jit import jit_inline

ONES = np.uint64(0x0101010101010101)
BYTE = np.uint64(0xFF)
GATHER = np.uint64(0x0102040810204080)  # times this, the lowest bit of lane i is bit i of the last lane
S3, S56 = np.uint64(3), np.uint64(56)


def pack(counts) -> np.uint64:
    """One word from counts by lane."""
    return np.uint64(sum(int(n) << 8 * lane for lane, n in enumerate(counts)))


def unpack_lanes(word) -> list[int]:
    """The eight counts of a word."""
    return [int(word) >> 8 * lane & 255 for lane in range(8)]


@jit_inline
def lane(word, i):
    """The count in lane i."""
    return np.int64((word >> (np.uint64(i) << S3)) & BYTE)


@jit_inline
def one(i):
    """A word with 1 in lane i."""
    return np.uint64(1) << (np.uint64(i) << S3)


@jit_inline
def total(word):
    """All counts summed (below 256)."""
    return np.int64((word * ONES) >> S56)
