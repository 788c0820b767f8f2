"""Known functions on grids, as win rates: what optimisers are measured on.

OneMax with five values a knob, Branin (two knobs, three equal tops), Hartmann's functions of three and six variables.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

WEIGHTS = np.array([1.0, 1.2, 3.0, 3.2])
WIDTHS_3 = np.array([[3, 10, 30], [0.1, 10, 35], [3, 10, 30], [0.1, 10, 35]])
TOPS_3 = 1e-4 * np.array([[3689, 1170, 2673], [4699, 4387, 7470], [1091, 8732, 5547], [381, 5743, 8828]])
WIDTHS_6 = np.array(
    [[10, 3, 17, 3.5, 1.7, 8], [0.05, 10, 17, 0.1, 8, 14], [3, 3.5, 1.7, 10, 17, 8], [17, 8, 0.05, 10, 0.1, 14]]
)
TOPS_6 = 1e-4 * np.array(
    [
        [1312, 1696, 5569, 124, 8283, 5886],
        [2329, 4135, 8307, 3736, 1004, 9991],
        [2348, 1451, 3522, 2883, 3047, 6650],
        [4047, 8828, 8732, 5743, 1091, 381],
    ]
)
TARGET = (3, 1, 4, 1, 0, 2, 2, 3, 3, 0)  # the right value of each knob of OneMax


@dataclass(frozen=True)
class Function:
    """A win rate at every point of a grid."""

    name: str
    sizes: tuple[int, ...]
    rate: Callable[[np.ndarray, tuple[int, ...]], float]  # places from 0 to 1, and indexes

    def value(self, point: tuple[int, ...]) -> float:
        """The win rate at a point."""
        return rate_at(self.name, tuple(int(i) for i in point))

    @cached_property
    def top(self) -> float:
        """The best win rate of the grid; of OneMax it is known, and its grid is too large to look through."""
        if self.name == "OneMax":
            return self.value(TARGET)
        places = [np.arange(size) / (size - 1) for size in self.sizes]
        if self.name.startswith("Hartmann"):  # all at once: a million points
            return self._hartmann_top(places)
        return max(self.value(point) for point in itertools.product(*map(range, self.sizes)))

    def _hartmann_top(self, places: list[np.ndarray]) -> float:
        widths, tops, scale = HARTMANN[len(self.sizes)]
        total = np.zeros(self.sizes)
        for weight, width, top in zip(WEIGHTS, widths, tops, strict=True):
            distance = np.zeros(self.sizes)
            for axis, place in enumerate(places):
                shape = [1] * len(self.sizes)
                shape[axis] = -1
                distance = distance + (width[axis] * (place - top[axis]) ** 2).reshape(shape)
            total += weight * np.exp(-distance)
        return float(total.max()) / scale


HARTMANN = {3: (WIDTHS_3, TOPS_3, 3.86278), 6: (WIDTHS_6, TOPS_6, 3.32237)}


def onemax(place: np.ndarray, point: tuple[int, ...]) -> float:
    """0.1 and 0.08 for every right value."""
    return 0.1 + 0.8 * sum(a == b for a, b in zip(point, TARGET, strict=True)) / len(TARGET)


def branin(place: np.ndarray, point: tuple[int, ...]) -> float:
    """1 at the three bottoms of the function."""
    x, y = 15 * place[0] - 5, 15 * place[1]
    bend = y - 5.1 / (4 * np.pi**2) * x * x + 5 / np.pi * x - 6
    depth = bend * bend + 10 * (1 - 1 / (8 * np.pi)) * np.cos(x) + 10
    return float(np.exp(-(depth - 0.397887) / 40))


def hartmann(place: np.ndarray, point: tuple[int, ...]) -> float:
    """1 at the top of the continuous function."""
    widths, tops, scale = HARTMANN[len(point)]
    return float(WEIGHTS @ np.exp(-(widths * (place - tops) ** 2).sum(1))) / scale


FUNCTIONS = {
    function.name: function
    for function in (
        Function("OneMax", (5,) * 10, onemax),
        Function("Branin", (20,) * 2, branin),
        Function("Hartmann-3", (10,) * 3, hartmann),
        Function("Hartmann-6", (10,) * 6, hartmann),
    )
}


@cache
def rate_at(name: str, point: tuple[int, ...]) -> float:
    """The win rate of a function at a point."""
    function = FUNCTIONS[name]
    place = np.array(point) / (np.array(function.sizes) - 1)
    return function.rate(place, point)
