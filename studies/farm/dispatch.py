"""Hands out bundles of calls to workers that may die, hang or come late, and brings every call home.

Jobs are pure functions, so a call can be sent again whenever its worker is in doubt; the first answer counts. A worker
is anything that takes a bundle and promises an answer: Ray's actors in `ray_farm.py`, stand-ins in the tests.
"""

import contextlib
import pickle
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np

from engine.chance import derive
from studies.farm.batches import Backlog, Call, cut
from studies.farm.local import WorkerLost
from studies.play.setup import prepare_game

DEPTH = 2  # bundles that a worker has at once: the next one is there when it finishes one
CRASHES = 3  # workers that one call may cost before it is given up


class WorkerHandle(Protocol):
    """A worker as the dispatcher sees it."""

    node: str

    def send(self, bundle: bytes) -> Future[bytes]:
        """Let it play these calls after those that it has."""

    def ping(self) -> Future[Any]:
        """Is it alive? It answers beside its games."""


class Timeouts(NamedTuple):
    """Waiting times, in seconds."""

    reply: float = 20.0  # for a sign of life of a worker that is long silent
    no_worker: float = 300.0  # before a study without any worker is stopped
    poll: float = 1.0  # between two looks


@dataclass(eq=False)
class Member:
    """A worker and the bundles that it has to play."""

    handle: WorkerHandle
    bundles: deque[list[Call]] = field(default_factory=deque)  # it plays the first one
    heard: float = 0.0  # its last sign of life, or when it was given something to do
    asked: float = 0.0  # when it was asked for a sign of life; 0 if it was not


