"""The same jobs on a Ray cluster: one that exists, or one started on this machine for the study.

Workers are long-lived actors, one per CPU, each with two bundles in flight: measured against Ray tasks, a call costs
less than half, and no worker waits for its next one. Nothing here trusts Ray to bring a call back: actors are never
restarted and calls never retried by Ray; `dispatch.py` sends what a lost worker had to others. Only this file imports
ray, and `ray_settings.prepare` must have been called before.
"""

import contextlib
import logging
import shutil
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import ray

from engine.cache import cache_home
from engine.errors import InputError
from studies.farm.batches import Call
from studies.farm.dispatch import Dispatch, Timeouts, WorkerHandle
from studies.farm.local import cores
from studies.farm.ray_settings import shipped_code, worker_environment
from studies.farm.ray_worker import Hello, Worker, versions

ROLL_CALL = 1.0  # seconds between two looks at the cluster
AGAIN = 5.0  # seconds until a place whose worker was not taken is tried again
DEATHS = 3  # times in a row that workers may die before their hello until a study is not begun
FIRST_WORKER = 300.0  # seconds to wait for it: a cloud's machines take their time to start
OBJECT_STORE = 80 * 2**20  # bytes, the least that Ray takes: results travel in replies


class RayWorkerHandle:
    """An actor as `dispatch.py` knows workers."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self.node = ""
        self.hello: Future[Hello] = actor.hello.remote().future()
        self.end: Future[None] = actor.stay.options(concurrency_group="life").remote().future()

    def send(self, bundle: bytes) -> Future[bytes]:
        """Hand a batch of calls to the actor."""
        return self.actor.play.remote(bundle).future()

    def ping(self) -> Future[None]:
        """Beside the games, in a thread of its own."""
        return self.actor.ping.options(concurrency_group="signs").remote().future()


class RayFarm:
    """A farm of as many workers as the cluster has CPUs, or as are asked for; nodes may come and go."""

    def __init__(self, address: str = "", limit: int | None = None, timeouts: Timeouts | None = None) -> None:
        self.address, self.limit = address, limit
        self.started_here = not address
        self.dashboard, self._session = connect(address, limit)
        cache = str(cache_home().resolve()) if self.started_here else ""
        options: dict[str, Any] = {
            "num_cpus": 1,
            "max_restarts": 0,
            "max_task_retries": 0,
            "concurrency_groups": {"signs": 1, "life": 1},
        }
        self._actor = ray.remote(**options)(Worker)
        self._cache = cache
        self._coming: list[RayWorkerHandle] = []  # started, but have not said hello
        self._refused = ""  # why the last worker that came was not taken
        self._deaths = 0  # times in a row that workers died before their hello
        self._not_before = 0.0  # when to send for workers again after that
        self._gone: list[RayWorkerHandle] = []
        self._wake, self._closing = threading.Event(), threading.Event()
        self._dispatch = Dispatch(self._remove, timeouts)
        self._supervisor = threading.Thread(target=self._supervise, name="supervisor", daemon=True)
        self._supervisor.start()
        self._await_first()

    @property
    def workers(self) -> int:
        """The number of workers now."""
        return len(self._dispatch.members)

    @property
    def status(self) -> str:
        """The farm in a few words, for the progress bar."""
        workers, nodes = self.workers, self._dispatch.nodes
        refused = f", one refused: {self._refused}" if self._refused else ""
        return f"{workers} worker{'s' * (workers != 1)} on {nodes} node{'s' * (nodes != 1)}{refused}"

    def submit(self, function: Any, /, *arguments: Any) -> Future[Any]:
        """Run a call on some worker."""
        call = Call(function, arguments)
        self._dispatch.submit(call)
        return call.future

    def close(self, *, cancel: bool = False) -> None:
        """Leave the cluster; one that was started here ends."""
        self._closing.set()
        self._wake.set()
        self._supervisor.join(timeout=5)
        self._dispatch.close()
        ray.shutdown()
        if self.started_here and self._session:
            shutil.rmtree(self._session, ignore_errors=True)

    def _remove(self, handle: WorkerHandle) -> None:
        assert isinstance(handle, RayWorkerHandle)
        self._gone.append(handle)
        self._wake.set()

    def _await_first(self) -> None:
        """Wait for the first worker; without one there is no study. One that dies may have had a node that went."""
        until = time.monotonic() + FIRST_WORKER
        while not self.workers and time.monotonic() < until and (not self._refused or 0 < self._deaths < DEATHS):
            time.sleep(0.05)
        if not self.workers:
            reason = self._refused or f"no worker came within {FIRST_WORKER:.0f} s; are all CPUs taken?"
            self.close(cancel=True)
            raise InputError(f"Ray cluster {self.address or 'on this machine'}: {reason}")

    def _supervise(self) -> None:
        """Until closed: take in workers that have come, remove those that are gone, send for as many as are wanted.

        All that asks the cluster's head is done in this thread, because while the head does not answer it waits.
        """
        while not self._closing.is_set():
            with contextlib.suppress(Exception):  # whatever the head answers or not: the next roll call comes
                while self._gone:
                    ray.kill(self._gone.pop().actor)
                self._welcome()
                self._send_for_more()
            self._wake.wait(ROLL_CALL)
            self._wake.clear()

    def _welcome(self) -> None:
        for handle in [handle for handle in self._coming if handle.hello.done()]:
            self._coming.remove(handle)
            if error := handle.hello.exception():
                self._deaths += time.monotonic() >= self._not_before  # all of one node count as one
                self._refuse(first_line(error))
                continue
            hello = handle.hello.result()
            handle.node = hello.node
            if differs := difference(hello):
                self._refuse(differs)
                self._gone.append(handle)
            else:
                self._take_in(handle)
                self._refused = ""
            self._deaths = 0  # last: who waits for the first worker takes no deaths and a refusal for the end

    def _take_in(self, handle: RayWorkerHandle) -> None:
        self._dispatch.add_worker(handle)
        handle.end.add_done_callback(lambda end: self._dispatch.worker_died(handle, str(end.exception())))

    def _refuse(self, reason: str) -> None:
        self._refused, self._not_before = reason, time.monotonic() + AGAIN

    def _send_for_more(self) -> None:
        """A worker for every CPU; those that wait for a CPU which no longer exists are sent away."""
        if time.monotonic() < self._not_before:
            return
        cpus = sum(int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"])
        wanted = self.limit or cpus
        while self._coming and len(self._coming) + self.workers > wanted:
            ray.kill(self._coming.pop().actor)
        for _ in range(wanted - len(self._coming) - self.workers):
            handle = RayWorkerHandle(self._actor.remote(self._cache))
            handle.hello.add_done_callback(lambda _: self._wake.set())
            self._coming.append(handle)


def connect(address: str, limit: int | None) -> tuple[str, str]:
    """Join the cluster or start one; its dashboard and, if started here, its folder."""
    with shipped_code() as code:
        common: dict[str, Any] = {
            "runtime_env": {"working_dir": str(code), "env_vars": worker_environment()},
            "log_to_driver": False,
            "logging_level": logging.ERROR,
        }
        context: Any
        try:
            if address:
                context = ray.init(address, **common)
            else:
                context = ray.init(
                    "local", num_cpus=limit or cores(), include_dashboard=True, dashboard_host="127.0.0.1",
                    _node_ip_address="127.0.0.1", object_store_memory=OBJECT_STORE, **common,
                )  # fmt: skip
        except (ray.exceptions.RayError, RuntimeError, OSError, ValueError) as error:
            hint = "; are RAY_AUTH_MODE and RAY_AUTH_TOKEN those of the cluster?" if "connect" in str(error) else ""
            raise InputError(f"Ray cluster {address or 'on this machine'}: {first_line(error)}{hint}") from None
    host = context.address_info["node_ip_address"]
    if not address and host != "127.0.0.1":
        ray.shutdown()
        raise InputError(f"Ray listens on {host}, not on 127.0.0.1 only: unset RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER")
    dashboard = f"http://{context.dashboard_url}" if context.dashboard_url else ""
    return dashboard, "" if address else str(Path(context.address_info["session_dir"]))


def difference(hello: Hello) -> str:
    """Which versions on the worker's node are not those here; nothing if all are equal."""
    pairs = [(name, hello.versions[name], mine) for name, mine in versions().items() if hello.versions[name] != mine]
    found = ", ".join(f"{name} {theirs} (here {mine})" for name, theirs, mine in pairs)
    return (
        f"node {hello.node} has {found}; results are equal only if versions are: install the same there"
        if found
        else ""
    )


def first_line(error: BaseException) -> str:
    """The first line of Ray's message, without its stack."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
