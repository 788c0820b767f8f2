"""What a survey of games says: how the lead went, and of each piece how often it was used and won with."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.survey import MOMENTS, survey
from studies.play.deals import fixtures
from studies.play.games import Games, by_deal, from_results, join, shares
from studies.play.jobs import Job, table_here
from studies.play.rates import Rate, rate_of, rate_over
from studies.play.setup import prepare_game


class Surveyed(NamedTuple):
    """Games, how they went, and the sums of uses: use x piece."""

    games: Games
    courses: np.ndarray
    sums: np.ndarray


class Lead(NamedTuple):
    """The lead over the course of games."""

    changes: float  # a game
    unchanged: float  # the part of the games in which the first to lead leads to the end
    settled: float  # the part of a game after which the winner was never behind: mean over the games that were won
    alone: list[float]  # at the moments: the part of the games in which somebody led alone
    wins: list[Rate]  # and how often such a leader won


class Use(NamedTuple):
    """A use of a piece, and how its users fared."""

    name: str
    games: Rate  # the part of the games in which anybody did
    times: float  # by a player in a game, mean over all
    times_half: float  # half of its 95 % interval
    winner: float  # and over the winners
    wins: Rate  # of a player who did


def survey_job(job: Job) -> Surveyed:
    """The games of a job; a pure function, like `evaluate`."""
    prepared, table = prepare_game(job.setup), table_here(job.setup)
    players = [table.candidate(prepared, job.player), *table.opponents(prepared, job.opponents.players)]
    numbers = np.arange(job.first, job.last)
    seen = survey(prepared.game, prepared.rules, players, fixtures(job.stream, numbers, prepared.n_players, job.block))
    games = from_results(seen.results, numbers, prepared.n_players, job.block)
    return Surveyed(games, np.asarray(seen.courses), np.asarray(seen.sums))


def join_surveys(parts: Sequence[Surveyed]) -> Surveyed:
    """Several runs of games as one."""
    sums = parts[0].sums.copy()
    for part in parts[1:]:
        for field in sums.dtype.names or ():
            sums[field] += part.sums[field]
    return Surveyed(join([part.games for part in parts]), np.concatenate([part.courses for part in parts]), sums)


def seat_rates(seen: Surveyed, block: int) -> list[Rate]:
    """How often each seat won, whoever had it; games of one deal, a block, are one observation."""
    wins = by_deal(seen.games, block, *shares(seen.games).T)
    return [rate_over(seat, len(seen.games)) for seat in wins.T]


def lead_of(courses: np.ndarray) -> Lead:
    """The lead, as the mean over all games."""
    won = courses["settled"] >= 0
    led = courses["ahead"] >= 0
    shares = [courses["ahead"][led[:, i], i] for i in range(len(MOMENTS))]
    return Lead(
        changes=float(courses["changes"].mean()),
        unchanged=float((courses["changes"] == 0).mean()),
        settled=float(courses["settled"][won].mean()) if won.any() else 1.0,
        alone=led.mean(axis=0).tolist(),
        wins=[rate_over(share, len(share)) for share in shares],
    )


def pieces_used(names: Sequence[str], sums: np.ndarray, games: Games) -> list[Use]:
    """Every piece of one use: first those surely won with more often than is even, last less often."""
    n, seats, won = len(games), games["points"].shape[1], max(1, int(np.count_nonzero(games["winners"])))
    even = even_rate(games)
    found = [
        Use(
            name=name,
            games=rate_of(used := float(row["games"]) / n, used * (1 - used), n, n),
            times=float(row["times"]) / (n * seats),
            times_half=half_of(row["times"] / n, row["times_squared"] / n, n) / seats,
            winner=float(row["times_won"]) / won,
            wins=users_rate(row),
        )
        for name, row in zip(names, sums, strict=False)
        if row["users"]
    ]
    return sorted(found, key=lambda use: (surely_above(use.wins, even), use.wins.mean), reverse=True)


def half_of(mean: float, mean_square: float, n: int) -> float:
    """Half of the 95 % interval of a mean."""
    return 1.96 * float(np.sqrt(max(0.0, mean_square - mean**2) / max(1, n - 1)))


def even_rate(games: Games) -> float:
    """The share of the win of any player."""
    return float(shares(games).mean())


def surely_above(rate: Rate, even: float) -> float:
    """The distance of the whole interval above, or below; 0 if it is on both sides."""
    return max(0.0, rate.low - even) + min(0.0, rate.high - even)


def users_rate(row: np.void) -> Rate:
    """How often users won: a ratio of sums over games, whose residuals tell how sure it is."""
    mean = float(row["wins"]) / float(row["users"])
    residuals = float(row["wins_squared"]) - 2 * mean * float(row["users_wins"]) + mean**2 * float(row["users_squared"])
    n = int(row["games"])
    return rate_of(mean, max(0.0, residuals) * n / float(row["users"]) ** 2, n, n)
