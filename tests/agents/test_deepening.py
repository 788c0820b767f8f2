"""Alpha-beta with iterative deepening and a table is plain minimax, only cheaper."""

from itertools import product

import numba
import numpy as np
import pytest

from agents import deepening
from engine.catalog import GAMES, find_game
from engine.game import Ended, determinize, legal, sample, step
from engine.interpreter import CHANGE, value
from engine.match import compile_act, new_workspace
from engine.memory import memory_of
from engine.value import compile_value, default_value, parse_value
from engine.workspace import OWN

SMALL = {"splinter": find_game("splinter").presets["small"]}
PLENTY = 10**7


class Table:
    """A game, its rules, a value function, and a player for it."""

    def __init__(self, name, text=None):
        self.game = find_game(name)
        self.params = SMALL.get(name, self.game.Params())
        self.rules = self.game.prepare(self.params)
        self.program = compile_value(parse_value(text or default_value(self.game), self.game), self.game.FEATURES)
        self.act = compile_act(self.game, deepening.act)

    def position(self, seed, plies):
        """A position in mid-game; seeds whose random game is too short are passed over."""
        state, rng = self.game.new_deal(self.rules, seed), np.array([seed], np.uint64)
        while state.ended == Ended.PLAYING and state.turn < plies:
            step(self.rules, state, sample(self.rules, state, rng))
        return state if state.ended == Ended.PLAYING else self.position(seed + 1000, plies)

    def workspace(self, budget=PLENTY, **knobs):
        params = deepening.Params(**knobs)
        needs = deepening.needs(params, budget, self.game.max_actions(self.params))
        workspace = new_workspace(self.game, needs, [float(knob) for knob in params], self.program, budget)
        workspace.rng[0] = 1
        return workspace

    def decide(self, state, workspace):
        workspace.budget[OWN].left = workspace.budget[OWN].grant
        workspace.budget[OWN].spent = 0
        return int(self.act(self.rules, state, workspace))

    def moves(self, state):
        out = np.zeros(self.game.max_actions(self.params), np.int64)
        return out[: legal(self.rules, state, out)].copy()

    def determinized(self, state):
        return determinize(self.rules, state, state.to_move, self.game.new_states(1), 0, np.ones(1, np.uint64), False)

    def minimax(self, state, depth, viewer, ply, gains):
        """Plain minimax over every line, with everybody's gains where the value function values moves."""
        if depth == 0 or state.ended != Ended.PLAYING:
            if self.program[CHANGE] == 0:
                return value(self.rules, state, viewer, self.program, ply)
            return gains[viewer] - (sum(gains) - gains[viewer]) / (len(gains) - 1)
        results = [
            self.minimax(child, depth - 1, viewer, ply + 1, after)
            for child, after in (self.child(state, action, ply, gains) for action in self.moves(state))
        ]
        return max(results) if state.to_move == viewer else min(results)

    def child(self, state, action, ply, gains):
        pool = self.game.new_states(1)
        pool[0] = state
        mover = int(state.to_move)
        step(self.rules, pool[0], action)
        if self.program[CHANGE] != 0:
            before, after = (value(self.rules, at, mover, self.program, ply) for at in (state, pool[0]))
            gains = tuple(gain + (after - before) * (side == mover) for side, gain in enumerate(gains))
        return pool[0], gains

    def worths(self, state, depth):
        """What plain minimax thinks of every move."""
        root, viewer, nothing = self.determinized(state), int(state.to_move), (0.0,) * int(state.n_players)
        children = {int(action): self.child(root, action, 0, nothing) for action in self.moves(root)}
        return {action: self.minimax(child, depth - 1, viewer, 1, gains) for action, (child, gains) in children.items()}


@pytest.mark.parametrize(("name", "depth"), [("splinter", 1), ("splinter", 2), ("splinter", 3), ("splendor", 2)])
def test_the_chosen_move_has_the_value_of_plain_minimax(name, depth):
    seat = Table(name)
    for seed in range(3 if depth < 3 else 1):
        state = seat.position(seed, 3 + 4 * seed)
        worths = seat.worths(state, depth)
        for table, order in product((False, True), repeat=2):
            choice = seat.decide(state, seat.workspace(depth=depth, table=table, order=order))
            assert worths[choice] == max(worths.values())


@numba.njit
def plain_minimax(rules, pool, lists, program, depth, ply, viewer):
    """The value of pool[ply] by looking at every line."""
    state = pool[ply]
    if depth == 0 or state.ended != Ended.PLAYING:
        return value(rules, state, viewer, program, ply)
    maximises = state.to_move == viewer
    best = -np.inf if maximises else np.inf
    for i in range(legal(rules, state, lists[ply])):
        pool[ply + 1] = state
        step(rules, pool[ply + 1], lists[ply, i])
        result = plain_minimax(rules, pool, lists, program, depth - 1, ply + 1, viewer)
        best = max(best, result) if maximises else min(best, result)
    return best


