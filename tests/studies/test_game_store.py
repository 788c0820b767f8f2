"""Between a study and its farm: finished games are written down a few at a time, and none waits long."""

import time
from concurrent.futures import Future

import numpy as np
import pytest

from optimisers.optimiser import Candidate
from studies.play.games import game_dtype
from studies.play.jobs import Job, Opponents
from studies.play.setup import GameSetup
from studies.search.store import LINGER, GameStore
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


def test_while_the_workers_have_enough_to_do_a_few_games_are_written_together(store, farm):
    futures = store.spread(Candidate(0, {}), JOB, 2)
    farm.end(2, 0, 1)
    assert store.finish(futures[0])["number"].tolist() == [0, 1]
    assert store.ledger[1:] == [[0, 1, 2]]


def test_a_game_that_finished_alone_is_written_at_once(store, farm):
    futures = store.spread(Candidate(0, {}), JOB, 2)
    farm.end(0)
    started = time.monotonic()
    store.finish(futures[0])
    assert store.ledger[1:] == [[0]]
    assert LINGER <= time.monotonic() - started < 10 * LINGER + 1


def test_nobody_waits_for_more_where_workers_would_be_idle(store, farm, monkeypatch):
    monkeypatch.setattr("studies.search.store.LINGER", 100)
    futures = store.spread(Candidate(0, {}), JOB._replace(last=6), 2)
    farm.end(0)
    started = time.monotonic()
    store.finish(futures[0])
    assert time.monotonic() - started < 50
    assert store.new_games() == 2
