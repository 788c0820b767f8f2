"""The n-tuple model of a noisy landscape: how often each combination of values was tried, and what it gave.

Lucas, Liu, Perez-Liebana, *The N-Tuple Bandit Evolutionary Algorithm for Game Agent Optimisation* (CEC 2018). A point
is a row of indexes, one for each dimension. A tuple of few combinations has a place for each; all others share one
open-addressing hash table, so that its size follows the points that were tried and not the size of the space. Needs
numpy and numba only.
"""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numba
import numpy as np

jit = numba.njit(cache=True, nogil=True, error_model="numpy")

# Columns of the statistics: tries, those still running included; games told; games lent, and how far from their mean.
VISITS, TOLD, SUM, SQUARES, LENT, LENT_SUM = range(6)
COLUMNS = 6
EMPTY = np.uint64(0)
ONE = np.uint64(1)
FEW = 4096  # combinations of a tuple that each get a place


class Table(NamedTuple):
    """The statistics of all tuples, as compiled code reads and fills them."""

    tuples: np.ndarray  # tuple x position -> dimension, -1 after the last
    firsts: np.ndarray  # tuple -> the first of its places, for the tuples that are not hashed; they come first
    strides: np.ndarray  # tuple x position -> places between two neighbouring values
    names: np.ndarray  # a random word for each tuple
    marks: np.ndarray  # dimension x value -> a random word; their xor with the name is a combination's key
    keys: np.ndarray  # slot of the hash table -> key, a power of two of them
    statistics: np.ndarray  # place x column; the slots of the hash table come last


@jit
def place_of(table: Table, point: np.ndarray, t: int) -> tuple[np.int64, np.uint64]:
    """Where the combination that tuple t shows at a point is, or belongs; and its key, if that place is hashed."""
    hashed = t >= len(table.firsts)
    place, key = np.int64(0) if hashed else table.firsts[t], table.names[t]
    for position in range(table.tuples.shape[1]):
        dimension = table.tuples[t, position]
        if dimension < 0:
            break
        place += table.strides[t, position] * point[dimension]
        key ^= table.marks[dimension, point[dimension]]
    if not hashed:
        return place, EMPTY
    key |= ONE  # never EMPTY
    mask = np.uint64(len(table.keys) - 1)
    at = (key >> ONE) & mask
    while table.keys[at] != EMPTY and table.keys[at] != key:
        at = (at + ONE) & mask
    return np.int64(at) + len(table.statistics) - len(table.keys), key


@jit
def add(table: Table, point: np.ndarray, change: np.ndarray) -> int:
    """Add a change to the statistics of every tuple at a point; the number of combinations that are new to the hash."""
    fresh = 0
    dense = len(table.statistics) - len(table.keys)
    for t in range(len(table.tuples)):
        at, key = place_of(table, point, t)
        if key != EMPTY and table.keys[at - dense] == EMPTY:
            table.keys[at - dense] = key
            fresh += 1
        for column in range(COLUMNS):
            table.statistics[at, column] += change[column]
    return fresh


@jit
def mean_at(statistics: np.ndarray, at: np.int64, level: float, known: float, prior: float) -> float:
    """What a combination gave, with `prior` games at the overall level; games lent lie around that level too."""
    lent = statistics[at, LENT]
    return (statistics[at, SUM] + known + (statistics[at, LENT_SUM] + level * lent)) / (
        statistics[at, TOLD] + prior + lent
    )


@jit
def lent_at(table: Table, point: np.ndarray) -> float:
    """How far beyond its mean another landscape was at a point, on average over the tuples that it knew."""
    total, n = 0.0, 0
    for t in range(len(table.tuples)):
        at, _ = place_of(table, point, t)
        if table.statistics[at, LENT] > 0.0:
            total += table.statistics[at, LENT_SUM] / table.statistics[at, LENT]
            n += 1
    return total / max(1, n)


@jit
def judge(
    table: Table,
    points: np.ndarray,
    totals: np.ndarray,
    epsilon: float,
    prior: float,
    means: np.ndarray,
    doubts: np.ndarray,
) -> None:
    """For each point the mean over its tuples of what they gave, and of how little is known of them."""
    log_total = np.log(1.0 + totals[VISITS])
    level = totals[SUM] / max(1.0, totals[TOLD])
    known = prior * totals[SUM] / max(1.0, totals[TOLD])
    judge_dense(table.tuples, table.firsts, table.strides, table.statistics, points, log_total, epsilon, level, known,
                prior, means, doubts)  # fmt: skip
    for p in range(len(points)):
        for t in range(len(table.firsts), len(table.tuples)):
            at, _ = place_of(table, points[p], t)
            means[p] += mean_at(table.statistics, at, level, known, prior)
            doubts[p] += np.sqrt(log_total / (table.statistics[at, VISITS] + epsilon))
    means /= len(table.tuples)
    doubts /= len(table.tuples)


@jit
def judge_dense(
    tuples: np.ndarray,
    firsts: np.ndarray,
    strides: np.ndarray,
    statistics: np.ndarray,
    points: np.ndarray,
    log_total: float,
    epsilon: float,
    level: float,
    known: float,
    prior: float,
    means: np.ndarray,
    doubts: np.ndarray,
) -> None:
    """The part of the tuples that are not hashed: by far the most. With plain arrays this runs eight times faster."""
    for p in range(len(points)):
        mean, doubt = 0.0, 0.0
        for t in range(len(firsts)):
            at = firsts[t]
            for position in range(tuples.shape[1]):
                dimension = tuples[t, position]
                if dimension < 0:
                    break
                at += strides[t, position] * points[p, dimension]
            mean += mean_at(statistics, at, level, known, prior)
            doubt += np.sqrt(log_total / (statistics[at, VISITS] + epsilon))
        means[p], doubts[p] = mean, doubt


