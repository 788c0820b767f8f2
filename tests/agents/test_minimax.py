"""Full-width search: equal to a plain one, with and without pruning, for two players and for more."""

import numpy as np
import pytest

from agents import minimax
from agents.minimax import Others
from engine.catalog import GAMES
from engine.game import Ended
from engine.interpreter import CHANGE
from engine.workspace import OWN
from tests.agents.thinkers import Place

pytestmark = pytest.mark.xdist_group("splendor-minimax")  # compiled in one process only
TINY = {"colours": 3, "decks": 1, "face_up": 3, "deck_reserve": False, "extra_nobles": 0, "end_points": 3}
PLACES = {
    "thesis": Place("splendor", GAMES["splendor"].presets["thesis"]),
    "splinter": Place("splinter", GAMES["splinter"].presets["small"]),
    "tiny": Place("splendor", GAMES["splendor"].Params(players=3, **TINY)),
}


def value_of(thinker, state, prune):
    """What the last decision's position was found to be worth, searched again in the state that it imagined."""
    thinker.workspace.budget[OWN].left = thinker.workspace.budget[OWN].grant
    viewer, depth, notes = int(state.to_move), int(thinker.params.depth), thinker.memory.search[0]
    return minimax.search(thinker.place.rules, thinker.workspace, notes, 0, depth, viewer, 0.0, -np.inf, np.inf, prune)


def vector(thinker, state, depth, viewer, gains, ply=0):
    """Plain recursion: what each player gets if all choose the best for themselves or, paranoid, against one."""
    players = range(state.n_players)
    if depth == 0 or state.ended != Ended.PLAYING:
        if thinker.workspace.program[CHANGE] == 0:
            return [thinker.line_value(state, player, ply) for player in players]
        others = [(sum(gains) - gains[player]) / (len(gains) - 1) for player in players]
        return [gains[player] - others[player] for player in players]
    mover, best = int(state.to_move), None
    for action in thinker.place.moves(state):
        child, after = thinker.place.after(state, action), list(gains)
        if thinker.workspace.program[CHANGE] != 0:
            after[mover] += thinker.line_value(child, mover, ply) - thinker.line_value(state, mover, ply)
        found = vector(thinker, child, depth - 1, viewer, after, ply + 1)
        if viewer is None or mover == viewer:
            better = best is None or found[mover] > best[mover] + 1e-9
        else:
            better = best is None or found[viewer] < best[viewer] - 1e-9
        best = found if better else best
    return best


def exact_vectors(thinker, state, depth, paranoid):
    """The plain search's vector of every move, without draws."""
    place, mover, vectors = thinker.place, int(state.to_move), {}
    root = place.determinized(state)
    for action in place.moves(root):
        child, gains = place.after(root, action), [0.0] * int(state.n_players)
        if thinker.workspace.program[CHANGE] != 0:
            gains[mover] = thinker.line_value(child, mover, 0) - thinker.line_value(root, mover, 0)
        vectors[action] = vector(thinker, child, depth - 1, mover if paranoid else None, gains, 1)
    return vectors


@pytest.mark.parametrize(
    ("name", "value", "depth", "number"),
    [
        ("thesis", "allEval", 2, 100),
        ("thesis", "lead", 2, 60),
        ("thesis", "allEval2", 3, 25),
        ("splinter", "seven", 2, 100),
        ("splinter", "change(own_material - opp_edge)", 2, 60),
        ("splinter", "seven", 3, 40),
    ],
)
def test_alphabeta_equals_minimax_in_value_and_choice_and_is_cheaper(name, value, depth, number):
    place = PLACES[name]
    full, pruned = (place.thinker(agent, value=value, depth=depth) for agent in ("minimax", "alphabeta"))
    calls = np.zeros(2, int)
    states = place.positions(number, 3, spread=11 if name == "splinter" else 50)
    assert len(states) == number
    for state in states:
        assert full.decide(state) == pruned.decide(state)
        calls += full.spent, pruned.spent
        assert value_of(full, state, False) == value_of(pruned, state, True)
    assert calls[1] < 0.7 * calls[0]


