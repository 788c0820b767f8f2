"""The sequential test keeps its stated error rate, and pays off."""

import numpy as np
import pytest

from studies.play.racing import Race, evidence, first_proof

SIMULATIONS = 1500


def differences(rng, blocks, lead):
    """Blocks of two two-player games each: payoffs 0, 1/2, 1 with the first player `lead` ahead."""
    first = (rng.random((blocks, 2)) < 0.5 + lead / 2).mean(axis=1)
    second = (rng.random((blocks, 2)) < 0.5 - lead / 2).mean(axis=1)
    return first - second


@pytest.mark.parametrize("error", [0.05, 0.2])
def test_equal_players_are_told_apart_no_more_often_than_stated(error):
    rng = np.random.default_rng(1)
    wrong = sum(first_proof(differences(rng, 300, 0.0), error) is not None for _ in range(SIMULATIONS))
    assert wrong / SIMULATIONS <= error  # Ville's bound is not tight: no allowance for noise is needed here
    assert wrong > 0  # the test is not so timid that it never speaks


def test_drifting_differences_keep_the_error_rate():
    """Outcomes that depend on the past, as long as the mean stays at zero or below, fool nobody."""
    rng = np.random.default_rng(2)
    wrong = 0
    for _ in range(SIMULATIONS):
        d = rng.choice((-1.0, 1.0), 200) * np.repeat(rng.choice((0.1, 1.0), 20), 10) - 0.01
        wrong += first_proof(d, 0.05) is not None
    assert wrong / SIMULATIONS <= 0.05


@pytest.mark.parametrize(("lead", "blocks"), [(0.1, 800), (0.2, 220), (0.6, 32)])
def test_a_lead_is_found_in_time(lead, blocks):
    rng = np.random.default_rng(3)
    found = [first_proof(differences(rng, blocks, lead), 0.05) for _ in range(200)]
    assert np.mean([proof is not None for proof in found]) > 0.8


def test_evidence_is_a_running_product_of_bets():
    assert evidence([0.0, 0.0]).tolist() == [1.0, 1.0]
    assert evidence([1.0])[0] > 1 > evidence([-1.0])[0]


def run_race(rng, rates, error, blocks):
    race = Race([f"p{i}" for i in range(len(rates))], error)
    for _ in range(blocks // 8):
        race.add({r: (rng.random((8, 2)) < rates[int(r[1:])]).mean(axis=1).tolist() for r in race.running})
        if len(race.running) == 1:
            break
    return race


def test_the_best_finalist_is_rarely_dropped_and_the_worst_leave_early():
    rng = np.random.default_rng(4)
    rates = (0.6, 0.55, 0.5, 0.3, 0.2)
    races = [run_race(rng, rates, 0.1, 200) for _ in range(100)]
    assert np.mean(["p0" in race.dropped for race in races]) <= 0.1
    games = np.mean([[len(race.payoffs[r]) for r in race.runners] for race in races], axis=0)
    assert games[4] < games[0] / 3


def test_a_race_ranks_the_running_by_payoff_and_the_dropped_by_when_they_left():
    race = Race(["a", "b", "c"], 0.05)
    race.add({"a": [1.0] * 40, "b": [1.0] * 39 + [0.5], "c": [0.0] * 40})
    assert race.running == ["a", "b"]
    assert race.dropped["c"] in ("a", "b")
    assert race.ranking(lambda name: float(np.mean(race.payoffs[name]))) == ["a", "b", "c"]
