"""What the genetic planners (Hepworth 2016, chapter 5) share: plans are evolved anew for every decision.

A plan is a row of genes. Rows are ranked by the worth of the line of play that they lead to; the best one is kept,
parents are picked by rank, and the first move of the best plan is played. What a gene means is the planner's own.
"""

from typing import Annotated, NamedTuple

import numpy as np

from agents.foresight import FLOATS
from engine.chance import below
from engine.jit import jit, jit_with_arrays
from engine.mind import Needs
from engine.space import Range, Steps

Depth = Annotated[int, Steps((2, 4, 6, 10), accepts=(1, 1000)), "own moves that a plan is followed for"]
Population = Annotated[int, Steps((20, 50, 100, 300, 500, 1000), accepts=(2, 100_000)), "plans in a generation"]
Evaluations = Annotated[int, Steps((200, 500, 1000, 2000, 5000), accepts=(1, 10**9)), "plans tried for a decision"]
CrossoverRate = Annotated[float, Range(0, 1), "probability that a child has two parents"]
MutationRate = Annotated[float, Range(0, 1), "probability that a child is mutated"]

CROSSED, IMPROVED, GENERATIONS, EXPRESSED = 1, 2, 3, 4  # mind.ints: what the last decision's evolution came to
INTS = 5  # genes begin here


class Layout(NamedTuple):
    """The parts of a Mind's memory that a planner works on, as tables."""

    genes: np.ndarray  # plan x gene
    children: np.ndarray  # the generation in the making
    keys: np.ndarray  # plan x gene: the position that a gene was played in
    child_keys: np.ndarray
    scores: np.ndarray
    child_scores: np.ndarray
    trace: np.ndarray  # best score of each generation


def plan_needs(states: int, actions: int, population: int, evaluations: int, length: int) -> Needs:
    """Room for two generations."""
    generations = max(1, min(evaluations, 1_000_000) // population) + 2
    return Needs(states, actions, INTS + 4 * population * length, FLOATS + 2 * population + generations)


@jit_with_arrays
def lay_out(ints, floats, population, length):
    """The memory as tables; counters of the decision start at 0."""
    ints[CROSSED] = ints[IMPROVED] = ints[GENERATIONS] = ints[EXPRESSED] = 0
    size = population * length
    tables = ints[INTS : INTS + 4 * size].reshape((4, population, length))
    end = FLOATS + 2 * population
    scores = floats[FLOATS:end].reshape((2, population))
    return Layout(tables[0], tables[1], tables[2], tables[3], scores[0], scores[1], floats[end:])


@jit
def best_row(scores):
    """The first best plan."""
    best = 0
    for row in range(1, len(scores)):
        if scores[row] > scores[best]:
            best = row
    return best


@jit
def pick_by_rank(order, rng):
    """A parent: the better of two plans drawn at random, so that chances fall evenly with the rank."""
    return order[min(below(rng, len(order)), below(rng, len(order)))]


@jit_with_arrays
def ranking(scores):
    """Plans from best to worst; equals keep their order."""
    return np.argsort(-scores, kind="mergesort")


@jit
def record(ints, trace, scores):
    """Note the best score of a generation."""
    if ints[GENERATIONS] < len(trace):
        trace[ints[GENERATIONS]] = scores[best_row(scores)]
        ints[GENERATIONS] += 1


@jit
def count_crossing(ints, child, mother, father):
    """Note whether a child of two parents is better than both."""
    ints[CROSSED] += 1
    ints[IMPROVED] += child > max(mother, father)
