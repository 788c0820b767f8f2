"""Leaf nodes of the full legal tree for fixed deals: any change of a rule shows here."""

import pytest

from tests.engine.splendor_table import GAME
from tests.engine.tables import count_leaves


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
    assert [count_leaves(GAME, params, depth + 1) for depth in range(len(leaves))] == leaves
