"""SPSA (Spall 1992), with which chess engines are tuned: compare two points on opposite sides, take one step uphill.

Every parameter moves at once by its own random sign, so that a step costs two evaluations whatever the number of
parameters. Numbers only; they are searched as places between the ends of their ranges.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from optuna.distributions import CategoricalDistribution
from optuna.study import Study
from optuna.trial import FrozenTrial

from optimisers.distributions import from_unit, to_unit
from optimisers.paired import Pair, PairedSampler, pairs_of
from optimisers.trials import Distributions, all_trials, sign_of

ALPHA, GAMMA = 0.602, 0.101  # how step and distance shrink (Spall 1998)


class SPSASampler(PairedSampler):
    """Simultaneous perturbation stochastic approximation with averaged iterates."""

    def __init__(
        self,
        *,
        seed: int | None = None,
        step: float = 0.25,
        distance: float = 0.12,
        stability: float = 20.0,
        start: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(seed, start)
        self.step = step  # how far a difference of 1 in the result moves, in widths of the range, over `distance`
        self.distance = distance  # of the two points from where we stand, in widths of the range
        self.stability = stability  # steps during which the gain hardly falls

    def searched(self, space: Distributions) -> Distributions:
        return {name: d for name, d in space.items() if not isinstance(d, CategoricalDistribution)}

    def first(self, study: Study, number: int, pairs: Sequence[Pair], space: Distributions) -> dict[str, Any]:
        place = self.walk(pairs, sign_of(study), space)[-1]
        return self.values(place - self.shift(number, len(space)), space)

    def second(self, number: int, first: FrozenTrial, space: Distributions) -> dict[str, Any]:
        places = [to_unit(space[name], first.params[name]) if name in first.params else 0.5 for name in space]
        return self.values(np.array(places) + 2 * self.shift(number, len(space)), space)

    def shift(self, number: int, dimensions: int) -> np.ndarray:
        """How far, and to which side of each parameter, a pair's points lie from where we stand."""
        signs = self.rng(number).integers(0, 2, dimensions) * 2 - 1
        return signs * self.distance / (number + 1) ** GAMMA  # Spall's c_k times his delta_k

    def walk(self, pairs: Sequence[Pair], sign: float, space: Distributions) -> list[np.ndarray]:
        """Every place where we stood, in widths of the ranges."""
        place = np.array(
            [to_unit(distribution, self.begin(name, distribution)) for name, distribution in space.items()]
        )
        places = [place]
        for pair in pairs:
            gain = pair.gain(sign)
            if gain is not None:
                shift = self.shift(pair.number, len(space))
                size = self.step / (pair.number + 1 + self.stability) ** ALPHA * (1 + self.stability) ** ALPHA
                place = np.clip(place + size * gain * self.distance / shift, 0.0, 1.0)  # the slope: gain over shift
                places.append(place)
        return places

    def values(self, place: np.ndarray, space: Distributions) -> dict[str, Any]:
        """The parameters at a place."""
        return {name: from_unit(space[name], where) for name, where in zip(space, place, strict=True)}

    def ranking(self, study: Study, n: int) -> list[dict[str, Any]]:
        """The mean of the later half of the walk, which wavers less than its end; then later parts and its end."""
        known = self.space(study)
        space = self.searched(known)
        places = self.walk(pairs_of(all_trials(study)), sign_of(study), space)
        firsts = [len(places) - max(1, (len(places) + 1) >> shift) for shift in range(1, n + 1)]
        means = [self.values(np.mean(places[first:], axis=0), space) for first in dict.fromkeys(firsts)]
        return [{name: mean.get(name, self.begin(name, known[name])) for name in known} for mean in means]
