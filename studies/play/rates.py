"""Rates with their intervals, from figures by block."""

from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtri, stdtrit  # not scipy.stats: loading that takes longer than a short match


class Rate(NamedTuple):
    """A mean payoff with its 95 % interval."""

    mean: float
    low: float
    high: float
    games: int

    @property
    def percent(self) -> str:
        """The rate with its interval, under a title that says that both are in per cent."""
        return f"{100 * self.mean:.1f} [{100 * self.low:.1f}, {100 * self.high:.1f}]"

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"


UNKNOWN = Rate(0.0, 0.0, 1.0, 0)  # of no games


def student(n: int) -> float:
    """How many standard errors the 95 % interval of the mean of n observations reaches out to each side."""
    return float(stdtrit(n - 1, 0.975))


def margin_of(values: Any, alone: float = 0.0) -> float:
    """Half of that interval, of independent observations, which may be few; `alone`: what is said of a single one."""
    n = len(values)
    return student(n) * float(np.std(values, ddof=1)) / n**0.5 if n > 1 else alone


def rate_over(blocks: np.ndarray, games: int) -> Rate:
    """The mean of blocks as a rate."""
    return rate_of(float(np.mean(blocks)), float(np.var(blocks)), len(blocks), games) if len(blocks) else UNKNOWN


def rate_of(mean: float, spread: float, n: int, games: int) -> Rate:
    """Wilson's interval at the number of games that n blocks of this variance are worth."""
    variance = (spread * n + 0.25) / n  # as if one more block had been seen, decided by one coin
    worth = n * max(mean * (1 - mean), 0.25 / (n + 1)) / variance
    z = float(ndtri(0.975))
    centre = (mean + z * z / (2 * worth)) / (1 + z * z / worth)
    half = z / (1 + z * z / worth) * np.sqrt(mean * (1 - mean) / worth + z * z / (4 * worth * worth))
    low, high = max(0.0, float(centre - half)), min(1.0, float(centre + half))
    return Rate(mean, min(mean, low), max(mean, high), games)  # rounding apart they enclose it