@pytest.mark.parametrize("text", ["seven", "material", "own_edge - 2*opp_loose + kings_apart"])
@pytest.mark.parametrize("layout", ["..../.XO./.xo./....", ".X.../.xO.o/....."])
def test_every_depth_has_exactly_the_value_of_plain_minimax(layout, text):
    seat = Table("splinter", text)
    rows = layout.split("/")
    seat.params = seat.game.Params(rows=len(rows), columns=len(rows[0]), layout=layout)
    seat.rules = seat.game.prepare(seat.params)
    lists = np.zeros((6, seat.game.max_actions(seat.params)), np.int64)
    for seed in range(12):
        state = seat.position(seed, seed % 4)
        pool, viewer, workspace = seat.game.new_states(6), int(state.to_move), seat.workspace(depth=5)
        seat.decide(state, workspace)
        memory = memory_of(deepening.Memory, workspace)
        deepening.clear(workspace, memory)
        for depth in range(1, 6):
            pool[0] = workspace.states[0]
            exact = plain_minimax(seat.rules, pool, lists, seat.program, depth, 0, viewer)
            assert deepening.search(seat.rules, workspace, memory, 0, depth, -np.inf, np.inf, viewer) == exact


@pytest.mark.parametrize(
    ("name", "text"),
    [("splinter", "change(own_material - opp_edge)"), ("splendor", "allEval2"), ("splendor", "allEval")],
)
def test_values_of_moves_are_searched_like_values_of_positions(name, text):
    seat = Table(name, text)
    state = seat.position(3, 6)
    worths = seat.worths(state, 2)
    for order in (False, True):
        choice = seat.decide(state, seat.workspace(depth=2, order=order))
        assert worths[choice] == pytest.approx(max(worths.values()))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_bound_found_with_one_window_is_not_taken_for_a_value_with_another(depth):
    seat = Table("splinter")
    lists = np.zeros((5, 48), np.int64)
    for seed in range(6):
        state, pool, workspace = seat.position(seed, 4), seat.game.new_states(5), seat.workspace(depth=4)
        viewer = seed % 2
        pool[1] = workspace.states[1] = state
        workspace.budget[OWN].left = PLENTY
        exact = plain_minimax(seat.rules, pool, lists, seat.program, depth, 1, viewer)
        memory = memory_of(deepening.Memory, workspace)
        windows = [(exact + 1, exact + 2), (exact - 2, exact - 1), (-np.inf, np.inf), (exact - 1, exact + 1)]
        deepening.clear(workspace, memory)
        found = [deepening.search(seat.rules, workspace, memory, 1, depth, low, high, viewer) for low, high in windows]
        assert found[0] <= exact + 1
        assert found[1] >= exact - 1
        assert found[2:] == [exact, exact]


def calls(seat, state, **knobs):
    workspace = seat.workspace(**knobs)
    seat.decide(state, workspace)
    return int(workspace.budget[OWN].spent)


def test_ordering_and_the_table_save_calls():
    seat = Table("splinter")
    positions = [seat.position(seed, 6) for seed in range(5)]
    plain, ordered, both = (
        sum(calls(seat, state, depth=5, order=order, table=table) for state in positions)
        for order, table in ((False, False), (True, False), (True, True))
    )
    assert both < ordered < plain / 2


@pytest.mark.parametrize("name", sorted(GAMES))
def test_any_budget_gives_a_legal_move_and_none_is_overdrawn(name):
    seat = Table(name)
    for budget in (1, 2, 10, 47, 48, 49, 200, 1000):
        state = seat.position(budget, 5)
        before = state.tobytes()
        workspace = seat.workspace(budget)
        assert seat.decide(state, workspace) in seat.moves(state)
        assert workspace.budget[OWN].spent <= budget
        assert workspace.budget[OWN].refused == 0
        assert state.tobytes() == before


def test_a_decision_does_not_depend_on_what_the_same_mind_thought_before():
    seat = Table("splinter")
    used = seat.workspace(depth=3)
    for seed in (0, 1, 2, 2, 3, 3):
        state = seat.position(seed, 2 * seed)
        fresh = seat.workspace(depth=3)
        assert seat.decide(state, used) == seat.decide(state, fresh)
        assert used.budget[OWN].spent == fresh.budget[OWN].spent


def test_a_search_to_the_end_of_the_game_stops_there():
    seat = Table("splinter", "result")
    params = seat.params._replace(max_plies=2)
    seat.rules = seat.game.prepare(params)
    assert calls(seat, seat.position(1, 0), depth=30, budget=PLENTY) < 48 + 2 * 48 * 48


def test_a_deep_search_takes_a_win_in_one_at_once():
    seat = Table("splinter", "result")
    found = 0
    for seed in range(40):
        state = seat.position(seed, 8)
        children = {int(action): seat.child(state, action, 0, ())[0] for action in seat.moves(state)}
        wins = {action for action, child in children.items() if child.winner == state.to_move}
        if wins:
            found += 1
            assert seat.decide(state, seat.workspace(50_000, depth=3)) in wins
    assert found > 5
