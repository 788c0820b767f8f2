"""Ray against threads on this machine: games per second of a search, and of batches from 1 ms to a second."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from studies.farm.local import Farm, LocalFarm, cores, open_farm
from studies.play.jobs import Job, Opponents, evaluate
from studies.play.setup import GameSetup
from studies.search.ledger import Ledger
from studies.search.plan import SearchPlan
from studies.search.search import Search
from studies.search.store import GameStore
from studies.spec.players import player_spec_of
from studies.spec.study import Tune
from studies.spec.study_file import check

ROUNDS = 3
SEARCH = {  # the tuning of the anchors: four players, a budget of 1000 calls per decision
    "kind": "tune",
    "name": "farm-bench",
    "game": {"name": "splendor", "players": 4},
    "candidate": {"player": "mcts:budget=1000"},
    "opponents": {"pool": ["osla"]},
    "evaluation": {"games": 4},
    "budget": {"games": 130, "race": 0.0, "confirm": 4},
}


class Load(NamedTuple):
    """Something to play, and the share of the threads' speed that Ray must reach."""

    name: str
    play: Callable[[Farm], int]  # games played
    floor: float | None


def search(farm: Farm) -> int:
    """An NTBEA search, without tracking and pictures."""
    study = check(SEARCH, "bench")
    assert isinstance(study, Tune)
    plan = SearchPlan(study, "bench")
    with tempfile.TemporaryDirectory() as folder:
        store = GameStore(farm, Ledger(Path(folder) / "search.ledger", plan.n_players, plan.block))
        try:
            found = Search(plan, 0, store, lambda _: None, lambda *_: None)
            found.run()
        finally:
            store.close()
        return found.spent


def batches(player: str, games: int, jobs: int) -> Callable[[Farm], int]:
    """Jobs of so many games, all submitted at once."""
    setup = GameSetup("splendor", "", (("players", 2),))
    spec, opponents = player_spec_of("splendor", player), Opponents((player_spec_of("splendor", "random"),))
    parts = [Job(setup, spec, opponents, 7, i * games, (i + 1) * games, 2) for i in range(jobs)]

    def play(farm: Farm) -> int:
        futures = [farm.submit(evaluate, part) for part in parts]
        return sum(len(future.result()) for future in futures)

    return play


LOADS = [
    Load("NTBEA search, 4 games a candidate", search, 0.85),
    Load("games of 0.1 ms, 16 a job", batches("random", 16, 1000), None),
    Load("batches of 10 ms", batches("osla:budget=200", 4, 400), 0.95),
    Load("batches of 0.1 s", batches("mcts:budget=1000", 4, 120), 0.95),
    Load("batches of 1 s", batches("mcts:budget=4000", 12, 8), 0.95),
]


def run(console: Console) -> None:
    """Both farms in turn, best of several rounds."""
    table = Table(title=f"Ray against threads, {cores()} cores: games per second", title_justify="left")
    for column in ("load", "threads", "ray", "ray / threads", "at least"):
        table.add_column(column, justify="left" if column == "load" else "right")
    with both() as (threads, ray):
        for load in LOADS:
            speeds = compare(load.play, threads, ray)
            share = f"{speeds[1] / speeds[0]:.0%}"
            floor = "" if load.floor is None else f"{load.floor:.0%}"
            table.add_row(load.name, *(f"{speed:,.1f}" for speed in speeds), share, floor)
    console.print(table)


@contextmanager
def both() -> Iterator[tuple[LocalFarm, Any]]:
    """The two farms, with as many workers each."""
    threads, ray = LocalFarm(), open_farm("ray")
    try:
        while ray.workers < threads.workers:
            time.sleep(0.1)
        yield threads, ray
    finally:
        threads.close()
        ray.close()


def compare(play: Callable[[Farm], int], threads: Farm, ray: Farm) -> tuple[float, float]:
    """Games per second of each, the best of rounds that take turns; the first ones warm up."""
    best = {id(threads): 0.0, id(ray): 0.0}
    for number in range(ROUNDS + 1):
        for farm in (threads, ray):
            started = time.perf_counter()
            speed = play(farm) / (time.perf_counter() - started)
            if number:
                best[id(farm)] = max(best[id(farm)], speed)
    return best[id(threads)], best[id(ray)]
