"""A confirmation that may stop at planned looks: few mistakes, honest intervals, many games saved."""

import numpy as np
import pytest

from engine.errors import InputError
from studies.benchmarks.parts.simulated_studies import KNOBS, VALUES, SimulatedStore, landscape, simulated_plan
from studies.play.looks import compare_at_looks, decided, first_decision, planned_looks
from studies.play.racing import first_proof
from studies.play.verdict import ERROR
from studies.search.finals import confirm
from studies.search.run import plan_of
from tests.studies.small import study_of
from tests.studies.test_design import DESIGN

BLOCKS, GAMES = 300, 2
LOOKS = planned_looks(BLOCKS, 10)


def played(lead, n, seed=1):
    """Block x game differences of so many comparisons, each as far as its looks let it go."""
    rng = np.random.default_rng(seed)
    wins = rng.random((n, 2, BLOCKS, GAMES)) < np.array([0.5 + lead / 2, 0.5 - lead / 2])[:, None, None]
    found = []
    for first, second in wins.mean(3):
        stop = first_decision(first - second, LOOKS) or BLOCKS
        found.append((first[:stop], second[:stop]))
    return found


def test_looks_are_spread_evenly_and_the_last_one_is_at_the_end():
    assert planned_looks(300, 4) == [75, 150, 225, 300]
    assert planned_looks(3, 5) == [1, 2, 3]
    assert planned_looks(200, 1) == [200]


def test_equal_players_are_told_apart_in_at_most_one_case_of_twenty():
    stopped = [len(first) < BLOCKS for first, _ in played(0.0, 400)]
    assert np.mean(stopped) <= 0.07  # 5 % and chance


@pytest.mark.parametrize("lead", [0.0, 0.1, 0.2])
def test_the_interval_covers_the_difference_however_early_it_stopped(lead):
    found = [compare_at_looks(first, second, LOOKS) for first, second in played(lead, 200)]
    assert np.mean([each.low <= lead <= each.high for each in found]) >= 0.93


@pytest.mark.parametrize("lead", [0.0, 0.1, 0.2])
def test_zero_lies_outside_the_interval_exactly_when_the_comparison_was_decided(lead):
    for first, second in played(lead, 40):
        found = compare_at_looks(first, second, LOOKS)
        assert found.proven == decided(first - second, LOOKS) == (not found.low <= 0 <= found.high)
        assert found.low <= found.mean <= found.high
        assert found.pairs == len(first)


def test_a_lead_of_twenty_points_is_shown_with_a_third_of_the_blocks():
    blocks = [len(first) for first, _ in played(0.2, 100)]
    assert np.mean(blocks) < 110
    assert np.mean([n < BLOCKS for n in blocks]) > 0.95


def confirmed(*sets):
    """What a simulated confirmation plays: the best point of a landscape against the default."""
    plan, best = simulated_plan(3, "budget.confirm=600", *sets), np.unravel_index(landscape(3).argmax(), (VALUES,) * 8)
    champion = dict(zip(KNOBS, map(int, best), strict=True))
    return confirm(plan, champion, SimulatedStore(3), lambda games: None)


def test_a_confirmation_with_looks_ends_with_the_answer_and_plays_the_first_of_the_same_deals():
    whole, short = confirmed(), confirmed("budget.confirm_looks=10")
    assert len(whole.champion) == len(whole.default) == 600
    assert len(short.champion) == len(short.default) < 300
    assert len(short.champion) % 60 == 0
    assert np.array_equal(short.champion["number"], whole.champion["number"][: len(short.champion)])
    assert short.difference.proven
    assert short.difference.pairs == len(short.champion) // 2


def test_a_study_of_rules_takes_no_looks():
    with pytest.raises(InputError, match="confirm_looks"):
        plan_of(study_of(DESIGN, "budget.confirm_looks=4"), "test")


def test_the_p_value_is_the_error_at_which_the_test_would_just_have_stopped():
    ((first, second),) = played(0.2, 1)
    p = compare_at_looks(first, second, LOOKS).p
    assert p < ERROR
    assert first_proof(first - second, p / 2, LOOKS) is not None
    assert not decided(first - second, LOOKS, p / 2)
