"""What a study measures in games: how often the candidate wins. Game design measures something else: `balance.py`."""

from math import sqrt
from typing import Any, Protocol

import numpy as np

from optimisers.optimiser import Outcome
from studies.play.games import Games, block_payoffs, payoffs
from studies.play.rates import Rate, rate_over
from studies.play.verdict import Difference, compare_pairs

Figures = dict[str, Any]


class Pooled(Protocol):
    """All games of equal candidates."""

    n: int  # games
    total: float  # of what was told of them

    @property
    def games(self) -> Games:
        """The games."""


class Measure(Protocol):
    """From games to figures: what the optimiser is told, what finalists are ranked by, what is reported."""

    name: str  # of the figure that is to be raised, as results and MLflow have it
    even: float | None  # what equal players would get, where that means something
    unit: str  # of its hundredths
    better: str  # what a champion does that beats the default
    worse: str
    costs: tuple[str, ...]  # what an outcome can count against a candidate
    duels: bool  # whether candidates can play each other
    fewest: int  # blocks below which nothing can be said
    block: int  # games on one deal

    def check_optimiser(self, name: str, costs: tuple[str, ...]) -> None:
        """Refuse an optimiser that would not see all that is aimed at."""

    def outcome(self, games: Games) -> Outcome:
        """As an optimiser is told it, one number a game."""

    def rate(self, games: Games) -> Rate:
        """The figure with its interval."""

    def lower_bound(self, tally: Pooled) -> float:
        """Of the figure, cheap enough to ask after every trial."""

    def blocks(self, games: Games) -> np.ndarray:
        """By block, what two candidates can be compared in deal by deal; nothing if there is no such thing."""

    def difference(self, first: Games, second: Games, seed: int) -> Difference:
        """First less second, on the same deals."""

    def figures(self, games: Games) -> Figures:
        """Everything that a report says of these games."""


class Wins:
    """The share of the wins that the candidate gets."""

    name, unit = "win_rate", "points"
    better, worse = "wins more", "wins less"
    costs: tuple[str, ...] = ("calls",)
    duels = True
    fewest = 0

    def __init__(self, n_players: int) -> None:
        self.block = n_players  # games on one deal
        self.even: float | None = 1 / n_players

    def check_optimiser(self, name: str, costs: tuple[str, ...]) -> None:
        """Every optimiser sees the wins."""

    def outcome(self, games: Games) -> Outcome:
        """Payoffs, and forward-model calls per decision as a cost."""
        return Outcome(payoffs(games, self.block), {"calls": games["calls"]})

    def rate(self, games: Games) -> Rate:
        """The win rate; the games of one deal are one observation."""
        return rate_over(self.blocks(games), len(games))

    def lower_bound(self, tally: Pooled) -> float:
        """Wilson's bound, game by game."""
        n = tally.n
        mean = tally.total / n
        return (mean + 1.92 / n - 1.96 * sqrt(mean * (1 - mean) / n + 0.96 / (n * n))) / (1 + 3.84 / n)

    def blocks(self, games: Games) -> np.ndarray:
        """Mean payoffs."""
        return block_payoffs(games, self.block)

    def difference(self, first: Games, second: Games, seed: int) -> Difference:
        """Of the win rates, with the exact test."""
        return compare_pairs(self.blocks(first), self.blocks(second), self.block, seed)

    def figures(self, games: Games) -> Figures:
        """The win rate with its interval."""
        return rate_data(self.rate(games))


def rate_data(rate: Rate, name: str = "win_rate") -> Figures:
    """A rate with its interval, as results have it."""
    return {name: rate.mean, "low": rate.low, "high": rate.high, "games": rate.games}
