"""Where jobs run. `local`: one thread per core, over compiled batches that hold no interpreter lock."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol


class WorkerLost(Exception):  # noqa: N818  it is about the worker
    """Work that could not be done because it costs every worker its life, or because no worker is left."""


class Farm(Protocol):
    """Where jobs run. Results do not depend on which farm it is, nor on how many workers it has."""

    dashboard: str  # a page that shows the workers, if there is one

    @property
    def workers(self) -> int:
        """The number of workers now."""

    @property
    def status(self) -> str:
        """Workers and where they are, for people."""

    def submit(self, function: Any, /, *arguments: Any) -> Future[Any]:
        """Run a call on some worker."""

    def close(self, *, cancel: bool = False) -> None:
        """Let the workers go; with `cancel`, what has not begun is dropped."""


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class LocalFarm:
    """Threads of this process. Jobs start in the order in which they are submitted."""

    dashboard = ""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()
        self._pool = ThreadPoolExecutor(self.workers, "worker")

    @property
    def status(self) -> str:
        """Nothing to say: it is this machine."""
        return ""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Run it on the next free thread."""
        return self._pool.submit(function, *arguments)

    def close(self, *, cancel: bool = False) -> None:
        """Let the threads go."""
        self._pool.shutdown(wait=True, cancel_futures=cancel)

    def __enter__(self) -> "LocalFarm":
        return self

    def __exit__(self, *_: object) -> None:
        self.close(cancel=True)
