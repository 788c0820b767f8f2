"""Optuna's samplers and ours, each with what can be set of it."""

import math
from typing import Annotated, NamedTuple

from optuna.samplers import (
    BaseSampler,
    CmaEsSampler,
    GPSampler,
    GridSampler,
    NSGAIISampler,
    QMCSampler,
    RandomSampler,
    TPESampler,
)

from engine.errors import InputError
from engine.space import Choice, Range
from optimisers.encode import conditions, params_of, to_optuna
from optimisers.hill_climb import HillClimbSampler
from optimisers.ntbea import NTBEASampler
from optimisers.optuna_method import OptunaMethod
from optimisers.space import Space, grid
from optimisers.spsa import SPSASampler

COST = "calls"  # the objective beside the payoff: forward-model calls per decision


class RandomParams(NamedTuple):
    """Nothing to set."""


def make_random(space: Space, seed: int, budget: int, params: RandomParams) -> OptunaMethod:
    return OptunaMethod(space, RandomSampler(seed))


class NTBEAParams(NamedTuple):
    """Knobs of the n-tuple bandit."""

    k: Annotated[float, Range(0.0, 4.0), "exploration, in units of twice the standard deviation of the results"] = 0.3
    epsilon: Annotated[float, Range(0.01, 10.0, log=True), "added to every count of visits"] = 0.5
    neighbours: Annotated[int, Range(1, 1000, log=True), "points compared in each step"] = 50


def make_ntbea(space: Space, seed: int, budget: int, params: NTBEAParams) -> OptunaMethod:
    sampler = NTBEASampler(
        seed=seed,
        k=params.k,
        epsilon=params.epsilon,
        neighbours=params.neighbours,
        resolution={knob.name: len(grid(knob)) for knob in space.knobs},
        conditions=conditions(space),
    )
    return OptunaMethod(space, sampler)


class GridParams(NamedTuple):
    """Nothing to set: every point of the space once, in random order."""


def make_grid(space: Space, seed: int, budget: int, params: GridParams) -> OptunaMethod:
    values = {knob.name: [to_optuna(knob, value) for value in grid(knob)] for knob in space.knobs}
    return OptunaMethod(space, GridSampler(values, seed), limit=math.prod(map(len, values.values())))


class QMCParams(NamedTuple):
    """Nothing to set: Sobol's sequence, scrambled."""


def make_qmc(space: Space, seed: int, budget: int, params: QMCParams) -> OptunaMethod:
    return OptunaMethod(space, quiet(QMCSampler(seed=seed, scramble=True, independent_sampler=RandomSampler(seed))))


class TPEParams(NamedTuple):
    """Knobs of the tree-structured Parzen estimator."""

    startup: Annotated[int, Range(1, 1000, log=True), "random points before the model is used"] = 10
    multivariate: Annotated[bool, "model the parameters together"] = True
    candidates: Annotated[int, Range(1, 1000, log=True), "points compared in each step"] = 24


def make_tpe(space: Space, seed: int, budget: int, params: TPEParams) -> OptunaMethod:
    sampler = TPESampler(
        seed=seed,
        n_startup_trials=params.startup,
        multivariate=params.multivariate,
        group=params.multivariate,
        n_ei_candidates=params.candidates,
        constant_liar=True,  # candidates in flight count
    )
    return OptunaMethod(space, sampler)


class CMAESParams(NamedTuple):
    """Knobs of the covariance matrix adaptation."""

    sigma: Annotated[float, Range(0.05, 0.5), "first step, in widths of the ranges"] = 0.25


def make_cmaes(space: Space, seed: int, budget: int, params: CMAESParams) -> OptunaMethod:
    numbers_only("cmaes", space, "at least two", 2)
    start = params_of(space, space.default())
    return OptunaMethod(space, quiet(CmaEsSampler(x0=start, sigma0=params.sigma, seed=seed, with_margin=True)))


class NSGAIIParams(NamedTuple):
    """Knobs of the two-objective search."""

    population: Annotated[int, Range(4, 1000, log=True), "points in a generation"] = 50


def make_nsgaii(space: Space, seed: int, budget: int, params: NSGAIIParams) -> OptunaMethod:
    return OptunaMethod(space, NSGAIISampler(seed=seed, population_size=params.population), costs=(COST,))


class GPParams(NamedTuple):
    """Knobs of the Gaussian process."""

    startup: Annotated[int, Range(2, 100, log=True), "random points before the model is used"] = 10


def make_gp(space: Space, seed: int, budget: int, params: GPParams) -> OptunaMethod:
    try:
        import torch  # noqa: F401
    except ImportError:
        raise InputError("optimiser gp: it needs torch, which is not installed; pip install 'bottega[gp]'") from None
    return OptunaMethod(space, quiet(GPSampler(seed=seed, n_startup_trials=params.startup)))


class HillClimbParams(NamedTuple):
    """Knobs of the hill climb."""

    patience: Annotated[int, Range(1, 1000, log=True), "steps that lead nowhere before a restart"] = 20


def make_hill_climb(space: Space, seed: int, budget: int, params: HillClimbParams) -> OptunaMethod:
    cells = {knob.name: len(grid(knob)) for knob in space.knobs}
    start = params_of(space, space.default())
    return OptunaMethod(space, HillClimbSampler(seed=seed, patience=params.patience, resolution=cells, start=start))


class SPSAParams(NamedTuple):
    """Knobs of the stochastic approximation."""

    step: Annotated[float, Range(0.01, 2.0, log=True), "first move for a difference of 1, in widths of the range"] = (
        0.25
    )
    distance: Annotated[float, Range(0.01, 0.5, log=True), "of the two points, in widths of the range"] = 0.12


def make_spsa(space: Space, seed: int, budget: int, params: SPSAParams) -> OptunaMethod:
    numbers_only("spsa", space, "at least one", 1)
    start = params_of(space, space.default())
    calm = max(2.0, 0.05 * budget)
    sampler = SPSASampler(seed=seed, step=params.step, distance=params.distance, stability=calm, start=start)
    return OptunaMethod(space, sampler)


def numbers_only(name: str, space: Space, least: str, n: int) -> None:
    """Refuse spaces that a method for numbers cannot search."""
    choices = [knob.name for knob in space.knobs if isinstance(knob.domain, Choice)]
    if choices:
        raise InputError(
            f"optimiser {name}: it searches numbers only, but {', '.join(choices)} has values without order"
        )
    if len(space.knobs) < n:
        raise InputError(f"optimiser {name}: it needs {least} parameter, the space has {len(space.knobs)}")


def quiet(sampler: BaseSampler) -> BaseSampler:
    """A sampler that does not warn each time it falls back on a random draw."""
    if hasattr(sampler, "_warn_independent_sampling"):
        sampler._warn_independent_sampling = False
    return sampler
