"""What hill climbing and SPSA share: two points at a time that meet the same deals, so that luck cancels out.

A pair's trials carry its number as the user attribute `deals`; whoever evaluates them is asked to play both on the same
deals, fresh ones for each pair. Everything follows from the study's trials. Needs Optuna and numpy.
"""

import zlib
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from optuna.distributions import BaseDistribution
from optuna.study import Study
from optuna.trial import FrozenTrial

from optimisers.distributions import from_unit
from optimisers.trials import Distributions, StatelessSampler, all_trials, has_result

DEALS = "deals"  # user attribute: the pair
ROLE = "paired:role"  # system attribute: FIRST or SECOND of it
FIRST, SECOND = 0, 1


class Pair(NamedTuple):
    """Two trials on the same deals; the second may not be there yet."""

    number: int
    first: FrozenTrial
    second: FrozenTrial | None = None

    def gain(self, sign: float) -> float | None:
        """By how much the second was better, once both are known."""
        if self.second is None or not (has_result(self.first) and has_result(self.second)):
            return None
        return sign * (self.second.values[0] - self.first.values[0])


def pairs_of(trials: Sequence[FrozenTrial]) -> list[Pair]:
    """All pairs of evaluations in their order."""
    pairs: dict[int, Pair] = {}
    for trial in trials:
        if ROLE in trial.system_attrs:
            number = trial.user_attrs[DEALS]
            if trial.system_attrs[ROLE] == FIRST:
                pairs[number] = Pair(number, trial)
            else:
                pairs[number] = pairs[number]._replace(second=trial)
    return list(pairs.values())


class PairedSampler(StatelessSampler):
    """Asks for a first and then for a second point of each pair. `start` is where the search begins."""

    def __init__(self, seed: int | None, start: Mapping[str, Any] | None) -> None:
        super().__init__(seed)
        self.start = dict(start or {})

    @abstractmethod
    def first(self, study: Study, number: int, pairs: Sequence[Pair], space: Distributions) -> dict[str, Any]:
        """The first point of a new pair."""

    @abstractmethod
    def second(self, number: int, first: FrozenTrial, space: Distributions) -> dict[str, Any]:
        """The point that is compared with it."""

    @abstractmethod
    def ranking(self, study: Study, n: int) -> list[dict[str, Any]]:
        """The n points to trust most, the best first."""

    def recommend(self, study: Study) -> dict[str, Any]:
        """The point to trust."""
        return self.ranking(study, 1)[0]

    def searched(self, space: Distributions) -> Distributions:
        """The parameters that the method moves."""
        return space

    def infer_relative_search_space(self, study: Study, trial: FrozenTrial) -> Distributions:
        return self.searched(self.space(study))

    def sample_relative(self, study: Study, trial: FrozenTrial, search_space: Distributions) -> dict[str, Any]:
        if not search_space:
            return {}
        pairs = pairs_of(all_trials(study))
        half = next((pair for pair in pairs if pair.second is None), None)
        number = half.number if half else len(pairs)
        study._storage.set_trial_user_attr(trial._trial_id, DEALS, number)
        study._storage.set_trial_system_attr(trial._trial_id, ROLE, SECOND if half else FIRST)
        trial.set_user_attr(DEALS, number)  # what the caller of ask sees
        point = (
            self.second(number, half.first, search_space) if half else self.first(study, number, pairs, search_space)
        )
        return {name: point[name] if name in point else self.begin(name, search_space[name]) for name in search_space}

    def sample_independent(
        self, study: Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        self._raise_error_if_multi_objective(study)
        if trial.number == 0:
            return self.begin(param_name, param_distribution)
        return from_unit(param_distribution, self.rng(trial.number, zlib.crc32(param_name.encode())).random())

    def begin(self, name: str, distribution: BaseDistribution) -> Any:
        """Where the search begins: as asked for, else in the middle."""
        value = self.start.get(name)
        if name in self.start and distribution._contains(distribution.to_internal_repr(value)):
            return value
        return from_unit(distribution, 0.5)

    def rng(self, *place: int) -> np.random.Generator:
        """Randomness that belongs to one place of the search."""
        return np.random.default_rng((self.seed, *place))
