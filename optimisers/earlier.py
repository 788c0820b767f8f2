"""What an earlier study of the same space knows, believed as far as it goes with what points give here.

Its word is a slope: how much a point's results rise with what the earlier study said of it. One means that both agree,
none that they have nothing in common. Before any game it is taken to be one, give or take `SLACK`; what is lent to the
model is scaled by what the games make of that.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from optimisers.ntbea import NTupleModel

SLACK = 1.0  # standard deviation of the slope before anything is played
NOISE = 0.25  # the largest variance of a share of a win
LEAST, STEP = 0.05, 0.1  # never quite forgotten; the model is told of a change of so much


class Lot(NamedTuple):
    """What is lent of one point."""

    point: np.ndarray
    visits: float
    games: float
    beyond: float  # the mean of all points


class Loan:
    """An earlier study's statistics within a model."""

    def __init__(self, model: NTupleModel, lots: Sequence[Lot]) -> None:
        self.model, self.lots, self.trust = model, lots, 0.0
        self.sums = np.zeros(5)  # games, and over them: said, given, said squared, said times given
        self._believe(1.0)

    def weigh(self, point: np.ndarray, mean: float, games: int) -> None:
        """A point gave this here: trust the earlier study as much as it foretells such results."""
        said = self.model.sign * self.model.landscape.lent(point)
        self.sums += games * np.array([1.0, said, mean, said * said, said * mean])
        n, sum_said, sum_given, squares, products = self.sums
        before = NOISE / SLACK**2
        slope = (products - sum_said * sum_given / n + before) / (squares - sum_said * sum_said / n + before)
        trust = float(np.clip(slope, LEAST, 1.0))
        if abs(trust - self.trust) >= STEP:
            self._believe(trust)

    def _believe(self, trust: float) -> None:
        """Lend what is missing, or take back what is too much."""
        change, self.trust = trust - self.trust, trust
        for lot in self.lots:
            self.model.lend(lot.point, change * lot.visits, change * lot.games, lot.beyond)
