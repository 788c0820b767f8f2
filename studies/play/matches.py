"""Compare studies: a table of matches on the same deals."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.errors import InputError
from optimisers.optimiser import Candidate
from studies.play.course import Course, course_of
from studies.play.deals import CONFIRM, stream_seed
from studies.play.evaluate import Field, Job, Played, Table, open_table
from studies.play.rates import Rate, rate_over
from studies.study.players import player_spec_of, with_values
from studies.study.setup import PORTION, check_player, field_of, table_of
from studies.study.spec import Compare
from studies.work.keeper import Keeper


class Match(NamedTuple):
    """One player against others."""

    player: str
    field: Field
    row: str
    column: str


class Entry(NamedTuple):
    """One line of the table: who, against whom, and how it went."""

    row: str
    column: str
    rate: Rate
    points: float
    seats: list[Rate]  # the rate at each seat
    course: Course
    calls: float | None  # forward-model calls per decision, where they are known: of who stands first in the match


class Contest:
    """A compare study, ready to run."""

    def __init__(self, study: Compare, where: str) -> None:
        self.study = study
        self.table = table_of(study.game, where)
        self.n_players = open_table(self.table).n_players
        if study.games % self.n_players:
            raise InputError(f"{where}: games = {study.games} is not accepted; it takes a multiple of {self.n_players}")
        self.matches = matches_of(study, self.table, where)

    @property
    def games(self) -> int:
        """Of the whole study."""
        return self.study.games * len(self.matches)

    def run(self, keeper: Keeper, heard: Callable[[int], None]) -> list[Entry]:
        """Play all matches."""
        stream = stream_seed(self.study.seed, CONFIRM)
        futures = []
        for i, match in enumerate(self.matches):
            owner = Candidate(i, {"player": match.player, "opponents": list(match.field.players)})
            job = Job(self.table, match.player, match.field, stream, 0, self.study.games)
            futures.append(keeper.spread(owner, job, PORTION * self.n_players))
        entries: list[Entry] = []
        for match, started in zip(self.matches, futures, strict=True):
            games = keeper.gather(started)
            entries += self._entries(match, games)
            heard(len(games))
        return entries

    def _entries(self, match: Match, games: Sequence[Played]) -> list[Entry]:
        """The match's line; that of the other side too where there is just one."""
        course, calls = course_of(games), sum(game.calls for game in games) / max(1, len(games))

        def entry(row: str, column: str, player: int) -> Entry:
            return Entry(row, column, *standing(games, player, self.n_players), course, calls if player == 0 else None)

        entries = [entry(match.row, match.column, 0)]
        if self.study.form == "table":
            names = [player_spec_of(self.table.game, text).name for text in match.field.players]
            entries += [entry(name, "the others", i) for i, name in enumerate(names, 1)]
        elif self.study.form == "round-robin" and self.n_players == 2:
            entries.append(entry(match.column, match.row, 1))
        return entries


def matches_of(study: Compare, table: Table, where: str) -> list[Match]:
    """Who meets whom."""
    n_players = open_table(table).n_players
    players, labels = entrants(study, table, where)
    if study.opponents:
        field = field_of(study.opponents, table, where)
        column = ", ".join(field.players)
        return [Match(player, field, label, column) for player, label in zip(players, labels, strict=True)]
    if study.form == "table":
        if len(players) != n_players:
            raise InputError(f"{where}: players has {len(players)} entries; this table seats {n_players}")
        return [Match(players[0], Field(tuple(players[1:])), labels[0], "the others")]
    pairs = [(i, j) for i in range(len(players)) for j in range(len(players)) if (i < j if n_players == 2 else i != j)]
    return [Match(players[i], Field((players[j],) * (n_players - 1)), labels[i], labels[j]) for i, j in pairs]


def entrants(study: Compare, table: Table, where: str) -> tuple[list[str], list[str]]:
    """The players and what they are called."""
    if study.ladder:
        ladder, key = study.ladder, "ladder"
        players = [with_values(ladder.player, {ladder.knob: value}) for value in ladder.values]
    else:
        players, key = study.players, "players"
    for player in players:
        check_player(table, player, f"{where}: {key}")
    if study.ladder:
        return players, [str(value) for value in study.ladder.values]
    return players, [player_spec_of(table.game, player).name for player in players]


def standing(games: Sequence[Played], player: int, n_players: int) -> tuple[Rate, float, list[Rate]]:
    """Rate, mean points and rates by seat of the `player`-th at the table; the candidate is 0."""
    blocks: dict[int, list[float]] = {}
    by_seat: list[list[float]] = [[] for _ in range(n_players)]
    points = 0.0
    for game in games:
        seat = (game.seat + player) % n_players
        blocks.setdefault(game.seed, []).append(game.shares[seat])
        by_seat[seat].append(game.shares[seat])
        points += game.points[seat]
    means = [sum(shares) / len(shares) for shares in blocks.values()]
    seats = [rate_over(shares, len(shares)) for shares in by_seat]
    return rate_over(means, len(games)), points / max(1, len(games)), seats
