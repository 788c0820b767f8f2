"""Optimisers where the truth is known: the value of what each recommends, what whole studies find, and what stops cost.

On functions an evaluation is one game, won with the probability that the function has at a point of a grid. Studies are
simulated: search and race are real, their games are drawn by the win rate of a landscape. `bottega bench optimisers`
takes a sample; `python -m studies.benchmarks.optimisers --full` takes 30 seeds up to 1000 evaluations, 60 landscapes.
"""

import importlib.util
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import optuna
from optuna.distributions import IntDistribution
from rich.console import Console
from rich.table import Table

from engine.space import Knob, Steps
from optimisers.catalog import make
from optimisers.ntbea import NTBEASampler
from optimisers.optimiser import Outcome
from optimisers.space import Space
from studies.benchmarks.parts.noisy_functions import FUNCTIONS, Function
from studies.benchmarks.parts.simulated_studies import (
    BEST,
    GOOD,
    MEDIAN,
    Found,
    finals_simulated,
    given,
    good_start,
    landscape,
    search_simulated,
    warm_gain,
)
from studies.benchmarks.parts.timing import fastest
from studies.play.looks import first_decision, planned_looks
from studies.play.racing import first_proof
from studies.play.rates import margin_of
from studies.report.console import plain_console, table_of

OURS = ("random", "tpe", "ntbea", "cmaes", "hill_climb")
PACKAGE = "ntbea (PyPI)"
PACKAGE_K = {PACKAGE: 0.3, f"{PACKAGE}, k 100": 100.0}  # as ours has it, and as the package has it
TIMED_PARAMETERS, TIMED_VALUES, TIMED_TRIALS = 10, 5, 1000


class Size(NamedTuple):
    """The size of a comparison of optimisers."""

    seeds: int
    budgets: tuple[int, ...]
    methods: tuple[str, ...]
    landscapes: int
    games: tuple[int, ...] = (1000, 4000, 10_000)  # of a study
    final_games: int = 4000  # of a study whose final is looked at


SAMPLE = Size(5, (50, 200), (*OURS, PACKAGE), 8)
FULL = Size(30, (50, 200, 1000), (*OURS, *PACKAGE_K), 60)
STUDIES = {"ntbea": 2, "tpe": 20, "cmaes": 20, "random": 20}  # games of an evaluation
SHARES, FINALISTS = (0.0, 0.1, 0.3), (1, 3, 5)  # of the games, for the race; the model's best that run in it
FAR = 50  # between the numbers of two landscapes that have nothing in common
EASIER = 0.2  # won more often against weaker opponents
NAMES = ("the luckiest trial", "the choice, no race", "with our race")  # of `Found`
PROOF_BLOCKS, PROOF_LOOKS = 300, 10  # of a confirmation
RACE_BLOCKS, RACE_LOOK = 64, 8  # of two games, as in a race; between two looks
SIMULATED = 400  # races and confirmations


class Job(NamedTuple):
    """One search to be run."""

    method: str
    function: str
    seed: int
    budgets: tuple[int, ...]


def run(console: Console) -> None:
    """Print all tables of a sample."""
    compare(console, SAMPLE)


def compare(console: Console, size: Size) -> None:
    """Print all tables."""
    methods = [method for method in size.methods if method in OURS or has_package()]
    jobs = [Job(m, f, s, size.budgets) for f in FUNCTIONS for m in methods for s in range(size.seeds)]
    with ProcessPoolExecutor(os.cpu_count(), initializer=quieten) as pool:
        found = dict(zip(jobs, pool.map(play, jobs), strict=True))
        studies = study_table(size, pool)
        finals = finals_table(size, pool)
        warm = warm_table(size, pool)
    for function in FUNCTIONS.values():
        console.print(values_table(function, methods, size, found))
    for table in (studies, finals, warm):
        console.print(table)
    console.print(stops_table())
    console.print(looks_table())
    console.print(times_table())
    if not has_package():
        console.print("The PyPI package ntbea is not installed (bottega[peer]): its rows are left out.")


def values_table(function: Function, methods: Sequence[str], size: Size, found: dict[Job, list[float]]) -> Table:
    """The true value of the recommendations on one function, with 95 % intervals over the seeds."""
    figures, rows = [f"{budget} evaluations" for budget in size.budgets], []
    for method in methods:
        runs = np.array([found[Job(method, function.name, s, size.budgets)] for s in range(size.seeds)])
        rows.append([method, *map(with_margin, runs.T)])
    return table_of(["optimiser", *figures], rows, f"{function.name}, at most {function.top:.3f}", figures)


