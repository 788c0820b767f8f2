"""Positions from games of given players, with what a network is to learn of them.

Collecting is cut into jobs that are pure functions of plain data, so that where they run changes nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from agents.catalog import PlayerSpec
from engine.chance import derive
from engine.errors import InputError
from engine.match import RESULT, Player, describe_fault
from studies.learn.dataset import Dataset, join
from studies.learn.record import FAULT, VIEW, Recorded, look_at, record_game
from studies.learn.targets import Target, measure_of
from studies.play.deals import fixtures
from studies.play.setup import GameSetup, PreparedGame, prepare_game, seat_player

CHANCE = 98  # of a deal's own streams, the one that picks positions and random moves
ROOM = 256  # positions of a game there is room for at first
PORTIONS, FEWEST = 32, 16  # parts of a job, and games of a part: few enough that no worker waits long for another


class CollectJob(NamedTuple):
    """A run of games of which positions are collected, as a worker gets it."""

    setup: GameSetup
    players: tuple[PlayerSpec, ...]  # one a seat; seats rotate, every deal through all of them
    stream: int  # its seed
    first: int  # numbers of games: from here
    last: int  # up to here, excluded
    targets: tuple[Target, ...] = (Target(),)
    rate: float = 0.25  # share of positions that are kept
    explore: float = 0.0  # share of moves that are random


def check(job: CollectJob) -> None:
    """Refuse what cannot be played or measured."""
    whole = prepare_game(job.setup)
    if len(job.players) != whole.n_players:
        raise InputError(f"learning: {len(job.players)} players given; {job.setup.game} takes {whole.n_players}")
    for target in job.targets:
        measure_of(target, whole)


def parts_of(job: CollectJob) -> list[CollectJob]:
    """The job in parts, the same on every machine."""
    size = max(FEWEST, -(-(job.last - job.first) // PORTIONS))
    return [job._replace(first=n, last=min(n + size, job.last)) for n in range(job.first, job.last, size)]


def collect_games(job: CollectJob) -> Dataset:
    """Play the games of a job and describe their positions."""
    prepared = prepare_game(job.setup)
    game, n = prepared.game, prepared.n_players
    players = [seat_player(prepared, player) for player in job.players]
    measures = [measure_of(target, prepared) for target in job.targets]
    turns = 1 if len(set(job.players)) == 1 else n  # equal players would play the same game again
    parts = []
    numbers = np.arange(job.first, job.last)
    for number, fixture in zip(numbers, fixtures(job.stream, numbers, n, turns), strict=True):
        recorded = record(prepared, players, fixture, int(number) % turns, job)
        views = recorded.views
        columns = [measure(recorded) for measure in measures]
        parts.append(
            Dataset(
                names=game.FEATURES,
                features=recorded.rows.astype(np.float32),
                outputs=tuple(target.kind for target in job.targets),
                targets=np.stack(columns, axis=1),
                games=np.full(len(views), number),
                deals=np.full(len(views), number // turns),
                players=views.player.copy(),
                turns=views.turn.copy(),
            )
        )
    return join(parts)


def record(
    prepared: PreparedGame, players: Sequence[Player], fixture: np.record, turn: int, job: CollectJob
) -> Recorded:
    """One game; played again with more room where it has more positions than there was room for."""
    game, room = prepared.game, ROOM
    acts, workspaces = tuple(p.act for p in players), tuple(p.workspace for p in players)
    seed = derive(np.uint64(derive(np.uint64(fixture.seed), np.uint64(CHANCE))), np.uint64(turn))
    result = np.zeros(1, RESULT).view(np.recarray)[0]
    table, pool = game.new_states(1), game.new_states(1)
    while True:
        kept, rng = game.new_states(room), np.array([seed], np.uint64)
        n = record_game(prepared.rules, table, kept, fixture, acts, workspaces, result, rng, job.rate, job.explore)
        if n == FAULT:
            raise InputError(describe_fault(game, players, fixture, result))
        if n <= room:
            break
        room = n
    rows = np.zeros((n * prepared.n_players, len(game.FEATURES)))
    views = np.zeros(len(rows), VIEW).view(np.recarray)
    seen = look_at(prepared.rules, kept[:n], pool, rng, rows, views)
    return Recorded(table[0], result, kept[:n], rows[:seen], views[:seen], rng)
