"""What a study measures in games: how often the candidate wins. Game design measures something else: `balance.py`."""

from typing import Any

import numpy as np

from optimisers.optimiser import Outcome
from studies.play.games import Games, by_deal, payoffs
from studies.play.rates import Rate, rate_over
from studies.play.verdict import Difference, compare_pairs

Figures = dict[str, Any]


class Wins:
    """The share of the wins that the candidate gets."""

    name = "win_rate"  # of the figure that is to be raised, as results and MLflow have it
    unit = "points"  # of its hundredths
    better, worse = "wins more", "wins less"  # what a champion does, compared with the default
    costs: tuple[str, ...] = ("calls",)  # what an outcome can count against a candidate
    duels = True  # whether candidates can play each other
    fewest = 0  # blocks below which nothing can be said

    def __init__(self, n_players: int) -> None:
        self.block = n_players  # games on one deal
        self.even: float | None = 1 / n_players  # what equal players would get, where that means something

    def check_optimiser(self, name: str, costs: tuple[str, ...]) -> None:
        """Refuse an optimiser that would not see all that is aimed at: every one sees the wins."""

    def outcome(self, games: Games) -> Outcome:
        """The outcome for an optimiser, one number a game: payoffs, and forward-model calls per decision as a cost."""
        return Outcome(payoffs(games, self.block), {"calls": games["calls"]})

    def rate(self, games: Games) -> Rate:
        """The win rate with its interval; the games of one deal are one observation."""
        return rate_over(self.blocks(games), len(games))

    def blocks(self, games: Games) -> np.ndarray:
        """By block, what two candidates are compared in deal by deal: mean payoffs."""
        return by_deal(games, self.block, payoffs(games, self.block))[:, 0]

    def difference(self, first: Games, second: Games, seed: int) -> Difference:
        """First less second, on the same deals, with the exact test."""
        return compare_pairs(self.blocks(first), self.blocks(second), self.block, seed)

    def parts(self, first: Games, second: Games) -> dict[str, Difference]:
        """Differences of what the figure is made of: nothing."""
        return {}

    def figures(self, games: Games) -> Figures:
        """Everything that a report says of these games: the win rate with its interval."""
        return rate_data(self.rate(games))


def rate_data(rate: Rate, name: str = "win_rate") -> Figures:
    """A rate with its interval, as results have it."""
    return {name: rate.mean, "low": rate.low, "high": rate.high, "games": rate.games}
