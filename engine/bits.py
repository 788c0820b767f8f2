"""Sets of small numbers as bits of a uint64: count, lowest, n-th."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from engine.jit import jit

ZERO, ONE = np.uint64(0), np.uint64(1)
_ONES = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
_PAIRS, _NIBBLES, _BYTES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
_S1, _S2, _S3, _S4, _S8 = (np.uint64(n) for n in (1, 2, 3, 4, 8))
_LOW_BYTE = np.uint64(255)


def _llvm(name, *extra):
    """A compiled function of one uint64 that is one instruction of the processor."""

    @intrinsic
    def instruction(typing_context, word):
        def generate(context, builder, signature, args):
            word64 = ir.IntType(64)
            kinds = [word64] + [flag.type for flag in extra]
            function = builder.module.declare_intrinsic(name, [word64], ir.FunctionType(word64, kinds))
            return builder.call(function, [args[0], *extra])

        return types.int64(types.uint64), generate

    return instruction


_ctpop = _llvm("llvm.ctpop")
_cttz = _llvm("llvm.cttz", ir.IntType(1)(0))


def count(word):
    """The number of bits that are set."""
    return int(word).bit_count()


def lowest(word):
    """The place of the lowest bit that is set; 64 for none."""
    word = int(word)
    return (word & -word).bit_length() - 1 if word else 64


@overload(count)
def _count(word):
    return lambda word: _ctpop(word)


@overload(lowest)
def _lowest(word):
    return lambda word: _cttz(word)


# NTH_IN_BYTE[byte, n]: the place of the n-th set bit of a byte, 8 for none
NTH_IN_BYTE = np.array([([i for i in range(8) if byte >> i & 1] + [8] * 8)[:8] for byte in range(256)], np.uint8)


@jit
def nth(word, n):
    """The place of the n-th set bit, from 0; it must exist. (Broadword selection, Vigna 2008.)"""
    sums = word - ((word >> _S1) & _PAIRS)
    sums = (sums & _NIBBLES) + ((sums >> _S2) & _NIBBLES)
    sums = ((sums + (sums >> _S4)) & _BYTES) * _ONES  # byte i: bits set in bytes 0..i
    before = (((np.uint64(n) * _ONES) | _HIGH) - sums) & _HIGH  # high bit where at most n bits are set up to there
    place = np.uint64(count(before)) << _S3
    inside = np.uint64(n) - (((sums << _S8) >> place) & _LOW_BYTE)
    return np.int64(place) + np.int64(NTH_IN_BYTE[(word >> place) & _LOW_BYTE, inside])
