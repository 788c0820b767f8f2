"""Every game of the catalogue keeps the contract. No game is excepted from anything."""

import math
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from engine.game import (
    HEADER,
    NONE,
    Ended,
    allows,
    determinize,
    feature,
    key,
    legal,
    payoffs,
    points,
    redeal,
    sample,
    step,
)
from engine.space import build, knobs_of
from tests.engine.tables import GAME_NAMES, GAMES, SEEDS, copy_of, generator, random_position, raw, rule_sets

every_game = pytest.mark.parametrize("name", GAME_NAMES)
some = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate, Phase.shrink),  # explaining a failure takes minutes here
)


def draw_position(data, game, most=120):
    """Any reachable position under any rules, with the rules."""
    params = data.draw(rule_sets(game))
    rules = game.prepare(params)
    state = random_position(game, rules, data.draw(SEEDS), data.draw(st.integers(0, most)))
    return params, rules, state


def legal_list(game, params, rules, state):
    out = np.full(game.max_actions(params), NONE, np.int64)
    return out[: legal(rules, state, out)].tolist()


@every_game
def test_the_state_begins_with_the_header_and_shadows_no_array_method(name):
    fields = GAMES[name].STATE.names
    assert list(fields[: len(HEADER)]) == [field[0] for field in HEADER]
    assert not [field for field in (*fields, *GAMES[name].RULES.names) if hasattr(np.ndarray, field)]


@every_game
def test_presets_are_accepted_and_rebuild_from_raw_values(name):
    game = GAMES[name]
    for params in (game.Params(), *game.presets.values()):
        game.prepare(params)
        assert build(game.Params, params._asdict(), "test") == params


@every_game
def test_every_rule_parameter_is_documented_and_its_default_is_in_its_domain(name):
    for knob in knobs_of(GAMES[name].Params).values():
        assert knob.doc, knob.name
        assert "likewise" not in knob.doc, f"{knob.name}: its documentation is read alone"
        assert build(GAMES[name].Params, {knob.name: knob.default}, "test")


@every_game
@some
@given(st.data())
def test_the_legal_list_has_no_action_twice_and_fits_the_announced_length(name, data):
    game = GAMES[name]
    params, rules, state = draw_position(data, game)
    actions = legal_list(game, params, rules, state)
    assert len(actions) == len(set(actions)) <= game.max_actions(params)
    assert (len(actions) == 0) == (state.ended != Ended.PLAYING)


@every_game
@some
@given(st.data())
def test_allows_agrees_with_the_legal_list_on_and_off_it(name, data):
    game = GAMES[name]
    params, rules, state = draw_position(data, game)
    actions = legal_list(game, params, rules, state)
    assert all(allows(rules, state, action) for action in actions)
    near = {action ^ (1 << bit) for action in actions[:8] for bit in range(63)} | {NONE, 0, 2**62}
    far = data.draw(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=20))
    others = (near | set(far)) - set(actions)
    assert not [action for action in others if allows(rules, state, action)]


@every_game
@some
@given(st.data())
def test_every_legal_action_can_be_played(name, data):
    game = GAMES[name]
    params, rules, state = draw_position(data, game)
    for action in legal_list(game, params, rules, state)[::7]:
        after = copy_of(game, state)
        step(rules, after, action)
        assert after.turn == state.turn + 1
        assert 0 <= after.to_move < after.n_players


@every_game
@some
@given(st.data())
def test_sample_gives_legal_actions_only_and_the_same_for_the_same_generator(name, data):
    game = GAMES[name]
    params, rules, state = draw_position(data, game)
    before = raw(state)
    actions = legal_list(game, params, rules, state)
    for seed in range(20):
        action = sample(rules, state, generator(seed))
        assert action in actions if actions else action == NONE
        assert action == sample(rules, state, generator(seed))
    assert raw(state) == before


@every_game
@some
@given(st.data())
def test_the_same_seed_is_the_same_game_and_copies_are_independent(name, data):
    game = GAMES[name]
    rules = game.prepare(data.draw(rule_sets(game)))
    seed, length = data.draw(SEEDS), data.draw(st.integers(1, 60))
    one, two = (random_position(game, rules, seed, length) for _ in range(2))
    assert raw(one) == raw(two)
    copy = copy_of(game, one)
    if not copy.ended:
        step(rules, copy, sample(rules, copy, generator(1)))
        assert raw(one) == raw(two) != raw(copy)


