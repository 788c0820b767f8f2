"""The seven-weight evaluation against the source's own formula."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Ended
from engine.interpreter import value
from engine.value import compile_value, parse_value, value_of
from tests.engine.splinter_model import GAME, position

PRINTED = [
    (1, 0, 0, 0, 1, 0, 0),
    (1, 0, 0, 0, 0.5, 0, 0),
    (0, 1, 1, 0, 0, 1, 0),
    (0, 1, 1, 1, 0, 0.5, 0),
    (1, 0, 0, 0, 0.7, 0, 0),
    (0, 1, 1, 1, 0, 0.7, 0),
    (1, 1, 1, 1, 0.7, 0.7, 0),
    (0.5, 1, 1, 1, 0.5, 0.5, 1),
    (1, 0.5, 1, 1, 0.5, 0.5, 1),
    (0.7, 0.4, 0.3, 0.3, 0.7, 0.6, 1),
]


def source_formula(weights, made, state):
    """The value for the side to move, written as in the source with R9's neighbourhoods."""
    v1, v2, v3, v4, v5, v6, v7 = weights
    f = {name: GAME.verbs.feature(made, state, int(state.to_move), i) for i, name in enumerate(GAME.FEATURES)}
    own_king = f["own_king_friends"] + v3 * f["own_king_foes"]
    opp_king = f["opp_king_friends"] + v4 * f["opp_king_foes"]
    mobility = v5 * f["own_mobility"] - (1 - v5) * f["opp_mobility"]
    return v1 * mobility + v2 * (v6 * own_king - (1 - v6) * opp_king) + v7


def seven(weights):
    named = {f"v{i}": weight for i, weight in enumerate(weights, 1)}
    return compile_value(value_of("seven", GAME, named), GAME.FEATURES)


@pytest.mark.parametrize("weights", PRINTED)
@given(st.integers(0, 2**32), st.integers(0, 30))
@settings(max_examples=10, deadline=None)
def test_the_seven_weights_value_positions_as_the_source_does(weights, seed, plies):
    made = GAME.prepare(GAME.Params())
    state, rng = GAME.new_deal(made, 0), np.array([seed], np.uint64)
    while state.ended == Ended.PLAYING and state.turn < plies:
        GAME.verbs.step(made, state, GAME.verbs.sample(made, state, rng))
    program = seven(weights)
    for_mover, for_other = (value(made, state, side, program, 0) for side in (state.to_move, 1 - state.to_move))
    assert for_mover == -for_other
    if state.ended == Ended.PLAYING:
        assert for_mover == pytest.approx(source_formula(weights, made, state))


@pytest.mark.parametrize(("text", "expected"), [("Xo..O", 1e6), ("X..xO", -1e6), ("X...O", 0)])
def test_won_lost_and_drawn_positions_have_the_value_of_their_result(text, expected):
    made, state = position(text)
    assert value(made, state, 0, seven(PRINTED[-1]), 0) == expected


@pytest.mark.parametrize("name", GAME.values)
def test_every_named_value_reads_and_is_antisymmetric(name):
    program = compile_value(parse_value(name, GAME), GAME.FEATURES)
    made, state = position("xxo.o/.XOo./.x...", "o", vacated=(2, 0))
    assert value(made, state, 0, program, 0) == -value(made, state, 1, program, 0)
