"""What a farm of 10 to 10,000 workers would do: costs measured here, workers simulated, and what is full first."""

import tempfile
import time
from concurrent.futures import Future
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from optimisers.optimiser import Candidate
from studies.benchmarks.farm import SEARCH
from studies.benchmarks.parts.farm_simulation import Costs, Load, Run, simulate, whole_games
from studies.benchmarks.parts.searching import Searching, workplace
from studies.benchmarks.parts.timing import fastest
from studies.farm.batches import Call, bundle_seconds
from studies.farm.dispatch import Dispatch
from studies.farm.kinds import open_farm
from studies.play.games import Games, game_dtype
from studies.play.jobs import Job, Opponents
from studies.play.setup import GameSetup
from studies.report.console import table_of
from studies.search.ledger import Ledger
from studies.search.search import CHECKPOINTS
from studies.search.store import GameStore
from studies.spec.players import player_spec_of

WORKERS = (10, 100, 1_000, 10_000)
SECONDS = (0.001, 0.01, 0.1, 1.0, 10.0)  # a game
CANDIDATE, JOB = 4, 16  # games of a candidate, and of a job in a match
LEAST_CANDIDATES, LEAST_SHARE = 3_000, 0.8  # a second; of the workers at play
WANTED = ((0.01, 1_000), (1.0, 10_000))  # seconds of a game, workers: matches that one driver should feed
CANDIDATES, CALLS, JOBS, ROUNDS = 600, 600, 600, 5


class Instant:
    """A farm whose games take no time: what is left is the driver's own work."""

    workers, status, dashboard = 1, "", ""

    def submit(self, _: Any, job: Job) -> Future[Games]:
        """A call that is done at once."""
        future: Future[Games] = Future()
        games = np.zeros(job.last - job.first, game_dtype(2))
        games["number"], games["winners"] = np.arange(job.first, job.last), 1
        future.set_result(games)
        return future

    def close(self, *, cancel: bool = False) -> None:
        """Nothing to close."""


def nothing(*_: Any) -> None:
    """A listener without ears."""


def ledger_costs(folder: Path, games: int) -> float:
    """Seconds per job of so many games: handed out, taken in, written down."""
    player = player_spec_of("splendor", "random")
    job = Job(GameSetup("splendor", "", (("players", 2),)), player, Opponents((player,)), 7, 0, games, 2)
    spent = []
    with GameStore(Instant(), Ledger(folder / f"ledger-{games}.ledger", 2, 2)) as store:
        for number in range(JOBS):
            started = time.process_time()
            store.finish(store.start(Candidate(number, {"x": number}), job))
            spent.append(time.process_time() - started)
    return median(spent)  # the first one opens the table, some are interrupted


def candidate_costs(candidates: int) -> float:
    """Seconds per candidate of a whole NTBEA search whose games take no time: asked, told, written down."""
    table = {**SEARCH, "game": {"name": "splendor", "players": 2}, "evaluation": {"games": CANDIDATE}}
    search = Searching({**table, "budget": {"games": candidates * CANDIDATE, "race": 0.0, "confirm": 4}})
    with workplace():
        search.play(Instant())  # loads what it needs
        return fastest(ROUNDS, lambda: search.play(Instant()) / CANDIDATE)[0]


def ray_costs() -> tuple[float, float, float]:
    """Seconds of the driver per call and per job in it, and how long a call travels."""
    farm = open_farm("ray", 1)
    try:
        for _ in range(20):
            farm.submit(len, "warm").result()
        started, spent = time.perf_counter(), time.process_time()
        for _ in range(CALLS):
            farm.submit(len, "x").result()
        travel, call = (time.perf_counter() - started) / CALLS, (time.process_time() - spent) / CALLS
    finally:
        farm.close()
    instant = Dispatch(nothing)
    instant.add_worker(Echo())
    spent = time.process_time()
    calls = [Call(len, ("x",)) for _ in range(20 * CALLS)]
    for one in calls:
        instant.submit(one)
    for one in calls:
        one.future.result()
    job = (time.process_time() - spent) / len(calls)
    instant.close()
    return call, job, max(0.0, travel - call)


