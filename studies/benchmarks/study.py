"""What a study costs beside its games, and how long the tuning of the literature takes."""

import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from engine.match import play
from studies.farm.local import LocalFarm
from studies.play.deals import SEARCH, fixtures, stream_seed
from studies.play.jobs import evaluate
from studies.play.setup import prepare_game, seat_player
from studies.report.progress import ProgressDisplay
from studies.run import Options, open_tracker
from studies.search.folder import RunFolder, new_folder
from studies.search.history import History
from studies.search.plan import SearchPlan
from studies.search.run import RunContext, search_once
from studies.search.store import GameStore
from studies.spec.study_file import check
from studies.tracking.track import Tracker

TUNING = {  # as in Bravi et al. (2019): one agent against three, 1000 calls per decision, one game per evaluation
    "kind": "tune",
    "name": "bench",
    "game": {"name": "splendor", "players": 4},
    "candidate": {"player": "mcts:budget=1000"},
    "opponents": ["osla:budget=1000"] * 3,
    "evaluation": {"games": 1},
    "budget": {"games": 1000, "race": 0.0, "confirm": 4},
}
LEAST_SHARE, MOST_SECONDS = 0.9, 40.0
ROUNDS = 5


class Cost(NamedTuple):
    """Of a search."""

    games: int
    seconds: float  # on the clock
    cpu: float  # of all threads


def run(console: Console) -> None:
    """Games per second of a study against the bare match loop on the same games; CPU seconds of a whole tuning."""
    with workplace() as home:
        rounds = [measure(home / str(i)) for i in range(ROUNDS)]
    table = Table(title="NTBEA tuning of 1000 games (2 threads, ledger and tracking on)", title_justify="left")
    for name in ("round", "study, games/s", "its games alone", "share", "study, CPU s", "its games alone"):
        table.add_column(name, justify="right")
    for i, (study, bare) in enumerate(rounds, 1):
        speeds = f"{study.games / study.seconds:.1f}", f"{bare.games / bare.seconds:.1f}"
        table.add_row(
            str(i), *speeds, f"{100 * bare.seconds / study.seconds:.0f} %", f"{study.cpu:.1f}", f"{bare.cpu:.1f}"
        )
    console.print(table)
    share = min(bare.seconds for _, bare in rounds) / min(study.seconds for study, _ in rounds)
    cpu = min(study.cpu for study, _ in rounds)
    for what, good in (
        (f"the fastest of each: {100 * share:.0f} %, wanted {100 * LEAST_SHARE:.0f} %", share >= LEAST_SHARE),
        (f"least CPU time {cpu:.1f} s, wanted at most {MOST_SECONDS:.0f} s", cpu <= MOST_SECONDS),
    ):
        console.print(f"{what}: {'yes' if good else 'NO'}", style="green" if good else "red")


@contextmanager
def workplace() -> Iterator[Path]:
    """A temporary home with a tracking store of its own."""
    before = {name: os.environ.get(name) for name in ("MLFLOW_TRACKING_URI", "BOTTEGA_HOME")}
    with tempfile.TemporaryDirectory() as home:
        os.environ["MLFLOW_TRACKING_URI"] = f"sqlite:///{home}/mlflow.db"
        try:
            yield Path(home)
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


def measure(home: Path) -> tuple[Cost, Cost]:
    """The study, and its games alone."""
    plan = SearchPlan(check(TUNING, "bench"), "bench")  # type: ignore[arg-type]
    evaluate(plan.job(plan.default, 0, 0, plan.block))  # compiled before the clock runs
    SearchPlan(plan.study, "bench").optimisers[0].ask(1)
    study, folder = measure_search(plan, home)
    return study, bare_loop(plan, folder)


def measure_search(plan: SearchPlan, home: Path) -> tuple[Cost, RunFolder]:
    """Run the study's search as `bottega tune` would, ledger and tracking included."""
    os.environ["BOTTEGA_HOME"] = str(home)
    folder = new_folder(plan.study)
    farm = LocalFarm(2)
    clock, cpu = time.perf_counter(), time.process_time()
    tracker = open_tracker(folder, plan, Options(lambda: farm))
    with ProgressDisplay(plan.search_games, quiet=True) as progress:
        context = RunContext(folder, farm, progress, tracker.metrics, threading.Event())
        search_once(plan, context, 0, History(plan.measure))
    cost = Cost(plan.search_games, time.perf_counter() - clock, time.process_time() - cpu)
    assert isinstance(tracker, Tracker)
    failure = tracker.close("FINISHED")
    assert failure is None, failure
    farm.close()
    return cost, folder


def bare_loop(plan: SearchPlan, folder: RunFolder) -> Cost:
    """The same games by the match loop alone: each configuration's in one batch, two threads."""
    farm = LocalFarm(2)
    store = GameStore(folder / "search-1.jsonl", farm, plan.block)
    batches: dict[str, list[int]] = {}
    for owner, candidate in store.ledger.candidates.items():
        numbers = batches.setdefault(plan.space.player(candidate.values), [])
        numbers += [game.number for game in store.games_of(owner)]
    store.close()
    prepared = prepare_game(plan.setup)
    stream = stream_seed(plan.study.seed, SEARCH)

    def play_batch(player: str, numbers: list[int]) -> int:
        players = [seat_player(prepared, text) for text in (player, *plan.opponents.players)]
        return len(play(prepared.game, prepared.rules, players, fixtures(stream, numbers, prepared.n_players)))

    clock, cpu = time.perf_counter(), time.process_time()
    games = sum(future.result() for future in [farm.submit(play_batch, *batch) for batch in batches.items()])
    cost = Cost(games, time.perf_counter() - clock, time.process_time() - cpu)
    farm.close()
    return cost
