"""Leaf nodes of the full legal tree for fixed deals: any change of a rule shows here."""

import numpy as np
import pytest

from engine.game import legal, step
from engine.jit import jit
from tests.engine.sevenwonders_table import GAME
from tests.engine.tables import random_position


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


def count_leaves(params, seed, decisions, depth):
    rules = GAME.prepare(params)
    states = GAME.new_states(depth + 1)
    states[depth] = random_position(GAME, rules, seed, decisions)
    return perft(rules, states, np.zeros((depth + 1, GAME.max_actions(params)), np.int64), depth)


@pytest.mark.parametrize(
    ("changes", "decisions", "leaves"),
    [
        ({}, 0, [11, 11 * 13, 11 * 13 * 14, 24102, 234012]),  # picks do not see each other
        ({"players": 7}, 0, [10, 110, 1320, 15840, 221760]),
        ({"sides": 1}, 36, [19, 228, 4560, 95227]),
        ({"players": 4, "payment": 3, "start_coins": 9}, 52, [10, 90, 1080, 21600, 176364]),
        (
            {"boards": "Halikarnassos B / Babylon B / Olympia A", "start_coins": 20},
            15,
            [4, 12, 36, 468, 6534, 78408],
        ),
    ],
)
def test_the_number_of_action_sequences(changes, decisions, leaves):
    params = GAME.Params(**changes)
    assert [count_leaves(params, 1, decisions, depth + 1) for depth in range(len(leaves))] == leaves