@every_game
@some
@given(st.data())
def test_games_end_and_the_win_is_shared_out_whole_or_not_at_all(name, data):
    game = GAMES[name]
    rules = game.prepare(data.draw(rule_sets(game)))
    state = random_position(game, rules, data.draw(SEEDS), 5000)
    shares = np.zeros(state.n_players)
    payoffs(rules, state, shares)
    won = state.ended in (Ended.WON, Ended.SHARED)
    assert state.ended != Ended.PLAYING
    assert math.isclose(shares.sum(), 1.0 if won else 0.0)
    assert (np.count_nonzero(shares) == 1) == (state.ended == Ended.WON)
    assert all(isinstance(points(rules, state, player), int) for player in range(state.n_players))
    assert sample(rules, state, generator(0)) == NONE


@every_game
@some
@given(st.data())
def test_redeal_keeps_all_that_the_viewer_knows(name, data):
    game = GAMES[name]
    params, rules, state = draw_position(data, game)
    viewer = data.draw(st.integers(0, state.n_players - 1))
    again = copy_of(game, state)
    redeal(rules, again, viewer, generator(data.draw(SEEDS)))
    assert game.view.show(rules, state, viewer) == game.view.show(rules, again, viewer)
    for which in range(len(game.FEATURES)):
        assert feature(rules, state, viewer, which) == feature(rules, again, viewer, which)
    if state.to_move == viewer:
        assert legal_list(game, params, rules, state) == legal_list(game, params, rules, again)


@every_game
@some
@given(st.data())
def test_redeal_knows_nothing_but_what_the_viewer_sees(name, data):
    game = GAMES[name]
    _, rules, state = draw_position(data, game)
    viewer, seed = data.draw(st.integers(0, state.n_players - 1)), data.draw(SEEDS)
    one, other = copy_of(game, state), copy_of(game, state)
    redeal(rules, other, viewer, generator(data.draw(SEEDS)))
    for copy in (one, other):
        redeal(rules, copy, viewer, generator(seed))
    assert key(rules, one) == key(rules, other)
    assert game.view.show(rules, one) == game.view.show(rules, other)


@every_game
@some
@given(st.data())
def test_determinize_leaves_the_state_alone_and_renews_its_chance(name, data):
    game = GAMES[name]
    _, rules, state = draw_position(data, game)
    before = raw(state)
    pool = game.new_states(2)
    determinize(rules, state, state.to_move, pool, 1, generator(data.draw(SEEDS)), True)
    assert raw(state) == before
    assert pool[1].chance[0] != state.chance[0]
    assert pool[1].turn == state.turn


@every_game
@some
@given(st.data())
def test_features_are_named_once_finite_and_do_not_change_the_state(name, data):
    game = GAMES[name]
    _, rules, state = draw_position(data, game)
    before = raw(state)
    for player in range(state.n_players):
        assert all(math.isfinite(feature(rules, state, player, which)) for which in range(len(game.FEATURES)))
    assert raw(state) == before
    assert len(set(game.FEATURES)) == len(game.FEATURES)
    assert all(feature_name.isidentifier() for feature_name in game.FEATURES)


@every_game
@some
@given(st.data())
def test_equal_positions_have_equal_keys_and_a_move_changes_the_key(name, data):
    game = GAMES[name]
    _, rules, state = draw_position(data, game)
    copy = copy_of(game, state)
    copy.chance[0] += np.uint64(1)
    assert key(rules, state) == key(rules, copy)
    if not state.ended:
        step(rules, copy, sample(rules, copy, generator(3)))
        assert key(rules, state) != key(rules, copy)


@every_game
@some
@given(st.data())
def test_views_describe_without_touching(name, data):
    game = GAMES[name]
    params, rules, state = draw_position(data, game)
    before = raw(state)
    texts = [game.view.say(rules, state, action) for action in legal_list(game, params, rules, state)]
    assert all(texts)
    assert len(set(texts)) == len(texts)
    for viewer in (None, 0):
        assert game.view.show(rules, state, viewer).strip()
        ElementTree.fromstring(game.view.svg(rules, state, viewer))
    assert raw(state) == before


SIGNATURE = """
from engine.chance import fold
from engine.game import key
from tests.engine.tables import GAMES, random_position
import numpy as np
game = GAMES[{name!r}]
name = np.uint64(0)
for preset in game.presets.values():
    rules = game.prepare(preset)
    for seed in range({games}):
        name = np.uint64(fold(name, np.uint64(key(rules, random_position(game, rules, seed, 80)))))
print(int(name))
"""


@every_game
def test_the_rules_as_plain_python_play_the_same_games(name):
    code = SIGNATURE.format(name=name, games=2)
    plain, compiled = (
        subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            env=os.environ | {"NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in ("1", "0")
    )
    assert plain == compiled
