"""What a player has before it while it thinks, and how compiled code gets it: as one pointer.

Handed over as the tuple of arrays that it is, a Workspace would be seventy words, copied on the stack at every call:
ten nanoseconds, and several times that where the copy happens to lie badly. So compiled code gets the address of its
header, in which it finds the array that it asks for.
"""

from typing import Annotated, Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np.arrayobj import make_array, populate_array

BUDGET = np.dtype(
    [
        ("grant", "i8"),  # forward-model calls a decision may use
        ("left", "i8"),  # of them, now
        ("spent", "i8"),  # in the whole game
        ("refused", "i8"),  # calls asked for when none were left: an error of the agent
        ("deadline", "i8"),  # 0, or the clock's nanosecond at which nothing is left (for playing with people)
        ("patience", "i8"),  # nanoseconds a decision may take, 0 for no such limit
        ("moment", "i8", (2,)),  # where the clock writes seconds and nanoseconds
    ],
    align=True,
)
OF_THE_GAME = None  # in place of a dtype: the states of the game that is played


class Workspace(NamedTuple):
    """The memory of one player: Python allocates it, compiled code fills it."""

    knobs: Annotated[np.ndarray, np.float64]  # the agent's Params as numbers
    program: Annotated[np.ndarray, np.float64]  # value functions as programs
    rng: Annotated[np.ndarray, np.uint64]  # the player's own generator, seeded by the match
    budget: Annotated[np.ndarray, BUDGET]  # two of them: OWN and LENT
    states: Annotated[np.ndarray, OF_THE_GAME]  # room for states to think on
    actions: Annotated[np.ndarray, np.int64]  # room for action lists
    gains: Annotated[np.ndarray, np.float64]  # what each player's moves have gained on the line of play at hand
    kept: Annotated[
        np.ndarray, np.uint8
    ]  # bytes of the agent's Memory (engine.memory) that last for a game, then zeros
    scratch: Annotated[np.ndarray, np.uint8]  # bytes of its Memory that last for a decision
    places: Annotated[np.ndarray, np.int64]  # where the sections of its Memory lie
    header: np.ndarray  # of each of these the address and the length, for compiled code

    @classmethod
    def of(cls, **arrays: np.ndarray) -> "Workspace":
        """A Workspace of these arrays."""
        return cls(
            **arrays, header=np.array([(arrays[name].ctypes.data, len(arrays[name])) for name in ARRAYS], np.int64)
        )


ARRAYS: dict[str, Any] = {
    name: kind.__metadata__[0] for name, kind in Workspace.__annotations__.items() if name != "header"
}


class WorkspaceType(types.Type):
    """A Workspace of one game, to numba."""

    def __init__(self, state):
        self.state = state
        super().__init__(f"Workspace({state})")

    @property
    def key(self):
        return Workspace, self.state  # by which engine.cache knows whose sources it is made of

    def array(self, name):
        """The type of one of its arrays."""
        kind = ARRAYS[name]
        return types.Array(self.state if kind is OF_THE_GAME else numba.from_dtype(np.dtype(kind)), 1, "C")


@typeof_impl.register(Workspace)
def type_of_workspace(workspace, context):
    """The numba type of a Workspace: it follows from the game alone."""
    return WorkspaceType(numba.typeof(workspace.states).dtype)


@register_model(WorkspaceType)
class WorkspaceModel(models.PrimitiveModel):
    """A Workspace in compiled code: a pointer to its header."""

    def __init__(self, manager, kind):
        super().__init__(manager, kind, ir.IntType(64).as_pointer())


@unbox(WorkspaceType)
def unbox_workspace(kind, thing, c):
    """From Python: where its header lies. It lives as long as the Workspace that the caller holds."""
    header = c.pyapi.object_getattr_string(thing, "header")
    native = c.unbox(types.Array(types.int64, 2, "C"), header)
    pointer = make_array(types.Array(types.int64, 2, "C"))(c.context, c.builder, native.value).data
    c.pyapi.decref(header)
    return NativeValue(pointer, is_error=native.is_error)


@infer_getattr
class WorkspaceAttributes(AttributeTemplate):
    """The arrays of a Workspace by name, in compiled code."""

    key = WorkspaceType

    def generic_resolve(self, kind, name):
        return kind.array(name) if name in ARRAYS else None


@lower_getattr_generic(WorkspaceType)
def read_array(context, builder, kind, header, name):
    """One of the arrays, from the header, which never changes."""
    wanted, at = kind.array(name), 2 * list(ARRAYS).index(name)
    address, length = (builder.load(builder.gep(header, [ir.IntType(64)(at + i)])) for i in range(2))
    for word in (address, length):
        word.set_metadata("invariant.load", builder.module.add_metadata([]))
    array = make_array(wanted)(context, builder)
    itemsize = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(wanted.dtype)))
    data = builder.inttoptr(address, array.data.type)
    populate_array(array, data=data, shape=[length], strides=[itemsize], itemsize=itemsize, meminfo=None)
    return array._getvalue()
