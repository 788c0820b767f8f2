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
from studies.play.evaluate import evaluate, open_table
from studies.study.folder import Folder, new_folder
from studies.study.players import seated
from studies.study.setup import Setup
from studies.study.study_file import check
from studies.tracking.track import Tracker
from studies.work.keeper import Keeper
from studies.work.progress import Watch
from studies.work.run import Desk, search_once
from studies.work.story import Story
from studies.work.workshop import Options, open_tracker

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
    setup = Setup(check(TUNING, "bench"), "bench")  # type: ignore[arg-type]
    evaluate(setup.job(setup.default, 0, 0, setup.block))  # compiled before the clock runs
    setup.optimiser(0).ask(1)
    study, folder = measure_search(setup, home)
    return study, bare_loop(setup, folder)


def measure_search(setup: Setup, home: Path) -> tuple[Cost, Folder]:
    """Run the study's search as `bottega tune` would, ledger and tracking included."""
    os.environ["BOTTEGA_HOME"] = str(home)
    folder = new_folder(setup.study)
    farm = LocalFarm(2)
    clock, cpu = time.perf_counter(), time.process_time()
    tracker = open_tracker(folder, setup, Options(lambda: farm))
    with Watch(setup.search_games, quiet=True) as watch:
        search_once(setup, Desk(folder, farm, watch, tracker, threading.Event()), 0, Story(setup.measure))
    cost = Cost(setup.search_games, time.perf_counter() - clock, time.process_time() - cpu)
    assert isinstance(tracker, Tracker)
    failure = tracker.close("FINISHED")
    assert failure is None, failure
    farm.close()
    return cost, folder


def bare_loop(setup: Setup, folder: Folder) -> Cost:
    """The same games by the match loop alone: each configuration's in one batch, two threads."""
    farm = LocalFarm(2)
    keeper = Keeper(folder / "search-1.jsonl", farm, setup.block)
    batches: dict[str, list[int]] = {}
    for owner, candidate in keeper.ledger.candidates.items():
        numbers = batches.setdefault(setup.player(candidate.values), [])
        numbers += [game.number for game in keeper.games_of(owner)]
    keeper.close()
    game, params, rules, n_players = open_table(setup.table)
    stream = stream_seed(setup.study.seed, SEARCH)

    def play_batch(player: str, numbers: list[int]) -> int:
        players = [seated(game.name, params, text) for text in (player, *setup.field.players)]
        return len(play(game, rules, players, fixtures(stream, numbers, n_players)))

    clock, cpu = time.perf_counter(), time.process_time()
    games = sum(future.result() for future in [farm.submit(play_batch, *batch) for batch in batches.items()])
    cost = Cost(games, time.perf_counter() - clock, time.process_time() - cpu)
    farm.close()
    return cost
