"""The PyPI package `ntbea` behind the calls that our benchmark needs. Optional, and used for nothing else."""

import random
from collections.abc import Sequence

import ntbea
import ntbea.common
import numpy as np

from studies.benchmarks.parts.noisy_functions import Function
from studies.benchmarks.parts.timing import Work

TUPLES = [1, 2]
NEIGHBOURS = 50


class Grid(ntbea.SearchSpace):
    """Indexes, so many a dimension."""

    def __init__(self, sizes: Sequence[int]) -> None:
        super().__init__("grid", len(sizes))
        self.sizes = sizes

    def get_random_point(self) -> np.ndarray:
        return np.array([np.random.randint(size) for size in self.sizes])

    def get_size(self) -> int:
        return int(np.prod(self.sizes))

    def get_dim_size(self, j: int) -> int:
        return self.sizes[j]

    def get_valid_values_in_dim(self, dim: int) -> list[int]:
        return list(range(self.sizes[dim]))


class Game(ntbea.Evaluator):
    """One game at a point."""

    def __init__(self, function: Function) -> None:
        super().__init__("game")
        self.function = function

    def evaluate(self, x: np.ndarray | None) -> float:
        return 0.0 if x is None else float(np.random.random() < self.function.value(tuple(x)))


class Watched(ntbea.NTupleLandscape):
    """The package's model, which notes its recommendation after each budget."""

    def __init__(self, grid: Grid, budgets: Sequence[int]) -> None:
        super().__init__(grid, TUPLES)
        self.budgets, self.count = budgets, 0
        self.chosen: list[np.ndarray] = []

    def add_evaluated_point(self, point: np.ndarray, fitness: float) -> None:
        super().add_evaluated_point(point, fitness)
        self.count += 1
        if self.count in self.budgets:
            best = self.get_best_sampled()
            self.chosen.append(point if best is None else best)


def algorithm(landscape: ntbea.NTupleLandscape, function: Function | None, grid: Grid, k: float) -> object:
    """The package's search."""
    mutator = ntbea.common.DefaultMutator(grid)
    game = Game(function) if function else ntbea.Evaluator("none")
    return ntbea.NTupleEvolutionaryAlgorithm(landscape, game, grid, mutator, k_explore=k, eval_neighbours=NEIGHBOURS)


def search(function: Function, budgets: Sequence[int], seed: int, k: float) -> list[float]:
    """The true value of the recommendation after each budget. The package draws from global generators."""
    np.random.seed(seed)
    random.seed(seed)
    grid = Grid(function.sizes)
    landscape = Watched(grid, budgets)
    algorithm(landscape, function, grid, k).run(budgets[-1])  # type: ignore[attr-defined]
    return [function.value(tuple(point)) for point in landscape.chosen]


def suggestion(sizes: Sequence[int], trials: int) -> Work:
    """One suggestion after so many trials."""
    grid = Grid(sizes)
    landscape = ntbea.NTupleLandscape(grid, TUPLES)
    landscape.init()
    for _ in range(trials):
        landscape.add_evaluated_point(grid.get_random_point(), float(np.random.random() < 0.5))
    search = algorithm(landscape, None, grid, 0.3)
    start = grid.get_random_point()

    def suggest() -> int:
        search._evaluate_landscape(start)  # type: ignore[attr-defined]
        return 1

    return suggest
