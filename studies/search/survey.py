"""A survey of games over all cores. Nothing is written down."""

from collections.abc import Callable, Sequence

from agents.catalog import PlayerSpec
from optimisers.optimiser import Candidate
from studies.farm.compile_ahead import compile_ahead
from studies.farm.local import LocalFarm
from studies.play.deals import SHOW, stream_seed
from studies.play.jobs import Job, Opponents
from studies.play.setup import GameSetup, prepare_game
from studies.play.survey import Surveyed, join_surveys, survey_job
from studies.search.store import GameStore

PORTIONS = 64
MOST = 4096  # games of a portion


def survey_games(
    setup: GameSetup,
    players: Sequence[PlayerSpec],
    games: int,
    seed: int,
    workers: int | None = None,
    on_games: Callable[[int], None] = lambda played: None,
) -> Surveyed:
    """At least so many games: equal players play each deal once, others in every rotation of the seats."""
    block = block_of(players)
    last = -(-games // block) * block
    compile_ahead(prepare_game(setup).game, players, len(players))
    whole = Job(setup, players[0], Opponents(tuple(players[1:])), stream_seed(seed, SHOW), 0, last, block)
    portion = block * max(1, min(MOST, games // PORTIONS) // block)  # whatever the workers: sums are sums in this order
    parts: list[Surveyed] = []
    with LocalFarm(workers) as farm, GameStore(farm, play=survey_job) as store:
        for future in store.spread(Candidate(0, {}), whole, portion):
            parts.append(store.finish(future))
            on_games(len(parts[-1].games))
    return join_surveys(parts)


def block_of(players: Sequence[PlayerSpec]) -> int:
    """Games of a deal."""
    return 1 if len(set(players)) == 1 else len(players)
