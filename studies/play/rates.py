"""Rates with their intervals, from figures by block."""

from typing import NamedTuple

import numpy as np
from scipy.special import ndtri  # not scipy.stats: loading that takes longer than a short match


class Rate(NamedTuple):
    """A mean payoff with its 95 % interval."""

    mean: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"


def rate_over(blocks: np.ndarray, games: int) -> Rate:
    """Wilson's interval at the number of games that blocks of this spread are worth."""
    if not len(blocks):
        return Rate(0.0, 0.0, 1.0, 0)
    n, mean = len(blocks), float(np.mean(blocks))
    prior = 0.25 / max(1.0, games / n)  # a coin's spread, as if one more block had been seen
    variance = (float(np.var(blocks)) * n + prior) / n
    worth = n * max(mean * (1 - mean), 0.25 / (n + 1)) / variance if variance else float(n)
    z = float(ndtri(0.975))
    centre = (mean + z * z / (2 * worth)) / (1 + z * z / worth)
    half = z / (1 + z * z / worth) * np.sqrt(mean * (1 - mean) / worth + z * z / (4 * worth * worth))
    return Rate(mean, max(0.0, float(centre - half)), min(1.0, float(centre + half)), games)
