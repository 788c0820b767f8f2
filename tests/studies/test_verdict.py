"""Paired comparison: exact p-values agree with full enumeration, intervals cover, luck is not called skill."""

from itertools import product

import numpy as np
import pytest

from studies.play.rates import rate_of
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


def least_cover(blocks, repetitions):
    """What is asked of intervals over so many blocks, less three standard errors of the simulation."""
    wanted = 0.95 if blocks >= 20 else 0.93
    return wanted - 3 * np.sqrt(wanted * (1 - wanted) / repetitions)


def distinct(rows):
    """Rows that differ when sorted, and how often each is there: few blocks come out in few ways."""
    return np.unique(np.sort(rows, axis=1), axis=0, return_counts=True)


SHARE = [0.25, pytest.param(1.0, marks=pytest.mark.slow)]  # of the repetitions; what is asked allows for their number


@pytest.mark.parametrize("share", SHARE)
@pytest.mark.parametrize("games", [2, 3, 4])
@pytest.mark.parametrize("blocks", [*range(2, 11), 20, 60])
def test_few_blocks_cover_the_difference(blocks, games, share):
    """`shared`: games in which both players have the same luck; where those are most, most differences are zero."""
    repetitions = int(share * (4000 if blocks <= 10 else 1000))
    for lead, even, shared in ((0.0, 0.5, 0.5), (0.15, 0.5, 0.5), (0.15, 0.5, 0.97), (0.05, 0.2, 0.97)):
        rng = np.random.default_rng(blocks)
        luck = rng.random((repetitions, blocks, games))
        others = np.where(rng.random(luck.shape) < shared, luck, rng.random(luck.shape))
        rows, times = distinct((luck < even + lead).sum(2) - (others < even).sum(2))
        bounds = np.array([sign_flip_interval(row / games) for row in rows])
        covered = np.average((bounds[:, 0] <= lead + 1e-9) & (lead - 1e-9 <= bounds[:, 1]), weights=times)
        assert covered >= least_cover(blocks, repetitions), (lead, shared)


@pytest.mark.parametrize("share", SHARE)
@pytest.mark.parametrize("games", [2, 3, 4])
@pytest.mark.parametrize("blocks", [*range(2, 11), 20, 60])
@pytest.mark.parametrize("strength", [0.0, 0.5, 0.9])
def test_few_blocks_cover_the_rate_even_where_the_deal_decides_most(blocks, games, strength, share):
    """`strength`: how alike the games of one deal come out, whoever plays."""
    repetitions = int(share * 20_000)
    for truth in (0.1, 0.25, 0.5, 0.7, 0.9):
        rng = np.random.default_rng(blocks)
        decided, deal = (rng.random((repetitions, blocks, 1)) < chance for chance in (strength, truth))
        won = np.where(decided, deal, rng.random((repetitions, blocks, games)) < truth).sum(2)
        most = blocks * games**2 + 1  # both sums as one number: such are sorted in a tenth of the time
        sums, times = np.unique(won.sum(1) * most + (won**2).sum(1), return_counts=True)
        means, squares = sums // most / (blocks * games), sums % most / (blocks * games**2)
        rates = [
            rate_of(mean, square - mean**2, blocks, blocks * games) for mean, square in zip(means, squares, strict=True)
        ]
        covered = np.average([rate.low <= truth + 1e-9 and truth - 1e-9 <= rate.high for rate in rates], weights=times)
        assert covered >= least_cover(blocks, repetitions), truth


def test_one_pair_proves_nothing():
    verdict = compare_pairs(np.array([1.0]), np.array([0.0]), 2)
    assert not verdict.proven
    assert verdict.low == pytest.approx(-1)
