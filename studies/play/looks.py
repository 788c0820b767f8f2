"""A comparison that may stop at planned looks, and a difference that stays honest about it.

The question "is one better?" is asked at every look by the test of `racing.py`, whose error is spent over all of them.
Bounds and p-value are those of the same test at the looks that there were: a mean lies outside of the interval if its
test would have stopped the comparison. So the interval holds however early that was, and agrees with the answer.
"""

from collections.abc import Callable, Sequence

import numpy as np

from studies.play.racing import first_proof
from studies.play.verdict import ERROR, TINY, Difference

STEPS = 14  # halvings: bounds to a hundredth of a point, p-values to 0.0001


def planned_looks(blocks: int, looks: int) -> list[int]:
    """After how many blocks one looks: evenly, the last time at the end."""
    return sorted({max(1, blocks * number // looks) for number in range(1, looks + 1)})


def first_decision(pairs: np.ndarray, looks: Sequence[int], error: float = ERROR) -> int | None:
    """At which of the looks so far paired differences showed that their mean is above zero, or below."""
    found = [first_proof(side, error / 2, looks) for side in (pairs, -pairs)]
    return min((look for look in found if look is not None), default=None)


def decided(pairs: np.ndarray, looks: Sequence[int], error: float = ERROR) -> bool:
    """Whether the differences of blocks so far have an answer at one of the planned looks."""
    return first_decision(pairs, looks, error) is not None


def compare_at_looks(first: np.ndarray, second: np.ndarray, looks: Sequence[int]) -> Difference:
    """First minus second, block by block on the same deals, up to one of the planned looks."""
    pairs = np.asarray(first, float) - np.asarray(second, float)
    n, mean = len(pairs), float(pairs.mean())
    low = max(-1.0, min(highest_disproved(pairs, looks), mean - 1 / n))
    high = min(1.0, max(-highest_disproved(-pairs, looks), mean + 1 / n))
    p = least_error(pairs, looks)
    if not decided(pairs, looks):
        low, high, p = min(low, 0.0), max(high, 0.0), max(p, ERROR)
    elif mean > 0:
        low, p = max(low, TINY), min(p, ERROR - TINY)
    else:
        high, p = min(high, -TINY), min(p, ERROR - TINY)
    return Difference(mean, low, high, p, n, f"{len(looks)} looks")


def highest_disproved(pairs: np.ndarray, looks: Sequence[int]) -> float:
    """The highest mean that the differences are shown to lie above; -1 if they show nothing."""
    return halved(-1.0, float(pairs.mean()), lambda mean: first_proof(pairs - mean, ERROR / 2, looks) is None)[0]


def least_error(pairs: np.ndarray, looks: Sequence[int]) -> float:
    """The two-sided p-value: the lowest error rate at which the answer would have been given."""
    return halved(0.0, 1.0, lambda error: decided(pairs, looks, error))[1]


def halved(low: float, high: float, holds: Callable[[float], bool]) -> tuple[float, float]:
    """The bounds between which something begins to hold, after some halvings."""
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return low, high
