"""What game design measures: how evenly the seats win under a set of rules, and how long its games last.

**Advantage** is the distance of the seats' win rates from equal shares, `sqrt(sum((rate - 1/n)**2) / 2)`. With two
players it is the first one's win rate less one half, whoever gains; a game that nobody wins is missing from every seat.
**Excess** is how far the mean length is beyond the tolerated distance from the wanted one, in parts of the wanted one.
**Fairness**, which is raised, is 1 - (2 * distance)**2 with distance**2 = advantage**2 + excess**2: 1 for even seats
at the wanted length; 10 points of advantage, or a length 10 % beyond what is tolerated, each cost 4 %.

A plain squared distance is too large by its noise, and of few games that is most of it. The mean product of the
deviations of *different* deals is not: so a search may judge rule sets by few games each and trust their mean.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.special import gammaincinv

from engine.errors import InputError
from optimisers.optimiser import Outcome
from studies.play.games import Games, by_deal, deals_of, lengths, shares
from studies.play.measure import Figures, Wins, rate_data
from studies.play.rates import Rate, margin_of, rate_over
from studies.play.verdict import Difference, compare_means
from studies.spec.study import AimPart

FEWEST = 4  # deals below which nothing can be said
Interval = tuple[float, float, float]  # mean, low, high


class Sample(NamedTuple):
    """Games by deal: each seat's share of the win, the length in decisions, and which deal each game belongs to."""

    shares: np.ndarray  # deal x seat
    lengths: np.ndarray
    deal: np.ndarray  # of each game, numbered as they came


def sample_of(games: Games, block: int) -> Sample:
    """Figures by deal; a deal that was played in several rotations counts once."""
    means = by_deal(games, block, *shares(games).T, lengths(games))
    return Sample(means[:, :-1], means[:, -1], deals_of(games, block)[0])


def too_few(games: Games, block: int) -> bool:
    """Whether nothing can be said of them."""
    return len(deals_of(games, block)[1]) < FEWEST


def advantage(shares: np.ndarray) -> Interval:
    """The seats' distance from equal shares; by the triangle inequality it is off by no more than its noise is long."""
    offs = shares - 1 / shares.shape[1]
    mean = float(np.sqrt((offs.mean(0) ** 2).sum() / 2))
    spread = np.cov(offs.T) / len(offs)
    whole = float(np.trace(spread))
    if whole <= 0:
        return mean, mean, mean
    freedom = whole**2 / float((spread**2).sum())  # Satterthwaite: one direction of noise for two players
    radius = float(np.sqrt(2 * gammaincinv(freedom / 2, 0.95) * whole / freedom / 2))
    return mean, max(0.0, mean - radius), mean + radius


def length(lengths: np.ndarray) -> Interval:
    """Mean decisions in a game with a 95 % interval."""
    mean, margin = float(lengths.mean()), margin_of(lengths)
    return mean, mean - margin, mean + margin


