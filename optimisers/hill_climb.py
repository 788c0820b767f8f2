"""Hill climbing with restarts (how allEval2 was found): step to a neighbour when it beats the place where we stand.

Both are played again on the same fresh deals for every step, so that a lucky place is found out. After `patience` steps
that led nowhere the climb starts anew from a random point.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from optuna.distributions import BaseDistribution, CategoricalDistribution
from optuna.study import Study
from optuna.trial import FrozenTrial

from optimisers.distributions import from_unit, grid, to_unit
from optimisers.paired import Pair, PairedSampler, pairs_of
from optimisers.trials import Distributions, all_trials, has_result, sign_of

Point = tuple[tuple[str, Any], ...]


class HillClimbSampler(PairedSampler):
    """Hill climbing: random neighbours, paired comparisons, restarts."""

    def __init__(
        self,
        *,
        seed: int | None = None,
        patience: int = 20,
        resolution: int | Mapping[str, int] = 11,
        start: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(seed, start)
        self.patience = patience
        self.resolution = resolution

    def first(self, study: Study, number: int, pairs: Sequence[Pair], space: Distributions) -> dict[str, Any]:
        return self.climb(pairs, sign_of(study), space)

    def second(self, number: int, first: FrozenTrial, space: Distributions) -> dict[str, Any]:
        rng = self.rng(number, 1)
        point = {name: first.params.get(name, self.begin(name, space[name])) for name in space}
        name = list(space)[int(rng.integers(len(space)))]
        around = self.neighbours(name, space[name], point[name])
        return {**point, name: around[int(rng.integers(len(around)))]}

    def neighbours(self, name: str, distribution: BaseDistribution, value: Any) -> list[Any]:
        """The other values of a choice, or the next ones below and above on the grid."""
        cells = self.resolution if isinstance(self.resolution, int) else self.resolution.get(name, 11)
        values = grid(distribution, cells)
        if isinstance(distribution, CategoricalDistribution):
            return [other for other in values if other != value]
        places = np.array([to_unit(distribution, other) for other in values])
        here = int(np.abs(places - to_unit(distribution, value)).argmin())
        return [values[i] for i in (here - 1, here + 1) if 0 <= i < len(values)]

    def climb(self, pairs: Sequence[Pair], sign: float, space: Distributions) -> dict[str, Any]:
        """The point of the climb after these pairs."""
        stand = {name: self.begin(name, distribution) for name, distribution in space.items()}
        failures = restarts = 0
        for pair in pairs:
            gain = pair.gain(sign)
            compared = {name: value for name, value in pair.first.params.items() if name in stand}
            if gain is None or pair.second is None or compared != {name: stand[name] for name in compared}:
                continue  # still at play; or it was, when we moved to another place
            failures += 1
            if gain > 0:
                stand, failures = {**stand, **relevant(pair.second, space)}, 0
            elif failures >= self.patience:
                restarts, failures = restarts + 1, 0
                rng = self.rng(restarts, 2)
                stand = {name: from_unit(space[name], rng.random()) for name in space}
        return stand

    def ranking(self, study: Study, n: int) -> list[dict[str, Any]]:
        """Places where a climb stood, the best by all their games first, with doubt counted against them."""
        trials, space, sign = all_trials(study), self.space(study), sign_of(study)
        results: dict[Point, list[float]] = {}
        for trial in trials:
            if has_result(trial):
                results.setdefault(freeze(relevant(trial, space)), []).append(sign * trial.values[0])
        spread = float(np.std([value for values in results.values() for value in values])) or 1.0
        stood = {freeze(relevant(pair.first, space)) for pair in pairs_of(trials)}

        def trusted(point: Point) -> float:
            return float(np.mean(results[point])) - spread / len(results[point]) ** 0.5

        places: list[Point] = [point for point in results if point in stood] or list(results)
        return [dict(point) for point in sorted(places, key=trusted)[::-1][:n]]


def freeze(point: Mapping[str, Any]) -> Point:
    """A point that can be a key."""
    return tuple(sorted(point.items()))


def relevant(trial: FrozenTrial, space: Distributions) -> dict[str, Any]:
    """A trial's values of the searched parameters."""
    return {name: trial.params[name] for name in space if name in trial.params}
