"""Ratings tell strengths, whoever met whom at whatever table, and their intervals hold what they promise."""

from itertools import pairwise

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from engine.errors import InputError
from studies.play.ratings import ELO, Outcomes, chances, rank, rate

NAMES = ("a", "b", "c", "d")
STRENGTHS = np.array([1.0, 0.3, -0.2, -1.1])


def play(rng, seats, strengths=STRENGTHS, luck=0.0):
    """Games at these seats; with `luck`, deals make a seat stronger, in all games of the deal alike."""
    seats = np.asarray(seats)
    deals = np.arange(len(seats)) // seats.shape[1]
    helped = luck * rng.standard_normal((deals.max() + 1, seats.shape[1]))[deals]
    there = np.exp(strengths[seats] + helped)
    winner = (rng.random(len(seats))[:, None] < np.cumsum(there / there.sum(axis=1, keepdims=True), axis=1)).argmax(
        axis=1
    )
    return Outcomes(seats, np.eye(seats.shape[1])[winner], deals)


def rotated(tables, deals):
    """Each of the tables in all rotations of its seats, so many times."""
    rows = [np.roll(table, turn) for table in tables for turn in range(len(table))]
    return np.tile(rows, (deals, 1))


PAIRS = [(i, j) for i in range(4) for j in range(i)]
ONE_AGAINST_THREE = [(i, j, j, j) for i in range(4) for j in range(4) if i != j]
EVERYBODY = [(0, 1, 2, 3)]


def test_two_players_differ_by_the_logarithm_of_their_wins():
    seats = np.tile([0, 1], (10_000, 1))
    shares = np.zeros((10_000, 2))
    shares[:8000, 0] = shares[8000:, 1] = 1
    ratings = rate("ab", Outcomes(seats, shares, np.arange(10_000)))
    assert ratings.ahead(0, 1)[0] == pytest.approx(400 * np.log10(4), abs=0.5)
    assert ratings.elo(0)[0] == pytest.approx(-ratings.elo(1)[0])


