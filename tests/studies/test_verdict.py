"""Paired comparison: exact p-values agree with full enumeration, intervals cover, luck is not called skill."""

from itertools import product

import numpy as np
import pytest

from studies.play.rates import rate_over
from studies.play.verdict import compare_pairs, sign_flip_interval, sign_flip_p


@pytest.mark.parametrize("pairs", [[0.5, 0.5, 0.5, -0.5], [1, 0.5, 0, 0.5, -1, 0.5], [1 / 3, 0.25, 0.5, -1 / 12, 0.75]])
def test_exact_p_equals_full_enumeration(pairs):
    sums = [abs(sum(s * d for s, d in zip(signs, pairs, strict=True))) for signs in product((-1, 1), repeat=len(pairs))]
    expected = np.mean([s >= abs(sum(pairs)) - 1e-9 for s in sums])
    assert sign_flip_p(np.array(pairs), games_per_block=4) == (pytest.approx(expected), "exact")


def test_no_difference_at_all_has_p_one():
    assert sign_flip_p(np.zeros(5), 2) == (1.0, "exact")


def test_too_many_steps_are_resampled_and_agree_with_the_exact(monkeypatch):
    pairs = np.random.default_rng(1).integers(-2, 4, 60) / 4
    exact, _ = sign_flip_p(pairs, 4)
    monkeypatch.setattr("studies.play.verdict.CELLS", 10)
    p, method = sign_flip_p(pairs, 4)
    assert method == "resampled"
    assert p == pytest.approx(exact, abs=0.01)


def test_equal_players_are_called_different_in_about_one_case_of_twenty():
    rng = np.random.default_rng(2)
    blocks = rng.integers(0, 3, (600, 2, 40)) / 2
    verdicts = [compare_pairs(first, second, 2) for first, second in blocks]
    assert np.mean([v.proven for v in verdicts]) == pytest.approx(0.05, abs=0.03)
    assert np.mean([v.low <= 0 <= v.high for v in verdicts]) == pytest.approx(0.95, abs=0.03)


@pytest.mark.parametrize("n", [4, 5, 6, 9, 12, 13, 40, 300])
def test_zero_lies_outside_the_interval_exactly_when_p_says_so(n):
    rng = np.random.default_rng(n)
    for lead in (0, 0, 1, 2):
        pairs = rng.integers(-2, 3 + lead, n) / 4
        found = compare_pairs(pairs, np.zeros(n), 4)
        assert found.proven == (not found.low <= 0 <= found.high)
        assert found.low <= found.mean <= found.high


@pytest.mark.parametrize("games", [2, 4])
@pytest.mark.parametrize("blocks", [2, 4, 7, 10, 20, 60])
@pytest.mark.parametrize("lead", [0.0, 0.15])
def test_few_blocks_cover_the_difference(blocks, games, lead):
    rng = np.random.default_rng(blocks)
    luck = rng.random((400, blocks, games))
    first, second = luck < 0.5 + lead, np.where(rng.random(luck.shape) < 0.5, luck, rng.random(luck.shape)) < 0.5
    found = [sign_flip_interval(pairs) for pairs in first.mean(2) - second.mean(2)]
    assert np.mean([low <= lead <= high for low, high in found]) >= 0.93


@pytest.mark.parametrize("games", [2, 3, 4])
@pytest.mark.parametrize(("blocks", "least"), [(2, 0.93), (4, 0.93), (7, 0.93), (10, 0.93), (20, 0.94), (60, 0.94)])
@pytest.mark.parametrize("strength", [0.0, 0.5, 0.9])
def test_few_blocks_cover_the_rate_even_where_the_deal_decides_most(blocks, least, games, strength):
    """`strength`: how alike the games of one deal come out, whoever plays."""
    rng = np.random.default_rng(blocks)
    covered = []
    for truth in (0.25, 0.5, 0.7):
        decided, deal = rng.random((300, blocks, 1)) < strength, rng.random((300, blocks, 1)) < truth
        won = np.where(decided, deal, rng.random((300, blocks, games)) < truth).mean(2)
        rates = [rate_over(block, blocks * games) for block in won]
        covered.append(np.mean([rate.low <= truth <= rate.high for rate in rates]))
    assert np.mean(covered) >= least - 0.012  # two standard errors of the simulation


def test_one_pair_proves_nothing():
    verdict = compare_pairs(np.array([1.0]), np.array([0.0]), 2)
    assert not verdict.proven
    assert verdict.low == pytest.approx(-1)
