"""A study with its names looked up: game, rules, opponents, searched space. What is wrong with them is said here."""

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple

from engine.catalog import find_game
from engine.errors import InputError
from optimisers.catalog import make
from optimisers.optimiser import Method, Optimiser
from studies.play.balance import Balance
from studies.play.evaluate import Field, Job, Table, open_table
from studies.play.measure import Measure, Wins
from studies.study.evolved import Formula, Weights
from studies.study.players import seated
from studies.study.rule_space import Rules
from studies.study.spec import AnySearch, Design, GamePart, OpponentsPart, Tune
from studies.study.subject import Knobs, Subject

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


def company_of(players: str | list[str], table: Table, where: str) -> tuple[str, ...]:
    """Who plays at every seat, checked: one for all seats, or as many as there are."""
    n_players = open_table(table).n_players
    seats = (players,) * n_players if isinstance(players, str) else tuple(players)
    if len(seats) != n_players:
        raise InputError(f"{where}: players has {len(seats)} entries; this table seats {n_players}")
    for text in seats:
        check_player(table, text, f"{where}: players")
    return seats


class Terms(NamedTuple):
    """What is searched, who else plays, what is measured, and how many rotations of the seats a deal is played in."""

    subject: Subject
    field: Field
    measure: Measure
    rotations: int


def terms_of(study: AnySearch, table: Table, where: str) -> Terms:
    """A study's terms, checked."""
    game, n_players = find_game(study.game.name), open_table(table).n_players
    candidate = f"{where}: candidate"
    if isinstance(study, Design):
        seats = company_of(study.players, table, where)
        rotations = 1 if len(set(seats)) == 1 else n_players  # equal players would play every rotation alike
        with placed(candidate):
            return Terms(
                Rules(study.candidate, table, seats[0], candidate), Field(seats[1:]), Balance(study.aim), rotations
            )
    field = field_of(study.opponents, table, where)
    with placed(candidate):
        kind = Knobs if isinstance(study, Tune) else Weights if study.candidate.what == "weights" else Formula
        subject: Subject = kind(study.candidate, game, candidate)  # type: ignore[arg-type]
    check_player(table, subject.player(subject.default), candidate)
    return Terms(subject, field, Wins(n_players), n_players)


class Setup:
    """A study that searches, ready to run."""

    def __init__(self, study: AnySearch, where: str) -> None:
        self.study, self.where = study, where
        self.table = table_of(study.game, where)
        self.n_players = open_table(self.table).n_players
        self.subject, self.field, self.measure, self.block = terms_of(study, self.table, where)
        self.default = self.subject.default
        self._check_games()
        with placed(where):
            first = self.optimiser(0)  # refuses an unknown one and settings that do not fit
        self._check_method(first.method)

    @property
    def most_games(self) -> int:
        """The most games that one evaluation can take."""
        return self.study.evaluation.most or self.study.evaluation.games

    @property
    def portion(self) -> int:
        """Games in one job of a long series."""
        return PORTION * self.block

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

    def text(self, values: Mapping[str, Any]) -> str:
        """The candidate as a person types it."""
        return self.subject.text(values)

    @property
    def company(self) -> list[str]:
        """Who plays beside the candidate; where rules are the candidate, all players."""
        seated = [self.player(self.default)] if isinstance(self.study, Design) else []
        return [*seated, *self.field.players]

    @property
    def company_text(self) -> str:
        """The same in words."""
        verb = "played by" if isinstance(self.study, Design) else "against"
        return f"{verb} {', '.join(dict.fromkeys(self.company))}"

    def job(self, values: Mapping[str, Any], stream: int, first: int, last: int) -> Job:
        """Games of a candidate."""
        table = self.subject.table(self.table, values)
        return Job(table, self.player(values), self.field, stream, first, last, rotations=self.block)

    def optimiser(self, number: int) -> Optimiser:
        """A new optimiser for the search of this number."""
        part, evaluation = self.study.optimiser, self.study.evaluation
        fixed = None if evaluation.most else evaluation.games
        evaluations = max(1, self.search_games // evaluation.games)
        return make(part.name, self.subject.domain, self.study.seed * 1000 + number, evaluations, part.settings, fixed)

    def _check_games(self) -> None:
        """Blocks must come out even, and the budget must pay for at least one candidate."""
        n, evaluation, budget = self.block, self.study.evaluation, self.study.budget
        if evaluation.games % n and n % evaluation.games:
            even = sorted({d for d in range(1, n) if n % d == 0} | {n, 2 * n, 3 * n})
            listed = ", ".join(map(str, even))
            self._refuse("evaluation.games", evaluation.games, f"{listed} ...: a deal goes round all {n} seats")
        if evaluation.games < self.measure.fewest * n:
            self._refuse("evaluation.games", evaluation.games, f"{self.measure.fewest * n} or more")
        if evaluation.most and (evaluation.most % n or evaluation.most < evaluation.games):
            self._refuse("evaluation.most", evaluation.most, f"a multiple of {n}, not below {evaluation.games} (games)")
        if budget.confirm % n or budget.confirm < self.measure.fewest * n:
            self._refuse("budget.confirm", budget.confirm, f"a multiple of {n}, at least {self.measure.fewest * n}")
        needed = self.most_games * (2 if evaluation.most else 1)  # the best so far plays too
        if self.search_games < needed:
            least = math.ceil(needed * budget.repeats / (1 - budget.race))
            self._refuse("budget.games", budget.games, f"{least} or more in this study")

    def _check_method(self, method: Method) -> None:
        """What the optimiser wants to know must be measured, and what it wants at once must have a place."""
        study, costs = self.study, method.costs
        if unknown := set(costs) - set(self.measure.costs):
            self._refuse("optimiser.cost", unknown.pop(), f"one of {', '.join(self.measure.costs)}")
        if isinstance(study, Design) and study.aim.length and study.aim.tolerance is None and "length" not in costs:
            raise InputError(
                f"{self.where}: aim.tolerance is missing: without it {study.optimiser.name} ignores the length"
            )
        if method.duels and isinstance(study, Design):
            self._refuse("optimiser.name", study.optimiser.name, "one whose candidates do not play each other")
        if study.evaluation.in_flight < method.together:
            takes = f"{method.together} or more: the candidates of {study.optimiser.name} play each other"
            self._refuse("evaluation.in_flight", study.evaluation.in_flight, takes)

    def _refuse(self, key: str, found: Any, takes: str) -> None:
        raise InputError(f"{self.where}: {key} = {found} is not accepted; it takes {takes}")
