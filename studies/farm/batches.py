"""How jobs are packed for a far worker: small ones bundled, long ones split, by what such games were measured to take.

A call to another process costs about a millisecond. A bundle of 0.1 s makes that one per cent; where many workers share
the one driver, bundles grow, so that it makes no more calls than it can. A job of many slow games is cut, so that no
worker sits on minutes of work while others idle, and so that a dead worker costs little.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from studies.play.games import join as join_games
from studies.play.jobs import Job

BUNDLE = 0.1  # seconds of play that a bundle aims at, at least
CALL = 5e-4  # seconds of the driver for a call
LONG = 1.0  # seconds above which a job is cut, at least
MOST_GAMES = 2500  # in a bundle: a result below 100 kB travels in the reply, a larger one through the object store
MEMORY = 0.7  # weight of what was known against the latest measurement

Kind = tuple[str, ...]


@dataclass(eq=False)
class Call:
    """A function to call on some worker, and the future that somebody waits for."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    future: Future[Any] = field(default_factory=Future)
    crashes: int = 0  # workers that died while they had it and nothing else
    alone: bool = False  # not to be bundled: a worker died while it had it

    @property
    def job(self) -> Job | None:
        """The job, if the call is to play one."""
        first = self.arguments[0] if self.arguments else None
        return first if isinstance(first, Job) else None

    @property
    def games(self) -> int:
        """The number of games it plays at most; other work counts as one game."""
        if not self.job:
            return 1
        known = 0 if self.job.known is None else len(self.job.known)
        return max(1, self.job.last - self.job.first - known)

    @cached_property
    def kind(self) -> Kind:
        """Calls of one kind take about as long per game, and need the same compiled code."""
        if not self.job:
            return (self.function.__module__, self.function.__qualname__)
        players = (self.job.player, *self.job.opponents.players)
        return (self.job.setup.game, *sorted({player.agent for player in players}))

    def started(self) -> bool:
        """Note that it is going to be played; False if nobody wants it any more."""
        if self.future.done() and not self.future.cancelled():
            return False  # a worker that was given up has answered after all
        return self.future.running() or self.future.set_running_or_notify_cancel()


class Backlog:
    """Calls that wait for a worker, first come first served, and how long their kinds take."""

    def __init__(self) -> None:
        self.calls: deque[Call] = deque()
        self.pace: dict[Kind, float] = {}  # seconds per game

    def __len__(self) -> int:
        return len(self.calls)

    def add(self, call: Call) -> None:
        """Put a new call at the end."""
        self.calls.append(call)

    def put_back(self, calls: Iterable[Call]) -> None:
        """Calls that were lost with their worker go first, in their order."""
        self.calls.extendleft(reversed([call for call in calls if not call.future.done()]))

    def heard(self, kind: Kind, games: int, seconds: float) -> None:
        """A worker tells how long games of this kind took."""
        new = seconds / games
        self.pace[kind] = MEMORY * self.pace.get(kind, new) + (1 - MEMORY) * new

    def drop_cancelled(self) -> None:
        """Forget what nobody wants any more, and say so to those who wait for the last word."""
        self.calls = deque(call for call in self.calls if not call.future.cancelled() or call.started())

    def take(self, shares: int) -> list[Call]:
        """The next bundle: one of so many equal shares of what waits, so that all finish together; but not too long."""
        share = math.ceil(len(self.calls) / max(1, shares))
        aim = bundle_seconds(shares)
        long = LONG if len(self.calls) < shares else max(LONG, aim)  # towards the end all are to have something to do
        bundle: list[Call] = []
        seconds, games = 0.0, 0
        while self.calls and len(bundle) < share:
            call = self.calls[0]
            pace = self.pace.get(call.kind)
            apart = call.alone or pace is None  # what is not known yet is sent alone, to learn about it
            cost = (pace or 0.0) * call.games
            if bundle and (apart or seconds + cost > aim or games + call.games > MOST_GAMES):
                break
            self.calls.popleft()
            if not call.started():
                continue
            if not apart and (parts := cut(call, max(1, math.floor(long / pace)) if pace else call.games)):
                self.calls.extendleft(reversed(parts))
                continue
            bundle.append(call)
            seconds, games = seconds + cost, games + call.games
            if apart:
                break
        return bundle


def bundle_seconds(shares: int) -> float:
    """How long a bundle should take where so many are out at once: in that time the driver sends them all again."""
    return max(BUNDLE, CALL * shares)


def cut(call: Call, games: int) -> list[Call]:
    """The call as several of so many games each, whose results make its own; nothing if it is not to be cut."""
    job = call.job
    if job is None or job.last - job.first <= games:
        return []
    parts = []
    for first in range(job.first, job.last, games):
        last = min(first + games, job.last)
        known = job.known
        if known is not None:
            known = known[(known["number"] >= first) & (known["number"] < last)]
        part = Call(call.function, (job._replace(first=first, last=last, known=known),), alone=call.alone)
        part.future.set_running_or_notify_cancel()
        parts.append(part)
    join(call.future, [part.future for part in parts])
    return parts


def join(whole: Future[Any], parts: list[Future[Any]]) -> None:
    """Let the whole be done when all its parts are, with their results in order, or with the first failure."""

    def heard(part: Future[Any]) -> None:
        if whole.done():
            return
        if error := part.exception():
            whole.set_exception(error)
        elif all(other.done() for other in parts):
            whole.set_result(join_games([other.result() for other in parts]))

    for part in parts:
        part.add_done_callback(heard)
