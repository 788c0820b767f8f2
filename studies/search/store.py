"""Between a study and its farm: what the ledger knows is not played again; what is played is written down at once."""

import contextlib
import queue
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from itertools import pairwise
from typing import Any

import numpy as np

from optimisers.optimiser import Candidate
from studies.farm.local import Farm
from studies.play.games import Games, join
from studies.play.jobs import Job, evaluate
from studies.search.ledger import Ledger

POLL = 0.2  # seconds between two looks at whether to stop


class Stopped(Exception):  # noqa: N818  it is no error
    """The user asked to stop; what was being played is finished and written down."""


class GameStore:
    """Plays jobs for owners (candidates of a search, finalists of a race, players of a match) and keeps their games.

    Without a ledger nothing is kept, and `play` may make something else of a job than its games.
    """

    def __init__(
        self,
        farm: Farm,
        ledger: Ledger | None = None,
        stop: threading.Event | None = None,
        play: Callable[[Job], Any] = evaluate,
    ) -> None:
        self.farm, self.ledger, self.play = farm, ledger, play
        self.stop = stop or threading.Event()
        self.running: dict[Future[Games], tuple[int, Job]] = {}
        self._finished: queue.SimpleQueue[Future[Games]] = queue.SimpleQueue()
        self._new = 0

    def __enter__(self) -> "GameStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write down what the farm still finishes, then let others write."""
        for future in self.running:
            future.cancel()
        while self.running:
            self._collect()
        if self.ledger:
            self.ledger.close()

    def enter(self, owner: Candidate, stream: int) -> Candidate:
        """The owner of games to come, as the ledger knows it."""
        return self.ledger.enter(owner, stream) if self.ledger else owner

    def start(self, owner: Candidate, job: Job) -> Future[Games]:
        """Set the job going; its future may be done already."""
        if self.ledger:
            self.enter(owner, job.stream)
            if len(known := self.ledger.known(owner.id, job.first, job.last)):
                if len(known) == job.last - job.first:
                    done: Future[Games] = Future()
                    done.set_result(known)
                    return done
                job = job._replace(known=known)
        future = self.farm.submit(self.play, job)
        self.running[future] = owner.id, job
        future.add_done_callback(self._finished.put)
        return future

    def finish(self, future: Future[Any]) -> Any:
        """The job's games; others that finish meanwhile are written down too."""
        while future in self.running:
            if self.stop.is_set():
                raise Stopped
            self._collect()
        return future.result()

    def spread(self, owner: Candidate, job: Job, portion: int) -> list[Future[Games]]:
        """A long job set going in portions that keep all workers busy."""
        cuts = [*range(job.first, job.last, portion), job.last]
        return [self.start(owner, job._replace(first=first, last=last)) for first, last in pairwise(cuts)]

    def gather(self, futures: Iterable[Future[Games]]) -> Games:
        """The games of several jobs."""
        return join([self.finish(future) for future in futures])

    def new_games(self) -> int:
        """The number of games played since this was last asked; what the ledger knew took no time."""
        new, self._new = self._new, 0
        return new

    def _collect(self) -> None:
        """Wait for a job to finish, and write down all that have."""
        done: list[Future[Games]] = []
        with contextlib.suppress(queue.Empty):
            done.append(self._finished.get(timeout=POLL))
            while True:
                done.append(self._finished.get_nowait())
        played = []
        for future in done:
            owner, job = self.running.pop(future)
            if not future.cancelled() and future.exception() is None:
                self._new += job.last - job.first - (0 if job.known is None else len(job.known))
                if self.ledger:
                    games = future.result()
                    new = games if job.known is None else games[~np.isin(games["number"], job.known["number"])]
                    played.append((owner, new))
        if self.ledger and played:
            self.ledger.record(played)
