"""Compare studies: a table of matches on the same deals."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.errors import InputError
from optimisers.optimiser import Candidate
from studies.play.course import Course, course_of
from studies.play.deals import CONFIRM, stream_seed
from studies.play.jobs import Job, Opponents, Played
from studies.play.rates import Rate, rate_over
from studies.play.setup import prepare_game
from studies.search.plan import PORTION, check_players, opponents_of, setup_of
from studies.search.store import GameStore
from studies.spec.players import player_spec_of, with_values
from studies.spec.study import Compare


class Match(NamedTuple):
    """One player against others."""

    player: str
    opponents: Opponents
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


class ComparisonPlan:
    """A compare study, ready to run."""

    def __init__(self, study: Compare, where: str) -> None:
        self.study, self.where = study, where
        self.setup = setup_of(study.game, where)
        self.n_players = prepare_game(self.setup).n_players
        if study.games % self.n_players:
            raise InputError(f"{where}: games = {study.games} is not accepted; it takes a multiple of {self.n_players}")
        self.matches = self._matches()
        self.games = study.games * len(self.matches)  # of the whole study
        self.tags: dict[str, str] = {}

    def play(self, store: GameStore, on_games: Callable[[int], None]) -> list[Entry]:
        """Play all matches."""
        jobs = [self._job(match, self.study.games) for match in self.matches]
        futures = [
            store.spread(
                Candidate(i, {"player": job.player, "opponents": list(job.opponents.players)}),
                job,
                PORTION * self.n_players,
            )
            for i, job in enumerate(jobs)
        ]
        entries: list[Entry] = []
        for match, started in zip(self.matches, futures, strict=True):
            games = store.gather(started)
            entries += self._entries(match, games)
            on_games(len(games))
        return entries

    def sample_jobs(self) -> list[Job]:
        """A few games of every match."""
        return [self._job(match, self.n_players) for match in self.matches]

    def describe(self) -> list[str]:
        """How many matches there are."""
        return [f"matches    {len(self.matches)} of {self.study.games:,} games"]

    @property
    def rows(self) -> list[str]:
        """What the rows of its result are called."""
        pairs = [(match.row, match.column) for match in self.matches]
        pairs += [(column, row) for row, column in pairs]
        named = [name for row, column in pairs for name in (row, f"{row} against {column}")]
        return named + [self._name(text) for text in self.study.players]

    def _job(self, match: Match, games: int) -> Job:
        stream = stream_seed(self.study.seed, CONFIRM)
        return Job(self.setup, match.player, match.opponents, stream, 0, games)

    def _name(self, text: str) -> str:
        return player_spec_of(self.setup.game, text).name

    def _matches(self) -> list[Match]:
        """Who meets whom."""
        study, where, n = self.study, self.where, self.n_players
        players, labels = self._entrants()
        if study.opponents:
            opponents = opponents_of(study.opponents, self.setup, where)
            column = ", ".join(opponents.players)
            return [Match(player, opponents, label, column) for player, label in zip(players, labels, strict=True)]
        if study.form == "table":
            if len(players) != n:
                raise InputError(f"{where}: players has {len(players)} entries; this table seats {n}")
            return [Match(players[0], Opponents(tuple(players[1:])), labels[0], "the others")]
        pairs = [(i, j) for i in range(len(players)) for j in range(len(players)) if (i < j if n == 2 else i != j)]
        return [Match(players[i], Opponents((players[j],) * (n - 1)), labels[i], labels[j]) for i, j in pairs]

    def _entrants(self) -> tuple[list[str], list[str]]:
        """The players and what they are called, checked."""
        ladder = self.study.ladder
        if ladder:
            players = [with_values(ladder.player, {ladder.knob: value}) for value in ladder.values]
        else:
            players = self.study.players
        check_players(self.setup, tuple(players), f"{self.where}: {'ladder' if ladder else 'players'}")
        return players, [str(value) for value in ladder.values] if ladder else [self._name(text) for text in players]

    def _entries(self, match: Match, games: Sequence[Played]) -> list[Entry]:
        """The match's line; that of the other side too where there is just one."""
        course, calls = course_of(games), sum(game.calls for game in games) / max(1, len(games))

        def entry(row: str, column: str, player: int) -> Entry:
            return Entry(row, column, *standing(games, player, self.n_players), course, calls if player == 0 else None)

        entries = [entry(match.row, match.column, 0)]
        if self.study.form == "table":
            names = map(self._name, match.opponents.players)
            entries += [entry(name, "the others", i) for i, name in enumerate(names, 1)]
        elif self.study.form == "round-robin" and self.n_players == 2:
            entries.append(entry(match.column, match.row, 1))
        return entries


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
