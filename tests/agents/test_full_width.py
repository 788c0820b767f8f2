"""Greedy, minimax and alpha-beta: the same choice where they must agree, and what sets them apart."""

import numpy as np
import pytest

from agents.minimax import VECTORS
from engine.catalog import GAMES
from engine.game import feature, legal, step
from engine.mind import OWN
from tests.agents.players import decide, player_of, positions
from tests.engine.tables import copy_of

SPLENDOR = GAMES["splendor"]


def without_draws(state):
    """The position as a player sees it who draws no cards in simulations."""
    copy = copy_of(SPLENDOR, state)
    copy.draws = 0
    return copy


TWO = SPLENDOR.Params(players=2)
THREE = SPLENDOR.Params(players=3)
VALUES = ["allEval", "allEval2", "points", "lead + 0.1*gathered"]


@pytest.mark.parametrize("value", VALUES)
def test_alphabeta_finds_minimax_value_and_choice_with_fewer_calls(value):
    for depth, number in ((2, 60), (3, 4)):
        rules, states = positions("splendor", TWO, number)
        plain = player_of(f"minimax:depth={depth},value={value}", params=TWO)
        pruned = player_of(f"alphabeta:depth={depth},value={value}", params=TWO)
        calls = [0, 0]
        for state in states:
            assert decide(plain, rules, state) == decide(pruned, rules, state)
            assert plain.mind.floats[VECTORS] == pruned.mind.floats[VECTORS]
            calls[0] += plain.mind.budget[OWN].spent
            calls[1] += pruned.mind.budget[OWN].spent
        assert calls[1] < (0.9 if depth == 2 else 0.5) * calls[0]


def test_alphabeta_equals_minimax_in_a_game_of_another_kind():
    params = GAMES["splinter"].presets["small"] if "small" in GAMES["splinter"].presets else GAMES["splinter"].Params()
    rules, states = positions("splinter", params, 25, decisions=10)
    plain = player_of("minimax:depth=2", "splinter", params)
    pruned = player_of("alphabeta:depth=2", "splinter", params)
    for state in states:
        assert decide(plain, rules, state) == decide(pruned, rules, state)
        assert plain.mind.floats[VECTORS] == pruned.mind.floats[VECTORS]


@pytest.mark.parametrize("draws", ["false", "true"])
@pytest.mark.parametrize("value", VALUES)
def test_minimax_of_depth_one_is_greedy(value, draws):
    rules, states = positions("splendor", TWO, 75)
    greedy = player_of(f"greedy:value={value},draws={draws}", params=TWO)
    minimax = player_of(f"minimax:depth=1,value={value},draws={draws}", params=TWO)
    assert [decide(greedy, rules, state) for state in states] == [decide(minimax, rules, state) for state in states]


def test_greedy_takes_the_first_of_the_best_in_listed_order():
    rules, states = positions("splendor", TWO, 40)
    player = player_of("greedy:value=points + 0.01*gathered", params=TWO)
    out = np.zeros(SPLENDOR.max_actions(TWO), np.int64)
    names = [SPLENDOR.FEATURES.index(name) for name in ("points", "gathered")]
    for state in states:
        worth = []
        for action in out[: legal(rules, without_draws(state), out)]:
            after = without_draws(state)
            step(rules, after, action)
            points, gathered = (feature(rules, after, state.to_move, which) for which in names)
            worth.append(points + 0.01 * gathered)
        assert decide(player, rules, state) == out[int(np.argmax(worth))]


def test_minimax_looks_at_every_line_of_its_depth():
    rules, states = positions("splendor", TWO, 40)
    out = np.zeros(SPLENDOR.max_actions(TWO), np.int64)
    for state in [state for state in states if not state.hidden.any()][:3]:  # what is unseen changes what is legal
        player = player_of("minimax:depth=2", params=TWO)
        decide(player, rules, state)
        lines = actions = legal(rules, without_draws(state), out)
        for action in out[:actions].copy():
            after = without_draws(state)
            step(rules, after, action)
            lines += legal(rules, after, out)
        assert player.mind.budget[OWN].spent == lines


def test_an_unfinished_search_keeps_the_best_of_what_it_finished():
    rules, states = positions("splendor", TWO, 20)
    full, short = player_of("minimax:depth=2", params=TWO), player_of("minimax:depth=2", params=TWO, budget=150)
    out = np.zeros(SPLENDOR.max_actions(TWO), np.int64)
    for state in states:
        decide(full, rules, state)
        choice = decide(short, rules, state)
        assert choice in out[: legal(rules, state, out)]
        assert short.mind.budget[OWN].spent == min(150, full.mind.budget[OWN].spent)
        if short.mind.budget[OWN].spent < 150:
            assert choice == decide(full, rules, state)


def test_paranoid_and_maxn_differ_only_beyond_two_players():
    for params, alike in ((TWO, True), (THREE, False)):
        rules, states = positions("splendor", params, 40)
        paranoid = player_of("minimax:depth=3,value=lead + 0.1*gathered,others=paranoid", params=params, budget=20_000)
        maxn = player_of("minimax:depth=3,value=lead + 0.1*gathered,others=maxn", params=params, budget=20_000)
        same = [
            decide(paranoid, rules, state) == decide(maxn, rules, state) for state in states[: 40 if not alike else 5]
        ]
        assert all(same) == alike


def test_maxn_lets_every_player_seek_its_own_good():
    """At depth 2 the second player's reply is the one that greedy would play for itself."""
    rules, states = positions("splendor", THREE, 12)
    maxn = player_of("minimax:depth=2,value=points + 0.01*gathered,others=maxn", params=THREE)
    greedy = player_of("greedy:value=points + 0.01*gathered", params=THREE)
    out = np.zeros(SPLENDOR.max_actions(THREE), np.int64)
    names = [SPLENDOR.FEATURES.index(name) for name in ("points", "gathered")]
    for state in states:
        results = []
        for action in out[: legal(rules, without_draws(state), out)].copy():
            after = without_draws(state)
            step(rules, after, action)
            step(rules, after, decide(greedy, rules, after))
            points, gathered = (feature(rules, after, state.to_move, which) for which in names)
            results.append(points + 0.01 * gathered)
        decide(maxn, rules, state)
        found = maxn.mind.floats[VECTORS + 7 + state.to_move]
        assert found == pytest.approx(max(results))
