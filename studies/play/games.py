"""Games as columns: one row a game, from the match through job, ledger and statistics to the report.

A row does not say the game's seed nor where the candidate sat: with the stream that the games belong to and the number
of games on one deal (`block`), both follow from its number.
"""

import functools
from collections.abc import Sequence

import numpy as np

from engine.errors import InputError
from engine.game import MAX_PARTS, MAX_PLAYERS

Games = np.ndarray  # of rows as `game_dtype` has them
MOST_POINTS, MOST_DECISIONS = 2**15 - 1, 2**16 - 1  # what a row can hold
SEATS = 1 << np.arange(MAX_PLAYERS)  # as they are counted in `winners`
SHARES = np.array([1 / max(1, winners.bit_count()) for winners in range(1 << MAX_PLAYERS)])  # of a win, by who won


@functools.cache
def game_dtype(n_players: int, timed: bool = False) -> np.dtype:
    """A row for so many players; `timed` ones also say what every player spent, and its points by part."""
    seats = (n_players,)
    more = [  # forward-model calls, time, and the parts of the points
        ("spent", "i8", seats), ("nanoseconds", "i8", seats), ("parts", "i2", (*seats, MAX_PARTS))
    ]  # fmt: skip
    return np.dtype(
        [
            ("number", "i8"),  # in its stream
            ("calls", "u4"),  # the candidate's forward-model calls per decision, rounded
            ("winners", "u1"),  # the seats that share the win equally, one bit each
            ("ended", "u1"),  # Ended
            ("points", "i2", seats),
            ("decisions", "u2", seats),
            *(more if timed else ()),
        ]
    )


def no_games(n_players: int) -> Games:
    """Games as columns, without a row."""
    return np.zeros(0, game_dtype(n_players))


def join(parts: Sequence[Games]) -> Games:
    """Several runs of games as one."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def from_results(results: np.ndarray, numbers: np.ndarray, n_players: int, block: int, timed: bool = False) -> Games:
    """The results of a match as rows."""
    games = np.zeros(len(results), game_dtype(n_players, timed))
    results = np.asarray(results)  # its columns are found faster than those of a recarray
    points, decisions = results["points"][:, :n_players], results["decisions"][:, :n_players]
    if len(results) and (np.abs(points).max() > MOST_POINTS or decisions.max() > MOST_DECISIONS):
        raise InputError(f"a game with more than {MOST_POINTS} points or {MOST_DECISIONS} decisions of one player")
    games["number"], games["points"], games["decisions"] = numbers, points, decisions
    games["winners"] = (results["payoffs"][:, :n_players] > 0) @ SEATS[:n_players]
    games["ended"] = results["ended"]
    mine = np.arange(len(results)), seat_of(games, block)
    games["calls"] = np.rint(results["calls"][mine] / np.maximum(1, results["decisions"][mine]))
    if timed:
        for column, found in (("spent", "calls"), ("nanoseconds", "nanoseconds"), ("parts", "parts")):
            games[column] = results[found][:, :n_players]
    return games


def seat_of(games: Games, block: int, player: int = 0) -> np.ndarray:
    """Where a player sat in each game: the candidate is 0, its opponents follow."""
    n_players = games["points"].shape[1]
    return (player - games["number"] % block) % n_players


def shares(games: Games) -> np.ndarray:
    """Game x seat: each seat's share of the win."""
    won = games["winners"][:, None] & SEATS[: games["points"].shape[1]] != 0
    return won * SHARES[games["winners"]][:, None]


def payoffs(games: Games, block: int, player: int = 0) -> np.ndarray:
    """A player's share of the win in each game."""
    won = games["winners"] >> seat_of(games, block, player) & 1
    return won * SHARES[games["winners"]]


def lengths(games: Games) -> np.ndarray:
    """Decisions in each game."""
    return games["decisions"].sum(axis=1, dtype=np.int64)


def deals_of(games: Games, block: int) -> tuple[np.ndarray, np.ndarray]:
    """Which deal each game belongs to, numbered as they first came, and how many games each deal has."""
    deals = games["number"] // block
    new = np.diff(deals, prepend=deals[:1])
    if (new >= 0).all():  # they came in order, as they do unless equal candidates were asked for again
        ordered = np.cumsum(new > 0)
        return ordered, np.bincount(ordered)
    _, first, deal, counts = np.unique(deals, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(first)
    return np.argsort(order)[deal], counts[order]


def by_deal(games: Games, block: int, *figures: np.ndarray) -> np.ndarray:
    """Deal x figure: the mean over the games of each deal."""
    deal, counts = deals_of(games, block)
    return np.column_stack([np.bincount(deal, weights=figure) / counts for figure in figures])
