"""Compiling as it would be without one of the ways that make it quick (engine/separate.py, engine/jit.py).

A way is left out of a whole process, before any game or agent is loaded.
"""

import math
from collections.abc import Callable
from types import SimpleNamespace

from numba.core import types

from engine import jit, separate


def nothing(*_: object) -> None:
    """Stands for what is left out."""


def link_as_numba() -> None:
    """Every function has all that it calls in it, and machine code."""
    separate.Library.limit = property(nothing, nothing)  # type: ignore[assignment]
    separate.call_by_name = nothing


def make_all_parts() -> None:
    """Only what Python calls has machine code."""
    separate.SMALL = math.inf


def wrap_all() -> None:
    """Python could call every function."""
    separate.NO_WRAPPERS = {}


def try_all_templates() -> None:
    """At every operator."""
    types.BaseFunction.get_call_type = separate.numba_call_type  # type: ignore[method-assign]


def look_for_garbage() -> None:
    """While the compiler runs, as at other times."""
    jit.gc = SimpleNamespace(disable=nothing, enable=nothing, freeze=nothing, unfreeze=nothing)  # type: ignore[assignment]


def call_without_room() -> None:
    """Python's calls lie in small pieces."""
    separate.with_room = lambda function, *args: function(*args)


NUMBA = "parts without machine code"
WAYS: dict[str, Callable[[], None]] = {  # what can be left out -> how
    NUMBA: link_as_numba,
    "large ones called by name": make_all_parts,
    "no wrappers for Python": wrap_all,
    "types of operators noted": try_all_templates,
    "no look for garbage": look_for_garbage,
    "room for deep calls": call_without_room,
}
ALL = "all of these"
NONE = "nothing"


def leave_out(what: str) -> None:
    """Do without one way, all or none."""
    for way in {ALL: [*WAYS], NONE: []}.get(what, [what]):
        WAYS[way]()
