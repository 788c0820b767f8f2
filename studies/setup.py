"""A study with its names looked up: game, rules, opponents, searched space. What is wrong with them is said here."""

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from engine.catalog import find_game
from engine.errors import InputError
from optimisers.catalog import make
from optimisers.optimiser import Optimiser
from studies.evaluate import Field, Table, open_table
from studies.evolved import Formula, Weights
from studies.players import seated
from studies.spec import Evolve, GamePart, OpponentsPart, Tune
from studies.subject import Knobs, Subject

PORTION = 8  # blocks in one job of a long series


@contextmanager
def placed(where: str) -> Iterator[None]:
    """Errors say where in the study they come from."""
    try:
        yield
    except InputError as error:
        raise error if str(error).startswith(where) else InputError(f"{where}: {error}") from None


def table_of(part: GamePart, where: str) -> Table:
    """The game and its rules, checked."""
    table = Table(part.name, part.preset, tuple(part.rules.items()))
    with placed(where):
        open_table(table)
    return table


def field_of(part: OpponentsPart, table: Table, where: str) -> Field:
    """The opponents, checked: known players, as many as there are seats."""
    n_players = open_table(table).n_players
    if part.seats and len(part.seats) != n_players - 1:
        hint = f'for the same one at every seat write opponents = {{ pool = ["{part.seats[0]}"] }}'
        raise InputError(
            f"{where}: opponents has {len(part.seats)} players; {n_players} at the table take {n_players - 1} ({hint})"
        )
    for text in (*part.seats, *part.pool, *part.mix):
        check_player(table, text, f"{where}: opponents")
    if part.seats:
        return Field(tuple(part.seats))
    weights = part.mix or dict.fromkeys(part.pool, 1.0)
    return Field(tuple(weights), tuple(weights.values()))


def check_player(table: Table, text: str, where: str) -> None:
    """Refuse a player that cannot sit down at this table."""
    game, params, *_ = open_table(table)
    with placed(where):
        seated(game.name, params, text)


def subject_of(study: Tune | Evolve, where: str) -> Subject:
    """What is searched."""
    game = find_game(study.game.name)
    if isinstance(study, Tune):
        return Knobs(study.candidate, game, where)
    return (Weights if study.candidate.what == "weights" else Formula)(study.candidate, game, where)


class Setup:
    """A tune or evolve study, ready to run."""

    def __init__(self, study: Tune | Evolve, where: str) -> None:
        self.study, self.where = study, where
        self.table = table_of(study.game, where)
        self.n_players = open_table(self.table).n_players
        self.field = field_of(study.opponents, self.table, where)
        with placed(f"{where}: candidate"):
            self.subject = subject_of(study, f"{where}: candidate")
        self.default = self.subject.default
        check_player(self.table, self.player(self.default), f"{where}: candidate")
        self._check_games()
        with placed(where):
            first = self.optimiser(0)  # refuses an unknown one and settings that do not fit
        together = getattr(first.method, "together", 1)
        if study.evaluation.in_flight < together:
            takes = f"{together} or more: the candidates of {study.optimiser.name} play each other"
            self._refuse("evaluation.in_flight", study.evaluation.in_flight, takes)

    @property
    def most_games(self) -> int:
        """The most games that one evaluation can take."""
        return self.study.evaluation.most or self.study.evaluation.games

    @property
    def portion(self) -> int:
        """Games in one job of a long series."""
        return PORTION * self.n_players

    @cached_property
    def search_games(self) -> int:
        """Games of each independent search."""
        budget = self.study.budget
        return round(budget.games * (1 - budget.race)) // budget.repeats

    @property
    def race_games(self) -> int:
        """Games of the race."""
        return self.study.budget.games - self.search_games * self.study.budget.repeats

    def player(self, values: Mapping[str, Any]) -> str:
        """The player that these values make."""
        return self.subject.player(values)

    def optimiser(self, number: int) -> Optimiser:
        """A new optimiser for the search of this number."""
        part, evaluation = self.study.optimiser, self.study.evaluation
        fixed = None if evaluation.most else evaluation.games
        evaluations = max(1, self.search_games // evaluation.games)
        return make(part.name, self.subject.domain, self.study.seed * 1000 + number, evaluations, part.settings, fixed)

    def _check_games(self) -> None:
        """Blocks must come out even, and the budget must pay for at least one candidate."""
        n, evaluation, budget = self.n_players, self.study.evaluation, self.study.budget
        if evaluation.games % n and n % evaluation.games:
            even = sorted({d for d in range(1, n) if n % d == 0} | {n, 2 * n, 3 * n})
            listed = ", ".join(map(str, even))
            self._refuse("evaluation.games", evaluation.games, f"{listed} ...: a deal goes round all {n} seats")
        if evaluation.most and (evaluation.most % n or evaluation.most < evaluation.games):
            self._refuse("evaluation.most", evaluation.most, f"a multiple of {n}, not below {evaluation.games} (games)")
        if budget.confirm % n:
            self._refuse("budget.confirm", budget.confirm, f"a multiple of {n}")
        needed = self.most_games * (2 if evaluation.most else 1)  # the best so far plays too
        if self.search_games < needed:
            least = math.ceil(needed * budget.repeats / (1 - budget.race))
            self._refuse("budget.games", budget.games, f"{least} or more in this study")

    def _refuse(self, key: str, found: int, takes: str) -> None:
        raise InputError(f"{self.where}: {key} = {found} is not accepted; it takes {takes}")
