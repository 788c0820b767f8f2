"""A search tree in arrays: nodes are numbers, a node's children stand side by side, a hash table finds them by action.

workspace.ints holds the header, the nodes, the lists of children and the table; workspace.floats, from STATS on, what
is known of each node. Places are unsigned where much is read: that spares compiled code the question whether they
count from the end.
"""

import numpy as np

from agents.lookahead import FLOATS
from engine.chance import GOLDEN, mix
from engine.jit import jit, jit_inline

SIZE, MOST = 1, 2  # workspace.ints: nodes now, and at most
LISTS, LISTED = 3, 4  # where the lists of children begin, and how much of them is used
TABLE, MASK = 5, 6  # where the hash table begins, and its last place
NODES = 7  # nodes begin here; the root is node 0
ACTION, PARENT, MOVER, FIRST, COUNT, ROOM = range(6)  # of a node: what led to it, and its list of children
NODE_INTS = 6
VISITS, MEAN, SPREAD, PRIOR, DOUBT = range(5)  # in workspace.floats: SPREAD sums squared deviations from the mean
NODE_FLOATS = 5  # DOUBT is 1 / sqrt(visits), worked out once a visit and not whenever it is read
UNKNOWN = 1e9  # the doubt about a node that was never visited
STATS = FLOATS + 32  # the room between is the search's own
NO_NODE = 0  # the root is nobody's child
LIST_ROOM = (
    4  # a list that is full moves to one of twice the size: of n children's, all lists together take less than 4n
)


def tree_ints(nodes: int) -> int:
    """How many integers a tree of so many nodes takes."""
    return NODES + nodes * NODE_INTS + nodes * LIST_ROOM + (1 << (2 * nodes - 1).bit_length())


def tree_floats(nodes: int) -> int:
    """How many floats."""
    return STATS + nodes * NODE_FLOATS


@jit_inline
def at(node):
    """Where a node's integers begin."""
    return NODES + node * NODE_INTS


@jit_inline
def about(node):
    """Where a node's floats begin."""
    return STATS + node * NODE_FLOATS


@jit_inline
def child_of(ints, node, i):
    """The i-th child."""
    return ints[np.uintp(ints[at(node) + FIRST] + i)]


@jit
def plant(ints, floats):
    """A tree of the root alone, with room for as many nodes as there are floats for."""
    most = (len(floats) - STATS) // NODE_FLOATS
    size = 1
    while size < 2 * most:
        size *= 2
    ints[SIZE], ints[MOST] = 1, most
    ints[LISTS], ints[LISTED] = at(most), 0
    ints[TABLE], ints[MASK] = at(most) + most * LIST_ROOM, size - 1
    for place in range(size):
        ints[ints[TABLE] + place] = NO_NODE
    clear_node(ints, floats, 0, 0, 0, 0)


@jit_inline
def clear_node(ints, floats, node, parent, action, mover):
    """A node without children that nothing is known of."""
    here = at(node)
    ints[here + ACTION], ints[here + PARENT], ints[here + MOVER] = action, parent, mover
    ints[here + FIRST] = ints[here + COUNT] = ints[here + ROOM] = 0
    for i in range(NODE_FLOATS):
        floats[about(node) + i] = 0.0
    floats[about(node) + DOUBT] = UNKNOWN


@jit_inline
def add_child(ints, floats, parent, action, mover):
    """The child that an action leads to if that is new; NO_NODE if there is one already, or no room."""
    hashed = mix(np.uint64(action) ^ (np.uint64(parent) * GOLDEN))
    place = np.int64(hashed & np.uint64(ints[MASK]))
    while True:
        node = ints[ints[TABLE] + place]
        if node == NO_NODE:
            break
        if ints[at(node) + PARENT] == parent and ints[at(node) + ACTION] == action:
            return NO_NODE
        place = (place + 1) & ints[MASK]
    node = ints[SIZE]
    if node == ints[MOST]:
        return NO_NODE
    ints[SIZE] = node + 1
    ints[ints[TABLE] + place] = node
    clear_node(ints, floats, node, parent, action, mover)
    above = at(parent)
    if ints[above + COUNT] == ints[above + ROOM]:
        move_list(ints, above)
    ints[ints[above + FIRST] + ints[above + COUNT]] = node
    ints[above + COUNT] += 1
    return node


@jit
def move_list(ints, above):
    """Give a list of children twice the room."""
    old = ints[above + FIRST]
    ints[above + FIRST] = ints[LISTS] + ints[LISTED]
    ints[above + ROOM] = max(LIST_ROOM, 2 * ints[above + ROOM])
    ints[LISTED] += ints[above + ROOM]
    for i in range(ints[above + COUNT]):
        ints[ints[above + FIRST] + i] = ints[old + i]


@jit_inline
def note_result(floats, node, result, epsilon):
    """One more visit with this result (Welford's running mean and spread)."""
    f = about(node)
    floats[f + VISITS] += 1.0
    gap = result - floats[f + MEAN]
    floats[f + MEAN] += gap / floats[f + VISITS]
    floats[f + SPREAD] += gap * (result - floats[f + MEAN])
    floats[f + DOUBT] = 1.0 / np.sqrt(floats[f + VISITS] + epsilon)
