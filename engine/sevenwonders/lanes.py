"""What a city can give and what a card costs, as lanes of small counts.

What a city can give is kept by *sets of letters* (Hall's theorem): lane X holds how many units can give some letter of
X, 16 lanes in two words for the raw materials and 8 in one for the manufactured goods. How many units of a cost stay
uncovered is then the largest `demand - supply` of any lane: no search. Lane 0, the empty set, is never asked for; a
city's number of private units (own use only, any kind) is kept there.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from engine.lanes import unpack_lanes

RAW, MADE = "WSOC", "GLP"  # wood, stone, ore, clay; glass, loom (cloth), papyrus
GOODS = RAW + MADE
ALL_BUT_FIRST = np.uint64(0x0101010101010100)


def letter_set(letters: str, kinds: str) -> int:
    """The letters of one class of goods as a set of bits."""
    return sum(1 << kinds.index(letter) for letter in set(letters) if letter in kinds)


def demand_lanes(cost: str, kinds: str) -> list[int]:
    """By set of letters: how many units of a cost are of a letter in it."""
    units = [1 << kinds.index(letter) for letter in cost if letter in kinds]
    return [sum(1 for unit in units if unit & wanted) for wanted in range(1 << len(kinds))]


def supply_lanes(units: tuple[str, ...], kinds: str) -> list[int]:
    """By set of letters: how many units can give a letter in it."""
    sets = [letter_set(unit, kinds) for unit in units]
    return [sum(1 for unit in sets if unit & wanted) for wanted in range(1 << len(kinds))]


def shortfall(demand_low, demand_high, supply_low, supply_high):
    """The largest lane of demand less supply, 0 if there is none: the units that stay uncovered."""
    demand = [*unpack_lanes(demand_low), *unpack_lanes(demand_high)]
    supply = [*unpack_lanes(supply_low), *unpack_lanes(supply_high)]
    return max(0, *(wanted - there for wanted, there in zip(demand, supply, strict=True)))


def covers(supply_low, supply_high, supply_made, demand_low, demand_high, demand_made):
    """Whether no unit stays uncovered, of raw materials and of manufactured goods."""
    raw = shortfall(demand_low, demand_high, supply_low, supply_high)
    return raw == 0 and shortfall(demand_made, 0, supply_made, 0) == 0


_LANES, _WORD = ir.VectorType(ir.IntType(8), 16), ir.IntType(64)


def _vector(builder, low, high):
    """Two words as sixteen lanes."""
    pair = builder.insert_element(ir.Constant(ir.VectorType(_WORD, 2), ir.Undefined), low, ir.IntType(32)(0))
    return builder.bitcast(builder.insert_element(pair, high, ir.IntType(32)(1)), _LANES)


def _instruction(builder, name, result, *arguments):
    """A call of one of LLVM's own functions on vectors."""
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), arguments)


def _filled(builder, demand, supply):
    """By lane 255 - demand + supply, at most 255: what is missing at 255 is uncovered."""
    room = builder.not_(_vector(builder, *demand))
    return _instruction(builder, "llvm.uadd.sat.v16i8", _LANES, room, _vector(builder, *supply))


@intrinsic
def _shortfall(typing_context, demand_low, demand_high, supply_low, supply_high):
    """`shortfall` in a few instructions of the processor."""

    def generate(context, builder, signature, args):
        filled = _filled(builder, args[:2], args[2:])
        least = _instruction(builder, "llvm.vector.reduce.umin.v16i8", ir.IntType(8), filled)
        return builder.zext(builder.not_(least), _WORD)

    return types.int64(*[types.uint64] * 4), generate


@intrinsic
def _covers(typing_context, supply_low, supply_high, supply_made, demand_low, demand_high, demand_made):
    """`covers` in a few instructions of the processor."""

    def generate(context, builder, signature, args):
        none = _WORD(0)
        raw = _filled(builder, args[3:5], args[:2])
        made = _filled(builder, (args[5], none), (args[2], none))
        full = builder.bitcast(builder.and_(raw, made), ir.IntType(128))
        return builder.icmp_unsigned("==", full, ir.IntType(128)(-1))

    return types.boolean(*[types.uint64] * 6), generate


@overload(shortfall)
def _shortfall_typed(demand_low, demand_high, supply_low, supply_high):
    return lambda demand_low, demand_high, supply_low, supply_high: _shortfall(
        demand_low, demand_high, supply_low, supply_high
    )


@overload(covers)
def _covers_typed(supply_low, supply_high, supply_made, demand_low, demand_high, demand_made):
    return lambda supply_low, supply_high, supply_made, demand_low, demand_high, demand_made: _covers(
        supply_low, supply_high, supply_made, demand_low, demand_high, demand_made
    )
