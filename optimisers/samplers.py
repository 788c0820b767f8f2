"""Optuna's samplers and ours as methods, each with what can be set of it."""

import importlib.util
import math
from typing import Annotated, Any, NamedTuple

from optuna.samplers import GPSampler, GridSampler, NSGAIISampler, QMCSampler, RandomSampler, TPESampler

from engine.errors import InputError
from engine.space import Choice, Range
from optimisers.encode import conditions, params_of, to_optuna
from optimisers.hill_climb import HillClimbSampler
from optimisers.ntbea import NTBEASampler
from optimisers.ntbea_method import NTBEAMethod
from optimisers.optuna_method import OptunaMethod
from optimisers.space import Space, grid, numbers_only
from optimisers.spsa import SPSASampler

MAX_GRID = 1_000_000  # Optuna lists the whole grid before it starts


class Nothing(NamedTuple):
    """No settings."""


def make_random(space: Space, seed: int, budget: int, params: Nothing) -> OptunaMethod:
    """Uniform random search."""
    return OptunaMethod(space, RandomSampler(seed))


class Grid(GridSampler):
    """Optuna's grid, which would stop `optimize` after the last point; here nobody is optimising and it must not."""

    def after_trial(self, *_: Any) -> None:
        """Nothing to stop."""


def make_grid(space: Space, seed: int, budget: int, params: Nothing) -> OptunaMethod:
    """Grid search: every point once, in random order."""
    size = math.prod(len(grid(knob)) for knob in space.knobs)
    if size > MAX_GRID:
        raise InputError(f"optimiser grid: {size} points are too many; narrow the space to {MAX_GRID} or fewer")
    points = {knob.name: [to_optuna(knob, value) for value in grid(knob)] for knob in space.knobs}
    return OptunaMethod(space, Grid(points, seed), limit=size)


class QMCParams(NamedTuple):
    """Knobs of quasi-random draws."""

    sequence: Annotated[str, Choice(("sobol", "halton")), "which low-discrepancy sequence"] = "sobol"


def make_qmc(space: Space, seed: int, budget: int, params: QMCParams) -> OptunaMethod:
    """Draws that cover the space more evenly than chance."""
    sampler = QMCSampler(qmc_type=params.sequence, scramble=True, seed=seed, warn_independent_sampling=False)
    return OptunaMethod(space, sampler)


class TPEParams(NamedTuple):
    """Knobs of the tree-structured Parzen estimator."""

    startup: Annotated[int, Range(1, 1000, log=True), "random trials before the first estimate"] = 10
    samples: Annotated[int, Range(1, 1000, log=True), "points compared for each suggestion"] = 24
    multivariate: Annotated[bool, "whether knobs are estimated together"] = True


def make_tpe(space: Space, seed: int, budget: int, params: TPEParams) -> OptunaMethod:
    """The tree-structured Parzen estimator; candidates in flight count as bad ones, so that suggestions differ."""
    sampler = TPESampler(
        n_startup_trials=params.startup,
        n_ei_candidates=params.samples,
        multivariate=params.multivariate,
        group=params.multivariate,
        constant_liar=True,
        seed=seed,
    )
    return OptunaMethod(space, sampler)


class NSGAIIParams(NamedTuple):
    """Knobs of NSGA-II."""

    population: Annotated[int, Range(2, 1000, log=True), "candidates in a generation"] = 50
    cost: Annotated[str, "the figure to be lowered while payoffs are raised"] = "calls"


def make_nsgaii(space: Space, seed: int, budget: int, params: NSGAIIParams) -> OptunaMethod:
    """Strength against cost: a front instead of a single answer."""
    return OptunaMethod(space, NSGAIISampler(population_size=params.population, seed=seed), (params.cost,))


class GaussianProcessParams(NamedTuple):
    """Knobs of Bayesian optimisation by a Gaussian process."""

    startup: Annotated[int, Range(1, 1000, log=True), "random trials before the first fit"] = 10


def make_gaussian_process(space: Space, seed: int, budget: int, params: GaussianProcessParams) -> OptunaMethod:
    """Optuna's Gaussian process; it needs torch."""
    if importlib.util.find_spec("torch") is None:
        raise InputError("optimiser gaussian_process: it needs torch; install the extra bottega[gp]")
    return OptunaMethod(space, GPSampler(n_startup_trials=params.startup, seed=seed))


class NTBEAParams(NamedTuple):
    """Knobs of the n-tuple bandit."""

    k: Annotated[float, Range(0.0, 4.0), "exploration, in units of twice the standard deviation of the results"] = 0.3
    falling: Annotated[bool, "whether k falls to nothing over the budget"] = False
    epsilon: Annotated[float, Range(0.01, 10.0, log=True), "added to every count of visits"] = 0.5
    neighbours: Annotated[int, Range(1, 1000, log=True), "points compared in each step"] = 50
    mutation: Annotated[float, Range(0.0, 1.0), "chance of each further knob to change in a neighbour"] = 0.3
    tuples: Annotated[str, Choice(("1", "1,2", "1,2,3", "1,n", "1,2,n", "1,2,3,n")), "lengths; n: all knobs"] = "1,2"


def make_ntbea(space: Space, seed: int, budget: int, params: NTBEAParams) -> NTBEAMethod:
    """The n-tuple bandit evolutionary algorithm."""
    lengths = [0 if length == "n" else int(length) for length in params.tuples.split(",")]
    fitting = None if params.tuples == NTBEAParams().tuples else lengths  # the default fits itself to a small space
    if fitting and max(fitting) > len(space.knobs):
        takes = f"lengths up to {len(space.knobs)}, as many as the space has knobs, or n for all"
        raise InputError(f"optimiser ntbea: tuples = {params.tuples} is not accepted here; it takes {takes}")
    sampler = NTBEASampler(
        seed=seed,
        k=params.k,
        budget=budget if params.falling else None,
        epsilon=params.epsilon,
        neighbours=params.neighbours,
        mutation=params.mutation,
        tuples=fitting,
        resolution={knob.name: len(grid(knob)) for knob in space.knobs},
        conditions=conditions(space),
    )
    return NTBEAMethod(space, sampler)


class HillClimbParams(NamedTuple):
    """Knobs of the hill climb."""

    patience: Annotated[int, Range(1, 1000, log=True), "steps that lead nowhere before a restart"] = 20


def make_hill_climb(space: Space, seed: int, budget: int, params: HillClimbParams) -> OptunaMethod:
    cells = {knob.name: len(grid(knob)) for knob in space.knobs}
    start = params_of(space, space.default())
    sampler = HillClimbSampler(seed=seed, patience=params.patience, resolution=cells, start=start)
    return OptunaMethod(space, sampler, choice=sampler.ranking)


class SPSAParams(NamedTuple):
    """Knobs of the stochastic approximation."""

    step: Annotated[float, Range(0.01, 2.0, log=True), "first move for a difference of 1, in widths of the range"] = (
        0.25
    )
    distance: Annotated[float, Range(0.01, 0.5, log=True), "of the two points, in widths of the range"] = 0.12


def make_spsa(space: Space, seed: int, budget: int, params: SPSAParams) -> OptunaMethod:
    numbers_only("spsa", space, 1)
    start = params_of(space, space.default())
    calm = max(2.0, 0.05 * budget)
    sampler = SPSASampler(seed=seed, step=params.step, distance=params.distance, stability=calm, start=start)
    return OptunaMethod(space, sampler, choice=sampler.ranking)
