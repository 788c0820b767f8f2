"""Myoptimiser: keeps the best point so far, and tries it with some knobs drawn anew (a (1+1) evolution strategy)."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import numpy as np

from engine.space import Range
from optimisers.optimiser import Maker, Outcome, Proposal
from optimisers.space import Space


class Params(NamedTuple):
    """What can be set: type, domain, meaning and default of each in one line."""

    rate: Annotated[float, Range(0.05, 1.0), "chance that a knob is drawn anew"] = 0.3


class Method:
    """One search: a function of its seed and of what it was told, so that a stopped study can be resumed."""

    costs: tuple[str, ...] = ()  # what is lowered while payoffs are raised
    together = 1  # candidates that must be in flight at once
    duels = False  # whether candidates play each other

    def __init__(self, space: Space, seed: int, budget: int, params: Params) -> None:
        self.space, self.seed, self.params = space, seed, params
        self.points: list[Mapping[str, Any]] = []  # of the candidates, by number
        self.means: dict[int, list[float]] = {}  # of the games of each that has been told

    def propose(self, number: int) -> Proposal:
        """A point that was given, or the best so far with a change."""
        rng = np.random.default_rng((self.seed, number))
        if number < len(self.space.starts):
            point = self.space.starts[number]
        elif not self.means:
            point = self.space.sample(rng)
        else:
            drawn = {name: value for name, value in self.space.sample(rng).items() if rng.random() < self.params.rate}
            point = self.space.settle({**self.space.default(), **self.best(1)[0], **drawn})
        self.points.append(point)
        return Proposal(point)

    def learn(self, number: int, outcome: Outcome) -> None:
        """What the candidate's games gave."""
        same = self.points.index(self.points[number])  # equal points are one
        self.means.setdefault(same, []).extend(outcome.payoffs)

    def best(self, n: int) -> list[Mapping[str, Any]]:
        """By a mean that is pulled towards one half, so that few lucky games do not win."""
        ranked = sorted(self.means, key=lambda number: -(sum(self.means[number]) + 1) / (len(self.means[number]) + 2))
        return [self.points[number] for number in ranked[:n]]

    def front(self) -> list[int]:
        """There is one objective only."""
        return []


OPTIMISER = Maker("myoptimiser", Params, Method, "the best so far, with changes")