def with_margin(runs: Sequence[float] | np.ndarray) -> str:
    """A mean over seeds with its 95 % interval, by Student's t: seeds are few."""
    return f"{np.mean(runs):.3f} ± {margin_of(runs):.3f}"


def study_table(size: Size, pool: Executor) -> Table:
    """What whole studies find on simulated landscapes: the true win rate of their champion."""
    jobs = [(name, games, s) for name in STUDIES for games in size.games for s in range(size.landscapes)]
    found = dict(zip(jobs, pool.map(play_study, jobs), strict=True))
    title = f"studies on {size.landscapes} landscapes: true win rate found, median {MEDIAN}, at most {BEST}"
    figures, rows = [f"{games:,} games" for games in size.games], []
    for name in STUDIES:
        rates = np.array([[found[name, games, s] for s in range(size.landscapes)] for games in size.games])
        rows += [["" if i else name, what, *map(with_margin, rates[:, :, i])] for i, what in enumerate(NAMES)]
    return table_of(["optimiser", "champion", *figures], rows, title, figures)


def play_study(job: tuple[str, int, int]) -> Found:
    """One simulated study."""
    name, games, seed = job
    return search_simulated(name, STUDIES[name], games, seed)


def finals_table(size: Size, pool: Executor) -> Table:
    """What the race's share of the games and the number of finalists make of a study, with and without a good start."""
    jobs = [(size.final_games, share, good, s) for share in SHARES for good in (0, 1) for s in range(size.landscapes)]
    found = dict(zip(jobs, pool.map(play_finals, jobs), strict=True))
    title = (
        f"finals of ntbea on {size.landscapes} landscapes, {size.final_games:,} games: true win rate of the champion"
    )
    figures, rows = ["no start given", f"one of {GOOD} given"], []
    for share in SHARES:
        cells = [
            np.array([found[size.final_games, share, good, s] for s in range(size.landscapes)]).T for good in (0, 1)
        ]
        for i, n in enumerate(FINALISTS if share else FINALISTS[:1]):
            rows.append([f"{100 * share:.0f} %", str(n) if share else "-", *(with_margin(cell[i]) for cell in cells)])
    return table_of(["race", "finalists", *figures], rows, title, figures)


def play_finals(job: tuple[int, float, int, int]) -> list[float]:
    """One simulated study with races of different sizes; without one the optimiser's choice."""
    games, share, good, seed = job
    sets = [f"budget.games={games}", f"budget.race={share}", *([given(good_start(seed))] if good else [])]
    return finals_simulated(seed, sets, FINALISTS if share else ())


def warm_table(size: Size, pool: Executor) -> Table:
    """What a start from the games of an earlier study gains, where it was like this one and where it was not."""
    jobs = [(alike, s) for alike in (True, False) for s in range(size.landscapes)]
    found = dict(zip(jobs, pool.map(play_warm, jobs), strict=True))
    title = f"1,000 games that start from 4,000 of another study, {size.landscapes} landscapes: what that gains"
    names = {True: "the same landscape, weaker opponents", False: "another landscape"}
    rows = [[name, with_margin([found[alike, s] for s in range(size.landscapes)])] for alike, name in names.items()]
    return table_of(["the earlier study", "gain in true win rate"], rows, title, ["gain in true win rate"])


def play_warm(job: tuple[bool, int]) -> float:
    """One pair of studies, with and without the earlier one."""
    alike, seed = job
    return warm_gain(seed, landscape(seed) + EASIER if alike else landscape(seed + FAR))


def stops_of(stop: Callable[[np.ndarray], int | None], blocks: int) -> list[tuple[str, str, float]]:
    """By the lead of the better of two: how often it is found before the end of the blocks, and after how many."""
    rows, rng = [], np.random.default_rng(1)
    for lead in (0.0, 0.05, 0.1, 0.2, 0.3):
        better, worse = (rng.random((SIMULATED, blocks, 2)) < 0.5 + side * lead / 2 for side in (1, -1))
        stops = [stop(ahead) for ahead in (better.mean(2) - worse.mean(2))]
        found = np.mean([stop is not None for stop in stops])
        rows.append((f"{100 * lead:.0f}", f"{100 * found:.1f} %", float(np.mean([stop or blocks for stop in stops]))))
    return rows


