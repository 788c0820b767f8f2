"""A search tree in arrays: nodes are numbers, a node's children stand side by side, a hash table finds them by action.

Places are unsigned where much is read: that spares compiled code the question whether they count from the end.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from engine.chance import GOLDEN, mix
from engine.game import MAX_PLAYERS
from engine.jit import jit, jit_inline

UNKNOWN = 1e9  # the doubt about a node that was never visited
NO_NODE = 0  # the root is node 0 and nobody's child
LIST_ROOM = 4  # a full list moves to one of twice the size: of n children's, all lists together take less than 4n
TREE = np.dtype(
    [
        ("grown", "i8"),  # nodes that there are
        ("listed", "i8"),  # how much of the lists of children is used
        ("low", "f8"),  # the smallest result so far
        ("high", "f8"),  # the largest
        ("before", "f8", (MAX_PLAYERS,)),  # what the position is worth to each player before anything is done
        ("results", "f8", (MAX_PLAYERS,)),  # what the last line has come to for each
    ],
    align=True,
)
NODE = np.dtype(
    [
        ("action", "i8"),  # that led to it
        ("average", "f8"),  # of its results
        ("doubt", "f8"),  # 1 / sqrt(visits), worked out once a visit and not whenever it is read
        ("visits", "f8"),
        ("spread", "f8"),  # the sum of squared deviations from the mean
        ("prior", "f8"),  # what the heuristic thought of it at first
        ("parent", "i4"),
        ("mover", "i4"),  # who made the move
        ("first", "i4"),  # where its list of children begins
        ("count", "i4"),  # its children
    ],
    align=True,
)


class Memory(NamedTuple):
    """The arrays of a tree."""

    tree: Annotated[Any, TREE]
    nodes: Annotated[Any, NODE]
    lists: Annotated[Any, np.int32]  # children
    table: Annotated[Any, np.int32]  # nodes by the hash of parent and action
    way: Annotated[Any, np.int32]  # the nodes that the line at hand came through


def tree_memory(nodes: int, depth: int) -> Memory:
    """What a tree of so many nodes takes."""
    return Memory(tree=1, nodes=nodes, lists=nodes * LIST_ROOM, table=1 << (2 * nodes - 1).bit_length(), way=depth)


@jit
def plant(memory):
    """A tree of the root alone."""
    tree = memory.tree[0]
    tree.grown, tree.listed = 1, 0
    tree.low, tree.high = np.inf, -np.inf
    memory.table[:] = NO_NODE
    clear_node(memory.nodes[0], 0, 0, 0)


@jit_inline
def clear_node(node, parent, action, mover):
    """A node without children that nothing is known of."""
    node.action, node.parent, node.mover = action, parent, mover
    node.first = node.count = 0
    node.visits = node.average = node.spread = node.prior = 0.0
    node.doubt = UNKNOWN


@jit_inline
def add_child(memory, parent, action, mover):
    """The child that an action leads to if that is new; NO_NODE if there is one already, or no room."""
    tree, nodes, table = memory.tree[0], memory.nodes, memory.table
    mask = np.uint64(len(table) - 1)
    place = mix(np.uint64(action) ^ (np.uint64(parent) * GOLDEN)) & mask
    while table[place] != NO_NODE:
        node = nodes[np.uintp(table[place])]
        if node.parent == parent and node.action == action:
            return NO_NODE
        place = (place + np.uint64(1)) & mask
    number = tree.grown
    if number == len(nodes):
        return NO_NODE
    tree.grown = number + 1
    table[place] = number
    clear_node(nodes[np.uintp(number)], parent, action, mover)
    above = nodes[np.uintp(parent)]
    if above.count % LIST_ROOM == 0 and above.count & (above.count - 1) == 0:  # full: 4, 8, 16...
        move_list(tree, above, memory.lists)
    memory.lists[np.uintp(above.first + above.count)] = number
    above.count += 1
    return number


@jit
def move_list(tree, above, lists):
    """Give a list of children twice the room."""
    old, above.first = above.first, tree.listed
    tree.listed += max(LIST_ROOM, 2 * above.count)
    for i in range(above.count):
        lists[above.first + i] = lists[old + i]


@jit_inline
def note_result(node, result, epsilon):
    """One more visit with this result (Welford's running mean and spread)."""
    node.visits += 1.0
    gap = result - node.average
    node.average += gap / node.visits
    node.spread += gap * (result - node.average)
    node.doubt = 1.0 / np.sqrt(node.visits + epsilon)
