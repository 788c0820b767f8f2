"""Records, copied as bytes: whole, or in parts, as a copy of a state need not hold what its game does not use.

numba would copy a record as one value, which LLVM takes apart into thousands of instructions at each place.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

PIECE = 128  # bytes


def fresh(record: np.record) -> np.record:
    """A record of its own that holds the same; what lies between its fields is zero, as in any new one."""
    copy = np.zeros(1, record.dtype).view(np.recarray)
    copy[0] = record
    return copy[0]


def copy_part(pool, slot, source, first, last):
    """Copy the bytes of a record from `first` up to `last` into a place of an array of such records."""
    rows = pool.view(np.ndarray).view(np.uint8).reshape(len(pool), -1)
    rows[slot, first:last] = np.frombuffer(source.tobytes(), np.uint8)[first:last]


def copy_whole(pool, slot, source):
    """Put a copy of a record into a place of an array of such records."""
    pool[slot] = source


@intrinsic
def _copy_part(typing_context, target, source, first, last):
    """A part of one record copied into another."""

    def generate(context, builder, signature, args):
        byte = ir.IntType(8).as_pointer()
        to, of = (builder.gep(builder.bitcast(record, byte), [args[2]]) for record in args[:2])
        cgutils.raw_memcpy(builder, to, of, builder.sub(args[3], args[2]), 1)
        return context.get_dummy_value()

    return types.void(target, source, types.intp, types.intp), generate


@overload(copy_part, inline="always")
def _copy_part_typed(pool, slot, source, first, last):
    return lambda pool, slot, source, first, last: _copy_part(pool[slot], source, first, last)


@intrinsic
def _copy_whole(typing_context, target, source):
    """A record copied into another, in pieces that are moved without a call, which would cost a quick player 4 %."""
    if target != source:
        return None

    def generate(context, builder, signature, args):
        to, of = (builder.bitcast(record, ir.IntType(8).as_pointer()) for record in args)
        for first in range(0, source.size, PIECE):
            place, size = (context.get_constant(types.intp, n) for n in (first, min(PIECE, source.size - first)))
            cgutils.raw_memcpy(builder, builder.gep(to, [place]), builder.gep(of, [place]), size, 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@overload(copy_whole, inline="always")
def _copy_whole_typed(pool, slot, source):
    return lambda pool, slot, source: _copy_whole(pool[slot], source)
