"""What every game must keep, as checks that anybody can run: our tests, `bottega conformance`, somebody's pytest.

    from engine.conformance import check_game
    from nim import GAME

    def test_nim_keeps_the_contract():
        check_game(GAME)

No game is excepted from anything.
"""

import math
import os
import subprocess
import sys
import traceback
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import hypothesis.strategies as st
import numpy as np
from hypothesis import HealthCheck, Phase, given, settings

from engine.cache import VERBS
from engine.chance import fold
from engine.errors import InputError
from engine.game import (
    HEADER,
    MAX_PLAYERS,
    NONE,
    Ended,
    Game,
    allows,
    bind,
    copy_state,
    determinize,
    feature,
    features,
    key,
    legal,
    payoffs,
    points,
    redeal,
    sample,
    standing,
    step,
    tally,
)
from engine.jit import jit
from engine.plugins import origin_of
from engine.space import Choice, Range, Steps, build, knobs_of
from engine.survey import uses_of

Check = Callable[[Game], None]
CHECKS: dict[str, Check] = {}  # by what they promise
SEEDS = st.integers(0, 2**63)
some = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate, Phase.shrink),  # explaining a failure takes minutes here
)


def check_game(game: Game) -> None:
    """All checks; the first that fails is raised, with the promise that was not kept."""
    if game.STATE not in VERBS:
        bind(game)
    run_all(CHECKS, game)


def enter(entries, entry):
    """Put an entry where checks look for it; if another had its name, that one would be checked."""
    if entries.setdefault(entry.name, entry) is not entry:
        raise InputError(f"{entry.name}: something else of that name is in the catalogue; rename yours")


def run_all(checks, *arguments):
    """Run checks; the first that fails is raised, with the promise that was not kept."""
    for promised, check in checks.items():
        try:
            check(*arguments)
        except Exception as error:
            error.add_note(f"not kept: {promised}")
            raise


def what_failed(error: Exception) -> str:
    """A failed check in a line: what was said, or else what was asserted."""
    said = str(error).strip().splitlines()
    frames = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.line]
    return said[0] if said else next((line for line in reversed(frames) if line.startswith("assert")), frames[-1])


def promise_in(checks):
    """A decorator that adds a check under its name in words."""

    def add(check):
        checks[check.__name__.replace("_", " ")] = check
        return check

    return add


promise = promise_in(CHECKS)


def promise_with_data(check):
    """A promise that is checked in some positions, whatever hypothesis draws."""
    return promise(some(given(st.data())(check)))


def generator(seed):
    """A fresh chance generator."""
    return np.array([seed], np.uint64)


def knob_values(knob):
    """Any value that a knob may be searched over."""
    match knob.domain:
        case Choice(values) | Steps(values):
            return st.sampled_from(values)
        case Range(low, high) if knob.kind is int:
            return st.integers(low, high)
        case Range(low, high):
            return st.floats(low, high)
    return st.just(knob.default)


@st.composite
def rule_sets(draw, game: Game):
    """Params that the game accepts: a preset with some knobs turned, never the whole lot rejected."""
    params = draw(st.sampled_from(list(game.presets.values())))
    knobs = knobs_of(game.Params)
    for name in draw(st.lists(st.sampled_from(sorted(knobs)), max_size=6, unique=True)):
        turned = params._replace(**{name: draw(knob_values(knobs[name]))})
        try:
            game.prepare(turned)
        except InputError:
            continue
        params = turned
    return params


def random_position(game: Game, rules, seed: int, decisions: int):
    """A state after that many random decisions, or fewer if the game ended."""
    state = game.new_deal(rules, seed)
    play_on(rules, state, generator(seed ^ 0xABCDEF), decisions)
    return state


@jit
def play_on(rules, state, rng, decisions):
    """So many random decisions, as long as the game goes on; by the thousand, and so compiled."""
    for _ in range(decisions):
        if state.ended != Ended.PLAYING:
            break
        step(rules, state, sample(rules, state, rng))


def raw(state) -> bytes:
    """Everything in a state."""
    return state.tobytes()


def copy_of(game: Game, state):
    """An independent copy."""
    copy = game.new_states(1)
    copy[0] = state
    return copy[0]


def draw_position(data, game, most=120):
    """Any reachable position under any rules, with the rules."""
    params = data.draw(rule_sets(game))
    rules = game.prepare(params)
    state = random_position(game, rules, data.draw(SEEDS), data.draw(st.integers(0, most)))
    return params, rules, state


def legal_list(game, params, rules, state):
    """Every legal action."""
    out = np.full(game.max_actions(params), NONE, np.int64)
    return out[: legal(rules, state, out)].tolist()


@promise
def the_state_begins_with_the_header_and_shadows_no_array_method(game):
    fields = game.STATE.names
    assert list(fields[: len(HEADER)]) == [field[0] for field in HEADER]
    assert not [field for field in (*fields, *game.RULES.names) if hasattr(np.ndarray, field)]


