"""Play a job: one candidate, numbered games of a stream, the opponents that go with them.

A pure function of plain data: where and when a job runs changes nothing in its result, so it can run in any thread,
process or machine, and again after a crash.
"""

import threading
from typing import NamedTuple

import numpy as np

from agents.catalog import PlayerSpec
from engine.match import Player, play
from engine.workspace import Room
from studies.play.deals import draw_opponents, fixtures
from studies.play.games import Games, from_results, game_dtype
from studies.play.setup import GameSetup, PreparedGame, prepare_game, seat_player

MOST_SEATED, MOST_TABLES = 64, 16  # opponents kept by a thread at one game, and games


class Opponents(NamedTuple):
    """The other players: one for each other seat, or with weights a pool from which every deal draws its own."""

    players: tuple[PlayerSpec, ...]
    weights: tuple[float, ...] = ()

    def of_deals(self, stream: int, deals: np.ndarray, seats: int) -> np.ndarray:
        """Deal x seat: who sits at the other seats, as places in `players`."""
        if not self.weights:
            return np.tile(np.arange(seats), (len(deals), 1))
        return draw_opponents(stream, deals, seats, self.weights)

    def of_deal(self, stream: int, deal: int, seats: int) -> list[PlayerSpec]:
        """The players at the other seats of one deal."""
        return [self.players[i] for i in self.of_deals(stream, np.array([deal]), seats)[0]]


class Job(NamedTuple):
    """A run of games of one candidate, as a worker gets it."""

    setup: GameSetup
    player: PlayerSpec
    opponents: Opponents
    stream: int  # its seed
    first: int  # numbers of games: from here
    last: int  # up to here, excluded
    block: int  # games on one deal: equal players need no rotations, they would play the same game again
    known: Games | None = None  # of these games, what was played in an earlier life of the study
    timed: bool = False  # whether to say what every player spent


def evaluate(job: Job) -> Games:
    """The games of the job, those known included, in the order of their numbers."""
    if job.known is None:
        return play_numbers(job, np.arange(job.first, job.last))
    games = np.zeros(job.last - job.first, game_dtype(prepare_game(job.setup).n_players, job.timed))
    missing = np.ones(len(games), bool)
    games[job.known["number"] - job.first] = job.known
    missing[job.known["number"] - job.first] = False
    if len(places := np.flatnonzero(missing)):
        games[places] = play_numbers(job, places + job.first)
    return games


def play_numbers(job: Job, numbers: np.ndarray) -> Games:
    """Play the games of these numbers, all that have equal opponents as one compiled batch."""
    prepared, table = prepare_game(job.setup), table_here(job.setup)
    candidate = table.candidate(prepared, job.player)

    def play_batch(batch: np.ndarray, others: tuple[PlayerSpec, ...]) -> Games:
        players = [candidate, *table.opponents(prepared, others)]
        dealt = fixtures(job.stream, batch, prepared.n_players, job.block)
        results = play(prepared.game, prepared.rules, players, dealt)
        return from_results(results, batch, prepared.n_players, job.block, job.timed)

    if not job.opponents.weights:
        return play_batch(numbers, job.opponents.players)
    drawn = job.opponents.of_deals(job.stream, numbers // job.block, prepared.n_players - 1)
    companies, company = np.unique(drawn, axis=0, return_inverse=True)
    games = np.zeros(len(numbers), game_dtype(prepared.n_players, job.timed))
    for i, places in enumerate(companies):
        mine = np.flatnonzero(company.ravel() == i)
        games[mine] = play_batch(numbers[mine], tuple(job.opponents.players[place] for place in places))
    return games


class SeatedPlayers:
    """Players of one thread at one game, seated once: most jobs meet those of the last one, and games start clean."""

    def __init__(self) -> None:
        self.room = Room()  # in which one candidate follows the other
        self.first: tuple[PlayerSpec, Player] | None = None
        self.others: dict[tuple[int, PlayerSpec], Player] = {}

    def candidate(self, prepared: PreparedGame, player: PlayerSpec) -> Player:
        """The player who is judged."""
        if self.first is None or self.first[0] != player:
            self.first = player, seat_player(prepared, player, self.room)
        return self.first[1]

    def opponents(self, prepared: PreparedGame, players: tuple[PlayerSpec, ...]) -> list[Player]:
        """The other players, each with a workspace of its own."""
        for key in enumerate(players):
            if key not in self.others:
                self.others[key] = seat_player(prepared, key[1])
        return [self.others[key] for key in enumerate(players)]


_here = threading.local()


def table_here(setup: GameSetup) -> SeatedPlayers:
    """The players of this thread who are seated at this game."""
    tables = _here.__dict__.setdefault("tables", {})
    if setup not in tables or len(tables[setup].others) > MOST_SEATED:
        if len(tables) >= MOST_TABLES:
            tables.clear()
        tables[setup] = SeatedPlayers()
    return tables[setup]
