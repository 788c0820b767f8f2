"""A match between players: every deal in every rotation of the seats, over all cores. Nothing is written down."""

from collections.abc import Callable, Sequence

from agents.catalog import PlayerSpec
from optimisers.optimiser import Candidate
from studies.farm.compile_ahead import compile_ahead
from studies.farm.local import LocalFarm
from studies.play.deals import SHOW, stream_seed
from studies.play.games import Games, join
from studies.play.jobs import Job, Opponents
from studies.play.sequential import Answer
from studies.play.setup import GameSetup, prepare_game
from studies.search.store import GameStore

PORTIONS = 32  # jobs per worker: enough that no core waits long for another
MOST_BLOCKS = 512  # in a job, so that progress is seen
LOOKS = 4096  # jobs of a match that may stop early: little is played in vain
LATE = 32  # a question is asked again when the games have grown by one in so many


def play_match(
    setup: GameSetup,
    players: Sequence[PlayerSpec],
    games: int,
    seed: int,
    workers: int | None = None,
    on_games: Callable[[int], None] = lambda played: None,
    question: Callable[[Games], Answer] | None = None,
) -> Games:
    """At least so many games, in whole blocks, with what every player spent on them; the first player is 0.

    With a question they end with the block that answered it: which one that is does not depend on when it was asked.
    """
    n = len(players)
    compile_ahead(prepare_game(setup).game, players, n)
    blocks = -(-games // n)
    job = Job(
        setup, players[0], Opponents(tuple(players[1:])), stream_seed(seed, SHOW), 0, blocks * n, n, timed=True
    )  # fmt: skip
    parts, played, asked = [], 0, 0
    with LocalFarm(workers) as farm, GameStore(farm) as store:
        jobs = max(farm.workers * PORTIONS, LOOKS if question else 0)
        portion = n * max(1, min(MOST_BLOCKS, blocks // jobs))
        for future in store.spread(Candidate(0, {}), job, portion):
            parts.append(store.finish(future))
            on_games(len(parts[-1]))
            played += len(parts[-1])
            if question and (played == blocks * n or played >= asked * (1 + 1 / LATE)):
                parts, asked = [join(parts)], played
                answer = question(parts[0])
                if answer.text:
                    return parts[0][: answer.blocks * n]
    return join(parts)


def distinct(players: Sequence[PlayerSpec]) -> list[str]:
    """Names that can be told apart."""
    names: list[str] = []
    for player in players:
        again = sum(name.split(" #")[0] == player.name for name in names)
        names.append(f"{player.name} #{again + 1}" if again else player.name)
    return names
