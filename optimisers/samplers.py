"""Optuna's samplers and ours, each with what can be set of it."""

from typing import Annotated, NamedTuple

from optuna.samplers import RandomSampler

from engine.space import Range
from optimisers.encode import conditions
from optimisers.ntbea import NTBEASampler
from optimisers.optuna_method import OptunaMethod
from optimisers.space import Space, grid


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