class Echo:
    """A worker without a process."""

    node = ""

    def send(self, bundle: bytes) -> Future[bytes]:
        """A batch that is answered at once."""
        from studies.farm.ray_worker import Worker

        future: Future[bytes] = Future()
        future.set_result(Worker.play(self, bundle))  # type: ignore[arg-type]
        return future

    def _answer(self, *_: Any) -> tuple[bool, int, float]:
        return True, 1, 1e-4

    def ping(self) -> Future[None]:
        """A sign of life, never asked for."""
        return Future()


def measured() -> tuple[Costs, float]:
    """All costs on this machine, and that of a candidate with its job and games, but for Ray and tracking."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = (ledger_costs(Path(folder), games) for games in (CANDIDATE, 10 * CANDIDATE))
        game = max(0.0, large - small) / (9 * CANDIDATE)
    call, job, travel = ray_costs()
    job += max(0.0, small - CANDIDATE * game)
    whole = candidate_costs(CANDIDATES)
    return Costs(call, job, game, max(0.0, whole - small), tracking_costs(), travel), whole


def tracking_costs() -> float:
    """Seconds per candidate of a search of a thousand: its choices on the way, as MLflow gets them."""
    from studies.tracking.track import Label, Writer

    with tempfile.TemporaryDirectory() as folder:
        writer = Writer(f"sqlite:///{folder}/mlflow.db", Label("bench", "bench", {}, {}), "")
        points = [(i, i, {f"best/{name}": float(i) for name in range(9)}) for i in range(CHECKPOINTS)]
        spent = time.process_time()
        writer.log(points)
        spent = time.process_time() - spent
        writer.end("FINISHED")
    return spent / 1000


def in_flight(load: Load, workers: int) -> int:
    """Jobs at work at once: enough for two bundles per worker; of a match, many more wait."""
    bundle = max(1, min(25, round(bundle_seconds(2 * workers) / (load.seconds * load.games))))
    return max(8, 2 * workers * bundle) if load.search else max(6 * workers, min(300_000, 20 * workers * bundle))


def grown(costs: Costs, seconds: float, workers: int, search: bool) -> Run:
    """So many workers, games that long."""
    load = Load(seconds, CANDIDATE if search else whole_games(seconds, JOB, workers), search)
    return simulate(workers, load, costs, in_flight(load, workers))


def growth(costs: Costs, search: bool) -> dict[float, list[Run]]:
    """By the length of a game: runs with more and more workers."""
    return {seconds: [grown(costs, seconds, workers, search) for workers in WORKERS] for seconds in SECONDS}


def tables(costs: Costs) -> list[Table]:
    """One for searches, one for games without an optimiser."""
    made = []
    for search, name in ((True, f"a search, {CANDIDATE} games a candidate"), (False, f"matches, {JOB} games a job")):
        title = f"Games per second: {name} (share of the workers at play; what is full first)"
        rows = [
            [f"{1000 * seconds:g} ms", *(f"{run.speed:,.0f} ({run.busy['workers']:.0%}; {run.limit})" for run in runs)]
            for seconds, runs in growth(costs, search).items()
        ]
        made.append(table_of(["a game", *(f"{workers:,} workers" for workers in WORKERS)], rows, title))
    return made


def verdicts(costs: Costs, candidate: float) -> list[tuple[str, bool]]:
    """The claims, and whether they hold."""
    found = []
    for seconds, workers in WANTED:
        share = grown(costs, seconds, workers, False).busy["workers"]
        what = (
            f"{workers:,} workers with games of {1000 * seconds:g} ms, {JOB} a job, are at play {share:.0%} of the time"
        )
        found.append((f"{what}, wanted {LEAST_SHARE:.0%}", share >= LEAST_SHARE))
    speed = 1 / candidate
    what = f"NTBEA asks {speed:,.0f} candidates a second, their games written down, wanted {LEAST_CANDIDATES:,}"
    found.append((what, speed >= LEAST_CANDIDATES))
    return found


def run(console: Console) -> None:
    """Measure, simulate, print."""
    costs, candidate = measured()
    named = ", ".join(f"{name} {1e6 * value:,.0f}" for name, value in costs._asdict().items())
    console.print(f"measured, microseconds of the driver: {named}", soft_wrap=True)
    for table in tables(costs):
        console.print(table)
    for what, good in verdicts(costs, candidate):
        console.print(f"{what}: {'yes' if good else 'NO'}", style="green" if good else "red")