@promise
def presets_are_accepted_and_rebuild_from_raw_values(game):
    for params in (game.Params(), *game.presets.values()):
        game.prepare(params)
        assert build(game.Params, params._asdict(), "test") == params


@promise
def every_rule_parameter_is_documented_and_its_default_is_in_its_domain(game):
    for knob in knobs_of(game.Params).values():
        assert knob.doc, knob.name
        assert "likewise" not in knob.doc, f"{knob.name}: its documentation is read alone"
        assert build(game.Params, {knob.name: knob.default}, "test")


@promise_with_data
def the_legal_list_has_no_action_twice_and_fits_the_announced_length(game, data):
    params, rules, state = draw_position(data, game)
    actions = legal_list(game, params, rules, state)
    assert len(actions) == len(set(actions)) <= game.max_actions(params)
    assert (len(actions) == 0) == (state.ended != Ended.PLAYING)


@promise_with_data
def allows_agrees_with_the_legal_list_on_and_off_it(game, data):
    params, rules, state = draw_position(data, game)
    actions = legal_list(game, params, rules, state)
    assert all(allows(rules, state, action) for action in actions)
    near = {action ^ (1 << bit) for action in actions[:8] for bit in range(63)} | {NONE, 0, 2**62}
    far = data.draw(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=20))
    others = (near | set(far)) - set(actions)
    assert not [action for action in others if allows(rules, state, action)]


@promise_with_data
def every_legal_action_can_be_played(game, data):
    params, rules, state = draw_position(data, game)
    for action in legal_list(game, params, rules, state)[::7]:
        after = copy_of(game, state)
        step(rules, after, action)
        assert after.turn == state.turn + 1
        assert 0 <= after.to_move < after.n_players


@promise_with_data
def sample_gives_legal_actions_only_and_the_same_for_the_same_generator(game, data):
    params, rules, state = draw_position(data, game)
    before = raw(state)
    actions = legal_list(game, params, rules, state)
    for seed in range(20):
        action = sample(rules, state, generator(seed))
        assert action in actions if actions else action == NONE
        assert action == sample(rules, state, generator(seed))
    assert raw(state) == before


@promise_with_data
def the_same_seed_is_the_same_game_and_copies_are_independent(game, data):
    rules = game.prepare(data.draw(rule_sets(game)))
    seed, length = data.draw(SEEDS), data.draw(st.integers(1, 60))
    one, two = (random_position(game, rules, seed, length) for _ in range(2))
    assert raw(one) == raw(two)
    copy = copy_of(game, one)
    if not copy.ended:
        step(rules, copy, sample(rules, copy, generator(1)))
        assert raw(one) == raw(two) != raw(copy)


@promise_with_data
def a_copy_over_anything_goes_on_like_its_original(game, data):
    params, rules, state = draw_position(data, game)
    pool, seed = game.new_states(2), data.draw(SEEDS)
    pool.view(np.uint8)[:] = 0x5A
    copy_state(rules, state, pool, 1)
    copy, one, two = pool[1], generator(seed), generator(seed)
    for _ in range(40):
        assert key(rules, copy) == key(rules, state)
        assert legal_list(game, params, rules, copy) == legal_list(game, params, rules, state)
        assert [points(rules, copy, player) for player in range(state.n_players)] == [
            points(rules, state, player) for player in range(state.n_players)
        ]
        if state.ended:
            break
        redeal(rules, copy, copy.to_move, one)
        redeal(rules, state, state.to_move, two)
        step(rules, copy, sample(rules, copy, one))
        step(rules, state, sample(rules, state, two))


@promise_with_data
def games_end_and_the_win_is_shared_out_whole_or_not_at_all(game, data):
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


@promise_with_data
def redeal_keeps_all_that_the_viewer_knows(game, data):
    params, rules, state = draw_position(data, game)
    viewer = data.draw(st.integers(0, state.n_players - 1))
    again = copy_of(game, state)
    redeal(rules, again, viewer, generator(data.draw(SEEDS)))
    assert game.view.show(rules, state, viewer) == game.view.show(rules, again, viewer)
    for which in range(len(game.FEATURES)):
        assert feature(rules, state, viewer, which) == feature(rules, again, viewer, which)
    if state.to_move == viewer:
        assert legal_list(game, params, rules, state) == legal_list(game, params, rules, again)


@promise_with_data
def redeal_knows_nothing_but_what_the_viewer_sees(game, data):
    _, rules, state = draw_position(data, game)
    viewer, seed = data.draw(st.integers(0, state.n_players - 1)), data.draw(SEEDS)
    one, other = copy_of(game, state), copy_of(game, state)
    redeal(rules, other, viewer, generator(data.draw(SEEDS)))
    for copy in (one, other):
        redeal(rules, copy, viewer, generator(seed))
    assert key(rules, one) == key(rules, other)
    assert game.view.show(rules, one) == game.view.show(rules, other)


