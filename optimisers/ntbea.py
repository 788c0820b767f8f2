"""NTBEA as an Optuna sampler: step to the neighbour with the best promise in an n-tuple model, again and again.

    study = optuna.create_study(direction="maximize", sampler=NTBEASampler(seed=1))
    study.optimize(objective, n_trials=1000)
    print(study.sampler.recommend(study))        # the best point of the model, not the luckiest trial

Trials that are still running count as visits, so that parallel suggestions differ. Needs Optuna, numpy and numba.
"""

import zlib
from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

import numpy as np
from optuna.distributions import BaseDistribution
from optuna.study import Study
from optuna.trial import FrozenTrial

from optimisers.distributions import Lattice, grid
from optimisers.landscape import Landscape
from optimisers.trials import Distributions, News, StatelessSampler, all_trials, has_result, sign_of

BOLD, WARY = 1.0, 20.0  # games at the overall mean that count for a combination: when searching, when recommending
GAMES = "games"  # user attribute of a trial: of how many games its value is the mean; one if it does not say
Condition = tuple[str, tuple[Any, ...]]  # a parameter, and its values under which another one matters


class NTBEASampler(StatelessSampler):
    """The n-tuple bandit evolutionary algorithm (Lucas et al. 2018).

    k: exploration, in units of twice the standard deviation of the results; with a `budget` of trials it falls to zero.
    epsilon: added to every count of visits. neighbours: points compared in each step. mutation: chance of each further
    parameter to change in a neighbour. tuples: their lengths, 0 for all parameters; None: 1 and 2, as far as there are
    parameters. resolution: points of a long range, for all parameters or by name. conditions: parameter -> (another,
    its values under which the first matters).
    """

    def __init__(
        self,
        *,
        seed: int | None = None,
        k: float = 0.3,
        budget: int | None = None,
        epsilon: float = 0.5,
        neighbours: int = 50,
        mutation: float = 0.3,
        tuples: Sequence[int] | None = None,
        resolution: int | Mapping[str, int] = 11,
        conditions: Mapping[str, Condition] | None = None,
    ) -> None:
        super().__init__(seed)
        self.resolution = resolution
        if k < 0 or min(tuples or (0,)) < 0:
            raise ValueError(f"k and the lengths of tuples are not negative; got k={k}, tuples={tuples}")
        self.k = k
        self.budget = budget
        self.epsilon = epsilon
        self.neighbours = neighbours
        self.mutation = mutation
        self.tuples = tuples
        self.conditions = dict(conditions or {})

    def _forget(self, study_id: int | None) -> None:
        super()._forget(study_id)
        self._models: dict[tuple[str, ...], NTupleModel] = {}

    def model(self, study: Study, space: Distributions | None = None) -> "NTupleModel":
        """The n-tuple model of all trials so far, over all parameters or those of `space`."""
        space = self.space(study) if space is None else space
        self._raise_error_if_multi_objective(study)
        with self._lock:
            model = self._models.get(tuple(space))
            if model is None or model.space != space:
                model = self._models[tuple(space)] = NTupleModel(self, space, sign_of(study))
            model.follow(all_trials(study))
        return model

    def sample_relative(self, study: Study, trial: FrozenTrial, search_space: Distributions) -> dict[str, Any]:
        self._raise_error_if_multi_objective(study)
        if not search_space:
            return {}
        model = self.model(study, search_space)
        return model.lattice.values(model.promising(self.rng(trial.number)))

    def marginals(self, study: Study) -> dict[str, list["Cell"]]:
        """What each value of each parameter gave; needs tuples of length 1."""
        model = self.model(study)
        return {name: model.cells((i,)) for i, name in enumerate(model.lattice.names)}

    def pairs(self, study: Study, one: str, other: str) -> list["Cell"]:
        """What each pair of values of two parameters gave; needs tuples of length 2."""
        model = self.model(study)
        first, second = sorted((model.lattice.names.index(one), model.lattice.names.index(other)))
        return model.cells((first, second))

    def sample_independent(
        self, study: Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        self._raise_error_if_multi_objective(study)
        values = grid(param_distribution, self.points(param_name))
        return values[int(self.rng(trial.number, param_name).integers(len(values)))]

    def points(self, name: str) -> int:
        """The number of values into which a long range is cut."""
        return self.resolution if isinstance(self.resolution, int) else self.resolution.get(name, 11)

    def rng(self, number: int, name: str = "") -> np.random.Generator:
        """The chance that a trial has, or a parameter of it that is drawn alone."""
        return np.random.default_rng((self.seed, number, zlib.crc32(name.encode())))

    def recommend(self, study: Study) -> dict[str, Any]:
        """The parameters with the best mean in the model."""
        model = self.model(study)
        return model.lattice.values(model.best())


class Cell(NamedTuple):
    """One combination of values: trials that had it, running ones included, and the mean of their results."""

    values: tuple[Any, ...]  # in the order of the parameters' names; None where one was absent
    visits: int
    mean: float  # in the study's own sign; not a number if there is no result
    stderr: float


class NTupleModel:
    """An n-tuple landscape over a grid of parameter values, told of trials as they begin and end."""

    def __init__(self, sampler: NTBEASampler, space: Distributions, sign: float = 1.0):
        self.sampler = sampler
        self.space = dict(space)
        self.lattice = Lattice(space, sampler.points)
        self.sizes = self.lattice.sizes
        tuples = ((1, 2)[: len(space)] or (0,)) if sampler.tuples is None else sampler.tuples
        self.landscape = Landscape((self.sizes + 1).tolist(), tuples)  # one more value: absent
        self.sign = sign  # -1 where results are to be lowered
        self.news = News()
        self.running: dict[int, np.ndarray] = {}
        self.told: dict[bytes, np.ndarray] = {}  # every point with a result
        self.latest, self.here = -1, self.sizes // 2  # the last trial and its point, from which the next step is taken
        self.switches = self._switches(sampler.conditions)
        self.lent = 0.0  # visits of another study

    def follow(self, trials: Sequence[FrozenTrial]) -> None:
        """Take in what happened to a study's trials since the last time."""
        for trial in self.news.finished(trials):
            self.drop(trial.number)
            if has_result(trial):
                self.begin(trial.number, self.lattice.point(trial.params))
                self.end(trial.number, trial.values[0], trial.user_attrs.get(GAMES, 1))
        for number in self.news.open:
            if trials[number].params and number not in self.running:
                self.begin(number, self.lattice.point(trials[number].params))

    def begin(self, number: int, point: np.ndarray) -> None:
        """A trial is running: a visit without a result."""
        self.running[number] = point
        self.landscape.visit(point)
        if number >= self.latest:
            self.latest, self.here = number, point

    def end(self, number: int, result: float, games: float = 1) -> None:
        """A running trial has its result, the mean of so many games."""
        point = self.running.pop(number)
        self.landscape.tell(point, self.sign * result, games)
        self.told[point.tobytes()] = point

    def lend(self, point: np.ndarray, visits: float, games: float, beyond: float) -> None:
        """What another study knows of a point: so many games, so far beyond the mean of all of them."""
        self.lent += visits
        self.landscape.lend(point, visits, games, self.sign * beyond)

    def drop(self, number: int) -> None:
        """A trial that runs no more, if it was known to be running, was no visit."""
        if (point := self.running.pop(number, None)) is not None:
            self.landscape.visit(point, -1)

    def cells(self, group: tuple[int, ...]) -> list[Cell]:
        """The statistics of every combination of these parameters that was tried."""
        found = []
        for indexes in product(*(range(self.sizes[i] + 1) for i in group)):
            visits, told, total, squares = self.landscape.at(group, indexes)
            if visits:
                mean = total / told if told else np.nan
                results = min(visits, told)  # a result has one game or more
                variance = max(0.0, squares / told - mean * mean) * results / (results - 1) if results > 1 else np.nan
                values = tuple([*self.lattice.grids[i], None][at] for i, at in zip(group, indexes, strict=True))
                found.append(
                    Cell(values, int(visits), float(self.sign * mean), float(np.sqrt(variance / max(1, results))))
                )
        return found

    def promising(self, rng: np.random.Generator) -> np.ndarray:
        """The neighbour of the last point with the best upper bound; one that is running only for want of others."""
        points = self.mutants(self.here, self.sampler.neighbours, rng)
        means, doubts = self.landscape.judge(points, self.sampler.epsilon, BOLD)
        bounds = means + self.exploration * self.landscape.spread * doubts
        ranking = points[np.argsort(-bounds - 1e-6 * rng.random(len(points)))]
        running = {point.tobytes() for point in self.running.values()}
        return next((point for point in ranking if point.tobytes() not in running), ranking[0])

    @property
    def exploration(self) -> float:
        """k, or what is left of it when a part of the budget is used."""
        left = 1.0 if self.sampler.budget is None else 1.0 - (self.landscape.all[0] - self.lent) / self.sampler.budget
        return self.sampler.k * max(0.0, left)

    def mutants(self, point: np.ndarray, n: int, rng: np.random.Generator) -> np.ndarray:
        """n copies of a point, each with at least one value changed and every other with the mutation probability."""
        shape = (n, len(point))
        change = rng.random(shape) < self.sampler.mutation
        if len(point):
            change[np.arange(n), rng.integers(len(point), size=n)] = True
        points = np.where(change | (point == self.sizes), rng.integers(self.sizes, size=shape), point)
        return self.settle(points)

    def best(self) -> np.ndarray:
        """The point with the best mean in the model: from the best one tried, uphill value by value."""
        points = np.array(list(self.told.values()))
        here, level = points[0], -np.inf
        while True:
            means, _ = self.landscape.judge(points, self.sampler.epsilon, WARY)
            if means.max() <= level:
                return here
            here, level = points[int(means.argmax())], means.max()
            points = self.beside(here)

    def ranking(self, n: int) -> list[np.ndarray]:
        """The n points with the best means: the best, then those beside it and those tried."""
        best = self.best()
        if n == 1:
            return [best]
        others = np.unique(np.vstack([self.beside(best), *self.told.values()]), axis=0)
        means, _ = self.landscape.judge(others, self.sampler.epsilon, WARY)
        ranked = (others[i] for i in np.argsort(-means, kind="stable") if (others[i] != best).any())
        return [best, *islice(ranked, n - 1)]

    def beside(self, point: np.ndarray) -> np.ndarray:
        """Every point that differs in one parameter, and the point itself."""
        changes = [(i, value) for i in range(len(point)) for value in range(self.sizes[i])]
        points = np.repeat(point[None], len(changes) + 1, axis=0)
        for row, (i, value) in zip(points, changes, strict=False):
            row[i] = value
        return self.settle(points)

    def settle(self, points: np.ndarray) -> np.ndarray:
        """Points with the parameters that do not matter there marked as absent."""
        for child, parent, on in self.switches:
            points[:, child] = np.where(on[points[:, parent]], points[:, child], self.sizes[child])
        return points

    def _switches(self, conditions: Mapping[str, Condition]) -> list[tuple[int, int, np.ndarray]]:
        """For each conditional parameter its column, that of its parent, and which values of the parent turn it on."""
        switches = []
        for name, (parent, values) in conditions.items():
            if name in self.space and parent in self.space:
                column = self.lattice.names.index(parent)
                on = np.array([value in values for value in self.lattice.grids[column]] + [False])
                switches.append((self.lattice.names.index(name), column, on))
        return switches
