"""The far side of the Ray farm: a warm process that plays bundles of calls. It imports neither ray nor mlflow."""

import fcntl
import hashlib
import os
import pickle
import platform
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

Answer = tuple[bool, Any, float]  # whether it went well, the result or the error, seconds (0: it had to warm up first)


class Hello(NamedTuple):
    """A worker's introduction of itself."""

    node: str  # its host, and the process that stands for the node there
    pid: int
    versions: dict[str, str]


def versions() -> dict[str, str]:
    """What must be equal everywhere for results to be equal."""
    import numba
    import numpy

    major, minor, _ = platform.python_version_tuple()
    return {"Python": f"{major}.{minor}", "numba": numba.__version__, "numpy": numpy.__version__}


def user_cache() -> str:
    """The user's own cache folder on this machine: it outlives the code that Ray ships for one session."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bottega"
    try:
        home.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=home).close()
    except OSError:  # containers often have no home to write to
        return tempfile.mkdtemp(prefix="bottega-")
    return str(home)


class Worker:
    """Plays what it is sent, in order. `cache` names the folder of compiled code that all workers of a node share."""

    def __init__(self, cache: str = "") -> None:
        # Before anything of engine is imported.
        cache = os.environ["NUMBA_CACHE_DIR"] = cache or os.environ.get("NUMBA_CACHE_DIR") or user_cache()
        # Ray starts it in the folder of the shipped code, and a second node of this machine unpacks that anew.
        os.makedirs(cache, exist_ok=True)
        os.chdir(cache)
        self.warm: set[tuple[str, ...]] = set()

    def hello(self) -> Hello:
        """The worker's introduction of itself."""
        return Hello(f"{platform.node()}:{os.environ.get('RAY_RAYLET_PID', '')}", os.getpid(), versions())

    def ping(self) -> None:
        """Answered beside the games: whoever answers is alive, however long its games take."""

    def stay(self) -> None:
        """Answered never: the call fails when the worker dies, and tells of it at once even if it has nothing to do."""
        threading.Event().wait()

    def play(self, packed: bytes) -> bytes:
        """The answers to a bundle of (function, arguments, kind)."""
        return pickle.dumps([self._answer(*call) for call in pickle.loads(packed)], pickle.HIGHEST_PROTOCOL)

    def _answer(self, function: Any, arguments: tuple[Any, ...], kind: tuple[str, ...]) -> Answer:
        started = time.perf_counter()
        try:
            if kind in self.warm:
                return True, function(*arguments), time.perf_counter() - started
            with first_on_this_node(kind):
                result = function(*arguments)
            self.warm.add(kind)
            return True, result, 0.0
        except Exception as error:  # it is the caller's, as it would be in a thread of its own
            return False, portable(error), 0.0


def portable(error: Exception) -> Exception:
    """The error, or if it does not travel, one that says the same."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


@contextmanager
def first_on_this_node(kind: tuple[str, ...]) -> Iterator[None]:
    """One worker of a node compiles for a kind of game while the others wait; then all load what it has compiled."""
    from engine.cache import cache_folder
    from engine.sources import source_hash

    name = hashlib.sha256("\0".join(kind).encode()).hexdigest()[:16]
    mark = cache_folder(f"warm-{source_hash()}") / name
    mark.parent.mkdir(parents=True, exist_ok=True)
    if mark.exists():
        yield
        return
    with mark.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # let go by the system if its holder dies
        if mark.exists():
            fcntl.flock(lock, fcntl.LOCK_UN)
        yield
        mark.touch()
