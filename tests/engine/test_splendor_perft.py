"""Leaf nodes of the full legal tree for fixed deals: any change of a rule shows here."""

import numpy as np
import pytest

from engine.game import legal, step
from engine.jit import jit
from tests.engine.splendor_table import GAME


@jit
def perft(rules, states, actions, depth):
    """Action sequences of that length."""
    n = legal(rules, states[depth], actions[depth])
    if depth == 1:
        return n
    leaves = 0
    for i in range(n):
        states[depth - 1] = states[depth]
        step(rules, states[depth - 1], actions[depth, i])
        leaves += perft(rules, states, actions, depth - 1)
    return leaves


def count_leaves(params, seed, depth):
    rules = GAME.prepare(params)
    states = GAME.new_states(depth + 1)
    states[depth] = GAME.new_deal(rules, seed)
    return perft(rules, states, np.zeros((depth + 1, GAME.max_actions(params)), np.int64), depth)


@pytest.mark.parametrize(
    ("params", "leaves"),
    [
        # 10 takes of three, 5 of two, 12 + 3 reserves; then a take of three leaves three colours below the four that a
        # take of two needs, a take of two leaves one: 10 x 27 + 5 x 29 + 15 x 30
        (GAME.Params(players=2), [30, 865, 24190, 659505]),
        (
            GAME.Params(players=4),
            [30, 900, 26995],
        ),  # 30 x 30 x 30, less five that follow two takes of two of one colour
        (GAME.presets["thesis"], [27, 694, 17188]),
        (GAME.presets["rinascimento"], [30, 900, 26995]),
        (  # returns everywhere, generated cards, a choice of nobles
            GAME.Params(players=2, max_tokens=5, take_same_minimum=2, noble_choice=1, colours=4, decks=2),
            [18, 324, 6584],
        ),
    ],
)
def test_the_number_of_action_sequences(params, leaves):
    assert [count_leaves(params, 1, depth + 1) for depth in range(len(leaves))] == leaves
