"""How a farm grows: a simulation of one driver and many workers, on costs that are measured.

The driver is one process: it asks the optimiser, packs bundles, calls Ray, unpacks results, writes the ledger and tells
the optimiser, one thing at a time. Workers play bundles of the size that `batches.py` would make, two in flight each.
"""

import heapq
import math
import random
from collections import deque
from typing import NamedTuple

from studies.farm.batches import LONG, MOST_GAMES, bundle_seconds
from studies.farm.dispatch import DEPTH


class Costs(NamedTuple):
    """Seconds of the driver's time, and on the way."""

    call: float  # Ray: one bundle sent and its answer heard
    job: float  # packing and unpacking a job
    game: float  # unpacking a game and writing it into the ledger
    candidate: float  # asking for one and telling its outcome
    tracking: float  # a candidate's share of what is handed to MLflow
    travel: float  # of a bundle and its answer, during which no driver and no worker is busy


class Load(NamedTuple):
    """The work that is simulated: games and how long they take."""

    seconds: float  # a game
    games: int  # a job
    search: bool  # each job is a candidate of an optimiser, told in order


class Run(NamedTuple):
    """The result of a simulation: time and what was busy."""

    speed: float  # games per second
    busy: dict[str, float]  # share of the time; of the workers, on average

    @property
    def limit(self) -> str:
        """The part that is busiest."""
        return max(self.busy, key=lambda part: self.busy[part])


def bundle_size(load: Load, waiting: int, workers: int) -> int:
    """Jobs in a bundle, as `Backlog.take` makes them."""
    fitting = min(bundle_seconds(DEPTH * workers) / (load.seconds * load.games), MOST_GAMES / load.games)
    return max(1, min(math.floor(fitting), math.ceil(waiting / (DEPTH * workers))))


def whole_games(seconds: float, games: int, workers: int) -> int:
    """Games of a job that are played together: a longer one is cut."""
    return min(games, max(1, math.floor(max(LONG, bundle_seconds(DEPTH * workers)) / seconds)))


def simulate(workers: int, load: Load, costs: Costs, in_flight: int, rounds: int = 12, seed: int = 1) -> Run:
    """Play until every worker could have had some bundles; the first third, while it fills, does not count."""
    return Simulation(workers, load, costs, in_flight, seed).run(rounds)


class Simulation:
    """One run. Jobs are numbered; job i + in_flight begins after job i was told, as in a search."""

    def __init__(self, workers: int, load: Load, costs: Costs, in_flight: int, seed: int) -> None:
        self.workers, self.load, self.costs, self.in_flight = workers, load, costs, in_flight
        self.rng = random.Random(seed)
        self.clock = 0.0  # the driver's
        self.spent = dict.fromkeys(("Ray calls", "results and ledger", "optimiser", "tracking", "workers"), 0.0)
        self.events: list[tuple[float, int, int, list[int]]] = []  # answers: when, tie-break, worker, jobs
        self.free_at = [0.0] * workers
        self.places = deque(worker for _ in range(DEPTH) for worker in range(workers))
        self.waiting: deque[int] = deque()
        self.done: set[int] = set()
        self.asked = self.told = self.sent = 0

    def run(self, rounds: int) -> Run:
        """The speed and what was busy, after filling up."""
        fitting = bundle_size(self.load, 10**9, self.workers)
        total = max(2_000, rounds * self.workers * min(fitting, max(1, self.in_flight // (DEPTH * self.workers))))
        mark: tuple[float, int, dict[str, float]] | None = None
        while self.told < total:
            self._ask()
            self._send()
            self._hear()
            if mark is None and self.told >= total // 3:
                mark = self.clock, self.told, dict(self.spent)
        assert mark is not None
        seconds, jobs = self.clock - mark[0], self.told - mark[1]
        busy = {part: (spent - mark[2][part]) / seconds for part, spent in self.spent.items()}
        busy["workers"] /= self.workers
        return Run(jobs * self.load.games / seconds, busy)

    def _work(self, part: str, seconds: float) -> None:
        self.clock += seconds
        self.spent[part] += seconds

    def _ask(self) -> None:
        while self.asked < self.told + self.in_flight:
            if self.load.search:
                self._work("optimiser", self.costs.candidate / 2)
            self.waiting.append(self.asked)
            self.asked += 1

    def _send(self) -> None:
        while self.waiting and self.places:
            size = bundle_size(self.load, len(self.waiting), self.workers)
            jobs = [self.waiting.popleft() for _ in range(min(size, len(self.waiting)))]
            worker = self.places.popleft()
            self._work("Ray calls", self.costs.call / 2)
            self._work("results and ledger", len(jobs) * self.costs.job / 2)
            games = len(jobs) * self.load.games
            spread = self.load.seconds * math.sqrt(games) * self.rng.gauss(0, 0.5)  # games differ in length
            length = max(0.1 * games * self.load.seconds, games * self.load.seconds + spread)
            begin = max(self.clock + self.costs.travel / 2, self.free_at[worker])
            self.free_at[worker] = begin + length
            self.spent["workers"] += length
            self.sent += 1
            heapq.heappush(self.events, (self.free_at[worker] + self.costs.travel / 2, self.sent, worker, jobs))

    def _hear(self) -> None:
        """Wait for the next answer, take in all that have come, tell the optimiser in order."""
        self.clock = max(self.clock, self.events[0][0])
        while self.events and self.events[0][0] <= self.clock:
            _, _, worker, jobs = heapq.heappop(self.events)
            self.places.append(worker)
            self._work("Ray calls", self.costs.call / 2)
            per_job = self.costs.job / 2 + self.load.games * self.costs.game
            self._work("results and ledger", len(jobs) * per_job)
            self.done.update(jobs)
        while self.told in self.done:
            self.done.remove(self.told)
            self.told += 1
            if self.load.search:
                self._work("optimiser", self.costs.candidate / 2)
                self._work("tracking", self.costs.tracking)