class Dispatch:
    """Calls in, results out; `lost` is told of workers that are given up. One thread of its own hears the answers."""

    def __init__(self, lost: Callable[[WorkerHandle], None], timeouts: Timeouts | None = None) -> None:
        self.timeouts = timeouts or Timeouts()
        self.backlog = Backlog()
        self.members: dict[int, Member] = {}
        self._with: list[dict[int, Member]] = [{} for _ in range(DEPTH)]  # by how many bundles they have
        self._lost = lost
        self._lock = threading.RLock()
        self._events: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._fed = time.monotonic()  # when there last was a worker, or nothing to do
        self._thread = threading.Thread(target=self._listen, name="dispatch", daemon=True)
        self._thread.start()

    @property
    def nodes(self) -> int:
        """The number of nodes the workers are on."""
        with self._lock:
            return len({member.handle.node for member in self.members.values()})

    def submit(self, call: Call) -> None:
        """Queue a new call."""
        with self._lock:
            self.backlog.add(call)
            self._feed()

    def add_worker(self, handle: WorkerHandle) -> None:
        """Take in a new worker."""
        with self._lock:
            member = self.members[id(handle)] = Member(handle, heard=time.monotonic())
            self._sort_in(member)
            self._feed()

    def worker_died(self, handle: WorkerHandle, reason: str) -> None:
        """Hear of it from elsewhere: the death of a worker that has nothing to do fails no bundle."""
        self._events.put(lambda: self._lose(handle, reason))

    def fail(self, error: Exception) -> None:
        """Nothing can be played any more: tell all who wait."""
        with self._lock:
            calls = [call for member in self.members.values() for bundle in member.bundles for call in bundle]
            calls += self.backlog.calls
            self.backlog.calls.clear()
        for call in calls:
            if not call.future.done() and call.started():
                call.future.set_exception(error)

    def close(self) -> None:
        """Stop listening to workers."""
        self._events.put(None)
        self._thread.join()
        self.fail(WorkerLost("the farm is closed"))

    def _listen(self) -> None:
        """Until closed: hear answers, and look at the time now and then."""
        looked = time.monotonic()
        while True:
            with contextlib.suppress(queue.Empty):
                event = self._events.get(timeout=self.timeouts.poll)
                if event is None:
                    return
                self._try(event)
            if time.monotonic() - looked >= self.timeouts.poll:
                looked = time.monotonic()
                self._events.put(self._look_around)  # behind signs of life that have come and not been heard yet

    def _try(self, event: Callable[[], None]) -> None:
        """Whatever goes wrong here must not leave anyone waiting for ever."""
        try:
            event()
        except Exception as error:
            self.fail(error)

    def _feed(self) -> None:
        """Send what waits to whoever has fewest bundles, while anyone has fewer than two.

        A suspect goes to one that has none, and is all that it has: else another call may be blamed for its death.
        """
        while self.backlog:
            free = self._with[:1] if self.backlog.calls[0].alone else self._with
            member = next((member for members in free for member in members.values()), None)
            if member is None or not (bundle := self.backlog.take(DEPTH * len(self.members))):
                return
            self._send(member, bundle)

    def _sort_in(self, member: Member) -> None:
        """Note how many bundles it has now."""
        key = id(member.handle)
        for members in self._with:
            members.pop(key, None)
        suspect = bool(member.bundles) and member.bundles[0][0].alone
        if key in self.members and len(member.bundles) < DEPTH and not suspect:
            self._with[len(member.bundles)][key] = member

    def _send(self, member: Member, bundle: list[Call]) -> None:
        if not member.bundles:
            member.heard = time.monotonic()
        member.bundles.append(bundle)
        self._sort_in(member)
        packed = pickle.dumps([(call.function, call.arguments, call.kind) for call in bundle], pickle.HIGHEST_PROTOCOL)
        answer = member.handle.send(packed)
        answer.add_done_callback(lambda done: self._events.put(lambda: self._answered(member, bundle, done)))

    def _answered(self, member: Member, bundle: list[Call], answer: Future[bytes]) -> None:
        """A bundle came back, or its worker did not."""
        if answer.exception() is not None:
            self._lose(member.handle, str(answer.exception()))
            return
        answers = pickle.loads(answer.result())
        with self._lock:
            member.heard, member.asked = time.monotonic(), 0.0
            with contextlib.suppress(ValueError):  # it may have been given up meanwhile
                member.bundles.remove(bundle)
            self._sort_in(member)
            for call, (_, _, seconds) in zip(bundle, answers, strict=True):
                if seconds:
                    self.backlog.heard(call.kind, call.games, seconds)
            self._feed()
        for call, (fine, result, _) in zip(bundle, answers, strict=True):
            if call.future.done():
                continue
            if fine:
                call.future.set_result(result)
            else:
                call.future.set_exception(result)

    def _lose(self, handle: WorkerHandle, reason: str) -> None:
        """It is dead; it may have been given up before."""
        with self._lock:
            if member := self.members.get(id(handle)):
                self._give_up(member, reason)

    def _give_up(self, member: Member, reason: str) -> None:
        """Its calls go to others; the one that it was at is suspected of having killed it."""
        del self.members[id(member.handle)]
        self._sort_in(member)
        bundles = list(member.bundles)
        if bundles:
            bundles[0] = self._suspect(bundles[0], reason)
        self.backlog.put_back(call for bundle in bundles for call in bundle)
        self._lost(member.handle)
        self._feed()

    def _suspect(self, bundle: list[Call], reason: str) -> list[Call]:
        """What to try again of a bundle that a worker died over: each call alone, then each game, until one is left."""
        if len(bundle) > 1:
            for call in bundle:
                call.alone = True
            return bundle
        call = bundle[0]
        call.crashes, call.alone = call.crashes + 1, True
        if call.crashes < CRASHES:
            return bundle
        if parts := cut(call, 1):
            return parts
        if not call.future.done():
            call.future.set_exception(WorkerLost(f"{name_of(call)} cost {CRASHES} workers their lives: {reason}"))
        return []

    def _look_around(self) -> None:
        """Ask workers that are long silent whether they live; give up those that do not answer."""
        now = time.monotonic()
        with self._lock:
            for member in list(self.members.values()):
                if member.asked and now - member.asked > self.timeouts.reply:
                    self._give_up(member, f"no sign of life for {self.timeouts.reply:.0f} s")
                elif not member.asked and now - member.heard > self.timeouts.reply:
                    self._ask(member, now)
            self.backlog.drop_cancelled()
            self._feed()
            if self.members or not self.backlog:
                self._fed = now
        if now - self._fed > self.timeouts.no_worker:
            self.fail(WorkerLost(f"no worker for {self.timeouts.no_worker:.0f} s; resume when the cluster is back"))

    def _ask(self, member: Member, now: float) -> None:
        member.asked = now
        member.handle.ping().add_done_callback(lambda pong: self._events.put(lambda: self._pinged(member, pong)))

    def _pinged(self, member: Member, pong: Future[Any]) -> None:
        if pong.exception() is not None:
            self._lose(member.handle, str(pong.exception()))
            return
        with self._lock:
            member.heard, member.asked = time.monotonic(), 0.0


def name_of(call: Call) -> str:
    """A call as a person can find it again: player, opponents, game numbers, and the seed of the first deal."""
    job = call.job
    if job is None:
        return f"{call.function.__qualname__}{call.arguments}"
    deal, seats = job.first // job.block, prepare_game(job.setup).n_players - 1
    games = f"game {job.first}" if job.last - job.first == 1 else f"games {job.first} to {job.last - 1}"
    against = ", ".join(player.name for player in job.opponents.of_deal(job.stream, deal, seats))
    seed = derive(np.uint64(job.stream), np.uint64(deal))
    return f"{job.setup.game}: {games} of stream {job.stream} ({job.player.name} against {against}; deal seed {seed})"
