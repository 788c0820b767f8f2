"""What a study costs beside its games: its speed as a fraction of that of the bare rules, or of its games alone."""

import functools
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from agents.catalog import PlayerSpec
from engine.game import Ended
from engine.match import play
from optimisers.optimiser import Candidate
from studies.benchmarks.engine import random_games
from studies.farm.local import LocalFarm
from studies.play.deals import SEARCH, fixtures, stream_seed
from studies.play.jobs import Job, Opponents
from studies.play.setup import GameSetup, prepare_game, seat_player
from studies.report.progress import ProgressDisplay
from studies.run import Options, open_tracker
from studies.search.folder import new_folder
from studies.search.history import History
from studies.search.plan import SearchPlan
from studies.search.run import RunContext, search_once
from studies.search.store import GameStore
from studies.spec.players import player_spec_of
from studies.spec.study_file import check

THREADS, ROUNDS = 2, 5
SETUP = GameSetup("splendor", "", (("players", 2),))
QUICK = {  # random players under rules that differ in nothing which a game meets
    "kind": "design",
    "name": "bench-quick",
    "game": {"name": "splendor", "players": 2},
    "players": "random",
    "candidate": {"space": {"decision_limit": {"low": 2000, "high": 5000, "resolution": 1000}}},
    "evaluation": {"games": 1000, "in_flight": 8},
    "budget": {"games": 200_000, "race": 0.0, "confirm": 4},
}
TUNING = {  # as in Bravi et al. (2019): one agent against three, 1000 calls per decision, one game per evaluation
    "kind": "tune",
    "name": "bench-tuning",
    "game": {"name": "splendor", "players": 4},
    "candidate": {"player": "mcts:budget=1000"},
    "opponents": ["osla:budget=1000"] * 3,
    "evaluation": {"games": 1},
    "budget": {"games": 1000, "race": 0.0, "confirm": 4},
}
TENTH = "osla:budget=20"  # against random: games of about 0.1 ms


class Cost(NamedTuple):
    """Of some games."""

    games: int
    seconds: float  # on the clock
    cpu: float  # of all threads


class Side:
    """Something that plays games; `finish` is done after each round and not measured."""

    def play(self) -> int:
        """Play; how many games."""
        raise NotImplementedError

    def finish(self) -> None:
        """Clean up."""


class Case(NamedTuple):
    """What is measured, what its speed is compared with, and the fraction that it should reach."""

    name: str
    side: Side
    bare: Side
    floor: float


def run(console: Console) -> None:
    """All cases, the fastest of several rounds that take turns."""
    table = Table(title=f"Games per second ({THREADS} threads), the fastest of {ROUNDS} rounds", title_justify="left")
    for name in ("", "games/s", "bare", "fraction", "CPU us a game", "bare", "wanted"):
        table.add_column(name, justify="right" if name else "left")
    with workplace():
        for case in cases():
            played, bare = compare(case)
            speeds = [cost.games / cost.seconds for cost in (played, bare)]
            good = "yes" if speeds[0] >= case.floor * speeds[1] else "NO"
            table.add_row(
                case.name,
                *(f"{speed:,.0f}" for speed in speeds),
                f"{speeds[0] / speeds[1]:.0%}",
                *(f"{1e6 * cost.cpu / cost.games:,.1f}" for cost in (played, bare)),
                f"{case.floor:.0%}: {good}",
            )
    console.print(table)


def cases() -> list[Case]:
    """What is measured."""
    rules, tuning = RulesAlone(100_000), Searching(TUNING, track=True)
    return [
        Case("a match of quick games, 1000 a job", Matching("random", 100_000, 1000), rules, 0.55),
        Case("a study of quick games, 1000 an evaluation", Searching(QUICK, track=False), rules, 0.45),
        Case("games of 0.1 ms, 16 a job", Matching(TENTH, 16_000, 16), Matching(TENTH, 16_000, 8_000), 0.7),
        Case("NTBEA, one four-player game an evaluation, tracked", tuning, GamesAlone(tuning), 0.9),
    ]


