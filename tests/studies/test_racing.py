"""The sequential test keeps its stated error rate, and pays off."""

import numpy as np
import pytest

from studies.play.racing import Race, first_proof
from studies.play.sequential import evidence

SIMULATIONS = 1500
DOUBLING = (4, 8, 16, 32)  # looks of an evaluation of up to 64 blocks


def differences(rng, blocks, lead, size=2):
    """Blocks of games of two players on the same deals, whose luck they share, the first `lead` ahead."""
    luck = rng.random((blocks, size)) < 0.3
    won = rng.random((blocks, size)) < 0.5
    first, second = (np.where(luck, won, rng.random((blocks, size)) < 0.5 + side * lead / 1.4) for side in (1, -1))
    return (first.mean(axis=1) - second.mean(axis=1)).astype(float)


def share_proven(rng, blocks, lead, looks, error=0.05, size=2, simulations=SIMULATIONS):
    found = [first_proof(differences(rng, blocks, lead, size), error, looks) for _ in range(simulations)]
    return np.mean([look is not None for look in found])


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize("looks", [(4, 8), DOUBLING, tuple(range(8, 81, 8))])
def test_equal_players_are_told_apart_no_more_often_than_stated(looks, size):
    wrong = share_proven(np.random.default_rng(1), looks[-1], 0.0, looks, size=size)
    assert wrong <= 0.05 + 2.5 * (0.05 * 0.95 / SIMULATIONS) ** 0.5
    assert wrong > 0.005  # the test is not so timid that it never speaks


def test_swinging_luck_keeps_the_error_rate():
    """However the spread of the differences drifts: if either sign is as likely, few are fooled."""
    rng = np.random.default_rng(2)
    wrong = 0
    for _ in range(SIMULATIONS):
        d = rng.choice((-1.0, 1.0), 64) * np.repeat(rng.choice((0.1, 1.0), 8), 8)
        wrong += first_proof(d, 0.05, DOUBLING) is not None
    assert wrong / SIMULATIONS <= 0.065


@pytest.mark.parametrize(("lead", "looks", "least"), [(0.2, DOUBLING, 0.6), (0.1, (50, 100, 200, 400), 0.8),
                                                      (0.6, (4, 8), 0.6)])  # fmt: skip
def test_a_lead_is_found_in_time(lead, looks, least):
    assert share_proven(np.random.default_rng(3), looks[-1], lead, looks, simulations=300) > least


def test_it_stops_several_times_as_often_as_bets_do():
    rng = np.random.default_rng(4)
    found = [differences(rng, 32, 0.2) for _ in range(300)]
    bets = np.mean([evidence(d)[[look - 1 for look in DOUBLING]].max() >= 20 for d in found])
    assert np.mean([first_proof(d, 0.05, DOUBLING) is not None for d in found]) > 3 * bets


def test_the_test_looks_when_it_was_planned_and_knows_no_unit():
    d = np.array([1.0] * 12)
    assert first_proof(d, 0.05, (4, 8, 16)) == 8  # four equal signs come by chance once in 16 times
    assert first_proof(d[:7], 0.05, (4, 8, 16)) is None
    assert first_proof(7.3 * d, 0.05, (4, 8, 16)) == 8
    assert first_proof(-d, 0.05, (4, 8)) is None
    assert first_proof(0 * d, 0.05, (4, 8)) is None
    assert first_proof(d, 0.05, ()) is None


def test_what_few_blocks_could_not_spend_is_left_to_later_looks():
    """A look at one block never proves anything; what it may spend is there for the second look."""
    d = np.array([0.5] * 5)
    assert first_proof(d, 0.05, (1, 5)) == 5  # once in 32 times: above a half of the error, below the whole
    assert first_proof(d, 0.05, (5, 10)) is None


def run_race(rng, rates, error, blocks):
    race = Race(range(len(rates)), error, blocks // 8)
    for _ in range(blocks // 8):
        race.add({runner: (rng.random((8, 2)) < rates[runner]).mean(axis=1) for runner in race.running})
        if len(race.running) == 1:
            break
    return race


def test_the_best_finalist_is_rarely_dropped_and_the_worst_leave_early():
    rng = np.random.default_rng(4)
    rates = (0.6, 0.55, 0.5, 0.3, 0.2)
    races = [run_race(rng, rates, 0.1, 200) for _ in range(60)]
    assert np.mean([0 in race.dropped for race in races]) <= 0.1
    games = np.mean([[len(race.payoffs[r]) for r in race.runners] for race in races], axis=0)
    assert games[4] < games[0] / 3


def test_a_race_ranks_the_running_by_payoff_and_the_dropped_by_when_they_left():
    race = Race(range(3), 0.05, 2)
    race.add({0: np.ones(40), 1: np.append(np.ones(39), 0.5), 2: np.zeros(40)})
    assert race.running == [0, 1]
    assert race.dropped[2] in (0, 1)
    assert race.ranking(lambda runner: float(np.mean(race.payoffs[runner]))) == [0, 1, 2]


def test_where_nothing_is_paired_nobody_drops_out():
    race = Race(range(2), 0.05, 2)
    race.add({0: np.zeros(0), 1: np.zeros(0)})
    assert race.running == [0, 1]
