"""Where jobs run. `local`: one thread per core, over compiled batches that hold no interpreter lock."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class LocalFarm:
    """Threads of this process. Jobs start in the order in which they are submitted."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()
        self._pool = ThreadPoolExecutor(self.workers, "worker")

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Run it on the next free thread."""
        return self._pool.submit(function, *arguments)

    def close(self, *, cancel: bool = False) -> None:
        """Let the threads go."""
        self._pool.shutdown(wait=True, cancel_futures=cancel)


def open_farm(kind: str, workers: int | None = None, ray_address: str = "") -> Any:
    """The farm of this kind; ray takes a while to load and is not loaded for nothing."""
    if kind != "ray":
        return LocalFarm(workers)
    from studies.ray_settings import prepare

    prepare(ray_address)
    from studies.ray_farm import RayFarm

    return RayFarm(ray_address, workers)
