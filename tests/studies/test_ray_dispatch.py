"""Bundling, splitting, re-issuing: all that the Ray farm decides, with stand-ins for its workers."""

import pickle
import threading
import time
from concurrent.futures import Future

import numpy as np
import pytest

from engine.cache import cache_home
from studies.farm.batches import BUNDLE, LONG, MOST_GAMES, Backlog, Call, bundle_seconds, cut
from studies.farm.dispatch import CRASHES, DEPTH, Dispatch, Timeouts
from studies.farm.local import WorkerLost
from studies.farm.ray_worker import Worker
from studies.play.jobs import Job, Opponents, evaluate
from studies.play.setup import GameSetup
from studies.spec.players import player_spec_of
from tests.studies.mishaps import DEADLY, deadly
from tests.studies.small import OPPONENT

RANDOM = player_spec_of("splendor", OPPONENT)
SETUP = GameSetup("splendor", "", (("players", 2), ("end_points", 3)))
QUICK = Timeouts(reply=0.3, no_worker=1.0, poll=0.05)


def job(first, last, **changes):
    return Job(SETUP, RANDOM, Opponents((RANDOM,)), 7, first, last, 2)._replace(**changes)


def backlog_of(calls, pace):
    backlog = Backlog()
    for call in calls:
        backlog.add(call)
    if pace:
        backlog.heard(calls[0].kind, 1, pace)
    return backlog


def pong():
    future = Future()
    future.set_result(None)
    return future


class Thread:
    """A worker in a thread. It can be told to die over a call or to fall silent."""

    def __init__(self, node="here", silent=False):
        self.node, self.silent = node, silent
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.worker = Worker(str(cache_home()))
        self.bundles = []

    def send(self, bundle):
        future = Future()
        calls = pickle.loads(bundle)
        self.bundles.append(calls)
        if self.silent:
            return future
        threading.Timer(0.01, self._play, (bundle, calls, future)).start()
        return future

    def _play(self, bundle, calls, future):
        self.may_answer.wait()
        if any(function is deadly and a[0].first <= DEADLY < a[0].last for function, a, _ in calls):
            future.set_exception(ConnectionError("worker died"))
        else:
            future.set_result(self.worker.play(bundle))

    def ping(self):
        return Future() if self.silent else pong()


@pytest.fixture
def dispatch():
    lost = []

    def replace(hand):
        lost.append(hand)
        dispatch.add_worker(Thread())

    dispatch = Dispatch(replace, QUICK)
    dispatch.lost = lost
    yield dispatch
    dispatch.close()


def submit(dispatch, function, *arguments):
    call = Call(function, arguments)
    dispatch.submit(call)
    return call.future


def test_what_is_not_known_yet_goes_alone():
    backlog = backlog_of([Call(evaluate, (job(0, 2),)) for _ in range(10)], None)
    assert len(backlog.take(1)) == 1


def test_small_jobs_are_bundled_to_a_tenth_of_a_second():
    backlog = backlog_of([Call(evaluate, (job(0, 2),)) for _ in range(1000)], 1e-3)
    assert len(backlog.take(1)) == pytest.approx(BUNDLE / 2e-3, abs=1)


def test_with_many_workers_bundles_grow_and_long_jobs_are_cut_less():
    many = 2000  # bundles out at once: a thousand workers
    backlog = backlog_of([Call(evaluate, (job(0, 2),)) for _ in range(20 * many)], 0.05)
    assert len(backlog.take(many)) == pytest.approx(bundle_seconds(many) / 0.1, abs=1)
    slow = backlog_of([Call(evaluate, (job(0, 100),)) for _ in range(many)], 0.1)
    assert slow.take(many)[0].games == pytest.approx(bundle_seconds(many) / 0.1, abs=1)
    assert slow.take(4 * many)[0].games == pytest.approx(LONG / 0.1, abs=1)  # few wait: all are to have something to do


def test_bundles_shrink_towards_the_end_so_that_all_workers_finish_together():
    backlog = backlog_of([Call(evaluate, (job(0, 2),)) for _ in range(8)], 1e-4)
    assert [len(backlog.take(4)) for _ in range(6)] == [2, 2, 1, 1, 1, 1]


def test_a_bundle_stays_small_enough_to_travel_in_the_reply():
    backlog = backlog_of([Call(evaluate, (job(0, 100),)) for _ in range(100)], 1e-6)
    assert sum(call.games for call in backlog.take(1)) <= MOST_GAMES


def test_a_job_of_slow_games_is_cut_and_its_result_joined_in_order():
    whole = Call(evaluate, (job(0, 8),))
    backlog = backlog_of([whole], LONG / 2)
    parts = [backlog.take(1)[0] for _ in range(4)]
    assert [(part.job.first, part.job.last) for part in parts] == [(0, 2), (2, 4), (4, 6), (6, 8)]
    for part in reversed(parts):
        part.future.set_result(evaluate(part.job))
    assert np.array_equal(whole.future.result(), evaluate(job(0, 8)))


def test_parts_keep_what_is_known():
    known = evaluate(job(2, 5))
    known["calls"] = 77  # whatever is known is not played again
    parts = cut(Call(evaluate, (job(0, 8, known=known),)), 4)
    assert [part.job.known["number"].tolist() for part in parts] == [[2, 3], [4]]
    games = np.concatenate([evaluate(part.job) for part in parts])
    assert np.array_equal(games[2:5], known)
    assert np.array_equal(np.delete(games, range(2, 5)), np.delete(evaluate(job(0, 8)), range(2, 5)))


