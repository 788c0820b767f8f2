"""Which of many noisily measured points to trust: the best by a Gaussian process that borrows from their neighbours.

The luckiest of many trials lies (of 200 trials of 100 games it reports .66 where the truth is .54). A smooth fit, with
the noise known from the games, pools what similar points got. All points count; where there are many, the fit is one
over some of them (the subset of regressors: Quiñonero-Candela, Rasmussen 2005), so that time grows with their number.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy  # its parts are loaded when they are first used: most commands never do

from engine.space import Choice
from optimisers.optimiser import Outcome
from optimisers.space import Space, grid, scale

LENGTHS = (0.15, 0.4, 1.0, 3.0, 10.0)  # in units of a knob's whole domain; with the last it hardly matters
SIGNALS = (0.1, 0.3, 1.0)  # how much of the spread of the results is not noise
ROUNDS = 2  # of choosing lengths
FITTED = 100  # points on which lengths are chosen
SUPPORT = 400  # points that carry the fit


class Coordinates(NamedTuple):
    """Points as rows of numbers."""

    rows: np.ndarray  # point x column
    knobs: np.ndarray  # column -> the knob that it belongs to


def smooth_best(
    space: Space, points: Sequence[Mapping[str, Any]], outcomes: Sequence[Outcome], n: int = 1
) -> list[Mapping[str, Any]]:
    """The n points with the best smoothed payoffs, the best first."""
    pooled: dict[tuple[tuple[str, Any], ...], list[float]] = {}
    noise = float(np.mean([outcome.variance for outcome in outcomes])) + 1e-9
    for point, outcome in zip(points, outcomes, strict=True):
        entry = pooled.setdefault(tuple(point.items()), [0.0, 0.0])
        entry[0] += outcome.n
        entry[1] += outcome.n * outcome.mean
    tried: list[Mapping[str, Any]] = [dict(key) for key in pooled]
    counts, sums = np.array(list(pooled.values())).T
    values, _ = smoothed(coordinates(space, tried), sums / counts, noise / counts)
    ranking = np.argsort(-values, kind="stable")
    return [tried[i] for i in ranking[:n]]


def coordinates(space: Space, points: Sequence[Mapping[str, Any]]) -> Coordinates:
    """Each knob as its place on a scale, or one column a choice, and a column that says whether it is off."""
    columns: list[list[float]] = []
    knobs: list[int] = []
    for k, knob in enumerate(space.knobs):
        values = [point.get(knob.name) for point in points]
        places = {value: scale(knob, value) for value in dict.fromkeys(values) if value is not None}
        shown = [[float(value is None) for value in values]]
        if isinstance(knob.domain, Choice):
            shown += [[float(value == choice) for value in values] for choice in grid(knob)]
        else:
            shown += [[places.get(value, 0.5) for value in values]]
        columns += shown
        knobs += [k] * len(shown)
    return Coordinates(np.array(columns).reshape(len(columns), len(points)).T, np.array(knobs, int))


def smoothed(
    places: Coordinates, means: np.ndarray, noise: np.ndarray, fit: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """The posterior of a Gaussian process at the points themselves, its lengths chosen by likelihood.

    Without `fit` the usual ones do, which takes a hundredth of the time.

    Means, and standard errors. A point of which nothing is known has infinite noise.
    """
    if not places.rows.size:
        return means, np.sqrt(noise)
    noise = noise + 1e-4 * means.var()  # games without luck would leave nothing to invert
    level = np.average(means, weights=1 / (noise + means.var() + 1e-12))
    rest = means - level
    some = spread_out(len(means), FITTED)
    lengths, signal = _fit(Coordinates(places.rows[some], places.knobs), rest[some], noise[some], ROUNDS if fit else 0)
    support = spread_out(len(means), SUPPORT)
    rows = places.rows / lengths[places.knobs]
    kernel = _kernel(rows, rows[support], signal)
    weighted = kernel / noise[:, None]
    inner = kernel[support] + weighted.T @ kernel + 1e-6 * signal * np.eye(len(support))
    factor = scipy.linalg.cho_factor(inner, check_finite=False)
    errors = np.sqrt((kernel * scipy.linalg.cho_solve(factor, kernel.T, check_finite=False).T).sum(1))
    return level + kernel @ scipy.linalg.cho_solve(factor, weighted.T @ rest, check_finite=False), errors


def spread_out(n: int, most: int) -> np.ndarray:
    """At most so many of the numbers below n, evenly spaced."""
    return np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(int))


def _kernel(rows: np.ndarray, others: np.ndarray, signal: float) -> np.ndarray:
    return signal * np.exp(-0.5 * scipy.spatial.distance.cdist(rows, others, "sqeuclidean"))


def _fit(places: Coordinates, rest: np.ndarray, noise: np.ndarray, rounds: int) -> tuple[np.ndarray, float]:
    """Lengths by knob and the signal's variance, by rounds of coordinate search on the marginal likelihood."""
    spread = float(rest.var()) + 1e-12
    lengths, signal = np.full(places.knobs[-1] + 1, 1.0), 0.3 * spread

    def likelihood(lengths: np.ndarray, signal: float) -> float:
        rows = places.rows / lengths[places.knobs]
        try:
            factor = scipy.linalg.cho_factor(
                _kernel(rows, rows, signal) + np.diag(noise + 1e-9 * signal), check_finite=False
            )
        except scipy.linalg.LinAlgError:
            return -np.inf
        fit = rest @ scipy.linalg.cho_solve(factor, rest, check_finite=False)
        return -0.5 * float(fit) - float(np.log(np.diag(factor[0])).sum())

    for _ in range(rounds):
        signal = max((share * spread for share in SIGNALS), key=lambda s: likelihood(lengths, s))
        for i in range(len(lengths)):
            tries = [np.where(np.arange(len(lengths)) == i, length, lengths) for length in LENGTHS]
            lengths = max(tries, key=lambda t: likelihood(t, signal))
    return lengths, signal
