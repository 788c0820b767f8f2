"""Any Optuna sampler as a method: Optuna proposes, its study in memory; what was played is remembered elsewhere."""

import warnings
from collections.abc import Callable, Mapping
from typing import Any

import optuna
from optuna.samplers import BaseSampler
from optuna.study import Study, StudyDirection
from optuna.trial import Trial, TrialState

from optimisers.encode import distributions, from_optuna, params_of, point_of
from optimisers.optimiser import Method, Outcome, Proposal
from optimisers.paired import DEALS
from optimisers.space import Space, Values, is_on
from optimisers.surrogate import smooth_best

optuna.logging.set_verbosity(optuna.logging.WARNING)
warnings.filterwarnings("ignore", category=optuna.exceptions.ExperimentalWarning)  # options we name on purpose


class OptunaMethod(Method):
    """A sampler and its study. `costs` are objectives beside the payoff; with a `limit` of trials none comes twice.

    `choice` says which parameters a sampler would take, where it knows better than a smooth fit of all results.
    """

    def __init__(
        self,
        space: Space,
        sampler: BaseSampler,
        costs: tuple[str, ...] = (),
        limit: int | None = None,
        choice: Callable[[Study, int], list[dict[str, Any]]] | None = None,
    ) -> None:
        self.space = space
        self.costs = costs
        self.choice = choice
        self.limit = limit
        self.distributions = distributions(space)
        directions = [StudyDirection.MAXIMIZE] + [StudyDirection.MINIMIZE] * len(self.costs)
        self.study = optuna.create_study(directions=directions, sampler=sampler)
        for point in space.starts if limit is None else ():
            self.study.enqueue_trial(params_of(space, point))
        self.trials: dict[int, Trial] = {}  # running, by candidate
        self.points: list[Values] = []  # by candidate
        self.outcomes: dict[int, Outcome] = {}

    def propose(self, number: int) -> Proposal | None:
        while True:
            trial = self.study.ask()
            if self.limit is not None and trial.number >= self.limit:
                self.study.tell(trial, state=TrialState.FAIL)
                return None
            point: Values = {}
            for knob in self.space.knobs:
                if is_on(knob, point):
                    point[knob.name] = from_optuna(knob, trial._suggest(knob.name, self.distributions[knob.name]))
            if self.limit is None or point not in self.points:
                break
            self.study.tell(trial, state=TrialState.FAIL)
        self.trials[number] = trial
        self.points.append(point)
        return Proposal(point, trial.user_attrs.get(DEALS))

    def learn(self, number: int, outcome: Outcome) -> None:
        values = [outcome.mean, *(outcome.cost(name) for name in self.costs)]
        self.study.tell(self.trials.pop(number), values)
        self.outcomes[number] = outcome

    def best(self, n: int) -> list[Mapping[str, Any]]:
        if self.choice is not None:
            return [point_of(self.space, params) for params in self.choice(self.study, n)]
        return smooth_best(self.space, [self.points[i] for i in self.outcomes], list(self.outcomes.values()), n)

    def front(self) -> list[int]:
        best = sorted(self.study.best_trials, key=lambda trial: trial.values[1:])
        return [trial.number for trial in best]
