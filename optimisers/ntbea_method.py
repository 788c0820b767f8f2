"""NTBEA over a space of ours: what its sampler would suggest, without Optuna's trials, which cost more than it does."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from optimisers.earlier import Loan, Lot
from optimisers.encode import distributions, from_optuna, params_of
from optimisers.ntbea import NTBEASampler, NTupleModel
from optimisers.optimiser import Known, Method, Outcome, Proposal
from optimisers.space import Space


class NTBEAMethod(Method):
    """A sampler's model, told of candidates as they are asked for and told."""

    def __init__(self, space: Space, sampler: NTBEASampler) -> None:
        self.space, self.sampler = space, sampler
        self.model = NTupleModel(sampler, dict(sorted(distributions(space).items())))
        self.starts = deque(space.starts)
        self.loan: Loan | None = None
        lattice = self.model.lattice
        self.grids = {  # the values of each knob; last what an absent one gets, if anybody asks
            name: [from_optuna(space[name], value) for value in (*values, values[len(values) // 2])]
            for name, values in zip(lattice.names, lattice.grids, strict=True)
        }

    def recall(self, earlier: Sequence[Known], weight: float) -> None:
        """Before the first proposal: believe what a study of the same space knew, a game of it as `weight` of one.

        Its level does not matter, which other opponents may have set: only how far points are beyond its mean.
        """
        games = sum(known.games for known in earlier)
        level = sum(known.games * known.mean for known in earlier) / games
        points = (self.model.lattice.point(params_of(self.space, known.values)) for known in earlier)
        lots = [
            Lot(point, weight * known.tries, weight * known.games, known.mean - level)
            for point, known in zip(points, earlier, strict=True)
        ]
        self.loan = Loan(self.model, lots)

    def propose(self, number: int) -> Proposal:
        if self.starts:
            values: Mapping[str, Any] = self.starts.popleft()
            self.model.begin(number, self.model.lattice.point(params_of(self.space, values)))
            return Proposal(values)
        point = self.model.promising(self.sampler.rng(number)) if self.model.told else self._anywhere(number)
        self.model.begin(number, point)
        return Proposal(self._values(point))

    def learn(self, number: int, outcome: Outcome) -> None:
        point = self.model.running[number]
        self.model.end(number, outcome.mean, outcome.n)
        if self.loan:
            self.loan.weigh(point, outcome.mean, outcome.n)

    def best(self, n: int) -> list[Mapping[str, Any]]:
        return [self._values(point) for point in self.model.ranking(n)]

    def _anywhere(self, number: int) -> np.ndarray:
        """A uniform draw, as long as nothing is known."""
        lattice = self.model.lattice
        rngs = (self.sampler.rng(number, name) for name in lattice.names)
        point = [rng.integers(size) for rng, size in zip(rngs, lattice.sizes, strict=True)]
        return self.model.settle(np.array([point], np.int64))[0]

    def _values(self, point: np.ndarray) -> dict[str, Any]:
        places = zip(self.grids.items(), point.tolist(), strict=True)
        return self.space.settle({name: values[place] for (name, values), place in places})
