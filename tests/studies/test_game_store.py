"""Between a study and its farm: finished games are written down at once."""

from concurrent.futures import Future

import numpy as np
import pytest

from optimisers.optimiser import Candidate
from studies.play.games import game_dtype
from studies.play.jobs import Job, Opponents
from studies.play.setup import GameSetup
from studies.search.store import GameStore
from studies.spec.players import player_spec_of

RANDOM = player_spec_of("splendor", "random")
JOB = Job(GameSetup("splendor", "", (("players", 2),)), RANDOM, Opponents((RANDOM,)), 7, 0, 20, 2)


class ByHand:
    """A farm whose jobs end when the test says so."""

    workers, status, dashboard = 1, "", ""

    def __init__(self):
        self.jobs = []

    def submit(self, function, job):
        self.jobs.append((Future(), job))
        return self.jobs[-1][0]

    def end(self, *numbers):
        for number in numbers:
            future, job = self.jobs[number]
            games = np.zeros(job.last - job.first, game_dtype(2))
            games["number"] = np.arange(job.first, job.last)
            future.set_result(games)


class Written(list):
    """A ledger that only notes whose games are written together."""

    def enter(self, owner, stream):
        pass

    def known(self, owner, first, last):
        return ()

    def record(self, played):
        self.append(sorted(int(games["number"][0]) // 2 for _, games in played))

    def close(self):
        pass


@pytest.fixture
def farm():
    return ByHand()


@pytest.fixture
def store(farm):
    store = GameStore(farm, Written([0]))  # an empty list would be no ledger
    yield store
    farm.end(*(i for i, (future, _) in enumerate(farm.jobs) if not future.done()))
    store.close()


def test_games_that_finished_meanwhile_are_written_together(store, farm):
    futures = store.spread(Candidate(0, {}), JOB, 2)
    farm.end(2, 0, 1)
    assert store.finish(futures[0])["number"].tolist() == [0, 1]
    assert store.ledger[1:] == [[0, 1, 2]]
    assert store.new_games() == 6


def test_a_game_that_finished_alone_is_written_at_once(store, farm):
    futures = store.spread(Candidate(0, {}), JOB, 2)
    farm.end(0)
    store.finish(futures[0])
    assert store.ledger[1:] == [[0]]