class Balance:
    """The measure of a rule set."""

    name, unit = "fairness", "points of fairness"
    better, worse = "is more balanced", "is less balanced"
    even: float | None = None
    costs: tuple[str, ...] = ("calls", "length")
    duels = False
    fewest = FEWEST

    def __init__(self, aim: AimPart, block: int) -> None:
        self.aim = aim
        self.block = block  # games on one deal

    def check_optimiser(self, name: str, costs: tuple[str, ...]) -> None:
        """A wanted length must count: by a tolerance, or as a cost."""
        if self.aim.length and self.aim.tolerance is None and "length" not in costs:
            raise InputError(f"aim.tolerance is missing: without it {name} ignores the length")

    def outcome(self, games: Games) -> Outcome:
        """Jackknife values of the fairness: their mean is free of bias and their spread is that of its noise."""
        sample = sample_of(games, self.block)
        off = float(self.distance(sample.lengths.mean()))
        costs = {"calls": games["calls"], "length": np.full(len(games), off)}
        return Outcome(self.values(sample)[sample.deal], costs)

    def rate(self, games: Games) -> Rate:
        """Fairness with its interval."""
        if too_few(games, self.block):
            return Rate(0.0, 0.0, 1.0, len(games))
        sample = sample_of(games, self.block)
        (_, near, far), (_, short, long) = advantage(sample.shares), length(sample.lengths)
        ends = self.excess(np.array([short, long]))
        least = 0.0 if short <= (self.aim.length or 0) <= long else ends.min()
        low, high = 1 - 4 * (far**2 + ends.max() ** 2), 1 - 4 * (near**2 + least**2)
        mean = float(np.clip(self.values(sample).mean(), 0, 1))
        return Rate(mean, min(mean, max(0.0, low)), max(mean, high), len(games))

    def blocks(self, games: Games) -> np.ndarray:
        """Nothing: balance is a figure of many games, not of one deal."""
        return np.zeros(0)

    def difference(self, first: Games, second: Games, seed: int) -> Difference:
        """The difference of the fairness, by the jackknife."""
        return compare_means(
            self.values(sample_of(first, self.block)), self.values(sample_of(second, self.block)), "jackknife"
        )

    def figures(self, games: Games) -> Figures:
        """Fairness, advantage, length and every seat's win rate, each with its interval."""
        found = rate_data(self.rate(games), self.name)
        if too_few(games, self.block):
            return found
        sample = sample_of(games, self.block)
        for name, interval in (("advantage", advantage(sample.shares)), ("length", length(sample.lengths))):
            found |= dict(zip((name, f"{name}_low", f"{name}_high"), interval, strict=True))
        seats = [rate_over(column, len(games)) for column in sample.shares.T]
        return {**found, "undecided": float(1 - sample.shares.sum(1).mean()), "seats": [rate_data(s) for s in seats]}

    def distance(self, lengths: np.ndarray) -> np.ndarray:
        """The distance of mean lengths from the wanted one, in decisions; without one the shorter is the better."""
        return np.abs(lengths - self.aim.length) if self.aim.length else lengths

    def excess(self, lengths: np.ndarray) -> np.ndarray:
        """What of that distance is not tolerated, in parts of the wanted length."""
        if self.aim.length is None or self.aim.tolerance is None:
            return np.zeros_like(lengths)
        return np.maximum(0.0, self.distance(lengths) - self.aim.tolerance) / self.aim.length

    def parts(self, first: Games, second: Games) -> dict[str, Difference]:
        """The differences of the seats alone and, where a length is wanted, of how near to it the games come."""
        one, two = sample_of(first, self.block), sample_of(second, self.block)

        def compare(figures: Callable[[Sample], np.ndarray]) -> Difference:
            return compare_means(pseudo_values(figures(one)), pseudo_values(figures(two)), "jackknife")

        found = {"seats": compare(lambda sample: 1 - 4 * unevenness(sample.shares))}
        if self.aim.length:
            miss = self.distance if self.aim.tolerance is None else self.excess
            found["length"] = compare(lambda sample: -miss(left_out_means(sample.lengths)))
        return found

    def values(self, sample: Sample) -> np.ndarray:
        """Jackknife pseudo-values of the fairness, one a deal."""
        excess = self.excess(left_out_means(sample.lengths))
        return pseudo_values(1 - 4 * (unevenness(sample.shares) + excess**2))


def unevenness(shares: np.ndarray) -> np.ndarray:
    """The squared advantage, free of the bias of its noise: with each deal left out, and at last with none."""
    offs, n = shares - 1 / shares.shape[1], len(shares)
    out = np.vstack([offs, np.zeros_like(offs[:1])])
    left = np.append(np.full(n, n - 1), n)
    total, squares = offs.sum(0) - out, (offs**2).sum() - (out**2).sum(1)
    return ((total**2).sum(1) - squares) / (left * (left - 1)) / 2


def left_out_means(figures: np.ndarray) -> np.ndarray:
    """The mean of figures with each left out, and at last with none."""
    n = len(figures)
    return (figures.sum() - np.append(figures, 0.0)) / np.append(np.full(n, n - 1), n)


def pseudo_values(figures: np.ndarray) -> np.ndarray:
    """The jackknife's values of a figure: their mean is free of bias, and their spread is that of its noise."""
    n = len(figures) - 1
    return n * figures[-1] - (n - 1) * figures[:-1]


Measure = Wins | Balance  # from games to figures: what the optimiser is told, finalists are ranked by, is reported