@promise_with_data
def determinize_leaves_the_state_alone_and_renews_its_chance(game, data):
    _, rules, state = draw_position(data, game)
    before = raw(state)
    pool = game.new_states(2)
    determinize(rules, state, state.to_move, pool, 1, generator(data.draw(SEEDS)), True)
    assert raw(state) == before
    assert pool[1].chance[0] != state.chance[0]
    assert pool[1].turn == state.turn


@promise_with_data
def features_are_named_once_finite_the_same_together_and_do_not_change_the_state(game, data):
    _, rules, state = draw_position(data, game)
    before, n = raw(state), len(game.FEATURES)
    together = np.arange(2.0 * n)
    for player in range(state.n_players):
        alone = [feature(rules, state, player, which) for which in range(n)]
        assert all(map(math.isfinite, alone))
        features(rules, state, player, together, 0, n, n)
        assert together[n:].tolist() == alone
    assert raw(state) == before
    assert len(set(game.FEATURES)) == len(game.FEATURES)
    assert all(feature_name.isidentifier() for feature_name in game.FEATURES)


@promise_with_data
def equal_positions_have_equal_keys_and_a_move_changes_the_key(game, data):
    _, rules, state = draw_position(data, game)
    copy = copy_of(game, state)
    copy.chance[0] += np.uint64(1)
    assert key(rules, state) == key(rules, copy)
    if not state.ended:
        step(rules, copy, sample(rules, copy, generator(3)))
        assert key(rules, state) != key(rules, copy)


@promise_with_data
def views_describe_without_touching(game, data):
    params, rules, state = draw_position(data, game)
    before = raw(state)
    texts = [game.view.say(rules, state, action) for action in legal_list(game, params, rules, state)]
    assert all(texts)
    assert len(set(texts)) == len(texts)
    for viewer in (None, 0):
        assert game.view.show(rules, state, viewer).strip()
        ElementTree.fromstring(game.view.svg(rules, state, viewer))
    assert raw(state) == before


@promise_with_data
def the_picture_has_every_mark_that_a_move_is_made_with(game, data):
    params, rules, state = draw_position(data, game)
    picture = game.view.svg(rules, state, int(state.to_move))
    clicks = getattr(game.view, "clicks", lambda *_: ())
    for action in legal_list(game, params, rules, state):
        for mark in {mark for stage in clicks(rules, state, action) for mark in stage}:
            assert f'data-mark="{mark}"' in picture, mark


@promise_with_data
def what_statistics_count_has_a_name_and_counting_changes_nothing(game, data):
    params, rules, state = draw_position(data, game)
    before = raw(state)
    uses = uses_of(game, rules)
    counts = np.zeros((MAX_PLAYERS, len(uses), max(map(len, uses.values()), default=0)), np.int64)
    for action in [*legal_list(game, params, rules, state), *[NONE] * bool(state.ended)]:
        tally(rules, state, action, counts)
    for use, names in enumerate(uses.values()):
        named = np.array([bool(name) for name in names] + [False] * (counts.shape[2] - len(names)), bool)
        assert not counts[:, use, ~named].any(), "a piece without a name"
    assert counts.min(initial=0) >= 0
    assert not counts[state.n_players :].any()
    assert all(math.isfinite(standing(rules, state, player)) for player in range(state.n_players))
    assert raw(state) == before


def signature(game, games):
    """A name for how some seeded games of every preset went."""
    name = np.uint64(0)
    for preset in game.presets.values():
        rules = game.prepare(preset)
        for seed in range(games):
            name = np.uint64(fold(name, np.uint64(key(rules, random_position(game, rules, seed, 80)))))
    return int(name)


def home_of(game):
    """The module that has the game, and as what."""
    if plugin := origin_of("GAME", game.name):
        return plugin.source.split(":")
    modules = {name: vars(module) for name, module in list(sys.modules.items())}
    return next((name, word) for name, words in modules.items() for word in list(words) if words[word] is game)


PRINT_SIGNATURE = """
from {module} import {name}
from engine.conformance import bind, signature
print(signature(next(bind(game) for game in [{name}, *{name}] if getattr(game, "name", "") == {game!r}), 2))
"""


@promise
def the_rules_as_plain_python_play_the_same_games(game):
    module, name = home_of(game)
    code = PRINT_SIGNATURE.format(module=module, name=name, game=game.name)
    there = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    plain, compiled = (
        subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            env=there | {"NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
        )
        for disabled in ("1", "0")
    )
    assert not plain.returncode, plain.stderr.splitlines()[-1]
    assert not compiled.returncode, compiled.stderr.splitlines()[-1]
    assert plain.stdout == compiled.stdout
