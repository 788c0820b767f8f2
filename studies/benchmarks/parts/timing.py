"""How benchmarks time: the best of several rounds, in which all that is compared takes turns. Machines are noisy."""

import time
from collections.abc import Callable

import numpy as np

from engine.jit import jit

DRAWS = 4_000_000
Work = Callable[[], float]  # does some; how many units it has done


def fastest(rounds: int, *works: Work, clock: Callable[[], float] = time.process_time) -> list[float]:
    """Seconds per unit of each work, in its best round: of CPU time, unless another clock is given."""
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for i, work in enumerate(works):
            start = clock()
            units = work()
            best[i] = min(best[i], (clock() - start) / units)
    return best


@jit
def xorshift_draws(n: int) -> np.uint64:
    """N draws of Marsaglia's xorshift64."""
    word = np.uint64(88172645463325252)
    for _ in range(n):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
    return word


def draws() -> int:
    """The unit that others are compared with."""
    xorshift_draws(DRAWS)
    return DRAWS