@pytest.mark.parametrize(("name", "value"), [("thesis", "allEval"), ("splinter", "seven"), ("tiny", "points")])
def test_minimax_of_one_move_equals_greedy(name, value):
    place = PLACES[name]
    minimax_1, greedy = place.thinker("minimax", value=value, depth=1), place.thinker("greedy", value=value)
    choices = {(minimax_1.decide(state), greedy.decide(state)) for state in place.positions(200, 1, spread=9)}
    assert all(one == other for one, other in choices)
    assert len(choices) > 5


@pytest.mark.parametrize(
    ("name", "value", "depth"),
    [
        ("thesis", "allEval", 2),
        ("thesis", "lead + 0.1*gathered", 2),
        ("splinter", "seven", 2),
        ("splinter", "result", 2),
    ],
)
def test_the_choice_is_the_first_best_of_a_plain_search(name, value, depth):
    place = PLACES[name]
    thinker = place.thinker("minimax", value=value, depth=depth)
    for state in place.positions(3, 6):
        exact = {action: found[state.to_move] for action, found in exact_vectors(thinker, state, depth, True).items()}
        assert exact[thinker.decide(state)] == pytest.approx(max(exact.values()))
        assert value_of(thinker, state, False) == pytest.approx(max(exact.values()))


@pytest.mark.parametrize("value", ["affordable", "change(3*points + gathered + cards)"])
def test_beyond_two_players_others_are_against_the_searcher_or_for_themselves(value):
    place, chosen = PLACES["tiny"], []
    for others in Others:
        thinker = place.thinker("minimax", value=value, depth=3, others=others)
        for state in place.positions(6, 10):
            found = exact_vectors(thinker, state, 3, others == Others.PARANOID)
            exact = {action: vector[state.to_move] for action, vector in found.items()}
            choice = thinker.decide(state)
            assert exact[choice] == pytest.approx(max(exact.values()))
            chosen.append((choice, round(max(exact.values()), 6)))
    assert chosen[:6] != chosen[6:]


def test_the_knob_means_nothing_to_two_players():
    place = PLACES["thesis"]
    paranoid, maxn = (place.thinker("minimax", value="lead", depth=2, others=others) for others in Others)
    for state in place.positions(20, 10):
        assert paranoid.decide(state) == maxn.decide(state)


def test_every_level_of_depth_is_everybodys_next_move():
    place = PLACES["splinter"]
    (state,) = place.positions(1, 4)
    calls = []
    for depth in (1, 2, 3):
        thinker = place.thinker("minimax", depth=depth)
        thinker.decide(state)
        calls.append(thinker.spent)
    children = [place.after(state, action) for action in place.moves(state)]
    answers = [place.after(c, a) for c in children if not c.ended for a in place.moves(c)]
    assert calls[0] == len(children)
    assert calls[1] == calls[0] + len(answers)
    assert calls[2] == calls[1] + sum(len(place.moves(answer)) for answer in answers if not answer.ended)


def test_a_line_is_worth_the_own_gains_less_the_opponents():
    place = PLACES["thesis"]
    state = place.positions(1, 0, spread=1)[0]
    mover = int(state.to_move)
    state.score[:2] = 0
    thinker = place.thinker("minimax", value="change(gathered)", depth=3)
    thinker.decide(state)
    assert value_of(thinker, state, False) == 3 - 3 + 3  # everybody takes three tokens
    decayed = place.thinker("minimax", value="change(gathered*0.5**ply)", depth=3)
    decayed.decide(state)
    assert value_of(decayed, state, False) == pytest.approx(3 - 3 * 0.5 + 3 * 0.25)
    assert mover == 0


def test_a_budget_that_ends_early_keeps_what_was_complete():
    place = PLACES["splinter"]
    for state in place.positions(5, 4):
        unhurried = place.thinker("minimax", depth=1)
        unhurried.decide(state)
        cut = place.thinker("minimax", unhurried.spent + 30, depth=2)
        assert cut.decide(state) in place.moves(state)
        assert cut.spent == unhurried.spent + 30
        assert cut.workspace.budget[OWN].refused == 0
