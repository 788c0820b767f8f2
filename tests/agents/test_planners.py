"""The genetic planners: what their genes mean and how they are bred."""

from itertools import pairwise

import hypothesis.strategies as st
import numpy as np
from hypothesis import given, settings

from agents import breeding
from agents.splendor import buy_seeker
from engine.game import legal
from tests.engine.splendor_table import GAME, Table
from tests.engine.tables import generator

some = settings(max_examples=60, deadline=None, derandomize=True)


def sought(table, *plan):
    """What BuySeeker does for a plan, in words, and which of its cards it plays for."""
    actions = np.zeros(GAME.max_actions(table.params), np.int64)
    action, target = buy_seeker.seek(table.rules, table.state, actions, np.array(plan, np.int64), len(plan))
    return GAME.view.say(table.rules, table.state, action), target


def seeker_table():
    table = Table()
    card = table.card(1, "black", blue=4)
    table.put(0, card)
    return table, card


def test_buy_seeker_buys_the_first_card_if_it_can():
    table, card = seeker_table()
    table.give(0, blue=4)
    assert sought(table, card, table.state.board[5]) == (GAME.view.say(table.rules, table.state, 2), 0)


def test_buy_seeker_passes_over_cards_out_of_sight():
    table, card = seeker_table()
    gone = next(c for c in range(40) if c not in table.state.board)
    table.give(0, blue=4)
    text, target = sought(table, gone, card)
    assert text.startswith("buy slot 0:")
    assert target == 1


def test_buy_seeker_reserves_a_card_that_the_opponent_could_buy_now():
    table, card = seeker_table()
    table.give(1, blue=4)
    assert sought(table, card)[0].startswith("reserve slot 0:")


def test_buy_seeker_takes_what_brings_the_card_closest_three_colours_before_two_of_one():
    table, card = seeker_table()
    table.give(0, blue=2)
    assert sought(table, card)[0] == "take 1 white, 1 blue, 1 green"
    table, card = seeker_table()
    assert sought(table, card)[0] == "take 2 blue"


def test_a_gene_of_the_second_half_reserves_its_card():
    table, card = seeker_table()
    table.give(0, blue=4)
    assert sought(table, card + buy_seeker.DENY)[0].startswith("reserve slot 0:")


def test_buy_seeker_buys_from_the_reserve():
    table, card = seeker_table()
    table.play("reserve slot 0:")
    table.skip_to(0)
    table.give(0, blue=3)
    assert sought(table, card)[0].startswith("buy reserved 0:")


def test_cards_in_sight_are_the_board_and_the_own_reserve_and_again_the_board_to_deny():
    table = Table()
    table.play("reserve slot 0:")
    table.skip_to(0)
    out = np.zeros(buy_seeker.MOST_TARGETS, np.int64)
    assert buy_seeker.list_targets(table.rules, table.state, 0, out, False) == 13
    assert buy_seeker.list_targets(table.rules, table.state, 0, out, True) == 25
    assert len(set(out[:25].tolist())) == 25


@some
@given(st.integers(2, 40), st.integers(0, 2**32))
def test_crossing_by_successors_keeps_permutations_and_only_uses_parents_steps(n, seed):
    rng = generator(seed)
    mother, father, child = (np.arange(n) for _ in range(3))
    order = np.random.default_rng(seed)
    order.shuffle(mother)
    order.shuffle(father)
    breeding.cross_orders(mother, father, child, n, rng)
    assert sorted(child) == list(range(n))
    assert child[0] == mother[0]
    steps = {(a, b) for parent in (mother.tolist(), father.tolist()) for a, b in pairwise(parent)}
    assert (child[0], child[1]) in steps or n == 2


@some
@given(st.integers(2, 30), st.integers(2, 30), st.integers(0, 2**32))
def test_a_restricted_mutation_only_moves_cards_that_the_plan_came_to(n, among, seed):
    row = np.arange(n)
    breeding.mutate(row, breeding.Genes.ORDER, n, among, generator(seed))
    assert row[among:].tolist() == list(range(n))[among:]
    assert sorted(row) == list(range(n))


def test_parents_are_picked_the_more_often_the_better_their_rank():
    rng = generator(4)
    picks = np.bincount([breeding.pick_by_rank(np.arange(10), rng) for _ in range(20_000)])
    assert np.allclose(picks / 20_000, [(2 * (10 - rank) - 1) / 100 for rank in range(10)], atol=0.012)


def test_plans_are_ranked_best_first_and_the_first_best_is_chosen():
    scores = np.array([1.0, 3.0, -np.inf, 3.0])
    assert breeding.ranking(scores).tolist() == [1, 3, 0, 2]
    assert breeding.best_row(scores) == 1


def test_legal_lists_are_what_the_seeker_chooses_from():
    table = Table()
    actions = np.zeros(GAME.max_actions(table.params), np.int64)
    n = legal(table.rules, table.state, actions)
    assert sought(table)[0] == GAME.view.say(table.rules, table.state, actions[:n][0])
