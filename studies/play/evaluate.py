"""Play a job: one candidate, numbered games of a stream, the opponents that go with them.

A pure function of plain data: where and when a job runs changes nothing in its result, so it can run in any thread,
process or machine, and again after a crash.
"""

import functools
import threading
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from engine.catalog import find_game
from engine.errors import InputError
from engine.game import Ended, Game
from engine.match import Player, play
from engine.space import build
from engine.workspace import Room
from studies.play.deals import deal_seed, draw_opponents, fixtures
from studies.play.racing import first_proof
from studies.study.players import seated

MOST_SEATED = 64  # opponents kept by a thread


class Table(NamedTuple):
    """A game and its rules, as plain data."""

    game: str
    preset: str = ""
    rules: tuple[tuple[str, Any], ...] = ()


class Field(NamedTuple):
    """Opponents: one for each other seat, or with weights a pool from which every deal draws its own."""

    players: tuple[str, ...]
    weights: tuple[float, ...] = ()

    def at(self, stream: int, block: int, seats: int) -> tuple[str, ...]:
        """Who sits at the other seats of this deal."""
        if not self.weights:
            return self.players
        return tuple(self.players[i] for i in draw_opponents(stream, block, seats, self.weights))


class Stop(NamedTuple):
    """Adaptive: play on in growing portions until shown to be worse than this rival, or to the end."""

    rival: tuple[float, ...]  # its mean payoff in each block, on the same deals
    first: int  # blocks before the first look
    error: float


class Job(NamedTuple):
    """What a worker needs to know."""

    table: Table
    player: str
    field: Field
    stream: int  # its seed
    first: int  # numbers of games: from here
    last: int  # up to here, excluded
    stop: Stop | None = None
    known: tuple["Played", ...] = ()  # of these games, what was played in an earlier life of the study
    rotations: int = 0  # of each deal; 0: one for every seat


class Played(NamedTuple):
    """One game; everything by seat but what is the candidate's own."""

    number: int  # in its stream
    seed: int
    seat: int  # the candidate's
    payoff: float  # the candidate's
    shares: tuple[float, ...]  # of the win
    points: tuple[int, ...]
    decisions: tuple[int, ...]
    calls: int  # the candidate's forward-model calls per decision, rounded
    ended: int  # Ended


class Opened(NamedTuple):
    """A table ready to be played at."""

    game: Game
    params: Any  # the game's Params
    rules: np.record
    n_players: int


def block_size(job: Job) -> int:
    """Games on one deal."""
    return job.rotations or open_table(job.table).n_players


@functools.lru_cache(maxsize=1024)
def open_table(table: Table) -> Opened:
    """The game under its rules."""
    game = find_game(table.game)
    if table.preset and table.preset not in game.presets:
        raise InputError(f"game {game.name}: there is no preset {table.preset!r}; there are {', '.join(game.presets)}")
    preset = game.presets[table.preset] if table.preset else game.Params()
    values = {**preset._asdict(), **dict(table.rules)}
    params = build(game.Params, values, f"game {game.name}")
    rules = game.prepare(params)
    return Opened(game, params, rules, int(game.new_deal(rules, 0).n_players))


def evaluate(job: Job) -> list[Played]:
    """The games of the job, those known included, in the order of their numbers."""
    block = block_size(job)
    played = {game.number: game for game in job.known}
    for last in portions(job, block):
        missing = [number for number in range(job.first, last) if number not in played]
        played.update((game.number, game) for game in play_numbers(job, missing))
        if enough(job, played, last, block):
            break
    return [played[number] for number in range(job.first, last)]


def recall(job: Job) -> list[Played] | None:
    """What `evaluate` would return, if that needs no new game."""
    block = block_size(job)
    played = {game.number: game for game in job.known}
    for last in portions(job, block):
        if not all(number in played for number in range(job.first, last)):
            return None
        if enough(job, played, last, block):
            break
    return [played[number] for number in range(job.first, last)]


def enough(job: Job, played: Mapping[int, Played], last: int, block: int) -> bool:
    """Whether to stop before the end: the rival is shown to be better on the blocks so far."""
    if job.stop is None:
        return False
    mine = block_payoffs([played[number] for number in range(job.first, last)], block)
    pairs = [rival - own for rival, own in zip(job.stop.rival, mine, strict=False)]
    return first_proof(pairs, job.stop.error) is not None


def portions(job: Job, block: int) -> Iterator[int]:
    """Up to which game to play before each look: all at once, or portions that double."""
    if job.stop:
        portion = job.stop.first * block
        while job.first + portion < job.last:
            yield job.first + portion
            portion *= 2
    yield job.last


def block_payoffs(games: Iterable[Played], size: int) -> list[float]:
    """The candidate's mean payoff in each block of that size."""
    blocks = groupby(games, key=lambda game: game.number // size)
    return [float(np.mean([game.payoff for game in block])) for _, block in blocks]


def play_numbers(job: Job, numbers: list[int]) -> Iterator[Played]:
    """Play the games of these numbers, each run of them with equal opponents as one compiled batch."""
    game, params, rules, n_players = open_table(job.table)
    size = block_size(job)

    def opponents(number: int) -> tuple[str, ...]:
        return job.field.at(job.stream, number // size, n_players - 1)

    for others, run in groupby(numbers, key=opponents):
        batch = list(run)
        candidate = seated(game.name, params, job.player, _here.__dict__.setdefault("room", Room()))
        players = [candidate, *opponents_here(job.table, others)]
        results = play(game, rules, players, fixtures(job.stream, batch, n_players, size))
        for number, result in zip(batch, results, strict=True):
            yield as_played(job.stream, number, result, n_players, size)


_here = threading.local()


def opponents_here(table: Table, texts: tuple[str, ...]) -> list[Player]:
    """Opponents of this thread, seated once: most jobs meet the same ones, and every game empties their memory."""
    known = _here.__dict__.setdefault("players", {})
    if len(known) > MOST_SEATED:
        known.clear()
    params = open_table(table).params
    keys = [(table, seat, text) for seat, text in enumerate(texts)]
    for key in keys:
        if key not in known:
            known[key] = seated(table.game, params, key[2])
    return [known[key] for key in keys]


def as_played(stream: int, number: int, result: np.record, n_players: int, size: int) -> Played:
    """A result as plain numbers."""
    block, turn = divmod(number, size)
    mine = -turn % n_players
    return Played(
        number=number,
        seed=deal_seed(stream, block),
        seat=mine,
        payoff=float(result.payoffs[mine]),
        shares=tuple(result.payoffs[:n_players].tolist()),
        points=tuple(result.points[:n_players].tolist()),
        decisions=tuple(result.decisions[:n_players].tolist()),
        calls=round(int(result.calls[mine]) / max(1, int(result.decisions[mine]))),
        ended=int(Ended(int(result.ended))),
    )
