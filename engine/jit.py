"""The one compile decorator, with a disk cache that cannot go stale.

numba's own cache only looks at the file that a function stands in: edit a rule, and a cached search goes on playing the
old one. Ours is keyed on the content of a whole room and of the rooms below it, which is all that a function can reach,
because imports go one way. It is found by content and never by path, so copies of the code (Ray ships them) share it.
"""

import functools
import hashlib
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import caching, event
from numba.core import config as numba_config

config: Any = numba_config  # its settings are made at run time
ROOT = Path(__file__).resolve().parent.parent
BELOW = {
    "engine": ("engine",),
    "agents": ("engine", "agents"),
    "optimisers": ("engine", "optimisers"),
    "studies": ("engine", "agents", "optimisers", "studies"),
}
SOURCES = {".py", ".csv"}
KEPT_CACHES = 12


@functools.cache
def source_hash(room: str) -> str:
    """A name for the content of every source file that functions of `room` can reach, and of what compiles them."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version} {config.BOUNDSCHECK}".encode())
    for part in BELOW.get(room, tuple(BELOW)):
        for path in sorted((ROOT / part).rglob("*")):
            if path.suffix in SOURCES:
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """Where compiled code is kept: `NUMBA_CACHE_DIR` if set, else beside the rooms, else the user's cache folder."""
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(named)
    if os.access(ROOT, os.W_OK):
        return ROOT / ".numba"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "bottega"


@functools.cache
def cache_folder(room: str) -> Path:
    """The folder of one state of the source; the oldest of other states are removed."""
    folder = cache_home() / f"{room}-{source_hash(room)}"
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        others = sorted(folder.parent.glob(f"{room}-*"), key=lambda other: other.stat().st_mtime, reverse=True)
        for old in others[KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


class ContentLocator(caching._CacheLocator):
    """Tells numba where a function's compiled code is: by what the source says, not by where it lies.

    A function of a file outside the rooms (a user's own player, a test) may call all of them, so its code is kept by
    the content of them all and of its own file.
    """

    def __init__(self, py_func, py_file):
        path = Path(py_file).resolve()
        parts = path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else ()
        inside = bool(parts) and parts[0] in BELOW
        self.room = parts[0] if inside else "elsewhere"
        place = parts[1:-1] if inside else (hashlib.sha256(path.read_bytes()).hexdigest()[:16],)
        self._py_file = py_file  # numba names it when it cannot keep something
        self.name = "-".join((*place, str(py_func.__code__.co_firstlineno)))

    def get_cache_path(self):
        return str(cache_folder(self.room))

    def get_source_stamp(self):
        return source_hash(self.room)

    def get_disambiguator(self):
        return self.name

    @classmethod
    def from_function(cls, py_func, py_file):
        try:
            locator = cls(py_func, py_file)
            locator.ensure_cache_path()
        except OSError:  # no such file (typed in at a prompt), or nowhere to write
            return None
        return locator


class Notice(event.Listener):
    """Tells a person at a terminal that the wait is for the compiler, once for each outermost function."""

    def __init__(self):
        self.depth = 0
        self.started = 0.0
        self.seconds = 0.0  # spent compiling in this process
        self.say = None  # set by a front end that has its own place for notices

    def on_start(self, moment):
        self.depth += 1
        if self.depth == 1:
            self.started = time.perf_counter()
            self.tell(f"compiling {moment.data['dispatcher'].py_func.__module__} (once; kept on disk)")

    def on_end(self, moment):
        self.depth -= 1
        if self.depth == 0:
            self.seconds += time.perf_counter() - self.started

    def tell(self, text):
        if self.say is not None:
            self.say(text)
        elif sys.stderr.isatty():
            print(f"\r{text}\x1b[K", end="\r", file=sys.stderr, flush=True)


config.CACHE_LOCATOR_CLASSES = f"{__name__}.ContentLocator,IPythonCacheLocator"
compiling = Notice()
event.register("numba:compile", compiling)
if config.DISABLE_JIT:
    np.seterr(over="ignore")  # 64-bit words wrap around by design, as they do compiled

OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}
# Whether a function becomes a part of its callers is always said: where it is not, numba takes it from whichever caller
# happens to be compiled first, and with it the size and the speed of the code.
INLINE, NOT_INLINE = {"forceinline": True}, {"forceinline": False}
INNER = {
    **OPTIONS,
    **NOT_INLINE,
    "no_cfunc_wrapper": True,
}  # half of a small function's compile time goes into its wrappers
LEAN = {"_nrt": False}  # no counting of references, which makes handing over an array cost as much as a move
VERB = LEAN | INLINE


def jit(function):
    """`function`, compiled when first called: once for whole numbers, not for each width and constant it meets.

    It may make no arrays and return none (`jit_with_arrays` is for those): its references are not counted.
    """
    return dispatcher_of(function, INNER | LEAN)


def jit_inline(function):
    """The same for a function that is always to become a part of its callers.

    Worth it where it is called from few places or has many arguments: the parts of a rule, but not what many agents
    call in many places (`advance`, `value`), or their code grows and takes minutes to compile.
    """
    return dispatcher_of(function, INNER | LEAN | INLINE)


def jit_with_arrays(function):
    """The same for a function that makes arrays or returns them."""
    return dispatcher_of(function, INNER)


def dispatcher_of(function, options):
    """What numba makes of a function, but for the types of arguments."""
    if config.DISABLE_JIT:
        return function
    dispatcher = numba.njit(**options)(function)
    resolve = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: resolve(tuple(map(widened, args)), kws)
    return dispatcher


def widened(kind):
    """The type an argument is handed over as."""
    kind = types.unliteral(kind)
    return types.int64 if kind in (types.int8, types.int16, types.int32) else kind


def compile_for(signature, function):
    """`function` compiled at once for one signature: such functions can be handed to compiled code as values."""
    return function if config.DISABLE_JIT else numba.njit(signature, **OPTIONS)(function)
