"""Matches that stop by themselves keep their stated error rate and end whatever the truth is."""

import numpy as np
import pytest

from engine.errors import InputError
from studies.play.sequential import Duel, Leader, duel_of, evidence, evidence_above, expected_lead, interval

SIMULATIONS = 400


def differences(rng, blocks, lead):
    """Blocks of two games between two players, the first `lead` ahead in mean payoff."""
    won = rng.random((blocks, 2)) < 0.5 + lead / 2
    return 2 * won.mean(axis=1) - 1


@pytest.mark.parametrize("elo", [-30, 0, 10, 200])
def test_the_expected_lead_of_two_is_that_of_elo_s_formula(elo):
    assert expected_lead(elo) == pytest.approx(2 / (1 + 10 ** (-elo / 400)) - 1)


def test_at_larger_tables_equal_players_are_level_and_stronger_ones_ahead():
    for players in (2, 3, 4, 7):
        assert expected_lead(0, players) == pytest.approx(0)
        assert 0 < expected_lead(50, players) < expected_lead(100, players) < 1
        assert expected_lead(5000, players) == pytest.approx(1)


def test_evidence_is_a_running_product_of_bets():
    assert evidence([0.0, 0.0]).tolist() == [1.0, 1.0]
    assert evidence([1.0])[0] > 1 > evidence([-1.0])[0]


def test_evidence_about_zero_is_that_of_the_differences_themselves():
    given = differences(np.random.default_rng(1), 50, 0.2)
    assert np.array_equal(evidence_above(given, 0.0), evidence(given))


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "above"), (0.2, "below"), (-0.1, "above"), (0.3, "below")])
def test_a_duel_answers_wrongly_no_more_often_than_stated(truth, wrong):
    rng, duel = np.random.default_rng(2), Duel(0.0, 0.2, error=0.1)
    answers = [duel.answer(differences(rng, 500, truth)).text for _ in range(SIMULATIONS)]
    assert answers.count(wrong) / SIMULATIONS <= 0.1
    assert answers.count("") / SIMULATIONS < 0.02  # it ends


@pytest.mark.parametrize("truth", [-0.1, 0.0, 0.1, 0.2, 0.3])
def test_a_duel_ends_whatever_the_truth_is(truth):
    rng, duel = np.random.default_rng(3), Duel(0.0, 0.2, error=0.05)
    blocks = [duel.answer(differences(rng, 4000, truth)) for _ in range(30)]
    assert all(answer.text for answer in blocks)
    assert np.mean([answer.blocks for answer in blocks]) < 2000


def test_clear_cases_are_answered_sooner():
    rng, duel = np.random.default_rng(4), Duel(0.0, 0.1)
    took = [np.mean([duel.answer(differences(rng, 6000, truth)).blocks for _ in range(20)]) for truth in (0.15, 0.6)]
    assert took[1] < took[0] / 4


def test_the_answer_does_not_change_when_more_is_played():
    given = differences(np.random.default_rng(5), 3000, 0.3)
    answer = Duel(0.0, 0.2).answer(given)
    assert answer.text == "above"
    assert Duel(0.0, 0.2).answer(given[: answer.blocks]) == Duel(0.0, 0.2).answer(given)._replace(
        wealth=Duel(0.0, 0.2).answer(given[: answer.blocks]).wealth
    )
    assert Duel(0.0, 0.2).answer(given[: answer.blocks - 1]).text == ""


def payoffs_of(rng, blocks, rates):
    """Block x player: mean payoffs of a table in all rotations."""
    wins = rng.choice(len(rates), (blocks, len(rates)), p=np.array(rates) / sum(rates))
    return np.stack([(wins == player).mean(axis=1) for player in range(len(rates))], axis=1)


def test_of_equal_players_none_is_named_more_often_than_stated():
    rng, question = np.random.default_rng(6), Leader(("a", "b", "c"), error=0.2)
    named = [question.answer(payoffs_of(rng, 300, (1, 1, 1))).text for _ in range(SIMULATIONS)]
    assert 1 - named.count("") / SIMULATIONS <= 0.2


def test_the_second_best_of_several_is_rarely_named_and_the_best_is_found():
    rng, question = np.random.default_rng(7), Leader(("a", "b", "c"), error=0.05)
    named = [question.answer(payoffs_of(rng, 1500, (5, 4, 2))).text for _ in range(100)]
    assert named.count("a") > 90
    assert named.count("b") + named.count("c") <= 5


def test_the_interval_holds_the_truth_at_all_moments_at_once():
    rng = np.random.default_rng(8)
    missed = 0
    for _ in range(150):
        given = differences(rng, 400, 0.25)
        bounds = [interval(given[:n], 0.1) for n in (5, 20, 60, 150, 400)]
        missed += not all(low <= 0.25 <= high for low, high in bounds)
    assert missed / 150 <= 0.1


def test_the_interval_narrows_and_its_bound_agrees_with_the_test():
    given = differences(np.random.default_rng(9), 2000, 0.3)
    assert interval([]) == (-1.0, 1.0)
    low, high = interval(given)
    assert 0.2 < low < 0.3 < high < 0.4
    n = next(n for n in range(1, 2000) if interval(given[:n], 0.1)[0] > 0)
    assert evidence_above(given[:n], 0.0).max() >= 20 > evidence_above(given[: n - 1], 0.0).max()
    assert interval(-given) == pytest.approx((-high, -low), abs=1e-4)


def test_a_run_of_wins_alone_is_bounded_by_one():
    low, high = interval([1.0] * 200)
    assert high == 1.0
    assert 0.8 < low < 1


def test_the_state_of_the_evidence_is_said_in_a_few_words():
    answer = Duel(0.0, 0.2).answer([0.0, 1.0])
    assert answer.state.endswith(", 20 decides")
    assert answer.state.count(":") == 1
    assert Leader(("a", "b", "c")).answer(np.zeros((0, 3))).state == "1 : 1 : 1, 60 decides"


@pytest.mark.parametrize("text", ["0", "10 0", "5 5", "a b", "0 nan", "1 2 3", ""])
def test_a_question_that_is_none_is_refused(text):
    with pytest.raises(InputError, match="it takes two numbers of Elo, the smaller first"):
        duel_of(text, 2, 0.05)


def test_a_question_is_read_in_points_of_elo():
    assert duel_of("0,10", 2, 0.05) == Duel(expected_lead(0), expected_lead(10), 0.05)
    assert duel_of("-5 5", 4, 0.01) == Duel(expected_lead(-5, 4), expected_lead(5, 4), 0.01)
