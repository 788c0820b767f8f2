"""Which of many noisily measured points to trust: the best by a Gaussian process that borrows from their neighbours.

The luckiest of many trials lies (of 200 trials of 100 games it reports .66 where the truth is .54). A smooth fit, with
the noise known from the games, pools what similar points got.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from engine.space import Choice
from optimisers.optimiser import Outcome
from optimisers.space import Space, grid, scale

LENGTHS = (0.15, 0.4, 1.0, 3.0, 10.0)  # in units of a knob's whole domain; with the last it hardly matters
SIGNALS = (0.1, 0.3, 1.0)  # how much of the spread of the results is not noise
FITTED = 100  # points on which lengths are chosen
USED = 500  # the latest points of a longer search


def smooth_best(space: Space, points: Sequence[Mapping[str, Any]], outcomes: Sequence[Outcome]) -> Mapping[str, Any]:
    """The point with the best smoothed payoff."""
    pooled: dict[tuple[tuple[str, Any], ...], list[float]] = {}
    noise = float(np.mean([outcome.variance for outcome in outcomes])) + 1e-9
    for point, outcome in zip(points, outcomes, strict=True):
        entry = pooled.setdefault(tuple(point.items()), [0.0, 0.0])
        entry[0] += outcome.n
        entry[1] += outcome.n * outcome.mean
    latest = [dict(key) for key in pooled][-USED:]
    if len(latest) == 1:
        return latest[0]
    counts, sums = np.array(list(pooled.values())[-USED:]).T
    return latest[int(np.argmax(smoothed(coordinates(space, latest), sums / counts, noise / counts)))]


def coordinates(space: Space, points: Sequence[Mapping[str, Any]]) -> np.ndarray:
    """Point x knob x 2 or more numbers: places on a scale, or one column a choice, and whether the knob is off."""
    columns = []
    for knob in space.knobs:
        off = [float(knob.name not in point) for point in points]
        if isinstance(knob.domain, Choice):
            shown = [[float(point.get(knob.name) == value) for point in points] for value in grid(knob)]
        else:
            shown = [[scale(knob, point[knob.name]) if knob.name in point else 0.5 for point in points]]
        columns.append(np.array([*shown, off]))
    return _distances(columns)


def _distances(columns: Sequence[np.ndarray]) -> np.ndarray:
    """Knob x point x point: squared distances."""
    return np.array([((c[:, :, None] - c[:, None, :]) ** 2).sum(0) for c in columns])


def smoothed(distances: np.ndarray, means: np.ndarray, noise: np.ndarray) -> np.ndarray:
    """The posterior mean of a Gaussian process at the points themselves, its lengths chosen by likelihood."""
    level = np.average(means, weights=1 / (noise + means.var() + 1e-12))
    rest = means - level
    lengths, signal = _fit(distances[:, -FITTED:, -FITTED:], rest[-FITTED:], noise[-FITTED:])
    kernel = _kernel(distances, lengths, signal)
    factor = cho_factor(kernel + np.diag(noise + 1e-9 * signal), check_finite=False)
    return level + kernel @ cho_solve(factor, rest, check_finite=False)


def _kernel(distances: np.ndarray, lengths: np.ndarray, signal: float) -> np.ndarray:
    return signal * np.exp(-0.5 * np.tensordot(1 / lengths**2, distances, 1))


def _fit(distances: np.ndarray, rest: np.ndarray, noise: np.ndarray) -> tuple[np.ndarray, float]:
    """Lengths by knob and the signal's variance, by two rounds of coordinate search on the marginal likelihood."""
    spread = float(rest.var()) + 1e-12
    lengths, signal = np.full(len(distances), 1.0), 0.3 * spread

    def likelihood(lengths: np.ndarray, signal: float) -> float:
        try:
            factor = cho_factor(
                _kernel(distances, lengths, signal) + np.diag(noise + 1e-9 * signal), check_finite=False
            )
        except LinAlgError:
            return -np.inf
        fit = rest @ cho_solve(factor, rest, check_finite=False)
        return -0.5 * float(fit) - float(np.log(np.diag(factor[0])).sum())

    for _ in range(2):
        signal = max((share * spread for share in SIGNALS), key=lambda s: likelihood(lengths, s))
        for i in range(len(lengths)):
            tries = [np.where(np.arange(len(lengths)) == i, length, lengths) for length in LENGTHS]
            lengths = max(tries, key=lambda t: likelihood(t, signal))
    return lengths, signal
