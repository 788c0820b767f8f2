"""What happened in a study so far: every trial, the optimiser's choices, the best so far. Tables, plots and MLflow read it."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from studies.analysis import Row
from studies.evaluate import Played
from studies.plots import Point
from studies.rates import Rate, rate_of
from studies.search import Trial


class Best(NamedTuple):
    """A candidate and what its games say."""

    values: Mapping[str, Any]
    rate: Rate


def key_of(values: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Equal for equal candidates."""
    return tuple(sorted(values.items()))


class Story:
    """Collects trials; equal candidates are pooled."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.games: dict[tuple[tuple[str, Any], ...], list[Played]] = {}
        self.best: Best | None = None  # whose lower bound is highest
        self.chosen: list[Point] = []  # the optimiser's choice by games played
        self.bests: list[Point] = []  # the best so far by games played

    def tell(self, search: int, trial: Trial) -> None:
        """One more trial."""
        values = trial.candidate.values
        pooled = self.games.setdefault(key_of(values), [])
        pooled += trial.games
        mean = sum(game.payoff for game in trial.games) / len(trial.games)
        self.rows.append(Row(search, trial.candidate.id, values, len(trial.games), mean, trial.candidate.note))
        if self.best is not None:
            self.best = Best(self.best.values, self.rate(self.best.values))
        rate = rate_of(pooled)
        if self.best is None or rate.low > self.best.rate.low:
            self.best = Best(values, rate)

    def rate(self, values: Mapping[str, Any]) -> Rate:
        """What the search's games say about a candidate."""
        return rate_of(self.games.get(key_of(values), ()))

    def choose(self, values: Mapping[str, Any], games: int) -> tuple[Rate, Rate]:
        """The optimiser's choice after so many games; its rate and that of the best so far."""
        assert self.best is not None
        rate, best = self.rate(values), self.best.rate
        if rate.games:
            self.chosen.append(Point(games, rate.mean, rate.low, rate.high))
        self.bests.append(Point(games, best.mean, best.low, best.high))
        return rate, best

    def strongest(self, n: int) -> list[Mapping[str, Any]]:
        """The candidates whose lower bounds are highest."""
        ranked = sorted(self.games, key=lambda key: -rate_of(self.games[key]).low)
        return [dict(key) for key in ranked[:n]]


def trial_table(rows: Sequence[Row]) -> str:
    """All trials as CSV."""
    names = list(dict.fromkeys(name for row in rows for name in row.values))
    notes = list(dict.fromkeys(name for row in rows for name in row.note))
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["search", "candidate", "games", "rate", *names, *notes])
    for row in rows:
        cells = [row.values.get(name, "") for name in names] + [row.note.get(name, "") for name in notes]
        table.writerow([row.search, row.candidate, row.games, row.rate, *cells])
    return text.getvalue()
