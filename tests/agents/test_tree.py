"""The search tree in arrays: nodes, children, the hash table."""

import numpy as np
import pytest

from agents import tree
from engine.catalog import GAMES
from engine.match import new_workspace
from engine.memory import memory_of
from engine.workspace import Needs


def new_tree(nodes):
    """The memory of a tree of so many nodes, planted."""
    workspace = new_workspace(GAMES["splinter"], Needs(memory=tree.tree_memory(nodes, 1)))
    memory = memory_of(tree.Memory, workspace)
    tree.plant(memory)
    return memory


def test_a_node_knows_number_mean_and_spread_of_its_results():
    node = new_tree(2).nodes[1]
    tree.clear_node(node, 0, 0, 0)
    results = [3.0, -1.0, 4.0, 1.0]
    for result in results:
        tree.note_result(node, result, 0.5)
    assert node.visits == 4
    assert node.average == pytest.approx(np.mean(results))
    assert node.spread == pytest.approx(np.var(results) * 4)
    assert node.doubt == pytest.approx(1 / np.sqrt(4.5))  # epsilon is added to the visits


def test_children_are_found_by_action_and_a_full_tree_takes_no_more():
    memory = new_tree(50)
    assert [tree.add_child(memory, 0, 7 * i, 1) for i in range(20)] == list(range(1, 21))
    assert tree.add_child(memory, 0, 7, 1) == tree.NO_NODE
    deeper = [tree.add_child(memory, 3, 7 * i, 0) for i in range(40)]
    assert deeper == [*range(21, 50), *[tree.NO_NODE] * 11]
    above = memory.nodes[3]
    children = memory.lists[above.first :][: above.count]
    assert memory.nodes[children].action.tolist() == [7 * i for i in range(29)]


@pytest.mark.parametrize("nodes", [2, 17, 300])
def test_a_tree_fits_into_the_room_it_asks_for(nodes):
    memory, rng = new_tree(nodes), np.random.default_rng(nodes)
    while tree.add_child(memory, int(rng.integers(memory.tree[0].grown)), int(rng.integers(10**9)), 0):
        pass
    assert memory.tree[0].grown == nodes
    assert memory.tree[0].listed <= nodes * tree.LIST_ROOM
