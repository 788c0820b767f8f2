"""What game design measures: how evenly the seats win under a set of rules, and how long its games last.

**Advantage** is the distance of the seats' win rates from equal shares, `sqrt(sum((rate - 1/n)**2) / 2)`. With two
players it is the first one's win rate less one half, whoever gains; a game that nobody wins is missing from every seat.
**Excess** is how far the mean length is beyond the tolerated distance from the wanted one, in parts of the wanted one.
**Fairness**, which is raised, is 1 - (2 * distance)**2 with distance**2 = advantage**2 + excess**2: 1 for even seats
at the wanted length; 10 points of advantage, or a length 10 % beyond what is tolerated, each cost 4 %.

A plain squared distance is too large by its noise, and of few games that is most of it. The mean product of the
deviations of *different* deals is not: so a search may judge rule sets by few games each and trust their mean.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats

from engine.errors import InputError
from optimisers.optimiser import Outcome
from studies.play.jobs import Played
from studies.play.measure import Figures, rate_data
from studies.play.rates import Rate, rate_over
from studies.play.verdict import Difference, compare_means
from studies.spec.study import AimPart

FEWEST = 4  # deals below which nothing can be said
Interval = tuple[float, float, float]  # mean, low, high


class Sample(NamedTuple):
    """Games by deal: each seat's share of the win, the length in decisions, and which deal each game belongs to."""

    shares: np.ndarray  # deal x seat
    lengths: np.ndarray
    deal: np.ndarray  # of each game


def sample_of(games: Sequence[Played]) -> Sample:
    """Figures by deal; a deal that was played in several rotations counts once."""
    _, first, deal = np.unique([game.seed for game in games], return_index=True, return_inverse=True)
    counts = np.bincount(deal)
    shares = np.array([game.shares for game in games], float)
    lengths = np.array([sum(game.decisions) for game in games], float)
    mean = [np.bincount(deal, weights=column) / counts for column in (*shares.T, lengths)]
    order = np.argsort(first)  # deals as they were played, whatever their seeds
    place = np.argsort(order)
    return Sample(np.array(mean[:-1]).T[order], mean[-1][order], place[deal])


def too_few(games: Sequence[Played]) -> bool:
    """Whether nothing can be said of them."""
    return len({game.seed for game in games}) < FEWEST


def advantage(shares: np.ndarray) -> Interval:
    """The seats' distance from equal shares; by the triangle inequality it is off by no more than its noise is long."""
    offs = shares - 1 / shares.shape[1]
    mean = float(np.sqrt((offs.mean(0) ** 2).sum() / 2))
    spread = np.cov(offs.T) / len(offs)
    whole = float(np.trace(spread))
    if whole <= 0:
        return mean, mean, mean
    freedom = whole**2 / float(
        (spread**2).sum()
    )  # Satterthwaite: one direction of noise for two players, more for more
    radius = float(np.sqrt(stats.chi2.ppf(0.95, freedom) * whole / freedom / 2))
    return mean, max(0.0, mean - radius), mean + radius


def length(lengths: np.ndarray) -> Interval:
    """Mean decisions in a game with a 95 % interval."""
    mean, n = float(lengths.mean()), len(lengths)
    margin = float(stats.t.ppf(0.975, n - 1) * lengths.std(ddof=1) / np.sqrt(n))
    return mean, mean - margin, mean + margin


class Balance:
    """The measure of a rule set."""

    name, unit = "fairness", "points of fairness"
    better, worse = "is more balanced", "is less balanced"
    even: float | None = None
    costs: tuple[str, ...] = ("calls", "length")
    duels = False
    fewest = FEWEST

    def __init__(self, aim: AimPart) -> None:
        self.aim = aim

    def check_optimiser(self, name: str, costs: tuple[str, ...]) -> None:
        """A wanted length must count: by a tolerance, or as a cost."""
        if self.aim.length and self.aim.tolerance is None and "length" not in costs:
            raise InputError(f"aim.tolerance is missing: without it {name} ignores the length")

    def outcome(self, games: Sequence[Played]) -> Outcome:
        """Jackknife values of the fairness: their mean is free of bias and their spread is that of its noise."""
        sample = sample_of(games)
        off = float(self.distance(sample.lengths.mean()))
        costs = {"calls": [float(game.calls) for game in games], "length": [off] * len(games)}
        return Outcome(self.values(sample)[sample.deal], costs)

    def rate(self, games: Sequence[Played]) -> Rate:
        """Fairness with its interval."""
        if too_few(games):
            return Rate(0.0, 0.0, 1.0, len(games))
        sample = sample_of(games)
        (_, near, far), (_, short, long) = advantage(sample.shares), length(sample.lengths)
        ends = self.excess(np.array([short, long]))
        least = 0.0 if short <= (self.aim.length or 0) <= long else ends.min()
        low, high = 1 - 4 * (far**2 + ends.max() ** 2), 1 - 4 * (near**2 + least**2)
        mean = float(np.clip(self.values(sample).mean(), 0, 1))
        return Rate(mean, min(mean, max(0.0, low)), max(mean, high), len(games))

    def lower_bound(self, games: Sequence[Played], total: float) -> float:
        """The interval's lower end."""
        return self.rate(games).low

    def blocks(self, games: Sequence[Played]) -> list[float]:
        """Nothing: balance is a figure of many games, not of one deal."""
        return []

    def difference(self, first: Sequence[Played], second: Sequence[Played], seed: int) -> Difference:
        """Of the fairness, by the jackknife."""
        return compare_means(self.values(sample_of(first)), self.values(sample_of(second)), "jackknife")

    def figures(self, games: Sequence[Played]) -> Figures:
        """Fairness, advantage, length and every seat's win rate, each with its interval."""
        found = rate_data(self.rate(games), self.name)
        if too_few(games):
            return found
        sample = sample_of(games)
        for name, interval in (("advantage", advantage(sample.shares)), ("length", length(sample.lengths))):
            found |= dict(zip((name, f"{name}_low", f"{name}_high"), interval, strict=True))
        seats = [rate_over(column.tolist(), len(games)) for column in sample.shares.T]
        return {**found, "undecided": float(1 - sample.shares.sum(1).mean()), "seats": [rate_data(s) for s in seats]}

    def distance(self, lengths: np.ndarray) -> np.ndarray:
        """How far mean lengths are from the wanted one, in decisions; without one the shorter is the better."""
        return np.abs(lengths - self.aim.length) if self.aim.length else lengths

    def excess(self, lengths: np.ndarray) -> np.ndarray:
        """What of that distance is not tolerated, in parts of the wanted length."""
        if self.aim.length is None or self.aim.tolerance is None:
            return np.zeros_like(lengths)
        return np.maximum(0.0, self.distance(lengths) - self.aim.tolerance) / self.aim.length

    def values(self, sample: Sample) -> np.ndarray:
        """Jackknife pseudo-values of the fairness, one a deal."""
        offs, n = sample.shares - 1 / sample.shares.shape[1], len(sample.shares)
        out = np.vstack([offs, np.zeros_like(offs[:1])])  # every deal left out once, and at last none
        left = np.append(np.full(n, n - 1), n)
        total, squares = offs.sum(0) - out, (offs**2).sum() - (out**2).sum(1)
        products = ((total**2).sum(1) - squares) / (left * (left - 1))
        lengths = (sample.lengths.sum() - np.append(sample.lengths, 0.0)) / left
        fairness = 1 - 4 * (products / 2 + self.excess(lengths) ** 2)
        return n * fairness[-1] - (n - 1) * fairness[:-1]
