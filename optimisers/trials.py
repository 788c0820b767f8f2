"""Reading a study's trials, each once. Needs Optuna and numpy."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from optuna.distributions import BaseDistribution
from optuna.samplers import BaseSampler
from optuna.study import Study
from optuna.trial import FrozenTrial

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


class KnownSpace:
    """Every parameter that a finished trial had, as the last such trial had it."""

    def __init__(self) -> None:
        self.news = News()
        self.space: Distributions = {}

    def follow(self, trials: Sequence[FrozenTrial]) -> Distributions:
        """The space, with what the trials say that have finished since the last look."""
        for done in self.news.finished(trials):
            for name, distribution in done.distributions.items():
                if not distribution.single() and self.space.get(name) != distribution:
                    self.space = dict(sorted({**self.space, name: distribution}.items()))
        return self.space


class StatelessSampler(BaseSampler):
    """A sampler whose memory follows from the study's trials: it is left behind where the sampler is copied."""

    def __init__(self, seed: int | None) -> None:
        self.seed = np.random.SeedSequence().generate_state(1)[0].item() if seed is None else seed
        self._forget(None)

    @abstractmethod
    def _forget(self, study_id: int | None) -> None:
        """Begin again for a study; everything remembered has a name that begins with an underscore."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget(None)
