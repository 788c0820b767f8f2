"""Figures of a survey: rates of users with intervals that hold, and sums that do not depend on workers."""

import numpy as np
import pytest

from engine.survey import COURSE, SUMS
from studies.play.games import game_dtype
from studies.play.rates import rate_over
from studies.play.setup import game_setup
from studies.play.survey import Surveyed, lead_of, pieces_used, seat_rates, users_rate
from studies.search.survey import survey_games
from studies.spec.players import player_spec_of


def sums_of(users, wins):
    """Sums of one piece, from users and their wins game by game."""
    row = np.zeros((), SUMS)
    used = users > 0
    row["games"], row["users"], row["wins"] = used.sum(), users.sum(), wins.sum()
    row["users_squared"], row["wins_squared"] = (users**2).sum(), (wins**2).sum()
    row["users_wins"], row["times"] = (users * wins).sum(), users.sum()
    return row


def test_the_rate_of_a_piece_that_one_player_uses_is_that_of_its_games():
    wins = np.array([1.0, 0, 0, 1, 1, 0.5, 0])
    found = users_rate(sums_of(np.ones(7), wins))
    assert found == pytest.approx(rate_over(wins, 7))


def test_what_everybody_uses_is_won_with_evenly_and_surely():
    found = users_rate(sums_of(np.full(400, 2), np.ones(400)))
    assert found.mean == 0.5
    assert found.high - found.low < 0.01


def test_the_interval_of_users_who_meet_in_one_game_holds_as_often_as_it_says():
    rng, truth, held = np.random.default_rng(1), 0.6, 0
    for _ in range(1000):
        users = rng.integers(0, 3, 300)  # of two players; one alone wins six in ten, two share one win
        wins = np.where(users == 2, 1.0, (rng.random(300) < truth) * (users == 1))
        both, one = (users == 2).mean(), (users == 1).mean()
        expected = (both + truth * one) / (2 * both + one)
        found = users_rate(sums_of(users.astype(float), wins))
        held += found.low <= expected <= found.high
    assert 0.93 <= held / 1000 <= 0.99


def test_how_often_a_piece_is_used_has_an_interval_that_holds_as_often_as_it_says():
    rng, held, n, seats = np.random.default_rng(2), np.zeros(2), 300, 2
    games = np.zeros(n, game_dtype(seats))
    for _ in range(1000):
        times = rng.poisson(0.7, n)
        row = sums_of((times > 0).astype(float), np.zeros(n))
        row["times"], row["times_squared"] = times.sum(), (times**2).sum()
        (found,) = pieces_used(["it"], row[None], games)
        held += found.games.low <= 1 - np.exp(-0.7) <= found.games.high, abs(found.times - 0.35) <= found.times_half
    assert all(0.93 <= part <= 0.97 for part in held / 1000)


def test_games_of_one_deal_are_one_observation_of_a_seat():
    games = np.zeros(400, game_dtype(2))
    games["number"] = np.arange(400)
    games["winners"] = np.repeat(1 + np.random.default_rng(3).integers(0, 2, 200), 2)  # a deal decides both games of it
    apart, together = (seat_rates(Surveyed(games, np.zeros(0), np.zeros(0)), block) for block in (1, 2))
    assert [rate.mean for rate in apart] == [rate.mean for rate in together]
    assert together[0].high - together[0].low == pytest.approx(np.sqrt(2) * (apart[0].high - apart[0].low), rel=0.02)


def test_pieces_stand_in_the_order_in_which_they_are_surely_better_or_worse():
    sums = np.zeros(4, SUMS)
    sums[0] = sums_of(np.ones(1), np.ones(1))  # won, once
    sums[1] = sums_of(np.ones(400), np.arange(400) % 4 == 0.0)
    sums[2] = sums_of(np.ones(400), np.arange(400) % 4 > 0.0)
    games = np.zeros(400, game_dtype(2))
    games["winners"] = 1
    assert [use.name for use in pieces_used(["once", "bad", "good", "unused"], sums, games)] == ["good", "once", "bad"]


def test_a_game_that_nobody_won_is_never_settled_and_no_leader_no_rate():
    courses = np.zeros(3, COURSE)
    courses["settled"] = 0.25, 0.75, -1
    courses["changes"] = 0, 1, 5
    courses["ahead"] = -1
    courses["ahead"][0] = 1, 0, 1
    found = lead_of(courses)
    assert (found.changes, found.unchanged, found.settled) == (2, pytest.approx(1 / 3), 0.5)
    assert [rate.games for rate in found.wins] == [1, 1, 1]
    assert [rate.mean for rate in found.wins] == [1, 0, 1]


def test_workers_change_nothing_and_different_players_change_seats():
    setup = game_setup("splinter", "varied", {})
    players = [player_spec_of("splinter", name) for name in ("random", "osla")]
    one, three = (survey_games(setup, players, 51, 4, workers) for workers in (1, 3))
    assert len(one.games) == 52
    for first, second in zip(one, three, strict=True):
        assert (first == second).all()
    alike = survey_games(setup, players[:1] * 2, 51, 4, 1)
    assert len(alike.games) == 51
