"""How generations of plans are bred: ranks, parents, crossing and mutation, by what a gene is."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from engine.chance import below, shuffle, unit
from engine.game import NONE
from engine.jit import jit, jit_with_arrays

INDICES = 2**20  # values of a gene that is a place in a list


class Genes(IntEnum):
    """Kinds of gene."""

    INDEX = 0  # a place in the list of legal moves
    EXACT = 1  # a move: plans are crossed where they come through one position at different places
    NEAR = 2  # a move that is wished for: plans are crossed anywhere
    ORDER = 3  # one thing of several: a plan is a permutation of them, crossed by what follows what


class Plans(NamedTuple):
    """The plans of one side, as tables."""

    genes: np.ndarray  # plan x gene
    children: np.ndarray  # the generation in the making
    keys: (
        np.ndarray
    )  # plan x gene: the position that a gene was played in; of an order, first how far it was played for
    scores: np.ndarray
    hurdles: np.ndarray  # what a child of two parents is to be better than; inf for others


@jit
def fill(plan, genes, n, rng):
    """A random plan of n genes: moves are drawn when they are played; an order is there already and gets mixed."""
    if genes == Genes.ORDER:
        shuffle(plan, n, rng)
        return
    for i in range(n):
        plan[i] = below(rng, INDICES) if genes == Genes.INDEX else NONE


@jit
def copy_plan(plan, source):
    """Overwrite one plan with another."""
    for i in range(len(plan)):
        plan[i] = source[i]


@jit
def best_row(scores):
    """The first best plan."""
    best = 0
    for row in range(1, len(scores)):
        if scores[row] > scores[best]:
            best = row
    return best


@jit
def place_for(scores, score):
    """The row of the worst plan if this score is better, else -1."""
    worst = 0
    for row in range(1, len(scores)):
        if scores[row] < scores[worst]:
            worst = row
    return worst if score > scores[worst] else -1


@jit_with_arrays
def ranking(scores):
    """Plans from best to worst; equals keep their order."""
    return np.argsort(-scores, kind="mergesort")


@jit
def pick_by_rank(order, rng):
    """A parent: the better of two plans drawn at random, so that chances fall evenly with the rank."""
    return order[min(below(rng, len(order)), below(rng, len(order)))]


@jit_with_arrays
def breed(plans, params, genes, n, restricted, rng):
    """The next generation, its first member the best of the last; of the others nothing is known."""
    order = ranking(plans.scores)
    best, score = order[0], plans.scores[order[0]]
    plans.children[0] = plans.genes[best]
    for row in range(1, params.population):
        crossing = unit(rng) < params.crossover
        mother, father = pick_by_rank(order, rng), pick_by_rank(order, rng)
        child = plans.children[row]
        child[:] = plans.genes[mother]
        crossed = crossing and cross(plans, mother, father, child, genes, n, rng)
        plans.hurdles[row] = max(plans.scores[mother], plans.scores[father]) if crossed else np.inf
        if unit(rng) < params.mutation:
            mutate(child, genes, n, max(2, plans.keys[mother, 0]) if restricted else n, rng)
    plans.keys[0] = plans.keys[best]
    plans.genes[:] = plans.children
    plans.scores[:] = -np.inf
    plans.scores[0], plans.hurdles[0] = score, np.inf


@jit
def mutate(plan, genes, n, among, rng):
    """Exchange two of the first things of an order, or draw another gene."""
    if genes == Genes.ORDER:
        among = min(among, n)
        i, j = below(rng, among), below(rng, among)
        plan[i], plan[j] = plan[j], plan[i]
    else:
        plan[below(rng, n)] = below(rng, INDICES) if genes == Genes.INDEX else NONE


@jit
def cross(plans, mother, father, child, genes, n, rng):
    """Put genes of the father into the child, which is like the mother. False if the two have no place for a cut."""
    if genes == Genes.ORDER:
        cross_orders(plans.genes[mother], plans.genes[father], child, n, rng)
        return True
    if genes == Genes.EXACT:
        return cross_at_positions(plans, mother, father, child, n, rng)
    for i in range(below(rng, n), n):
        child[i] = plans.genes[father, i]
    return True


@jit
def cross_at_positions(plans, mother, father, child, n, rng):
    """Go on as the father did in a position that both came through; it may have been sooner or later for him."""
    start = below(rng, n)
    for turn in range(n):
        i = (start + turn) % n
        for j in range(n):
            if i != j and plans.keys[mother, i] == plans.keys[father, j]:
                for k in range(i, n):
                    child[k] = plans.genes[father, j + k - i] if j + k - i < n else NONE
                return True
    return False


@jit
def cross_orders(mother, father, child, n, rng):
    """Thing by thing, take the successor that a parent has; where the child has both, go on in the mother's order."""
    unused = 0
    child[0] = mother[0]
    for filled in range(1, n):
        first, second = (mother, father) if below(rng, 2) == 0 else (father, mother)
        following = successor(first, n, child, filled)
        if following < 0:
            following = successor(second, n, child, filled)
        if following < 0:
            while holds(child, filled, mother[unused]):
                unused += 1
            following = mother[unused]
        child[filled] = following


@jit
def successor(parent, n, child, filled):
    """What follows the child's last thing in a parent, or -1 if the child has it already."""
    for i in range(n - 1):
        if parent[i] == child[filled - 1]:
            return -1 if holds(child, filled, parent[i + 1]) else parent[i + 1]
    return -1


@jit
def holds(row, n, thing):
    """Whether the first n of a row have a thing."""
    for i in range(n):
        if row[i] == thing:
            return True
    return False
