"""NTBEA as an Optuna sampler: step to the neighbour with the best promise in an n-tuple model, again and again.

    study = optuna.create_study(direction="maximize", sampler=NTBEASampler(seed=1))
    study.optimize(objective, n_trials=1000)
    print(study.sampler.recommend(study))        # the best point of the model, not the luckiest trial

Everything follows from the study's trials, which are read once each; a new sampler on an old study goes on as the old
one would have. Trials that are still running count as visits, so that parallel suggestions differ. Needs Optuna, numpy
and numba.
"""

import threading
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from optuna.distributions import BaseDistribution
from optuna.samplers import BaseSampler
from optuna.study import Study, StudyDirection
from optuna.trial import FrozenTrial, TrialState

from optimisers.distributions import grid, to_unit
from optimisers.landscape import Landscape
from optimisers.trials import Distributions, KnownSpace, News, all_trials

Condition = tuple[str, tuple[Any, ...]]  # a parameter, and its values under which another one matters


class NTBEASampler(BaseSampler):
    """The n-tuple bandit evolutionary algorithm (Lucas et al. 2018)."""

    def __init__(
        self,
        *,
        seed: int | None = None,
        k: float = 0.3,
        epsilon: float = 0.5,
        neighbours: int = 50,
        mutation: float = 0.3,
        tuples: Sequence[int] = (1, 2),
        resolution: int | Mapping[str, int] = 11,
        conditions: Mapping[str, Condition] | None = None,
    ) -> None:
        self.seed = np.random.SeedSequence().generate_state(1)[0].item() if seed is None else seed
        self.k = k
        self.epsilon = epsilon
        self.neighbours = neighbours
        self.mutation = mutation
        self.tuples = tuple(tuples)
        self.resolution = resolution
        self.conditions = dict(conditions or {})
        self._forget(None)

    def _forget(self, study_id: int | None) -> None:
        self._study_id = study_id
        self._lock = threading.Lock()
        self._models: dict[tuple[str, ...], Model] = {}
        self._known = KnownSpace()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget(None)

    def infer_relative_search_space(self, study: Study, trial: FrozenTrial) -> Distributions:
        return self.space(study)

    def space(self, study: Study) -> Distributions:
        """Every parameter that a finished trial had, as the last such trial had it."""
        self._raise_error_if_multi_objective(study)
        if study._study_id != self._study_id:
            self._forget(study._study_id)
        with self._lock:
            return self._known.follow(all_trials(study))

    def model(self, study: Study, space: Distributions) -> "Model":
        """The n-tuple model of all trials so far over the parameters of `space`."""
        self._raise_error_if_multi_objective(study)
        with self._lock:
            model = self._models.get(tuple(space))
            if model is None or model.space != space:
                model = self._models[tuple(space)] = Model(self, study, space)
            model.follow(all_trials(study))
        return model

    def sample_relative(self, study: Study, trial: FrozenTrial, search_space: Distributions) -> dict[str, Any]:
        model = self.model(study, search_space)
        return model.values(model.promising(self._rng(trial, ""))) if search_space else {}

    def sample_independent(
        self, study: Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        self._raise_error_if_multi_objective(study)
        values = grid(param_distribution, self.points(param_name))
        return values[int(self._rng(trial, param_name).integers(len(values)))]

    def recommend(self, study: Study) -> dict[str, Any]:
        """The parameters with the best mean in the model."""
        model = self.model(study, self.space(study))
        return model.values(model.best())

    def points(self, name: str) -> int:
        """How many values a long range is cut into."""
        return self.resolution if isinstance(self.resolution, int) else self.resolution.get(name, 11)

    def _rng(self, trial: FrozenTrial, name: str) -> np.random.Generator:
        return np.random.default_rng((self.seed, trial.number, zlib.crc32(name.encode())))


class Model:
    """An n-tuple landscape over a grid of parameter values that follows the trials of a study."""

    def __init__(self, sampler: NTBEASampler, study: Study, space: Distributions):
        self.sampler = sampler
        self.space = dict(space)
        self.names = list(space)
        self.grids = [grid(space[name], sampler.points(name)) for name in self.names]
        self.places = [np.array([to_unit(space[n], v) for v in g]) for n, g in zip(self.names, self.grids, strict=True)]
        self.sizes = np.array([len(values) for values in self.grids], np.int64)
        self.landscape = Landscape(
            (self.sizes + 1).tolist(), sampler.tuples
        )  # one more value: the parameter was absent
        self.sign = -1.0 if study.direction == StudyDirection.MINIMIZE else 1.0
        self.news = News()
        self.running: dict[int, np.ndarray] = {}
        self.told: dict[bytes, np.ndarray] = {}  # every point with a result
        self.latest, self.here = -1, self.sizes // 2  # the last trial and its point, from which the next step is taken
        self.switches = self._switches(sampler.conditions)

    def follow(self, trials: Sequence[FrozenTrial]) -> None:
        """Take in what happened to the trials since the last time."""
        for trial in self.news.finished(trials):
            if (visited := self.running.pop(trial.number, None)) is not None:
                self.landscape.visit(visited, -1)
            if trial.values is not None and trial.state in (TrialState.COMPLETE, TrialState.PRUNED):
                point = self.point(trial.params)
                self.landscape.visit(point)
                self.landscape.tell(point, self.sign * trial.values[0])
                self.told[point.tobytes()] = point
                self._stand(trial.number, point)
        for number in self.news.open:
            if trials[number].params and number not in self.running:
                self.running[number] = self.point(trials[number].params)
                self.landscape.visit(self.running[number])
                self._stand(number, self.running[number])

    def _stand(self, number: int, point: np.ndarray) -> None:
        if number >= self.latest:
            self.latest, self.here = number, point

    def point(self, params: Mapping[str, Any]) -> np.ndarray:
        """The indexes of the nearest grid values; one beyond the last for a parameter that is absent or out of it."""
        point = self.sizes.copy()
        for i, name in enumerate(self.names):
            distribution = self.space[name]
            if name in params and distribution._contains(distribution.to_internal_repr(params[name])):
                point[i] = np.abs(self.places[i] - to_unit(distribution, params[name])).argmin()
        return point

    def values(self, point: np.ndarray) -> dict[str, Any]:
        """The parameters at a point; an absent one gets the first value of its grid, which nobody reads."""
        return {name: values[i % len(values)] for name, values, i in zip(self.names, self.grids, point, strict=True)}

    def promising(self, rng: np.random.Generator) -> np.ndarray:
        """The neighbour of the last point with the best upper confidence bound."""
        points = self.mutants(self.here, self.sampler.neighbours, rng)
        means, doubts = self.landscape.judge(points, self.sampler.epsilon)
        bounds = means + self.sampler.k * self.landscape.spread * doubts
        return points[int(np.argmax(bounds + 1e-6 * rng.random(len(points))))]

    def mutants(self, point: np.ndarray, n: int, rng: np.random.Generator) -> np.ndarray:
        """n copies of a point, each with at least one value changed and every other with the mutation probability."""
        shape = (n, len(point))
        change = rng.random(shape) < self.sampler.mutation
        change[np.arange(n), rng.integers(len(point), size=n)] = True
        points = np.where(change | (point == self.sizes), rng.integers(self.sizes, size=shape), point)
        return self.settle(points)

    def best(self) -> np.ndarray:
        """The point with the best mean in the model."""
        points = np.array(list(self.told.values()))
        means, _ = self.landscape.judge(points, self.sampler.epsilon)
        return points[int(np.argmax(means))]

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
                column = self.names.index(parent)
                on = np.array([value in values for value in self.grids[column]] + [False])
                switches.append((self.names.index(name), column, on))
        return switches
