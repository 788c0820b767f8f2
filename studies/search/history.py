"""What happened so far: every trial, the optimiser's choices, the best so far. Tables, plots and MLflow read it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from studies.play.games import Games, join, no_games
from studies.play.measure import Measure
from studies.play.rates import Rate
from studies.search.search import Trial

Values = Mapping[str, Any]
Key = tuple[tuple[str, Any], ...]
FAR = 2**32  # deals: more than any search plays


class TrialRow(NamedTuple):
    """A trial as tables and plots need it."""

    search: int
    candidate: int
    values: Values
    games: int
    rate: float
    note: Mapping[str, Any]


class Checkpoint(NamedTuple):
    """A rate after so many games of the study."""

    games: int
    rate: Rate


class Tally:
    """All games of equal candidates."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.parts: list[Games] = []
        self.n = 0  # games
        self.total = 0.0  # of what was told of them
        self._bound = (0, 0.0)  # of how many games, and what it was

    def add(self, games: Games, mean: float) -> None:
        """More games of it."""
        self.parts.append(games)
        self.n += len(games)
        self.total += len(games) * mean

    @property
    def games(self) -> Games:
        """All of them."""
        self.parts = [join(self.parts)]
        return self.parts[0]

    def lower_bound(self, measure: Measure) -> float:
        """Of what is measured, worked out again when there are more games."""
        if self._bound[0] != self.n:
            self._bound = self.n, measure.lower_bound(self)
        return self._bound[1]


def apart(games: Games, search: int, block: int) -> Games:
    """Games of a later search under numbers of their own: each search has deals of its own."""
    games = games.copy()
    games["number"] += search * block * FAR
    return games


def key_of(values: Values) -> Key:
    """Equal for equal candidates."""
    return tuple(sorted(values.items()))


class History:
    """Collects trials; equal candidates are pooled."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.rows: list[TrialRow] = []
        self.tallies: dict[Key, Tally] = {}
        self.chosen: list[Checkpoint] = []  # the optimiser's choice
        self.bests: list[Checkpoint] = []  # the best so far

    def tell(self, search: int, trial: Trial) -> None:
        """One more trial."""
        candidate = trial.candidate
        tally = self.tallies.setdefault(key_of(candidate.values), Tally(candidate.values))
        tally.add(trial.games if search == 1 else apart(trial.games, search, self.measure.block), trial.mean)
        self.rows.append(TrialRow(search, candidate.id, candidate.values, len(trial.games), trial.mean, candidate.note))

    def choose(self, values: Values, games: int) -> tuple[Rate, Rate]:
        """The optimiser's choice after so many games; its rate and that of the best so far."""
        tally = self.tallies.get(key_of(values))
        rate = self.measure.rate(tally.games if tally else no_games(2))
        best = self.measure.rate(self.ranked()[0].games)
        if rate.games:
            self.chosen.append(Checkpoint(games, rate))
        self.bests.append(Checkpoint(games, best))
        return rate, best

    def ranked(self) -> list[Tally]:
        """Those whose lower bounds are highest come first."""
        return sorted(self.tallies.values(), key=lambda tally: -tally.lower_bound(self.measure))
