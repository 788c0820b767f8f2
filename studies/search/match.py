"""A match between players: every deal in every rotation of the seats, over all cores. Nothing is written down."""

from collections.abc import Callable, Sequence

from agents.catalog import PlayerSpec
from optimisers.optimiser import Candidate
from studies.farm.compile_ahead import compile_ahead
from studies.farm.local import LocalFarm
from studies.play.deals import SHOW, stream_seed
from studies.play.games import Games, join
from studies.play.jobs import Job, Opponents
from studies.play.setup import GameSetup, prepare_game
from studies.search.store import GameStore

PORTIONS = 32  # jobs per worker: enough that no core waits long for another
MOST_BLOCKS = 512  # in a job, so that progress is seen


def play_match(
    setup: GameSetup,
    players: Sequence[PlayerSpec],
    games: int,
    seed: int,
    workers: int | None = None,
    on_games: Callable[[int], None] = lambda played: None,
) -> Games:
    """At least so many games, in whole blocks, with what every player spent on them; the first player is 0."""
    compile_ahead(prepare_game(setup).game, players)
    n = len(players)
    blocks = -(-games // n)
    job = Job(
        setup, players[0], Opponents(tuple(players[1:])), stream_seed(seed, SHOW), 0, blocks * n, n, timed=True
    )  # fmt: skip
    farm = LocalFarm(workers)
    store = GameStore(farm)
    portion = n * max(1, min(MOST_BLOCKS, blocks // (farm.workers * PORTIONS)))
    parts = []
    try:
        for future in store.spread(Candidate(0, {}), job, portion):
            parts.append(store.finish(future))
            on_games(len(parts[-1]))
    finally:
        store.close()
        farm.close(cancel=True)
    return join(parts)
