"""Which deals are played: all derive from the study's seed, and the search never sees those that judge its finalists.

The games of a stream are numbered. A block is one deal in every rotation of the seats: with n players, game g is
rotation g % n of deal g // n. Whoever plays game g of a stream meets the same deal and the same opponents in the same
seats.
"""

from collections.abc import Sequence

import numpy as np

from engine.chance import GOLDEN, MIX_2, S11, UNIT, mix
from engine.match import rotated

RACE, CONFIRM, SHOW, SEARCH = 0, 1, 2, 16  # streams of a study; the i-th independent search has SEARCH + i
OPPONENTS = 99  # of a deal's own streams, the one that draws its opponents; players have those from 1 on
_mix = getattr(mix, "py_func", mix)  # as plain Python it takes whole columns


def stream_seed(study_seed: int, stream: int) -> int:
    """The seed under which a stream's deals are numbered."""
    return int(derived(study_seed, np.array([stream]))[0])


def derived(seed: int | np.ndarray, indices: np.ndarray) -> np.ndarray:
    """`engine.chance.derive`, column-wise."""
    seeds = np.array(seed, np.uint64, ndmin=1)
    return _mix(_mix(seeds + GOLDEN) ^ (indices.astype(np.uint64) * MIX_2 + GOLDEN))


def fixtures(stream: int, numbers: np.ndarray, n_players: int, block: int) -> np.recarray:
    """Numbered games as the match plays them: player 0 is the candidate, player i the i-th opponent."""
    deals, turns = np.divmod(numbers, block)
    return rotated(derived(stream, deals), turns, n_players)


def draw_opponents(stream: int, deals: np.ndarray, seats: int, weights: Sequence[float]) -> np.ndarray:
    """Deal x seat: who sits at the other seats, as places in the pool, drawn by their weights."""
    start = derived(derived(stream, deals), np.array([OPPONENTS]))
    draws = np.arange(1, seats + 1).astype(np.uint64) * GOLDEN  # a generator's state is a counter
    units = (_mix(start[:, None] + draws) >> S11).astype(np.float64) * UNIT
    return np.searchsorted(np.cumsum(weights) / np.sum(weights), units, side="right")
