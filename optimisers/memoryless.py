"""What our Optuna samplers share: they are functions of a seed and of the study's trials, and read each trial once.

So a new sampler on an old study goes on as the old one would have, and several may work on one study. Needs Optuna.
"""

import threading
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from optuna.distributions import BaseDistribution
from optuna.samplers import BaseSampler
from optuna.study import Study, StudyDirection
from optuna.trial import FrozenTrial

from optimisers.distributions import grid

Distributions = dict[str, BaseDistribution]
DEALS = "deals"  # a trial's system attribute: trials of one number are to meet the same deals
STDERR = "stderr"  # a trial's user attribute: what is known of the noise of its value


class MemorylessSampler(BaseSampler):
    """A seed, the space if it is known beforehand, and a memory that can be dropped at any time."""

    def __init__(self, seed: int | None, resolution: int | Mapping[str, int], space: Distributions | None = None):
        self.seed = np.random.SeedSequence().generate_state(1)[0].item() if seed is None else seed
        self.resolution = resolution
        self.known_space = space
        self._start_over(None)

    def _start_over(self, study_id: int | None) -> None:
        self._study_id = study_id
        self._lock = threading.RLock()
        self._seen_space: Distributions = {}
        self._news = News()
        self._memory: dict[Any, Any] = {}  # what a sampler has made of the trials

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._start_over(None)

    def infer_relative_search_space(self, study: Study, trial: FrozenTrial) -> Distributions:
        return self.space(study)

    def space(self, study: Study) -> Distributions:
        """Every parameter that a finished trial had, as the last such trial had it; or what was given beforehand."""
        self._raise_error_if_multi_objective(study)
        with self._lock:
            if study._study_id != self._study_id:
                self._start_over(study._study_id)
            if self.known_space is not None:
                return self.known_space
            for done in self._news.finished(all_trials(study)):
                for name, distribution in done.distributions.items():
                    if not distribution.single() and self._seen_space.get(name) != distribution:
                        self._seen_space = dict(sorted({**self._seen_space, name: distribution}.items()))
            return self._seen_space

    def sample_independent(
        self, study: Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        self._raise_error_if_multi_objective(study)
        values = grid(param_distribution, self.points(param_name))
        return values[int(self.rng(trial, param_name).integers(len(values)))]

    def points(self, name: str) -> int:
        """How many values a long range is cut into."""
        return self.resolution if isinstance(self.resolution, int) else self.resolution.get(name, 11)

    def rng(self, trial: FrozenTrial, name: str = "") -> np.random.Generator:
        """Chance that depends on the seed and the trial only."""
        return np.random.default_rng((self.seed, trial.number, zlib.crc32(name.encode())))


class News:
    """Tells which trials of a study have finished since the last look."""

    def __init__(self) -> None:
        self.seen = 0
        self.open: list[int] = []  # numbers of those that have not finished

    def finished(self, trials: Sequence[FrozenTrial]) -> list[FrozenTrial]:
        """Trials that have finished since, in the order of their numbers."""
        looked = self.open + list(range(self.seen, len(trials)))
        self.seen = len(trials)
        self.open = [number for number in looked if not trials[number].state.is_finished()]
        return [trials[number] for number in looked if trials[number].state.is_finished()]


def all_trials(study: Study) -> list[FrozenTrial]:
    """Every trial by its number, not copied, and not filtered as some pruners do."""
    return study._storage.get_all_trials(study._study_id, deepcopy=False)


def sign_of(study: Study) -> float:
    """What a value is multiplied by to make larger better."""
    return -1.0 if study.direction == StudyDirection.MINIMIZE else 1.0
