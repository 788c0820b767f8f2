"""SPSA as an Optuna sampler: two trials on either side of the current point give a step along a random diagonal.

Spall, *Implementation of the simultaneous perturbation algorithm for stochastic optimization* (1998); how chess engines
are tuned. All numbers move at once, so the cost of a step does not grow with their count. Ranges are scaled to 0..1 and
differences to their own root mean square, so that one `step` fits every space and every objective.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from optuna.distributions import CategoricalDistribution
from optuna.study import Study
from optuna.trial import FrozenTrial, TrialState

from optimisers.distributions import from_unit, to_unit
from optimisers.memoryless import DEALS, Distributions, MemorylessSampler, News, all_trials, sign_of

PROBE = "spsa:probe"  # a trial's system attribute: iteration and side
ALPHA, GAMMA = 0.602, 0.101  # how steps and probes shrink (Spall's choice)


class SPSASampler(MemorylessSampler):
    """Simultaneous perturbation stochastic approximation, for numbers; categories are drawn at random.

    step: the first move, and probe: how far to either side it is measured, as shares of each range. budget: trials that
    are planned; steps shrink slowly during the first tenth of them. start: the first point, the middle if None.
    """

    def __init__(
        self,
        *,
        seed: int | None = None,
        step: float = 0.1,
        probe: float = 0.15,
        budget: int = 1000,
        resolution: int | Mapping[str, int] = 11,
        space: Distributions | None = None,
        start: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(seed, resolution, space)
        self.step = step
        self.probe = probe
        self.budget = budget
        self.start = start

    def ascent(self, study: Study, space: Distributions) -> "Ascent":
        """All steps so far."""
        with self._lock:
            ascent = self._memory.get(tuple(space))
            if ascent is None or ascent.space != space:
                ascent = self._memory[tuple(space)] = Ascent(self, study, space)
            ascent.follow(all_trials(study))
        return ascent

    def sample_relative(self, study: Study, trial: FrozenTrial, search_space: Distributions) -> dict[str, Any]:
        self._raise_error_if_multi_objective(study)
        numbers = numbers_of(search_space)
        drawn = {n: self.sample_independent(study, trial, n, d) for n, d in search_space.items() if n not in numbers}
        if not numbers:
            return drawn
        ascent = self.ascent(study, numbers)
        iteration, side, place = ascent.next()
        study._storage.set_trial_system_attr(trial._trial_id, PROBE, [iteration, side, place.tolist()])
        study._storage.set_trial_system_attr(trial._trial_id, DEALS, iteration)
        return drawn | ascent.values(place + side * ascent.reach(iteration) * ascent.diagonal(iteration))

    def recommend(self, study: Study) -> dict[str, Any]:
        """The mean of the later half of the way; a category as it was most often."""
        numbers = numbers_of(self.space(study))
        best = self.ascent(study, numbers).settled() if numbers else {}
        for name in self.space(study).keys() - numbers.keys():
            seen = [trial.params[name] for trial in all_trials(study) if name in trial.params]
            best[name] = max(dict.fromkeys(seen), key=seen.count)
        return best


def numbers_of(space: Distributions) -> Distributions:
    """The part of a space that has an order."""
    return {name: dist for name, dist in space.items() if not isinstance(dist, CategoricalDistribution)}


class Ascent:
    """The way so far: differences by iteration, and where they led."""

    def __init__(self, sampler: SPSASampler, study: Study, space: Distributions):
        self.sampler = sampler
        self.space = dict(space)
        self.sign = sign_of(study)
        self.news = News()
        self.asked: dict[int, dict[int, list[float]]] = {}  # iteration -> side -> the place between both sides
        self.results: dict[int, dict[int, float]] = {}  # iteration -> side -> value
        self.first = np.full(len(space), 0.5)
        for i, (name, distribution) in enumerate(space.items()):
            if sampler.start and name in sampler.start:
                self.first[i] = to_unit(distribution, sampler.start[name])

    def follow(self, trials: list[FrozenTrial]) -> None:
        """Take in what happened to the trials since the last time."""
        done = self.news.finished(trials)
        for trial in [*done, *(trials[number] for number in self.news.open)]:
            if PROBE in trial.system_attrs:
                iteration, side, place = trial.system_attrs[PROBE]
                self.asked.setdefault(iteration, {})[side] = place
                if trial.state == TrialState.COMPLETE and trial.values is not None:
                    self.results.setdefault(iteration, {})[side] = self.sign * trial.values[0]

    def next(self) -> tuple[int, int, np.ndarray]:
        """The iteration and the side of the next trial, and the place from which it is measured."""
        last = max(self.asked, default=-1)
        if last >= 0 and -1 not in self.asked[last]:
            return last, -1, np.array(self.asked[last][1])
        return last + 1, 1, self.way()[-1]

    def way(self) -> np.ndarray:
        """Every place so far, the first one included; iterations whose trials are not both finished are left out."""
        places, squares = [self.first], 0.0
        settle = 0.1 * self.sampler.budget / 2
        complete = [(i, sides[1] - sides[-1]) for i, sides in sorted(self.results.items()) if len(sides) == 2]
        for steps, (iteration, difference) in enumerate(complete, 1):
            squares += difference * difference
            if squares == 0:
                continue
            size = self.sampler.step * ((1 + settle) / (iteration + 1 + settle)) ** ALPHA
            move = size * difference / np.sqrt(squares / steps) * self.diagonal(iteration)
            places.append(np.clip(places[-1] + move, 0.0, 1.0))
        return np.array(places)

    def reach(self, iteration: int) -> float:
        """How far to either side an iteration measures."""
        return self.sampler.probe / (iteration + 1) ** GAMMA

    def diagonal(self, iteration: int) -> np.ndarray:
        """The direction of an iteration: up or down for each number."""
        rng = np.random.default_rng((self.sampler.seed, iteration))
        return rng.integers(2, size=len(self.space)) * 2.0 - 1.0

    def values(self, place: np.ndarray) -> dict[str, Any]:
        """Parameters at a place."""
        return {name: from_unit(dist, u) for (name, dist), u in zip(self.space.items(), place, strict=True)}

    def settled(self) -> dict[str, Any]:
        """Parameters at the mean of the later half of the way."""
        way = self.way()
        return self.values(way[len(way) // 2 :].mean(0))
