"""What the games of a match say: how each player fared, and how the games went."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.game import Ended
from studies.play.games import Games, by_deal, lengths, payoffs, seat_of
from studies.play.rates import Rate, rate_over


class Standing(NamedTuple):
    """The rate, seats and points of one player."""

    rate: Rate  # share of the wins
    points: float  # mean
    seats: list[Rate]  # the rate at each seat


class Effort(NamedTuple):
    """What one player put into its decisions."""

    decisions: float  # per game
    milliseconds: float  # per decision
    calls: float  # forward-model calls per decision
    speed: float  # forward-model calls per second of thinking


class Course(NamedTuple):
    """How the games went, whoever won: decisions per game, and the shares of games that nobody won."""

    length: float
    length_sd: float
    stalemates: float
    limits: float


def standing(games: Games, block: int, player: int) -> Standing:
    """The standing of the `player`-th at the table; the candidate is 0."""
    won, seat = payoffs(games, block, player), seat_of(games, block, player)
    at_seats = [won[seat == i] for i in range(games["points"].shape[1])]
    return Standing(
        rate=rate_over(by_deal(games, block, won)[:, 0], len(games)),
        points=float(own(games, "points", block, player).sum(dtype=np.int64)) / max(1, len(games)),
        seats=[rate_over(shares, len(shares)) for shares in at_seats],
    )


def effort(games: Games, block: int, player: int) -> Effort:
    """The effort of the `player`-th at the table, in timed games."""
    decisions, calls, nanoseconds = (
        int(own(games, name, block, player).sum(dtype=np.int64)) for name in ("decisions", "spent", "nanoseconds")
    )
    return Effort(
        decisions=decisions / len(games),
        milliseconds=max(1, nanoseconds) / max(1, decisions) / 1e6,
        calls=calls / max(1, decisions),
        speed=calls / max(1, nanoseconds) * 1e9,
    )


def parts_of(games: Games, block: int, player: int, names: Sequence[str]) -> dict[str, float]:
    """The mean parts of the points of the `player`-th at the table, in timed games."""
    means = own(games, "parts", block, player).mean(axis=0)
    return dict(zip(names, means.tolist(), strict=False))


def own(games: Games, column: str, block: int, player: int) -> np.ndarray:
    """A player's own figures, of those that are kept by seat."""
    return games[column][np.arange(len(games)), seat_of(games, block, player)]


def course_of(games: Games) -> Course:
    """The course of the games of one match."""
    length = lengths(games)
    return Course(
        length=float(np.mean(length)),
        length_sd=float(np.std(length, ddof=1)) if len(games) > 1 else 0.0,
        stalemates=float(np.mean(games["ended"] == Ended.STALEMATE)),
        limits=float(np.mean(games["ended"] == Ended.LIMIT)),
    )


def endings(games: Games) -> dict[str, float]:
    """How the games ended, as parts of 1."""
    return {end.name.lower(): float(np.mean(games["ended"] == end)) for end in Ended if end != Ended.PLAYING}


def different(games: Games, block: int) -> int:
    """The number of games that differ at all: players without chance play one deal the same again and again."""
    figures = [games["number"] % block, games["winners"], *games["points"].T, *games["decisions"].T, *games["spent"].T]
    return len(np.unique(np.array(figures, np.int64), axis=1).T)
