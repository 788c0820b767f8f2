"""Compare studies: a table of matches on the same deals."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from agents.catalog import PlayerSpec
from engine.errors import InputError
from optimisers.optimiser import Candidate
from studies.play.deals import CONFIRM, stream_seed
from studies.play.games import Games, seat_of, shares
from studies.play.jobs import Job, Opponents
from studies.play.lots import Lots, lots_of, rates_by_lot
from studies.play.ratings import Outcomes, Rating, rank
from studies.play.setup import prepare_game
from studies.play.standings import Course, Standing, course_of, standing
from studies.search.plan import PORTION, opponents_of, players_of, setup_of
from studies.search.store import GameStore
from studies.spec.players import player_spec_of, with_values
from studies.spec.study import Compare


class Match(NamedTuple):
    """One player against others."""

    player: PlayerSpec
    opponents: Opponents
    texts: tuple[str, str]  # player and opponents as the study has them
    row: str
    column: str


class Entry(NamedTuple):
    """One line of the table: who, against whom, and how it went."""

    row: str
    column: str
    standing: Standing
    course: Course
    lots: Lots  # the rate with everything that a deal can give to a seat
    calls: float | None  # forward-model calls per decision, where they are known: of who stands first in the match


class Comparison(NamedTuple):
    """All matches, and what they say together."""

    entries: list[Entry]
    ranking: list[Rating]  # strongest first; empty where one player is all there is


class ComparisonPlan:
    """A compare study, ready to run."""

    def __init__(self, study: Compare, where: str) -> None:
        self.study, self.where = study, where
        self.setup = setup_of(study.game, where)
        self.n_players = prepare_game(self.setup).n_players
        if study.games % self.n_players:
            raise InputError(f"{where}: games = {study.games} is not accepted; it takes a multiple of {self.n_players}")
        self.stream = stream_seed(study.seed, CONFIRM)
        self.matches = self._matches()
        self.games = study.games * len(self.matches)  # of the whole study
        names = {"agent": [match.row for match in self.matches], "opponents": [match.column for match in self.matches]}
        self.tags = {key: ", ".join(dict.fromkeys(texts)) for key, texts in names.items()}

    def play(self, store: GameStore, on_games: Callable[[int], None]) -> Comparison:
        """Play all matches."""
        futures = []
        for i, match in enumerate(self.matches):
            owner = Candidate(i, dict(zip(("player", "opponents"), match.texts, strict=True)))
            futures.append(store.spread(owner, self._job(match, self.study.games), PORTION * self.n_players))
        entries: list[Entry] = []
        tables: list[Outcomes] = []
        for match, started in zip(self.matches, futures, strict=True):
            games = store.gather(started)
            entries += self._entries(match, games)
            tables.append(self._outcomes(match, games))
            on_games(len(games))
        names = [player.name for player in self._everyone]
        together = Outcomes(*map(np.concatenate, zip(*tables, strict=True)))
        ranking = rank(names, together) if len(names) > 1 else []
        return Comparison(entries, ranking)

    def sample_jobs(self) -> list[Job]:
        """A few games of every match."""
        return [self._job(match, self.n_players) for match in self.matches]

    def describe(self) -> list[str]:
        """The number of matches and their games."""
        return [f"matches    {len(self.matches)} of {self.study.games:,} games"]

    @property
    def rows(self) -> list[str]:
        """What the rows of its result are called."""
        pairs = [(match.row, match.column) for match in self.matches]
        pairs += [(column, row) for row, column in pairs]
        named = [name for row, column in pairs for name in (row, f"{row} against {column}")]
        return named + [player_spec_of(self.setup.game, text).name for text in self.study.players]

    def _job(self, match: Match, games: int) -> Job:
        return Job(self.setup, match.player, match.opponents, self.stream, 0, games, self.n_players)

    def _matches(self) -> list[Match]:
        """The matches: who meets whom."""
        study, where, n = self.study, self.where, self.n_players
        ladder, texts = study.ladder, study.players
        if ladder:
            texts = [with_values(ladder.player, {ladder.knob: value}) for value in ladder.values]
        players = players_of(texts, self.setup, f"{where}: {'ladder' if ladder else 'players'}")
        labels = [str(value) for value in ladder.values] if ladder else [player.name for player in players]
        if study.opponents:
            opponents, column = opponents_of(study.opponents, self.setup, where), ", ".join(study.opponents.players)
            return [
                Match(player, opponents, (text, column), label, column)
                for player, text, label in zip(players, texts, labels, strict=True)
            ]
        if study.form == "table":
            if len(players) != n:
                raise InputError(f"{where}: players has {len(players)} entries; this table seats {n}")
            others = Opponents(players[1:])
            return [Match(players[0], others, (texts[0], ", ".join(texts[1:])), labels[0], "the others")]
        pairs = [(i, j) for i in range(len(players)) for j in range(len(players)) if (i < j if n == 2 else i != j)]
        return [
            Match(
                players[i],
                Opponents((players[j],) * (n - 1)),
                (texts[i], ", ".join([texts[j]] * (n - 1))),
                labels[i],
                labels[j],
            )
            for i, j in pairs
        ]

    @functools.cached_property
    def _everyone(self) -> list[PlayerSpec]:
        """Each player once."""
        return list(dict.fromkeys(p for match in self.matches for p in (match.player, *match.opponents.players)))

    def _outcomes(self, match: Match, games: Games) -> Outcomes:
        """The match's games as ratings read them. All matches meet the same deals, so equal numbers are one deal."""
        deals, n = games["number"] // self.n_players, self.n_players
        drawn = match.opponents.of_deals(self.stream, deals, n - 1)
        numbers = np.array([self._everyone.index(player) for player in match.opponents.players])
        company = np.column_stack([np.full(len(games), self._everyone.index(match.player)), numbers[drawn]])
        seats = np.zeros_like(company)
        for player in range(n):
            seats[np.arange(len(games)), seat_of(games, n, player)] = company[:, player]
        return Outcomes(seats, shares(games), deals)

    def _entries(self, match: Match, games: Games) -> list[Entry]:
        """The match's line; that of the other side too where there is just one."""
        course, calls = course_of(games), float(games["calls"].mean())
        dealt = lots_of(prepare_game(self.setup), games, self.stream, self.n_players)

        def entry(row: str, column: str, player: int) -> Entry:
            found = standing(games, self.n_players, player)
            lots = rates_by_lot(dealt, games, self.n_players, player)
            return Entry(row, column, found, course, lots, None if player else calls)

        entries = [entry(match.row, match.column, 0)]
        if self.study.form == "table":
            others = [player.name for player in match.opponents.players]
            entries += [entry(name, "the others", i) for i, name in enumerate(others, 1)]
        elif self.study.form == "round-robin" and self.n_players == 2:
            entries.append(entry(match.column, match.row, 1))
        return entries
