"""The compile decorators, and word of the wait.

How functions are compiled is in engine/separate.py, where they are kept in engine/cache.py.
"""

import atexit
import functools
import gc
import sys
import time
from typing import Any

import numpy as np
from numba.core import config as numba_config
from numba.core import event

from engine import separate

config: Any = numba_config  # its settings are made at run time


class Notice(event.Listener):
    """Tells a person at a terminal that the wait is for the compiler, once for each outermost function.

    Meanwhile Python does not look for garbage: the compiler makes millions of objects and leaves next to none. What it
    leaves is old at once: it is looked at when all is, and not when the process ends, which would take a second.
    """

    def __init__(self):
        self.depth = 0
        self.started = 0.0
        self.seconds = 0.0  # spent compiling in this process
        self.say = None  # set by a front end that has its own place for notices

    def on_start(self, moment):
        self.depth += 1
        if self.depth == 1:
            gc.disable()
            self.started = time.perf_counter()
            self.tell(f"compiling {moment.data['dispatcher'].py_func.__module__} (once; kept on disk)")

    def on_end(self, moment):
        self.depth -= 1
        if self.depth == 0:
            gc.freeze()
            gc.unfreeze()  # what was frozen is then in the oldest generation
            gc.enable()
            self.seconds += time.perf_counter() - self.started
            if self.say is None:
                self.tell("")  # nothing stays of it

    def tell(self, text):
        if self.say is not None:
            self.say(text)
        elif sys.stderr.isatty():
            print(f"\r{text}\x1b[K", end="\r", file=sys.stderr, flush=True)


compiling = Notice()
event.register("numba:compile", compiling)
atexit.register(gc.freeze)
if config.DISABLE_JIT:
    np.seterr(over="ignore")  # 64-bit words wrap around by design, as they do compiled

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
LEAN: Any = {"_nrt": False}  # no counting of references, which makes handing over an array cost as much as a move
# Whether a function becomes a part of its callers is always said: where it is not, numba takes it from whichever caller
# happens to be compiled first, and with it the size and the speed of the code.
INLINE: Any = {"forceinline": True}
NOT_INLINE: Any = {"forceinline": False}


def jit(function):
    """`function`, compiled when first called: once for whole numbers, not for each width and constant it meets.

    It may make no arrays and return none (`jit_with_arrays` is for those): its references are not counted.
    """
    return decorate(function, separate.SMALL, LEAN | NOT_INLINE)


def jit_inline(function):
    """Compile a function that is always to become a part of its callers.

    Worth it where it is called from few places or has many arguments: the parts of a rule, but not what many agents
    call in many places (`advance`, `value`), or their code grows and takes minutes to compile.
    """
    return decorate(function, separate.ALWAYS, LEAN | INLINE)


def jit_with_arrays(function):
    """Compile a function that makes arrays or returns them."""
    return decorate(function, separate.SMALL, NOT_INLINE)


def decorate(function, limit, options):
    """What Python calls for a function: itself where nothing is compiled."""
    if config.DISABLE_JIT:
        return function
    return separate.separate(function, limit, OPTIONS | {"no_cfunc_wrapper": True} | options)


def compile_for(signature, function):
    """`function` compiled at once for one signature: such functions can be handed to compiled code as values."""
    if config.DISABLE_JIT:
        return function
    dispatcher = separate.separate(function, separate.SMALL, OPTIONS | NOT_INLINE)
    dispatcher.compile(signature)
    dispatcher.disable_compile()
    return dispatcher


def is_kept(signature, function):
    """Whether what `compile_for` would make is on disk."""
    return config.DISABLE_JIT or separate.is_kept(function, signature)


@functools.cache
def verb_of(function, hot):
    """A game's function as compiled code calls it by a verb."""
    function = getattr(function, "py_func", function)
    limit, options = (separate.ALWAYS, INLINE) if hot else (separate.SMALL, NOT_INLINE)
    return separate.Inner(function, limit, OPTIONS | LEAN | options)
