"""Memory with names: an agent declares what it notes while it thinks, Python allocates it, compiled code sees arrays.

    class Memory(NamedTuple):
        plans: Annotated[Any, np.int64, KEPT]  # plan x gene
        nodes: Annotated[Any, NODE]

A field is a section: an array of numbers or of records. `Memory(plans=20, nodes=1000)` says how many of each an agent
needs, `memory_of(Memory, workspace)` is the same Memory with the arrays themselves, in Python and in compiled code:
there `act` asks for it once and hands it on, for it counts references, which most functions do not (engine.jit). All
of it lies in two arrays of bytes, so that players of all kinds have workspaces of one type.

What is KEPT lasts for a game, belongs to one player and is all zeros when a game starts. Everything else lasts for one
decision, which finds in it whatever was there before, be it another player's: it must write before it reads.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array, populate_array

from engine.jit import INLINE

KEPT = "kept"
ALIGNED = 8  # bytes: where a section may begin


class Layout(NamedTuple):
    """Where the sections of a Memory lie."""

    kept: int  # bytes
    scratch: int  # bytes
    places: np.ndarray  # of each section the first byte, and the one after its last


def sections_of(Memory: Any) -> list[tuple[np.dtype, bool]]:
    """The element type of each section, and whether it is kept over a game."""
    notes = [kind.__metadata__ for kind in Memory.__annotations__.values()]
    return [(np.dtype(note[0]), KEPT in note[1:]) for note in notes]


def lay_out(memory: Any) -> Layout:
    """The places of sections of these lengths."""
    ends, places = {True: 0, False: 0}, []
    for (kind, kept), length in zip(sections_of(type(memory)) if memory else [], memory, strict=True):
        first = -(-ends[kept] // ALIGNED) * ALIGNED
        ends[kept] = first + length * kind.itemsize
        places += [first, ends[kept]]
    return Layout(ends[True], ends[False], np.array(places, np.int64))


def memory_of(Memory, workspace):
    """The sections of a workspace's memory, by name."""
    sections = []
    for i, (kind, kept) in enumerate(sections_of(Memory)):
        first, last = workspace.places[2 * i : 2 * i + 2]
        section = (workspace.kept if kept else workspace.scratch)[first:last].view(kind)
        sections.append(section.view(np.recarray) if kind.names else section)
    return Memory(*sections)


@intrinsic
def section(typing_context, memory, first, last, kind):
    """The bytes from `first` up to `last` as an array of another kind (a tenth of what `view` takes to compile)."""
    array_type = types.Array(kind.dtype, 1, "C")

    def generate(context, builder, signature, args):
        array = make_array(array_type)(context, builder)
        start = builder.gep(make_array(memory)(context, builder, args[0]).data, [args[1]])
        itemsize = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
        populate_array(
            array, data=builder.bitcast(start, array.data.type), strides=[itemsize], itemsize=itemsize,
            shape=[builder.udiv(builder.sub(args[2], args[1]), itemsize)], meminfo=None,
        )  # fmt: skip
        return array._getvalue()

    return array_type(memory, types.intp, types.intp, kind), generate


@overload(memory_of, jit_options=INLINE)  # type: ignore[arg-type]
def _memory_of(Memory, workspace):
    space: dict = {"section": section}
    sections = []
    for i, (kind, kept) in enumerate(sections_of(Memory.instance_class)):
        space[f"kind_{i}"] = kind
        room = "kept" if kept else "scratch"
        sections.append(f"section(workspace.{room}, places[{2 * i}], places[{2 * i + 1}], kind_{i})")
    exec(f"def read(Memory, workspace):\n places = workspace.places\n return Memory({', '.join(sections)})", space)
    return space["read"]
