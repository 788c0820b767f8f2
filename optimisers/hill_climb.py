"""Hill climbing as an Optuna sampler: neighbours challenge an incumbent in pairs of trials until one is clearly better.

In every pair the incumbent is played again, on the same deals, so that a lucky first result cannot defend it. After
`patience` failed challenges in a row the climb starts anew from a random point; the champion of all climbs is the one
whose many results promise most.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from optuna.study import Study
from optuna.trial import FrozenTrial, TrialState

from optimisers.distributions import Lattice
from optimisers.memoryless import DEALS, STDERR, Distributions, MemorylessSampler, News, all_trials, sign_of

DUEL = "hill_climb:duel"  # a trial's system attribute: climb, duel, pair, role
CHALLENGER, INCUMBENT = 0, 1


class HillClimbSampler(MemorylessSampler):
    """Hill climbing with restarts.

    pairs: the longest duel. certainty: standard errors by which a challenger must lead; the incumbent wins at half of
    it. patience: failed challenges before a new start. start: the first incumbent, a random point if None.
    """

    def __init__(
        self,
        *,
        seed: int | None = None,
        pairs: int = 8,
        certainty: float = 2.0,
        patience: int = 30,
        resolution: int | Mapping[str, int] = 11,
        space: Distributions | None = None,
        start: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(seed, resolution, space)
        self.pairs = pairs
        self.certainty = certainty
        self.patience = patience
        self.start = start

    def climb(self, study: Study, space: Distributions | None = None) -> "Climb":
        """All duels so far."""
        space = self.space(study) if space is None else space
        with self._lock:
            climb = self._memory.get(tuple(space))
            if climb is None or climb.space != space:
                climb = self._memory[tuple(space)] = Climb(self, study, space)
            climb.follow(all_trials(study))
        return climb

    def sample_relative(self, study: Study, trial: FrozenTrial, search_space: Distributions) -> dict[str, Any]:
        self._raise_error_if_multi_objective(study)
        if not search_space:
            return {}
        climb = self.climb(study, search_space)
        role, point = climb.next(self.rng(trial))
        set_attribute = study._storage.set_trial_system_attr
        set_attribute(trial._trial_id, DUEL, role)
        set_attribute(trial._trial_id, DEALS, role[1] * self.pairs + role[2])
        return climb.lattice.values(point)

    def recommend(self, study: Study) -> dict[str, Any]:
        """The incumbent of any climb with the best lower bound of its results."""
        climb = self.climb(study)
        return climb.lattice.values(climb.champion())


@dataclass
class Duel:
    """A challenger against an incumbent: results by pair and role."""

    climb: int
    sides: dict[int, np.ndarray] = field(default_factory=dict)  # role -> point
    asked: set[tuple[int, int]] = field(default_factory=set)  # pair and role
    results: dict[tuple[int, int], float] = field(default_factory=dict)

    def leads(self) -> list[float]:
        """By how much the challenger led, pair by pair."""
        pairs = {pair for pair, _ in self.results}
        both = [p for p in sorted(pairs) if {(p, CHALLENGER), (p, INCUMBENT)} <= self.results.keys()]
        return [self.results[p, CHALLENGER] - self.results[p, INCUMBENT] for p in both]


class Climb:
    """What happened in all duels, whatever the order in which it became known."""

    def __init__(self, sampler: HillClimbSampler, study: Study, space: Distributions):
        self.sampler = sampler
        self.space = dict(space)
        self.lattice = Lattice(space, sampler.points)
        self.sign = sign_of(study)
        self.news = News()
        self.duels: dict[int, Duel] = {}
        self.points: dict[bytes, list[float]] = {}  # point -> its results
        self.variances: list[float] = []  # of trials that say how noisy they are

    def follow(self, trials: list[FrozenTrial]) -> None:
        """Take in what happened to the trials since the last time."""
        for trial in self.news.finished(trials):
            self._note(trial)
        for number in self.news.open:
            self._note(trials[number])

    def _note(self, trial: FrozenTrial) -> None:
        if DUEL not in trial.system_attrs or not trial.params:
            return
        climb, number, pair, role = trial.system_attrs[DUEL]
        duel = self.duels.setdefault(number, Duel(climb))
        duel.asked.add((pair, role))
        point = self.lattice.point(trial.params)
        duel.sides.setdefault(role, point)
        if trial.state == TrialState.COMPLETE and trial.values is not None:
            duel.results[pair, role] = self.sign * trial.values[0]
            self.points.setdefault(point.tobytes(), []).append(self.sign * trial.values[0])
            if STDERR in trial.user_attrs:
                self.variances.append(trial.user_attrs[STDERR] ** 2)

    def noise(self) -> float | None:
        """The variance of one result: as the trials say, or as points that were tried again show; None if unknown."""
        if self.variances:
            return float(np.mean(self.variances))
        repeated = [results for results in self.points.values() if len(results) > 1]
        if not repeated:
            return None
        squares = sum(float(np.var(results)) * len(results) for results in repeated)
        return squares / sum(len(results) - 1 for results in repeated)

    def verdict(self, duel: Duel, noise: float | None) -> int:
        """1 if the challenger has won, -1 if it has lost, 0 while it is open."""
        leads = duel.leads()
        if not leads or (noise is None and len(leads) < 2):
            return 0
        lead = sum(leads)
        doubt = np.sqrt(2 * (noise or 0.0) * len(leads))
        if lead > 0 and lead >= self.sampler.certainty * doubt:
            return 1
        if lead <= -0.5 * self.sampler.certainty * doubt or len(leads) >= self.sampler.pairs:
            return -1
        return 0

    def story(self) -> "Story":
        """Who is incumbent now, by all verdicts in the order of the duels."""
        noise = self.noise()
        story = self._open(0, -1)
        for number, duel in sorted(self.duels.items()):
            story.last = number
            if not story.fits(duel):
                continue
            verdict = self.verdict(duel, noise)
            if verdict > 0 and CHALLENGER in duel.sides:
                story.crown(duel.sides[CHALLENGER], self._patience(duel.sides[CHALLENGER]))
            elif CHALLENGER in duel.sides:
                story.tried.append(duel.sides[CHALLENGER].tobytes())
                story.failed += verdict < 0
            if story.failed >= story.patience:
                story = self._open(story.climb + 1, number)
        return story

    def _open(self, climb: int, last: int) -> "Story":
        """A new climb from its start."""
        start = self._start(climb)
        return Story(climb, start, self._patience(start), last=last)

    def _patience(self, point: np.ndarray) -> int:
        return min(self.sampler.patience, max(1, len(self.beside(point))))

    def next(self, rng: np.random.Generator) -> tuple[list[int], np.ndarray]:
        """The role of the next trial (climb, duel, pair, role) and its point."""
        story = self.story()
        duel = self.duels.get(story.last)
        if duel is not None and story.fits(duel) and self.verdict(duel, self.noise()) == 0:
            for pair in range(self.sampler.pairs):
                for role in (CHALLENGER, INCUMBENT):
                    if (pair, role) not in duel.asked:
                        point = duel.sides.get(role, story.incumbent)
                        return [story.climb, story.last, pair, role], point
        fresh = [point for point in self.beside(story.incumbent) if point.tobytes() not in story.tried]
        around = fresh or self.beside(story.incumbent) or [story.incumbent]
        return [story.climb, story.last + 1, 0, CHALLENGER], around[int(rng.integers(len(around)))]

    def beside(self, point: np.ndarray) -> list[np.ndarray]:
        """Points with one parameter moved: by a step where its values have an order, else to any other."""
        found = []
        for i, (here, size) in enumerate(zip(point, self.lattice.sizes, strict=True)):
            if here < size:  # present
                values = (here - 1, here + 1) if self.lattice.ordered(i) else range(size)
                for value in values:
                    if 0 <= value < size and value != here:
                        found.append(point.copy())
                        found[-1][i] = value
        return found

    def champion(self) -> np.ndarray:
        """Of all points that ever were incumbents, the one with the best lower bound."""
        noise = self.noise() or 0.0
        stood = {duel.sides[INCUMBENT].tobytes() for duel in self.duels.values() if INCUMBENT in duel.sides}
        known = {key: results for key, results in self.points.items() if key in stood} or self.points
        if not known:
            return self._start(0)
        bounds = {key: np.mean(results) - np.sqrt(noise / len(results)) for key, results in known.items()}
        return np.frombuffer(max(bounds, key=lambda key: bounds[key]), np.int64)

    def _start(self, climb: int) -> np.ndarray:
        if climb == 0 and self.sampler.start is not None:
            return self.lattice.point(self.sampler.start)
        return np.random.default_rng((self.sampler.seed, climb)).integers(self.lattice.sizes)


@dataclass
class Story:
    """Where the climbing stands."""

    climb: int
    incumbent: np.ndarray
    patience: int  # failed challenges before a new start
    failed: int = 0  # challenges in a row
    tried: list[bytes] = field(default_factory=list)  # challengers of this incumbent
    last: int = -1  # the latest duel

    def fits(self, duel: Duel) -> bool:
        """Whether the duel is against the present incumbent."""
        return duel.climb == self.climb and np.array_equal(duel.sides.get(INCUMBENT, self.incumbent), self.incumbent)

    def crown(self, point: np.ndarray, patience: int) -> None:
        """Make a challenger the incumbent."""
        self.incumbent, self.patience, self.failed, self.tried = point, patience, 0, []