@jit
def refill(table: Table, keys: np.ndarray, statistics: np.ndarray) -> None:
    """Put the entries of a table with a smaller hash into this one."""
    mask = np.uint64(len(table.keys) - 1)
    dense, was_dense = len(table.statistics) - len(table.keys), len(statistics) - len(keys)
    table.statistics[:dense] = statistics[:was_dense]
    for i in range(len(keys)):
        if keys[i] != EMPTY:
            at = (keys[i] >> ONE) & mask
            while table.keys[at] != EMPTY:
                at = (at + ONE) & mask
            table.keys[at] = keys[i]
            table.statistics[np.int64(at) + dense] = statistics[i + was_dense]


class Landscape:
    """Statistics of the combinations of values at points with `sizes` values a dimension. Larger is better."""

    def __init__(self, sizes: Sequence[int], tuples: Sequence[int] = (1, 2)):
        n = len(sizes)
        lengths = sorted({length or n for length in tuples})
        if lengths and lengths[-1] > n:
            raise ValueError(f"tuples of length {lengths[-1]} do not fit into {n} parameters")
        self.sizes = tuple(sizes)
        groups = [group for length in lengths for group in combinations(range(n), length)]
        self.tuples = sorted(groups, key=lambda group: self._combinations(group) > FEW)  # those of few come first
        self.all = np.zeros(COLUMNS)  # the same statistics over all points
        self._used = 0
        few = [count for group in self.tuples if (count := self._combinations(group)) <= FEW]
        self._dense, self._hashed = sum(few), len(self.tuples) - len(few)
        words = np.random.default_rng(1)
        members, strides = np.full((len(self.tuples), n), -1), np.zeros((len(self.tuples), n), np.int64)
        for t, group in enumerate(self.tuples):
            members[t, : len(group)] = group
            if t < len(few):
                strides[t, : len(group)] = [self._combinations(group[i + 1 :]) for i in range(len(group))]
        self._table = Table(
            members,
            np.cumsum([0, *few])[:-1],
            strides,
            words.integers(1 << 63, size=len(self.tuples), dtype=np.uint64),
            words.integers(1 << 63, size=(n, max(sizes, default=1)), dtype=np.uint64),
            np.zeros(1024, np.uint64),
            np.zeros((self._dense + 1024, COLUMNS)),
        )

    def _combinations(self, group: Sequence[int]) -> int:
        """The number of combinations of values in some dimensions; more than an array can count in long tuples."""
        return math.prod(self.sizes[dimension] for dimension in group)

    def visit(self, point: np.ndarray, times: int = 1) -> None:
        """Count a try that has no result yet; -1 takes it back."""
        self._change(point, (times, 0.0, 0.0, 0.0, 0.0, 0.0))

    def tell(self, point: np.ndarray, value: float, games: float = 1.0) -> None:
        """Add the result of a try that was counted as a visit: the mean of so many games."""
        self._change(point, (0.0, games, games * value, games * value * value, 0.0, 0.0))

    def lend(self, point: np.ndarray, visits: float, games: float, beyond: float) -> None:
        """Count tries of another landscape that is like this one: so many games, so far beyond its own mean."""
        self._change(point, (visits, 0.0, 0.0, 0.0, games, games * beyond))

    def lent(self, point: np.ndarray) -> float:
        """What was lent says of a point: how far it is beyond the mean."""
        return lent_at(self._table, point)

    def judge(self, points: np.ndarray, epsilon: float, prior: float) -> tuple[np.ndarray, np.ndarray]:
        """For each point what its combinations gave on average, and how little is known of them.

        Every combination starts with `prior` games at the overall mean, so that a single lucky one proves little.
        """
        means, doubts = np.empty(len(points)), np.empty(len(points))
        judge(self._table, points, self.all, epsilon, prior, means, doubts)
        return means, doubts

    def at(self, group: Sequence[int], values: Sequence[int]) -> np.ndarray:
        """Visits, games, their sum and sum of squares for one combination of values."""
        if tuple(group) not in self.tuples:
            raise ValueError(f"the model has no tuples of length {len(group)}")
        point = np.zeros(len(self.sizes), np.int64)
        point[list(group)] = values
        place, _ = place_of(self._table, point, self.tuples.index(tuple(group)))
        return self._table.statistics[place, :LENT].copy()

    @property
    def spread(self) -> float:
        """Twice the standard deviation of all results: 1 for the flips of a fair coin."""
        _, told, total, squares = self.all[:LENT]
        variance = squares / told - (total / told) ** 2 if told > 1 else 0.0
        return 2.0 * float(np.sqrt(variance)) if variance > 0 else 1.0

    def _change(self, point: np.ndarray, change: tuple[float, ...]) -> None:
        if (wanted := 2 * (self._used + self._hashed)) > len(self._table.keys):
            size = 1 << wanted.bit_length()
            old = self._table
            self._table = old._replace(
                keys=np.zeros(size, np.uint64), statistics=np.zeros((self._dense + size, COLUMNS))
            )
            refill(self._table, old.keys, old.statistics)
        self.all += change
        self._used += add(self._table, point, np.array(change))
