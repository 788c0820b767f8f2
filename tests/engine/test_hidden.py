"""What is dealt anew does not depend on what the viewer cannot see: nothing can leak, in no byte of a state."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from engine.game import redeal
from tests.engine.tables import GAMES, SEEDS, copy_of, generator, many, random_position, raw, rule_sets


@pytest.mark.parametrize("name", ["splendor", "sevenwonders", "dominion"])
@many
@given(st.data(), SEEDS, st.integers(0, 250), st.integers(0, 6))
def test_states_that_differ_in_unseen_things_only_redeal_to_the_same_state(name, data, seed, length, viewer):
    game = GAMES[name]
    rules = game.prepare(data.draw(rule_sets(game)))
    state = random_position(game, rules, seed, length)
    viewer %= int(state.n_players)
    other = copy_of(game, state)
    redeal(rules, other, viewer, generator(seed + 100))
    redeal(rules, state, viewer, generator(7))
    redeal(rules, other, viewer, generator(7))
    assert raw(state) == raw(other)