def test_players_from_files_are_read_before_they_travel(tmp_path):
    champion = tmp_path / "champion.toml"
    champion.write_text('player = "osla:budget=5"')
    packed = pickle.dumps(job(0, 2, player=player_spec_of("splendor", f"@{champion}")))
    champion.unlink()
    played = evaluate(pickle.loads(packed))
    assert np.array_equal(played, evaluate(job(0, 2, player=player_spec_of("splendor", "osla:budget=5"))))


def test_results_come_home_and_workers_have_two_bundles_each(dispatch):
    hand = Thread()
    hand.may_answer.clear()
    dispatch.add_worker(hand)
    futures = [submit(dispatch, evaluate, job(2 * i, 2 * i + 2)) for i in range(20)]
    assert len(hand.bundles) == DEPTH
    hand.may_answer.set()
    for i, future in enumerate(futures):
        assert np.array_equal(future.result(60), evaluate(job(2 * i, 2 * i + 2)))
    assert len(hand.bundles) < 20  # later ones were bundled


def test_an_error_in_a_job_is_its_own(dispatch):
    dispatch.add_worker(Thread())
    fine, wrong = submit(dispatch, len, "abc"), submit(dispatch, int, "x")
    assert fine.result(60) == 3
    with pytest.raises(ValueError, match="invalid literal"):
        wrong.result(60)
    assert not dispatch.lost


def test_a_game_that_kills_every_worker_is_found_and_named_with_its_seed(dispatch):
    dispatch.add_worker(Thread())
    futures = [submit(dispatch, deadly, job(4 * i, 4 * i + 4)) for i in range(8)]
    with pytest.raises(WorkerLost, match=rf"game {DEADLY} of stream 7 .* deal seed \d+\) cost {CRASHES} workers"):
        futures[DEADLY // 4].result(60)
    for i, future in enumerate(futures):
        if i != DEADLY // 4:
            assert np.array_equal(future.result(60), evaluate(job(4 * i, 4 * i + 4)))


def test_a_suspect_is_given_to_a_worker_that_has_nothing_else():
    lost = []
    dispatch = Dispatch(lost.append, QUICK._replace(reply=60.0))
    first, second = Thread(silent=True), Thread(silent=True)
    dispatch.add_worker(first)
    for i in range(3):
        submit(dispatch, evaluate, job(2 * i, 2 * i + 2))
    assert len(first.bundles) == DEPTH
    dispatch.worker_died(first, "killed")
    while not lost:
        time.sleep(0.01)
    dispatch.add_worker(second)
    assert second.bundles == first.bundles[:1]
    dispatch.close()


def test_a_silent_worker_is_given_up_and_its_calls_played_by_others(dispatch):
    dispatch.add_worker(Thread(silent=True))
    futures = [submit(dispatch, evaluate, job(2 * i, 2 * i + 2)) for i in range(6)]
    assert [future.result(60)["number"][0] for future in futures] == [0, 2, 4, 6, 8, 10]
    assert len(dispatch.lost) == 1


def test_a_worker_said_to_be_dead_is_given_up_once_and_its_calls_played_by_others(dispatch):
    silent = Thread(silent=True)
    dispatch.timeouts = QUICK._replace(reply=60.0)  # nobody asks it whether it lives
    dispatch.add_worker(silent)
    future = submit(dispatch, evaluate, job(0, 2))
    for _ in range(2):
        dispatch.worker_died(silent, "killed")
    assert np.array_equal(future.result(30), evaluate(job(0, 2)))
    assert dispatch.lost == [silent]


def test_a_slow_worker_that_answers_is_waited_for(dispatch):
    hand = Thread()
    answer, asked = Future(), threading.Semaphore(0)

    def ping():
        asked.release()
        return pong()

    hand.send, hand.ping = lambda bundle: answer, ping
    dispatch.add_worker(hand)
    future = submit(dispatch, len, "abc")
    for _ in range(4):
        assert asked.acquire(timeout=60)
    assert not dispatch.lost
    answer.set_result(pickle.dumps([(True, 3, 0.1)]))
    assert future.result(60) == 3


def test_a_sign_of_life_that_waits_behind_other_answers_counts(dispatch):
    hand = Thread()
    hand.may_answer.clear()

    def busy():
        time.sleep(2 * QUICK.reply)

    def ping():
        for _ in range(2):
            dispatch._events.put(busy)
        asked.set()
        return pong()

    asked, hand.ping = threading.Event(), ping
    dispatch.add_worker(hand)
    future = submit(dispatch, len, "abc")
    assert asked.wait(60)
    asked.clear()
    assert asked.wait(60)  # it was asked again: it had been heard
    assert not dispatch.lost
    hand.may_answer.set()
    assert future.result(60) == 3


def test_without_any_worker_the_study_is_told():
    dispatch = Dispatch(lambda hand: None, QUICK)
    with pytest.raises(WorkerLost, match="no worker for 1 s"):
        submit(dispatch, len, "abc").result(60)
    dispatch.close()


def test_what_is_cancelled_before_it_begins_is_not_played(dispatch):
    future = submit(dispatch, len, "abc")
    assert future.cancel()
    hand = Thread()
    dispatch.add_worker(hand)
    assert submit(dispatch, len, "ab").result(60) == 2
    assert [call[1] for bundle in hand.bundles for call in bundle] == [("ab",)]