@pytest.mark.parametrize("tables", [PAIRS, ONE_AGAINST_THREE, EVERYBODY], ids=["pairs", "one to three", "all four"])
def test_tables_of_any_kind_tell_the_same_strengths(tables):
    games = play(np.random.default_rng(1), rotated(tables, 40_000 // len(tables)))
    ratings = rate(NAMES, games)
    assert ratings.ranking() == [0, 1, 2, 3]
    assert np.allclose(ratings.strengths, STRENGTHS - STRENGTHS.mean(), atol=0.04)


@pytest.mark.parametrize("luck", [0.0, 1.5], ids=["independent games", "lucky seats"])
@pytest.mark.parametrize("tables", [PAIRS, ONE_AGAINST_THREE, EVERYBODY], ids=["pairs", "one to three", "all four"])
def test_the_intervals_hold_the_truth_in_95_of_100(tables, luck):
    rng = np.random.default_rng(3)
    seats = rotated(tables, 480 // len(tables))
    truth = strengths_behind(tables, luck)
    held = []
    for _ in range(100):
        ratings = rate(NAMES, play(rng, seats, luck=luck))
        held += [within(ratings.elo(i), ELO * (truth[i] - truth.mean())) for i in range(4)]
        held += [within(ratings.ahead(i, j), ELO * (truth[i] - truth[j])) for i, j in PAIRS]
    assert 0.93 <= np.mean(held) <= 0.995


def strengths_behind(tables, luck):
    """What the ratings of endlessly many such games are."""
    if not luck:
        return STRENGTHS
    return rate(NAMES, play(np.random.default_rng(4), rotated(tables, 240_000 // len(tables)), luck=luck)).strengths


def within(bounds, truth):
    _, low, high = bounds
    return low <= truth <= high


def test_deals_that_help_one_player_in_all_their_games_widen_the_interval():
    """Each deal decides both games of its block for the same player: half the games say nothing new."""
    rng = np.random.default_rng(5)
    seats = np.tile([[0, 1], [1, 0]], (500, 1))
    winner = np.repeat(rng.integers(0, 2, 500), 2)
    shares = (seats == winner[:, None]).astype(float)
    alone = rate("ab", Outcomes(seats, shares, np.arange(1000)))
    together = rate("ab", Outcomes(seats, shares, np.arange(1000) // 2))
    width = [high - low for _, low, high in (ratings.elo(0) for ratings in (alone, together))]
    assert width[1] / width[0] == pytest.approx(np.sqrt(2), rel=0.03)


def test_who_never_lost_is_rated_finitely_and_with_room_above():
    seats, shares = np.tile([0, 1], (100, 1)), np.tile([1.0, 0.0], (100, 1))
    lead, low, high = rate("ab", Outcomes(seats, shares, np.arange(100))).ahead(0, 1)
    assert 400 < low < 700 < lead < high < 2000  # of 100 games all won, the chance is above 97 %: 600 points


def test_games_that_nobody_won_say_nothing_and_shared_wins_count_in_parts():
    rng = np.random.default_rng(6)
    games = play(rng, rotated(PAIRS, 200))
    empty = games._replace(shares=np.zeros_like(games.shares), deals=games.deals + 10**6)
    both = Outcomes(*map(np.concatenate, zip(games, empty, strict=True)))
    assert np.allclose(rate(NAMES, games).strengths, rate(NAMES, both).strengths)
    halves = Outcomes(np.array([[0, 1]] * 50), np.full((50, 2), 0.5), np.arange(50))
    assert rate("ab", halves).ahead(0, 1)[0] == pytest.approx(0)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.permutations(range(4)))
def test_neither_the_order_of_games_and_seats_nor_the_names_matter(seed, order):
    rng = np.random.default_rng(seed)
    games = play(rng, rotated([*EVERYBODY, *EVERYBODY], 30))
    first = rate(NAMES, games)
    mixed, turned = rng.permutation(len(games.deals)), rng.permutation(4)
    place = np.argsort(order)
    seats = place[games.seats[mixed][:, turned]]
    other = rate(NAMES, Outcomes(seats, games.shares[mixed][:, turned], games.deals[mixed]))
    assert np.allclose(first.strengths[list(order)], other.strengths, atol=1e-5)
    assert first.elo(order[0]) == pytest.approx(other.elo(0), abs=1e-2)


def test_more_games_make_narrower_intervals_and_surer_rankings():
    rng = np.random.default_rng(7)
    few, many = (rate(NAMES, play(rng, rotated(PAIRS, deals))) for deals in (10, 1000))
    assert few.ahead(1, 2)[2] - few.ahead(1, 2)[1] > 5 * (many.ahead(1, 2)[2] - many.ahead(1, 2)[1])
    assert many.superior(1, 2) > 0.999
    assert many.superior(2, 1) == pytest.approx(1 - many.superior(1, 2))
    assert many.superior(1, 1) == 0.5


def test_how_likely_one_is_the_stronger_is_neither_too_sure_nor_too_shy():
    """Of players that are equal, each is called the stronger about as often, with a certainty that is spread evenly."""
    rng = np.random.default_rng(8)
    said = [rate("ab", play(rng, rotated([(0, 1)], 100), np.zeros(2))).superior(0, 1) for _ in range(400)]
    assert np.mean(np.array(said) > 0.95) == pytest.approx(0.05, abs=0.035)
    assert np.mean(said) == pytest.approx(0.5, abs=0.05)


def test_chances_add_up_to_one():
    found = chances(STRENGTHS, np.array([[0, 1, 2], [0, 0, 3]]))
    assert np.allclose(found.sum(axis=1), 1)
    assert found[1, 0] == found[1, 1]


def test_the_ranking_says_shares_games_and_what_chance_would_give():
    games = play(np.random.default_rng(9), rotated(ONE_AGAINST_THREE, 100))
    rows = rank(NAMES, games)
    assert [row.name for row in rows] == ["a", "b", "c", "d"]
    assert rows[0].games == 100 * 4 * 6
    assert rows[0].chance == pytest.approx(0.5)  # one seat in half of its games, three in the others
    assert rows[0].share > 0.5 > rows[-1].share
    assert all(row.low < row.elo < row.high for row in rows)
    assert [list(row.stronger) for row in rows] == [["b", "c", "d"], ["a", "c", "d"], ["a", "b", "d"], ["a", "b", "c"]]
    assert all(one.above == one.stronger[next_one.name] for one, next_one in pairwise(rows))


def test_players_whom_no_games_connect_are_refused_by_name():
    seats = np.array([[0, 1], [2, 3]])
    with pytest.raises(InputError, match="no games connect a with c, d"):
        rate(NAMES, Outcomes(seats, np.array([[1.0, 0.0], [1.0, 0.0]]), np.arange(2)))
    with pytest.raises(InputError, match="1 players given"):
        rate(("a",), Outcomes(np.zeros((1, 2), int), np.array([[1.0, 0.0]]), np.arange(1)))
