"""What happened so far: every trial, the optimiser's choices, the best so far. Tables, plots and MLflow read it."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from studies.play.evaluate import Played
from studies.play.measure import Measure
from studies.play.rates import Rate
from studies.show.analysis import Row
from studies.show.plots import Point
from studies.work.search import Trial

Key = tuple[tuple[str, Any], ...]


class Tally:
    """All games of equal candidates."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values
        self.games: list[Played] = []
        self.total = self.promise = 0.0

    def add(self, trial: Trial, measure: Measure) -> None:
        """More games of it."""
        self.games += trial.games
        self.total += len(trial.games) * trial.mean
        self.promise = measure.promise(self.games, self.total)


def key_of(values: Mapping[str, Any]) -> Key:
    """Equal for equal candidates."""
    return tuple(sorted(values.items()))


class Story:
    """Collects trials; equal candidates are pooled."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.rows: list[Row] = []
        self.tallies: dict[Key, Tally] = {}
        self.best: Tally | None = None  # whose lower bound is highest
        self.chosen: list[Point] = []  # the optimiser's choice by games played
        self.bests: list[Point] = []  # the best so far by games played

    def tell(self, search: int, trial: Trial) -> None:
        """One more trial."""
        values = trial.candidate.values
        tally = self.tallies.setdefault(key_of(values), Tally(values))
        tally.add(trial, self.measure)
        self.rows.append(Row(search, trial.candidate.id, values, len(trial.games), trial.mean, trial.candidate.note))
        if self.best is None or tally.promise > self.best.promise:
            self.best = tally

    def choose(self, values: Mapping[str, Any], games: int) -> tuple[Rate, Rate]:
        """The optimiser's choice after so many games; its rate and that of the best so far."""
        assert self.best is not None
        tally = self.tallies.get(key_of(values))
        rate, best = self.measure.rate(tally.games if tally else ()), self.measure.rate(self.best.games)
        if rate.games:
            self.chosen.append(Point(games, rate.mean, rate.low, rate.high))
        self.bests.append(Point(games, best.mean, best.low, best.high))
        return rate, best

    def strongest(self, n: int) -> list[Mapping[str, Any]]:
        """The candidates whose lower bounds are highest."""
        ranked = sorted(self.tallies.values(), key=lambda tally: -tally.promise)
        return [tally.values for tally in ranked[:n]]


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