def compare(case: Case) -> tuple[Cost, Cost]:
    """The fastest round of each side; an unmeasured one compiles and loads."""
    rounds: list[tuple[Cost, Cost]] = [(measure(case.side), measure(case.bare)) for _ in range(ROUNDS + 1)]
    fastest = [min(costs, key=lambda cost: cost.seconds) for costs in zip(*rounds[1:], strict=True)]
    return fastest[0], fastest[1]


def measure(side: Side) -> Cost:
    """One round."""
    clock, cpu = time.perf_counter(), time.process_time()
    games = side.play()
    cost = Cost(games, time.perf_counter() - clock, time.process_time() - cpu)
    side.finish()
    return cost


def on_threads(works: list[Callable[[], Any]]) -> None:
    """Do all of it."""
    farm = LocalFarm(THREADS)
    try:
        for future in [farm.submit(work) for work in works]:
            future.result()
    finally:
        farm.close()


class RulesAlone(Side):
    """Random games without players: sample and step."""

    def __init__(self, games: int) -> None:
        self.games, self.prepared = games, prepare_game(SETUP)

    def play(self) -> int:
        part = self.games // THREADS
        on_threads([functools.partial(self._part, i * part, part) for i in range(THREADS)])
        return self.games

    def _part(self, first: int, games: int) -> None:
        ends = np.zeros(len(Ended), np.int64)
        random_games(self.prepared.rules, self.prepared.game.new_states(2), first, games, False, ends)


class Matching(Side):
    """A player against a random one, the way of `bottega match`: jobs over the threads, results gathered."""

    def __init__(self, player: str, games: int, portion: int) -> None:
        spec, rival = (player_spec_of(SETUP.game, text) for text in (player, "random"))
        self.job, self.portion = Job(SETUP, spec, Opponents((rival,)), 7, 0, games, 2), portion

    def play(self) -> int:
        farm = LocalFarm(THREADS)
        store = GameStore(farm)
        try:
            return len(store.gather(store.spread(Candidate(0, {}), self.job, self.portion)))
        finally:
            store.close()
            farm.close()


class Searching(Side):
    """A study's search as `bottega` runs it, ledger and perhaps tracking included."""

    def __init__(self, table: dict[str, Any], track: bool) -> None:
        self.table, self.track = table, track

    def play(self) -> int:
        study = check(self.table, "bench")
        self.plan = SearchPlan(study, "bench")  # type: ignore[arg-type]
        folder, farm = new_folder(study), LocalFarm(THREADS)
        self.tracker = open_tracker(folder, self.plan, Options(track=self.track))
        try:
            with ProgressDisplay(self.plan.search_games, quiet=True) as progress:
                context = RunContext(folder, farm, progress, self.tracker.metrics, threading.Event())
                search_once(self.plan, context, 0, History(self.plan.measure))
        finally:
            farm.close()
        return self.plan.search_games

    def finish(self) -> None:
        failure = self.tracker.close("FINISHED")
        assert failure is None, failure


class GamesAlone(Side):
    """The games of a search with single games by the match loop alone, each configuration's in one batch."""

    def __init__(self, search: Searching) -> None:
        self.search = search

    def play(self) -> int:
        plan = self.search.plan
        batches: dict[PlayerSpec, list[int]] = {}
        for candidate in plan.optimisers[0].candidates:  # its game is the one of its number
            player = plan.space.player(candidate.values)
            batches.setdefault(player._replace(name=""), []).append(candidate.id)
        on_threads([functools.partial(self._batch, plan, *batch) for batch in batches.items()])
        return plan.search_games

    def _batch(self, plan: SearchPlan, player: PlayerSpec, numbers: list[int]) -> None:
        prepared = prepare_game(plan.setup)
        players = [seat_player(prepared, spec) for spec in (player, *plan.opponents.players)]
        stream = stream_seed(plan.study.seed, SEARCH)
        play(prepared.game, prepared.rules, players, fixtures(stream, np.array(numbers), plan.n_players, plan.block))


@contextmanager
def workplace() -> Iterator[None]:
    """A temporary home with a tracking store of its own."""
    names = ("MLFLOW_TRACKING_URI", "BOTTEGA_HOME")
    before = {name: os.environ.get(name) for name in names}
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(zip(names, (f"sqlite:///{home}/mlflow.db", f"{home}/workshop"), strict=True))
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value
