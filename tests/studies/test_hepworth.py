"""The measurements of Hepworth's thesis, at tiny size and against plain counting."""

import numpy as np
import pytest

from agents.planner import Memory
from agents.splendor.buy_seeker import MOST_TARGETS
from engine.game import legal, step
from engine.interpreter import value
from engine.memory import memory_of
from studies.play.setup import prepare_game, seat_player
from studies.reproductions.hepworth import best_moves, crossover, fitness, move_kinds, populations
from studies.reproductions.hepworth.watching import GREEDY, THESIS, watch
from studies.reproductions.measurement import Order
from studies.search.plan import setup_of
from studies.spec.players import player_spec_of

TINY = {  # sizes of each measurement
    best_moves: {"CASES": (("depth 2", 2, "allEval", GREEDY, 1),)},
    crossover: {"SIZES": ((10, 30, 1),)},
    fitness: {"POPULATION": 6, "LENGTH": 3, "GAMES": 1},
    move_kinds: {"DEPTHS": ((1, 2),)},
    populations: {"POPULATION": 6, "LINES": 10, "SNAPSHOTS": (0, 2)},
}


@pytest.fixture
def order(tmp_path):
    return Order(prepare_game(setup_of(THESIS, "test")), 1.0, 1, tmp_path, "picture")


@pytest.mark.parametrize("module", TINY, ids=lambda module: module.__name__.rpartition(".")[2])
def test_a_measurement_gives_rows_and_pictures(module, order, monkeypatch):
    for name, size in TINY[module].items():
        monkeypatch.setattr(module, name, size)
    measured = module.measure(order)
    assert measured.rows
    assert all(row.low <= row.value <= row.high for row in measured.rows)
    assert {row.figure for row in measured.rows} >= set(module.MEASUREMENT.source.show)
    for picture in measured.pictures:
        assert (order.pictures / picture).read_bytes().startswith(b"\x89PNG")


def test_best_moves_are_those_that_a_full_search_values_highest(order):
    seen = set()
    for glimpse in watch(order, "minimax:depth=2,value=allEval", GREEDY, 1):
        state, workspace = glimpse.moment.state, glimpse.workspace
        number = best_moves.number_of_best(order, glimpse)
        values = plain_values(order, state, workspace)
        assert number == np.sum(np.isclose(values, max(values)))
        seen.add(number)
    assert len(seen) > 2


def plain_values(order, state, workspace):
    """Every first move's own gain less the opponent's best one after it."""
    game, rules = order.prepared.game, order.prepared.rules
    root, mover = workspace.states[0], int(state.to_move)
    values = []
    for first in listed(order, root):
        after = copied(game, root)
        gain = played(rules, after, first, mover, workspace.program)
        answers = [
            played(rules, copied(game, after), second, 1 - mover, workspace.program) for second in listed(order, after)
        ]
        values.append(gain - max(answers))
    return values


def listed(order, state):
    actions = np.zeros(order.prepared.game.max_actions(order.prepared.params), np.int64)
    return actions[: legal(order.prepared.rules, state, actions)]


def copied(game, state):
    pool = game.new_states(1)
    pool[0] = state
    return pool[0]


def played(rules, state, action, mover, program):
    before = value(rules, state, mover, program, 0)
    step(rules, state, action)
    return value(rules, state, mover, program, 0) - before


def test_plans_are_different_by_their_first_five_cards_in_the_newest_generation(order):
    workspace = seat_player(order.prepared, player_spec_of("splendor", "buy_order:population=4")).workspace
    genes = memory_of(Memory, workspace).genes.reshape(4, MOST_TARGETS)
    genes[:] = 0
    assert crossover.different(workspace, 4) == 1
    genes[:, :6] = [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 7], [1, 2, 3, 4, 6, 5], [2, 1, 3, 4, 5, 6]]
    assert crossover.different(workspace, 4) == 3
