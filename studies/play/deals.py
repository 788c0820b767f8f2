"""Which deals are played: all derive from the study's seed, and the search never sees those that judge its finalists.

The games of a stream are numbered. A block is one deal in every rotation of the seats: with n players, game g is
rotation g % n of deal g // n. Whoever plays game g of a stream meets the same deal and the same opponents in the same
seats.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from engine.chance import derive, unit
from engine.match import FIXTURE

RACE, CONFIRM, SHOW, SEARCH = 0, 1, 2, 16  # streams of a study; the i-th independent search has SEARCH + i
OPPONENTS = 99  # of a deal's own streams, the one that draws its opponents; players have those from 1 on


def stream_seed(study_seed: int, stream: int) -> int:
    """The seed under which a stream's deals are numbered."""
    return int(derive(np.uint64(study_seed), np.uint64(stream)))


def deal_seed(stream: int, block: int) -> int:
    """The seed of one deal."""
    return int(derive(np.uint64(stream), np.uint64(block)))


def fixtures(stream: int, games: Iterable[int], n_players: int, rotations: int = 0) -> np.recarray:
    """Numbered games as the match plays them: player 0 is the candidate, player i the i-th opponent.

    Equal players need no rotations: whoever sits where, they would play the same game again.
    """
    numbers = list(games)
    found = np.zeros(len(numbers), FIXTURE).view(np.recarray)
    for fixture, number in zip(found, numbers, strict=True):
        block, turn = divmod(number, rotations or n_players)
        fixture.seed = deal_seed(stream, block)
        fixture.seats[:n_players] = [(seat + turn) % n_players for seat in range(n_players)]
    return found


def draw_opponents(stream: int, block: int, seats: int, weights: Sequence[float]) -> tuple[int, ...]:
    """Who sits at the other seats of a deal: places in the pool, drawn by their weights, the same in all rotations."""
    rng = np.array([derive(np.uint64(deal_seed(stream, block)), np.uint64(OPPONENTS))], np.uint64)
    bounds = np.cumsum(weights) / np.sum(weights)
    return tuple(int(np.searchsorted(bounds, unit(rng), side="right")) for _ in range(seats))
