"""What happened so far: every trial, and the optimiser's choices. Tables, plots and MLflow read it."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from optimisers.optimiser import Known
from optimisers.space import Space
from optimisers.surrogate import coordinates, smoothed
from studies.play.balance import Measure
from studies.play.games import Games, join
from studies.play.rates import Rate
from studies.search.search import Trial
from studies.spec.players import Values

Key = tuple[tuple[str, Any], ...]
FAR = 2**32  # deals: more than any search plays
NEAR = 60  # candidates by which a choice is judged
NOISE = 0.25  # the largest variance of a share of a win
HARDLY = 1e-6  # games of a candidate that has none
Z = 1.96  # of the standard normal distribution: 95 % lie within


class TrialRow(NamedTuple):
    """A trial as tables and plots need it."""

    search: int
    candidate: int
    values: Values
    games: int
    rate: float
    note: Mapping[str, Any]


class Tally:
    """All games of equal candidates."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.parts: list[Games] = []
        self.n = 0  # games
        self.total = 0.0  # of what was told of them

    @property
    def mean(self) -> float:
        """The mean of what the optimiser was told of its games."""
        return self.total / max(1, self.n)

    def add(self, games: Games, mean: float) -> None:
        """Add games of one more trial."""
        self.parts.append(games)
        self.n += len(games)
        self.total += len(games) * mean

    @property
    def games(self) -> Games:
        """The games of all trials."""
        self.parts = [join(self.parts)]
        return self.parts[0]


def apart(games: Games, search: int, block: int) -> Games:
    """Games of a later search under numbers of their own: each search has deals of its own."""
    games = games.copy()
    games["number"] += search * block * FAR
    return games


def key_of(values: Values) -> Key:
    """A key that is equal for equal candidates."""
    return tuple(sorted(values.items()))


class History:
    """Collects trials; equal candidates are pooled."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.rows: list[TrialRow] = []
        self.tallies: dict[Key, Tally] = {}
        self.chosen: list[tuple[int, Rate]] = []  # the optimiser's choice, after so many games of the study

    def tell(self, search: int, trial: Trial) -> None:
        """Add one more trial."""
        candidate = trial.candidate
        tally = self.tallies.setdefault(key_of(candidate.values), Tally(candidate.values))
        tally.add(trial.games if search == 1 else apart(trial.games, search, self.measure.block), trial.mean)
        self.rows.append(TrialRow(search, candidate.id, candidate.values, len(trial.games), trial.mean, candidate.note))

    def known(self, each: int) -> list[Known]:
        """What every candidate got, in evaluations of `each` games."""
        return [Known(tally.values, tally.n / each, tally.n, tally.mean) for tally in self.tallies.values()]

    def choose(self, values: Values, games: int, space: Space | None) -> Rate | None:
        """The optimiser's choice after so many games, and its worth: by a fit to those near it, as its own were lucky.

        Formulas have no space to fit them in: for those, by its own games, if it has any.
        """
        tally = self.tallies.get(key_of(values))
        rate = self.measure.rate(tally.games) if tally else None
        if space is not None:
            worth, errors = modelled(space, self._near(values, space, tally or Tally(values)), fit=False)
            mean, half = float(worth[0]), Z * float(errors[0])
            rate = Rate(mean, max(0.0, mean - half), min(1.0, mean + half), tally.n if tally else 0)
        if rate:
            self.chosen.append((games, rate))
        return rate

    def _near(self, values: Values, space: Space, chosen: Tally) -> list[Tally]:
        """The choice and the candidates nearest to it: a fit to all would take time from the games."""
        others = [other for other in self.tallies.values() if other is not chosen]
        rows = coordinates(space, [values, *(other.values for other in others)]).rows
        nearest = np.argsort(((rows[1:] - rows[0]) ** 2).sum(1), kind="stable")[:NEAR]
        return [chosen, *(others[i] for i in nearest)]


def trial_table(rows: Sequence[TrialRow]) -> str:
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


def modelled(space: Space, candidates: Sequence[Tally], fit: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """What each candidate is worth by a smooth fit to all, with standard errors: few games alone are mostly luck."""
    rates, games = (np.array([getattr(one, name) for one in candidates], float) for name in ("mean", "n"))
    rates[games == 0] = np.average(rates, weights=games)
    places = coordinates(space, [one.values for one in candidates])
    return smoothed(places, rates, NOISE / np.maximum(games, HARDLY), fit)
