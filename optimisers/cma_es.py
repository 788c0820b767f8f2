"""CMA-ES (Hansen, Ostermeier 2001) with the margin that keeps whole numbers moving (Hamano et al. 2022), by `cmaes`.

A generation is bred when all games of the last one are known: what is played beyond a full generation would be thrown
away. Knobs are searched as places between the ends of their ranges.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import numpy as np

from engine.errors import InputError
from engine.space import Knob, Range, Steps
from optimisers.optimiser import Method, Outcome, Proposal
from optimisers.space import Space, Values, numbers_only, scale, start, unscale
from optimisers.surrogate import smooth_best


class Params(NamedTuple):
    """Knobs of CMA-ES."""

    population: Annotated[int, Range(0, 1000), "candidates in a generation, at least 4; 0 lets it choose"] = 0
    sigma: Annotated[float, Range(0.01, 1.0, log=True), "first standard deviation, as a share of the range"] = 0.3


class CMAES(Method):
    """A normal distribution over the unit cube that moves towards what won."""

    def __init__(self, space: Space, searched: list[Knob], seed: int, params: Params) -> None:
        from cmaes import CMAwM  # with all of scipy.stats, which takes as long to load as all the rest of us

        self.space, self.searched = space, searched
        steps = np.array([step_of(knob) for knob in self.searched])
        bounds = np.tile((0.0, 1.0), (len(steps), 1))
        begin = self._place(space.default())
        self.cma = CMAwM(begin, params.sigma, bounds, steps, seed=seed, population_size=params.population or None)
        self.asked: dict[int, np.ndarray] = {}  # candidate -> the place that the distribution is told of
        self.told: list[tuple[np.ndarray, float]] = []  # of this generation
        self.points: list[Values] = []  # by candidate
        self.outcomes: dict[int, Outcome] = {}

    def propose(self, number: int) -> Proposal | None:
        """The next member of the generation; None while it is full and at play."""
        generation = number // self.cma.population_size
        if generation > self.cma.generation:
            return None
        if number < len(self.space.starts):
            point = self.space.starts[number]
            self.asked[number] = self._place(point)
        else:
            shown, self.asked[number] = self.cma.ask()
            values = {knob.name: unscale(knob, x) for knob, x in zip(self.searched, shown, strict=True)}
            point = self.space.settle(values)
        self.points.append(point)
        return Proposal(point, note={"generation": generation})

    def learn(self, number: int, outcome: Outcome) -> None:
        self.outcomes[number] = outcome
        self.told.append((self.asked.pop(number), -outcome.mean))
        if len(self.told) == self.cma.population_size:
            self.cma.tell(self.told)
            self.told = []

    def best(self, n: int) -> list[Mapping[str, Any]]:
        return smooth_best(self.space, [self.points[i] for i in self.outcomes], list(self.outcomes.values()), n)

    def _place(self, point: Mapping[str, Any]) -> np.ndarray:
        return np.array([scale(knob, point.get(knob.name, start(knob))) for knob in self.searched])


def step_of(knob: Knob) -> float:
    """Between two neighbouring values, as a share of the range; 0 where there is one between any two."""
    if isinstance(knob.domain, Steps):
        return 1 / (len(knob.domain.values) - 1)
    assert isinstance(knob.domain, Range)
    whole = knob.kind is int and not knob.domain.log
    return 1 / (knob.domain.high - knob.domain.low) if whole else 0.0


def make_cmaes(space: Space, seed: int, budget: int, params: Params) -> CMAES:
    """Covariance matrix adaptation."""
    searched = numbers_only("cmaes", space, 2)
    if 0 < params.population < 4:
        raise InputError(f"optimiser cmaes: population = {params.population} is not accepted; it takes 4 or more")
    return CMAES(space, searched, seed, params)
