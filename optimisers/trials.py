"""Reading a study's trials, each once. Needs Optuna and numpy."""

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from optuna.distributions import BaseDistribution
from optuna.samplers import BaseSampler
from optuna.study import Study, StudyDirection
from optuna.trial import FrozenTrial, TrialState

Distributions = dict[str, BaseDistribution]


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


def has_result(trial: FrozenTrial) -> bool:
    """Whether a trial was evaluated."""
    return trial.values is not None and trial.state in (TrialState.COMPLETE, TrialState.PRUNED)


def sign_of(study: Study) -> float:
    """The sign of a study's direction: 1 where larger is better."""
    return -1.0 if study.direction == StudyDirection.MINIMIZE else 1.0


class StatelessSampler(BaseSampler):
    """A sampler whose memory follows from the study's trials: it is left behind where the sampler is copied."""

    def __init__(self, seed: int | None) -> None:
        self.seed = np.random.SeedSequence().generate_state(1)[0].item() if seed is None else seed
        self._forget(None)

    def _forget(self, study_id: int | None) -> None:
        """Begin again for a study; everything remembered has a name that begins with an underscore."""
        self._study_id, self._lock = study_id, threading.RLock()
        self._news, self._space = News(), Distributions()

    def space(self, study: Study) -> Distributions:
        """Every parameter that a finished trial had, as the last such trial had it."""
        self._raise_error_if_multi_objective(study)
        with self._lock:
            if study._study_id != self._study_id:
                self._forget(study._study_id)
            for done in self._news.finished(all_trials(study)):
                for name, distribution in done.distributions.items():
                    if not distribution.single() and self._space.get(name) != distribution:
                        self._space = dict(sorted({**self._space, name: distribution}.items()))
            return self._space

    def infer_relative_search_space(self, study: Study, trial: FrozenTrial) -> Distributions:
        return self.space(study)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget(None)
