"""Ray against threads on this machine: games per second of a search, and of batches from 1 ms to a second."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from rich.console import Console

from studies.benchmarks.parts.searching import Searching, workplace
from studies.benchmarks.parts.timing import fastest
from studies.farm.kinds import open_farm
from studies.farm.local import Farm, LocalFarm, cores
from studies.play.jobs import Job, Opponents, evaluate
from studies.play.setup import GameSetup
from studies.report.console import table_of
from studies.spec.players import player_spec_of

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
    Load("NTBEA search, 4 games a candidate", Searching(SEARCH).play, 0.85),
    Load("random games, 16 a job", batches("random", 16, 1000), None),
    Load("batches of 10 ms", batches("osla:budget=200", 4, 400), 0.95),
    Load("batches of 0.1 s", batches("mcts:budget=1000", 4, 120), 0.95),
    Load("batches of 1 s", batches("mcts:budget=4000", 12, 8), 0.95),
]


def run(console: Console) -> None:
    """Both farms in turn, best of several rounds."""
    head = ["load", "threads", "ray", "ray / threads", "at least"]
    rows = []
    with workplace(), both() as (threads, ray):
        for load in LOADS:
            works = partial(load.play, threads), partial(load.play, ray)
            fastest(1, *works)  # warms up
            speeds = [1 / seconds for seconds in fastest(ROUNDS, *works, clock=time.perf_counter)]
            floor = "" if load.floor is None else f"{load.floor:.0%}"
            share = f"{speeds[1] / speeds[0]:.0%}"
            rows.append([load.name, *(f"{speed:,.1f}" for speed in speeds), share, floor])
    console.print(table_of(head, rows, f"Ray against threads, {cores()} cores: games per second", head[1:]))


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
