"""What a paired comparison on fresh deals says: the difference with its interval, and how likely luck alone did it.

Interval and p-value come from one test, so that they never contradict each other.
"""

import math
from math import gcd, lcm
from typing import NamedTuple

import numpy as np
from scipy.special import stdtr  # Student's distribution, without the seconds that scipy.stats takes to load

from engine.game import MAX_PLAYERS
from studies.play.rates import margin_of

WHOLE = lcm(*range(1, MAX_PLAYERS + 1))  # shares of a win are 1/k: times this they are whole numbers
CELLS = 400_000_000  # additions up to which the exact distribution is worked out (about half a second)
RESAMPLES = 20_000
ERROR = 0.05
TINY = 1e-9
ALL_CHOICES, CHOICES = 12, 4000  # blocks up to which all choices of some are looked at; of more, so many by chance
PORTION = 256  # blocks at once


class Difference(NamedTuple):
    """Mean of paired differences with a 95 % interval and the two-sided p-value of 'no difference'."""

    mean: float
    low: float
    high: float
    p: float
    pairs: int
    method: str  # how p was found: "exact", "resampled" or "jackknife"

    @property
    def proven(self) -> bool:
        """Whether zero is ruled out."""
        return self.p < ERROR


def compare_pairs(first: np.ndarray, second: np.ndarray, games_per_block: int, seed: int = 0) -> Difference:
    """First minus second, block by block on the same deals: p-value and interval by the same test of random signs."""
    pairs = np.asarray(first, float) - np.asarray(second, float)
    mean = float(pairs.mean())
    p, method = sign_flip_p(pairs, games_per_block, seed)
    low, high = sign_flip_interval(pairs, seed)
    if p >= ERROR:  # of zero the exact p-value knows; the bounds may be drawn by lot
        low, high = min(low, 0.0), max(high, 0.0)
    elif mean > 0:
        low = max(low, TINY)
    else:
        high = min(high, -TINY)
    return Difference(mean, low, high, p, len(pairs), method)


def sign_flip_interval(pairs: np.ndarray, seed: int = 0) -> tuple[float, float]:
    """All means that the test of random signs does not reject, in 5 % of cases wrongly.

    It rejects a mean if few choices of blocks have a mean beyond it. So the bounds are quantiles of the means over
    chosen blocks, each taken or left by a coin (Hartigan 1969). Blocks that came out nearly alike leave a doubt that
    the test does not see: one more might have gone all the other way. And few blocks have few means, so the bounds lie
    half a block further out: without that they cover 90 to 93 % where most differences are zero.
    """
    n, mean = len(pairs), float(pairs.mean())
    rng, counts, sums = np.random.default_rng(seed), np.zeros(1), np.zeros(1)
    for at in range(0, n, PORTION):
        part = pairs[at : at + PORTION]
        if n <= ALL_CHOICES:
            taken = (np.arange(2**n) >> np.arange(n)[:, None] & 1).astype(float)
        else:
            taken = rng.integers(0, 2, (len(part), CHOICES), np.int8).astype(float)
        counts, sums = counts + taken.sum(axis=0), sums + part @ taken
    chosen = counts > 0
    place = math.ceil(ERROR / 2 * len(counts)) - 1 - int((~chosen).sum())  # no block chosen: beyond every bound
    if place < 0:
        return -1.0, 1.0
    means = np.sort(sums[chosen] / counts[chosen])
    low, high = min(means[place], mean - 1 / n), max(means[-1 - place], mean + 1 / n)
    return max(-1.0, float(low) - 0.5 / n), min(1.0, float(high) + 0.5 / n)


def compare_means(first: np.ndarray, second: np.ndarray, method: str) -> Difference:
    """First minus second, pair by pair, by Student's test."""
    pairs = np.asarray(first, float) - np.asarray(second, float)
    mean, n = float(pairs.mean()), len(pairs)
    error = float(pairs.std(ddof=1) / np.sqrt(n)) if n > 1 else 1.0
    margin = margin_of(pairs, alone=2.0)
    p = float(2 * stdtr(n - 1, -abs(mean) / error)) if n > 1 and error else 1.0
    return Difference(mean, max(-1.0, mean - margin), min(1.0, mean + margin), p, n, method)


def sign_flip_p(pairs: np.ndarray, games_per_block: int, seed: int = 0) -> tuple[float, str]:
    """Two-sided p-value of the sum under random signs: were the two equal, each difference could as well be reversed.

    Exact where the differences are whole multiples of a step, as shares of wins are; else by resampling signs.
    """
    units = np.rint(pairs * games_per_block * WHOLE).astype(np.int64)
    steps = np.abs(units[units != 0])
    if len(steps) == 0:
        return 1.0, "exact"
    step = gcd(*steps.tolist())
    steps, observed = steps // step, abs(int(units.sum())) // step
    reach = int(steps.sum())
    if reach * len(steps) > CELLS:
        return _resampled_p(pairs, seed), "resampled"
    chances = np.ones(1)  # of each sum that the signs so far can give, from the lowest up, two apart
    for width in steps:
        wider = np.zeros(len(chances) + width)
        wider[: len(chances)] += chances / 2
        wider[width:] += chances / 2
        chances = wider
    sums = 2 * np.arange(len(chances)) - reach
    return float(min(1.0, chances[np.abs(sums) >= observed].sum())), "exact"


def _resampled_p(pairs: np.ndarray, seed: int) -> float:
    """Share of random signs that give a sum at least as far from zero, the observed one counted in."""
    rng = np.random.default_rng(seed)
    observed = abs(pairs.sum())
    far = sum(
        int(abs((pairs * rng.choice((-1.0, 1.0), len(pairs))).sum()) >= observed - 1e-12) for _ in range(RESAMPLES)
    )
    return (far + 1) / (RESAMPLES + 1)
