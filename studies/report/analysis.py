"""What the trials of a search say about its space: marginals, importance, landscape, generations."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.space import word
from optimisers.space import Space, grid, scale
from studies.play.rates import Rate, student
from studies.report.plots import Axis, Marginal, Points
from studies.search.history import TrialRow

TICKS = 8  # labels on one axis


def marginals_of(rows: Sequence[TrialRow], most: float = np.inf) -> list[Marginal]:
    """For every knob: mean and 95 % interval at each value, and its share of what the knobs explain one by one.

    Numbers of more than `most` values are told by quarters of the trials.
    """
    names = list(dict.fromkeys(name for row in rows for name in row.values))
    raw = []
    for name in names:
        with_it = [row for row in rows if name in row.values]
        values = values_in_order([row.values[name] for row in with_it])
        groups = {word(value): [row for row in with_it if row.values[name] == value] for value in values}
        if len(values) > most and are_numbers(values):
            groups = by_quarters(with_it, name)
        rates = [(value, summarise(group)) for value, group in groups.items()]
        raw.append(Marginal(name, rates, explained(list(groups.values()))))
    total = sum(found.importance for found in raw) or 1.0
    return [found._replace(importance=found.importance / total) for found in raw]


def values_in_order(values: Sequence[Any]) -> list[Any]:
    """Numbers by size, everything else by first appearance."""
    kinds = list(dict.fromkeys(values))
    return sorted(kinds) if are_numbers(kinds) else kinds


def are_numbers(values: Sequence[Any]) -> bool:
    """Whether they are numbers, and no truth values."""
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def by_quarters(rows: Sequence[TrialRow], name: str) -> dict[str, list[TrialRow]]:
    """The trials in quarters by a number of theirs, each under the range that it covers."""
    numbers = np.array([row.values[name] for row in rows], float)
    quarter = np.searchsorted(np.quantile(numbers, (0.25, 0.5, 0.75)), numbers)
    ranges = {part: f"{numbers[quarter == part].min():.3g} to {numbers[quarter == part].max():.3g}" for part in quarter}
    return {
        ranges[part]: [row for row, own in zip(rows, quarter, strict=True) if own == part] for part in sorted(ranges)
    }


def summarise(group: Sequence[TrialRow]) -> Rate:
    """Mean over games, and its interval."""
    games = np.array([row.games for row in group], float)
    rates = np.array([row.rate for row in group])
    mean = float(np.average(rates, weights=games))
    spread = max(float(np.average((rates - mean) ** 2, weights=games)), 0.25 / (games.sum() + 1))
    half = student(len(group)) * np.sqrt(spread / (len(group) - 1)) if len(group) > 1 else 0.5
    return Rate(mean, max(0.0, mean - half), min(1.0, mean + half), int(games.sum()))


def explained(groups: Sequence[Sequence[TrialRow]]) -> float:
    """Spread between the values of a knob, less what chance alone would show: never below zero."""
    games = np.array([sum(row.games for row in group) for group in groups], float)
    if len(groups) < 2:
        return 0.0
    rows = [row for group in groups for row in group]
    rates, weights = np.array([row.rate for row in rows]), np.array([row.games for row in rows], float)
    means = np.array([np.average([r.rate for r in g], weights=[r.games for r in g]) for g in groups])
    grand = np.average(rates, weights=weights)
    between = float(np.average((means - grand) ** 2, weights=games))
    noise = float(np.average((rates - grand) ** 2, weights=weights)) * (len(groups) - 1) / max(1, len(rows) - 1)
    return max(0.0, between - noise)


def axes_of(space: Space, points: Sequence[Mapping[str, Any]]) -> list[Axis]:
    """Every searched knob as an axis; a knob that is off for a candidate is drawn at the middle."""
    axes = []
    for knob in space.knobs:
        places = [scale(knob, point[knob.name]) if knob.name in point else 0.5 for point in points]
        values = grid(knob)
        shown = values if len(values) <= TICKS else [values[0], values[len(values) // 2], values[-1]]
        axes.append(Axis(knob.name, places, {word(value): scale(knob, value) for value in shown}))
    return axes


def generations_of(rows: Sequence[TrialRow]) -> dict[int, list[TrialRow]]:
    """Trials by generation, where the optimiser has such."""
    found: dict[int, list[TrialRow]] = {}
    for row in rows:
        if "generation" in row.note:
            found.setdefault(int(row.note["generation"]), []).append(row)
    return dict(sorted(found.items()))


def generation_points(generations: Mapping[int, Sequence[TrialRow]]) -> tuple[Points, Points]:
    """Best and mean of every generation with 95 % intervals (the best's is that of its own games: it flatters)."""
    best, mean = [], []
    for number, rows in generations.items():
        top = max(rows, key=lambda row: row.rate)
        half = 0.98 / np.sqrt(top.games)
        best.append((number, Rate(top.rate, max(0.0, top.rate - half), min(1.0, top.rate + half), top.games)))
        mean.append((number, summarise(rows)))
    return best, mean
