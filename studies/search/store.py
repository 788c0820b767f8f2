"""Between a study and its farm: what the ledger knows is not played again; what is played is written down at once."""

import contextlib
import queue
import threading
from collections.abc import Iterable
from concurrent.futures import Future
from itertools import groupby, pairwise
from pathlib import Path

from optimisers.ledger import Block, Ledger
from optimisers.optimiser import Candidate
from studies.farm.local import Farm
from studies.play.jobs import Job, Played, evaluate, recall

FIGURES = ("number", "seed", "seat", "shares", "points", "decisions", "calls", "ended")  # of a game, beside its payoff
POLL = 0.2  # seconds between two looks at whether to stop


class Stopped(Exception):  # noqa: N818  it is no error
    """The user asked to stop; what was being played is finished and written down."""


class GameStore:
    """Plays jobs for the owners of a ledger (candidates of a search, finalists of a race, players of a match)."""

    def __init__(self, path: Path, farm: Farm, block: int, stop: threading.Event | None = None) -> None:
        self.ledger = Ledger(path)
        self.farm = farm
        self.block = block  # games on one deal
        self.running: dict[Future[list[Played]], tuple[int, Job]] = {}
        self._finished: queue.SimpleQueue[Future[list[Played]]] = queue.SimpleQueue()
        self.stop = stop or threading.Event()
        self._new = 0

    def close(self) -> None:
        """Write down what the farm still finishes, then let others write."""
        for future in self.running:
            future.cancel()
        while self.running:
            self._collect()
        self.ledger.close()

    def start(self, owner: Candidate, job: Job) -> Future[list[Played]]:
        """Set the job going; its future may be done already."""
        self.ledger.enter(owner)
        known = self._known(owner.id, job)
        job = job._replace(known=known)
        if (done := recall(job)) is not None:
            future: Future[list[Played]] = Future()
            future.set_result(done)
            return future
        future = self.farm.submit(evaluate, job)
        self.running[future] = owner.id, job
        future.add_done_callback(self._finished.put)
        return future

    def finish(self, future: Future[list[Played]]) -> list[Played]:
        """The job's games; others that finish meanwhile are written down too."""
        while future in self.running:
            if self.stop.is_set():
                raise Stopped
            self._collect()
        return future.result()

    def spread(self, owner: Candidate, job: Job, portion: int) -> list[Future[list[Played]]]:
        """A long job set going in portions that keep all workers busy."""
        cuts = [*range(job.first, job.last, portion), job.last]
        parts = [job._replace(first=first, last=last) for first, last in pairwise(cuts)]
        return [self.start(owner, part) for part in parts]

    def gather(self, futures: Iterable[Future[list[Played]]]) -> list[Played]:
        """The games of several jobs."""
        return [game for future in futures for game in self.finish(future)]

    def new_games(self) -> int:
        """How many were played since this was last asked; what the ledger knew took no time."""
        new, self._new = self._new, 0
        return new

    def games_of(self, owner: int) -> list[Played]:
        """Everything that was played for an owner, by number."""
        blocks = sorted(self.ledger.blocks.get(owner, {}).items())
        return [game for _, block in blocks for game in from_block(block)]

    def _known(self, owner: int, job: Job) -> tuple[Played, ...]:
        blocks = self.ledger.blocks.get(owner, {})
        numbers = range(job.first // self.block, -(-job.last // self.block))
        games = (game for number in numbers if number in blocks for game in from_block(blocks[number]))
        return tuple(game for game in games if job.first <= game.number < job.last)

    def _collect(self) -> None:
        done: list[Future[list[Played]]] = []
        with contextlib.suppress(queue.Empty):
            done.append(self._finished.get(timeout=POLL))
            while True:
                done.append(self._finished.get_nowait())
        for future in done:
            owner, job = self.running.pop(future)
            if not future.cancelled() and future.exception() is None:
                known = {game.number for game in job.known}
                new = [game for game in future.result() if game.number not in known]
                self.ledger.record(owner, to_blocks(new, self.block))
                self._new += len(new)


def to_blocks(games: Iterable[Played], size: int) -> list[Block]:
    """Games as the ledger keeps them: by block, figures as columns."""
    blocks = []
    for number, block in groupby(games, key=lambda game: game.number // size):
        rows = list(block)
        figures = {name: [getattr(row, name) for row in rows] for name in FIGURES}
        blocks.append(Block(number, tuple(row.payoff for row in rows), figures))
    return blocks


def from_block(block: Block) -> list[Played]:
    """A block's games as they were played."""
    columns = [block.figures[name] for name in FIGURES]
    rows = zip(block.payoffs, *columns, strict=True)
    return [
        Played(number, seed, seat, payoff, tuple(shares), tuple(points), tuple(decisions), calls, ended)
        for payoff, number, seed, seat, shares, points, decisions, calls, ended in rows
    ]
