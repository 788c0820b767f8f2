"""Optuna's distributions as finite grids and as places between 0 and 1. Needs Optuna only."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution

Numeric = FloatDistribution | IntDistribution


def grid(distribution: BaseDistribution, resolution: int) -> list[Any]:
    """Every value of the distribution, or `resolution` of them, evenly spread, where there are more."""
    if isinstance(distribution, CategoricalDistribution):
        return list(distribution.choices)
    assert isinstance(distribution, Numeric)
    if distribution.step is not None:
        steps = round((distribution.high - distribution.low) / distribution.step)
        if steps < resolution:
            return [_clean(distribution, distribution.low + i * distribution.step) for i in range(steps + 1)]
    places = np.linspace(0, 1, max(2, resolution))
    return list(dict.fromkeys(from_unit(distribution, place) for place in places))


def to_unit(distribution: BaseDistribution, value: Any) -> float:
    """Where a value stands between the ends, 0 to 1; a category by its place in the list."""
    if isinstance(distribution, CategoricalDistribution):
        return distribution.to_internal_repr(value) / max(1, len(distribution.choices) - 1)
    assert isinstance(distribution, Numeric)
    low, high = distribution.low, distribution.high
    if low == high:
        return 0.0
    return math.log(value / low) / math.log(high / low) if distribution.log else (value - low) / (high - low)


def from_unit(distribution: BaseDistribution, place: float) -> Any:
    """The value that stands at `place`, rounded to what the distribution has; the ends for anything beyond."""
    place = min(1.0, max(0.0, float(place)))
    if isinstance(distribution, CategoricalDistribution):
        return distribution.choices[round(place * (len(distribution.choices) - 1))]
    assert isinstance(distribution, Numeric)
    low, high, step = distribution.low, distribution.high, distribution.step
    value = low * (high / low) ** place if distribution.log else low + (high - low) * place
    if step is not None:
        value = low + round((value - low) / step) * step
    return _clean(distribution, value)


def _clean(distribution: Numeric, value: float) -> int | float:
    """Inside the ends, of the distribution's type, and without the dust of binary fractions."""
    if isinstance(distribution, IntDistribution):
        return min(distribution.high, max(distribution.low, round(value)))
    return min(distribution.high, max(distribution.low, float(f"{value:.12g}")))


class Lattice:
    """The grid of a whole space; a point is a row of indexes, one beyond the last for a parameter that is absent."""

    def __init__(self, space: Mapping[str, BaseDistribution], resolution: Callable[[str], int]):
        self.space = dict(space)
        self.names = list(space)
        self.grids = [grid(space[name], resolution(name)) for name in self.names]
        self.places = [np.array([to_unit(space[n], v) for v in g]) for n, g in zip(self.names, self.grids, strict=True)]
        self.sizes = np.array([len(values) for values in self.grids], np.int64)

    def point(self, params: Mapping[str, Any]) -> np.ndarray:
        """Where the parameters of a trial stand, each at the nearest value of the grid."""
        point = self.sizes.copy()
        for i, name in enumerate(self.names):
            distribution = self.space[name]
            if name in params and distribution._contains(distribution.to_internal_repr(params[name])):
                point[i] = np.abs(self.places[i] - to_unit(distribution, params[name])).argmin()
        return point

    def values(self, point: np.ndarray) -> dict[str, Any]:
        """The parameters at a point; an absent one gets the middle of its grid, if anybody asks."""
        return {
            name: values[i if i < len(values) else len(values) // 2]
            for name, values, i in zip(self.names, self.grids, point, strict=True)
        }
