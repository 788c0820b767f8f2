"""Leaf nodes of the full legal tree for fixed deals: any change of a rule shows here."""

import pytest

from tests.engine.sevenwonders_table import GAME
from tests.engine.tables import count_leaves


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
    assert [count_leaves(GAME, params, depth + 1, decisions) for depth in range(len(leaves))] == leaves
