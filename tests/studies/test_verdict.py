"""Paired comparison: exact p-values agree with full enumeration, intervals cover, luck is not called skill."""

from itertools import product

import numpy as np
import pytest

from studies.play.verdict import compare_pairs, sign_flip_p


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


def test_one_pair_proves_nothing():
    verdict = compare_pairs(np.array([1.0]), np.array([0.0]), 2)
    assert not verdict.proven
    assert verdict.low == pytest.approx(-1)
