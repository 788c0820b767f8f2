"""A series of games between players: every deal in every rotation of the seats, over all cores."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import local
from typing import NamedTuple

import numpy as np

from agents.catalog import PlayerSpec, make_player
from engine.game import Ended
from engine.match import RESULT, play
from studies.farm.local import LocalFarm
from studies.play.deals import SHOW, fixtures, stream_seed
from studies.play.rates import Rate, rate_over
from studies.play.setup import GameSetup, prepare_game

PORTIONS = 32  # batches per worker: enough that no core waits long for another
MOST_BLOCKS = 64  # in a batch, so that progress is seen


class Series(NamedTuple):
    """Games that have been played; results by seat."""

    names: tuple[str, ...]
    seats: np.ndarray  # game x seat: which player sat there
    results: np.recarray


class Standing(NamedTuple):
    """How one player fared."""

    name: str
    rate: Rate  # share of the wins
    points: float  # mean
    decisions: float  # per game
    milliseconds: float  # per decision
    calls: float  # forward-model calls per decision
    speed: float  # forward-model calls per second of thinking


def play_series(
    setup: GameSetup,
    player_specs: Sequence[PlayerSpec],
    games: int,
    seed: int,
    workers: int | None = None,
    on_games: Callable[[int], None] = lambda played: None,
) -> Series:
    """Play at least so many games, in whole blocks. The result depends on the seed alone, not on the workers."""
    game, params, rules, n = prepare_game(setup)
    blocks = -(-games // n)
    places = fixtures(stream_seed(seed, SHOW), range(blocks * n), n)
    results = np.zeros(len(places), RESULT).view(np.recarray)
    here = local()
    farm = LocalFarm(workers)
    batch = n * max(1, min(MOST_BLOCKS, blocks // (farm.workers * PORTIONS)))

    def work(first: int) -> int:
        if not hasattr(here, "players"):
            here.players = [make_player(player_spec, game, params) for player_spec in player_specs]
        mine: np.recarray = places[first : first + batch]  # type: ignore[assignment]
        results[first : first + batch] = play(game, rules, here.players, mine)
        return len(mine)

    try:
        jobs: list[Future[int]] = [farm.submit(work, first) for first in range(0, len(places), batch)]
        for job in jobs:
            on_games(job.result())
    finally:
        farm.close(cancel=True)
    return Series(unlike(player_specs), places.seats[:, :n], results)


def unlike(player_specs: Sequence[PlayerSpec]) -> tuple[str, ...]:
    """Names that can be told apart."""
    names: list[str] = []
    for player_spec in player_specs:
        again = sum(name.split(" #")[0] == player_spec.name for name in names)
        names.append(f"{player_spec.name} #{again + 1}" if again else player_spec.name)
    return tuple(names)


def standing(series: Series, player: int) -> Standing:
    """One player's figures over all games."""
    mine = series.seats == player
    n = series.seats.shape[1]
    results = series.results

    def own(field: str) -> np.ndarray:
        return results[field][:, :n][mine]

    blocks = own("payoffs").reshape(-1, n).mean(axis=1)
    decisions, calls = max(1, int(own("decisions").sum())), int(own("calls").sum())
    nanoseconds = max(1, int(own("nanoseconds").sum()))
    return Standing(
        name=series.names[player],
        rate=rate_over(blocks.tolist(), len(results)),
        points=float(own("points").mean()),
        decisions=decisions / len(results),
        milliseconds=nanoseconds / decisions / 1e6,
        calls=calls / decisions,
        speed=calls / nanoseconds * 1e9,
    )


def endings(series: Series) -> dict[str, float]:
    """How the games ended, as parts of 1."""
    return {end.name.lower(): float(np.mean(series.results.ended == end)) for end in Ended if end != Ended.PLAYING}


def different(series: Series) -> int:
    """How many games differ at all: players without chance play one deal the same again and again."""
    figures = [series.seats, *(series.results[name] for name in ("payoffs", "points", "decisions", "calls"))]
    return len(np.unique(np.concatenate(figures, axis=1, dtype=np.float64), axis=0))
