"""The search tree in arrays: nodes, children, the hash table."""

import numpy as np
import pytest

from agents import tree
from agents.tree import ACTION, COUNT, DOUBT, FIRST, MEAN, SPREAD, VISITS


def test_a_node_knows_number_mean_and_spread_of_its_results():
    floats = np.zeros(tree.tree_floats(2))
    results = [3.0, -1.0, 4.0, 1.0]
    for result in results:
        tree.note_result(floats, 1, result, 0.5)
    known = floats[tree.about(1) :]
    assert known[VISITS] == 4
    assert known[MEAN] == pytest.approx(np.mean(results))
    assert known[SPREAD] == pytest.approx(np.var(results) * 4)
    assert known[DOUBT] == pytest.approx(1 / np.sqrt(4.5))  # epsilon is added to the visits


def test_children_are_found_by_action_and_a_full_tree_takes_no_more():
    ints, floats = np.zeros(tree.tree_ints(50), np.int64), np.zeros(tree.tree_floats(50))
    tree.plant(ints, floats)
    assert [tree.add_child(ints, floats, 0, 7 * i, 1) for i in range(20)] == list(range(1, 21))
    assert tree.add_child(ints, floats, 0, 7, 1) == tree.NO_NODE
    deeper = [tree.add_child(ints, floats, 3, 7 * i, 0) for i in range(40)]
    assert deeper == [*range(21, 50), *[tree.NO_NODE] * 11]
    first, count = ints[tree.at(3) + FIRST], ints[tree.at(3) + COUNT]
    assert [ints[tree.at(child) + ACTION] for child in ints[first : first + count]] == [7 * i for i in range(29)]


@pytest.mark.parametrize("nodes", [2, 17, 300])
def test_a_tree_fits_into_the_room_it_asks_for(nodes):
    ints, floats = np.zeros(tree.tree_ints(nodes), np.int64), np.zeros(tree.tree_floats(nodes))
    tree.plant(ints, floats)
    rng = np.random.default_rng(nodes)
    while tree.add_child(ints, floats, int(rng.integers(ints[tree.SIZE])), int(rng.integers(10**9)), 0):
        pass
    assert ints[tree.SIZE] == nodes
    assert ints[tree.LISTED] <= nodes * tree.LIST_ROOM
