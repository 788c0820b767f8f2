"""A search tree in arrays: nodes are numbers, a node's children a chain. Shared by tree searches."""

from engine.jit import jit

ACTION, CHILD, NEXT, MOVER = range(4)  # of a node, in mind.ints: what leads to it, its first child, its next sibling
NODE_INTS = 4
VISITS, MEAN, SPREAD, PRIOR = range(4)  # in mind.floats: SPREAD is the sum of squared deviations from the mean
NODE_FLOATS = 4
NO_NODE = 0  # the root is nobody's child


@jit
def clear_node(ints, floats, i, f, action, following, mover):
    """A node that nothing is known of. `i` and `f` say where its numbers stand."""
    ints[i + ACTION], ints[i + CHILD], ints[i + NEXT], ints[i + MOVER] = action, NO_NODE, following, mover
    floats[f + VISITS] = floats[f + MEAN] = floats[f + SPREAD] = floats[f + PRIOR] = 0.0


@jit
def note_result(floats, f, result):
    """One more visit with this result (Welford's running mean and spread)."""
    floats[f + VISITS] += 1.0
    gap = result - floats[f + MEAN]
    floats[f + MEAN] += gap / floats[f + VISITS]
    floats[f + SPREAD] += gap * (result - floats[f + MEAN])
