"""Optimisers on noisy functions: the true value of what each recommends, and its time for a suggestion.

An evaluation is one game, won with the probability that a known function has at a point of a grid. `bottega bench
optimisers` takes a sample; `python -m studies.benchmarks.optimisers --full` takes 30 seeds up to 1000 evaluations.
"""

import importlib.util
import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
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

OURS = ("random", "tpe", "ntbea", "cmaes", "hill_climb")
PACKAGE = "ntbea (PyPI)"
PACKAGE_K = {PACKAGE: 0.3, f"{PACKAGE}, k 100": 100.0}  # as ours has it, and as the package has it
TIMED_PARAMETERS, TIMED_VALUES, TIMED_TRIALS = 10, 5, 1000


class Size(NamedTuple):
    """How much is run."""

    seeds: int
    budgets: tuple[int, ...]
    methods: tuple[str, ...]


SAMPLE = Size(5, (50, 200), (*OURS, PACKAGE))
FULL = Size(30, (50, 200, 1000), (*OURS, *PACKAGE_K))


class Job(NamedTuple):
    """One search."""

    method: str
    function: str
    seed: int
    budgets: tuple[int, ...]


def run(console: Console, size: Size = SAMPLE) -> None:
    """Print both tables."""
    methods = [method for method in size.methods if method in OURS or has_package()]
    jobs = [Job(m, f, s, size.budgets) for f in FUNCTIONS for m in methods for s in range(size.seeds)]
    with ProcessPoolExecutor(os.cpu_count(), initializer=quieten) as pool:
        found = dict(zip(jobs, pool.map(play, jobs), strict=True))
    for function in FUNCTIONS.values():
        console.print(values_table(function, methods, size, found))
    console.print(times_table())
    if not has_package():
        console.print("The PyPI package ntbea is not installed (bottega[peer]): its rows are left out.")


def values_table(function: Function, methods: Sequence[str], size: Size, found: dict[Job, list[float]]) -> Table:
    """The true value of the recommendations on one function, with 95 % intervals over the seeds."""
    table = Table("optimiser", title=f"{function.name}, at most {function.top:.3f}", title_justify="left")
    for budget in size.budgets:
        table.add_column(f"{budget} evaluations", justify="right")
    for method in methods:
        runs = np.array([found[Job(method, function.name, s, size.budgets)] for s in range(size.seeds)])
        margin = 1.96 * runs.std(0, ddof=1) / size.seeds**0.5
        table.add_row(method, *(f"{mean:.3f} ± {half:.3f}" for mean, half in zip(runs.mean(0), margin, strict=True)))
    return table


def times_table() -> Table:
    """CPU time of one suggestion after many trials."""
    title = f"a suggestion after {TIMED_TRIALS} trials of {TIMED_PARAMETERS} parameters"
    table = Table("sampler", title=title, title_justify="left")
    table.add_column("milliseconds", justify="right")
    ours = time_ours()
    table.add_row("ntbea", f"{1e3 * ours:.3f}")
    if has_package():
        theirs = time_package()
        table.add_row(PACKAGE, f"{1e3 * theirs:.1f}")
        table.add_row("ratio", f"{theirs / ours:.0f}")
    return table


def play(job: Job) -> list[float]:
    """The true value of the recommendation after each budget of one search."""
    function = FUNCTIONS[job.function]
    return play_package(job, function) if job.method in PACKAGE_K else play_ours(job, function)


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


def play_package(job: Job, function: Function) -> list[float]:
    """A search by the PyPI package, with our tuples and neighbours and with its own mutation."""
    from studies.benchmarks.parts.peer_ntbea import search

    return search(function, job.budgets, job.seed, PACKAGE_K[job.method])


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
    return seconds_of(lambda: sampler.sample_relative(study, trial, sampler.space(study)), 100)


def time_package() -> float:
    """Seconds of a suggestion by the PyPI package."""
    from studies.benchmarks.parts.peer_ntbea import suggestion

    return seconds_of(suggestion([TIMED_VALUES] * TIMED_PARAMETERS, TIMED_TRIALS), 5)


def seconds_of(act: Callable[[], object], times: int) -> float:
    """The median CPU time of a call; the first, which may compile, does not count."""
    act()
    spent = []
    for _ in range(times):
        started = time.process_time()
        act()
        spent.append(time.process_time() - started)
    return float(np.median(spent))


def has_package() -> bool:
    """Whether the peer is installed."""
    return importlib.util.find_spec("ntbea") is not None


def quieten() -> None:
    """Workers share the cores already."""
    os.environ["OMP_NUM_THREADS"] = "1"
    optuna.logging.set_verbosity(optuna.logging.ERROR)


if __name__ == "__main__":
    quieten()
    run(Console(), FULL if "--full" in sys.argv else SAMPLE)