def stops_table() -> Table:
    """How often a race drops the worse of two, and the games that this saves; equal ones dropped are mistakes."""
    title = f"the race's early stop: {RACE_BLOCKS} blocks of two games, a look every {RACE_LOOK}, error 5 %"
    head, looks = ["points behind", "dropped", "its games saved"], range(RACE_LOOK, RACE_BLOCKS, RACE_LOOK)
    found = stops_of(lambda ahead: first_proof(ahead, 0.05, looks), RACE_BLOCKS)
    return table_of(head, [(*row, f"{100 - 100 * n / RACE_BLOCKS:.0f} %") for *row, n in found], title, head[1:])


def looks_table() -> Table:
    """How often a confirmation with looks is decided, and its blocks; equal ones told apart are mistakes."""
    title = f"a confirmation of {PROOF_BLOCKS} blocks of two games with {PROOF_LOOKS} looks, error 5 %"
    head, looks = ["points ahead", "decided", "blocks"], planned_looks(PROOF_BLOCKS, PROOF_LOOKS)
    found = stops_of(lambda ahead: first_decision(ahead, looks), PROOF_BLOCKS)
    return table_of(head, [(*row, f"{n:.0f}") for *row, n in found], title, head[1:])


def times_table() -> Table:
    """CPU time of one suggestion after many trials."""
    title = f"a suggestion after {TIMED_TRIALS} trials of {TIMED_PARAMETERS} parameters"
    ours = time_ours()
    rows = [["ntbea", f"{1e3 * ours:.3f}"]]
    if has_package():
        from studies.benchmarks.parts.peer_ntbea import suggestion

        (theirs,) = fastest(5, suggestion([TIMED_VALUES] * TIMED_PARAMETERS, TIMED_TRIALS))
        rows += [[PACKAGE, f"{1e3 * theirs:.1f}"], ["ratio", f"{theirs / ours:.0f}"]]
    return table_of(["sampler", "milliseconds"], rows, title, ["milliseconds"])


def play(job: Job) -> list[float]:
    """The true value of the recommendation after each budget of one search."""
    function = FUNCTIONS[job.function]
    if job.method not in PACKAGE_K:
        return play_ours(job, function)
    from studies.benchmarks.parts.peer_ntbea import search  # with our tuples and neighbours and its own mutation

    return search(function, job.budgets, job.seed, PACKAGE_K[job.method])


def space_of(function: Function) -> Space:
    """The function's grid as a space; searches start in its middle."""
    steps = [Steps(tuple(range(size))) for size in function.sizes]
    return Space(tuple(Knob(f"x{i}", int, len(s.values) // 2, s, "", None) for i, s in enumerate(steps)))


def play_ours(job: Job, function: Function) -> list[float]:
    """A search by an optimiser of the catalogue."""
    optimiser = make(job.method, space_of(function), job.seed, job.budgets[-1])
    rng = np.random.default_rng(job.seed)
    values = []
    for evaluation in range(1, job.budgets[-1] + 1):
        (candidate,) = optimiser.ask(1)
        won = rng.random() < function.value(tuple(candidate.values.values()))
        optimiser.tell(candidate, Outcome([float(won)]))
        if evaluation in job.budgets:
            values.append(function.value(tuple(optimiser.recommend().values.values())))
    return values


def time_ours() -> float:
    """Seconds of our sampler's own share of a suggestion."""
    sampler = NTBEASampler(seed=1)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    space = {f"x{i}": IntDistribution(0, TIMED_VALUES - 1) for i in range(TIMED_PARAMETERS)}
    rng = np.random.default_rng(1)
    for row in rng.integers(TIMED_VALUES, size=(TIMED_TRIALS, TIMED_PARAMETERS)):
        params: dict[str, Any] = dict(zip(space, row.tolist(), strict=True))
        study.add_trial(optuna.create_trial(params=params, distributions=dict(space), value=float(rng.random() < 0.5)))
    trial = study._storage.get_trial(study._storage.create_new_trial(study._study_id))

    def suggest() -> int:
        sampler.sample_relative(study, trial, sampler.space(study))
        return 1

    return fastest(100, suggest)[0]


def has_package() -> bool:
    """Whether the peer is installed."""
    return importlib.util.find_spec("ntbea") is not None


def quieten() -> None:
    """Workers share the cores already."""
    os.environ["OMP_NUM_THREADS"] = "1"
    optuna.logging.set_verbosity(optuna.logging.ERROR)


if __name__ == "__main__":
    quieten()
    compare(plain_console(), FULL if "--full" in sys.argv else SAMPLE)
