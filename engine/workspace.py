"""What a player has while it thinks: its knobs, its value function, its own chance, its budget and room to work in.

Every player has the one signature `act(rules, state, workspace) -> action`, whatever its algorithm, so that compiled
players of different kinds sit at one table. What differs between them is data in `Workspace` (engine.workspace_type).
"""

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from engine.game import step
from engine.jit import jit, jit_inline

OWN, LENT = 0, 1  # workspace.budget: the player's own budget, and the share it lends to its opponent model


class Needs(NamedTuple):
    """How much room an agent asks for."""

    states: int = 1
    actions: int = 1
    memory: tuple = ()  # its Memory, with the lengths of the sections


class Room:
    """Space that players of one thread use one after the other: new arrays for each cost more than all the rest.

    It holds nothing that outlasts a decision, so what a player leaves there is never another's memory.
    """

    def __init__(self) -> None:
        self._arrays: dict[str, np.ndarray] = {}

    def take(self, name: str, size: int, make: Callable[[int], np.ndarray]) -> np.ndarray:
        """So many elements of the array of that name, which is made anew when somebody needs more."""
        if name not in self._arrays or len(self._arrays[name]) < size:
            self._arrays[name] = make(size)
        return self._arrays[name][:size]


def unpack(Params, knobs):
    """The Params that `knobs` holds as numbers (compiled code only sees them so)."""
    kinds = [getattr(kind, "__origin__", kind) for kind in Params.__annotations__.values()]
    return Params(*[kind(value) for kind, value in zip(kinds, knobs, strict=False)])


@overload(unpack)
def _unpack(Params, knobs):
    kinds = [getattr(kind, "__origin__", kind) for kind in Params.instance_class.__annotations__.values()]
    casts = ["{}" if kind is float else "{} != 0.0" if kind is bool else "int({})" for kind in kinds]
    fields = ", ".join(cast.format(f"knobs[{i}]") for i, cast in enumerate(casts))
    space: dict = {}
    exec(f"def read(Params, knobs): return Params({fields})", space)
    return space["read"]


_clock_gettime = types.ExternalFunction("clock_gettime", types.int32(types.int32, types.voidptr))
_MONOTONIC = 1


def clock(budget):
    """Nanoseconds on a clock that never goes back."""
    return time.perf_counter_ns()


@overload(clock)
def _clock(budget):
    def read(budget):
        moment = budget.moment
        _clock_gettime(_MONOTONIC, moment.ctypes)
        return moment[0] * 1_000_000_000 + moment[1]

    return read


@jit
def start_game(workspace, seed):
    """A new game: the player has its own chance, has spent nothing and remembers nothing."""
    workspace.rng[0] = seed
    workspace.kept[:] = 0
    workspace.budget[OWN].spent = 0
    workspace.budget[OWN].refused = 0


@jit_inline
def open_budget(budget):
    """Begin a new decision: nothing of its budget is spent."""
    budget.left = budget.grant
    budget.deadline = clock(budget) + budget.patience if budget.patience > 0 else 0


@jit_inline
def spend(budget):
    """Pay for one forward-model call. False, and on the record, when nothing is left to pay with.

    The clock is left to `exhausted`: who was told that there is time for one more call may make it.
    """
    if budget.left <= 0:
        budget.refused += 1
        return False
    budget.left -= 1
    budget.spent += 1
    return True


@jit_inline
def exhausted(budget):
    """Whether the next call would be refused."""
    if budget.deadline != 0 and clock(budget) >= budget.deadline:
        budget.left = 0
    return budget.left <= 0


@jit
def advance(rules, state, action, budget):
    """`step`, paid for; the state stays as it is when the call is refused."""
    if spend(budget):
        step(rules, state, action)


@jit
def lend(workspace, share):
    """Split off a share of the decision's grant (at most what is left) for the opponent model."""
    own, lent = workspace.budget[OWN], workspace.budget[LENT]
    lent.grant = min(own.left, int(share * own.grant))
    lent.left = lent.grant
    lent.deadline = own.deadline


@jit
def take_back(workspace):
    """What the opponent model did not use flows back."""
    own, lent = workspace.budget[OWN], workspace.budget[LENT]
    used = lent.grant - lent.left
    own.left -= used
    own.spent += used
    own.refused += lent.refused
    lent.grant = lent.left = lent.refused = 0
