"""What the genetic planners (Hepworth 2016, chapter 5) share: plans are evolved anew for every decision.

A plan is a row of genes. Rows are ranked by the worth of the line of play that they lead to; the best one is kept,
parents are picked by rank, and the first move of the best plan is played. What a gene means is the planner's own.

Beyond the source, as its last chapter proposes: the opponents' plans may evolve too, in a population of their own, and
the first generation may be the best of many random plans.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from agents.lookahead import FLOATS
from engine.chance import below
from engine.game import NONE
from engine.jit import jit, jit_with_arrays
from engine.space import Range, Steps
from engine.workspace import Needs

Depth = Annotated[int, Steps((2, 4, 6, 10), accepts=(1, 1000)), "own moves that a plan is followed for"]
Population = Annotated[int, Steps((20, 50, 100, 300, 500, 1000), accepts=(2, 100_000)), "plans in a generation"]
Evaluations = Annotated[int, Steps((200, 500, 1000, 2000, 5000), accepts=(1, 10**9)), "plans tried for a decision"]
CrossoverRate = Annotated[float, Range(0, 1), "probability that a child has two parents"]
MutationRate = Annotated[float, Range(0, 1), "probability that a child is mutated"]
Coevolve = Annotated[bool, "the others follow plans that evolve too, and meet the own ones at random; false: om"]
Recall = Annotated[bool, "the greedy model's answers are remembered for a decision: the same plays for fewer calls"]
Lines = Annotated[int, Steps((1, 2, 4, 8), accepts=(1, 1000)), "random plans for each of the first; the best stay"]

CROSSED, IMPROVED, GENERATIONS, EXPRESSED = 1, 2, 3, 4  # workspace.ints: what the last decision's evolution came to
REPLIES = 16  # here the opponent model's answers are remembered; a minimax that finds first moves has the room before
GENES = REPLIES + (1 << 13)  # genes begin here
TABLES = 3  # of genes for each side: plans, children, positions


class Layout(NamedTuple):
    """The parts of a Workspace's memory that one side's plans are kept in, as tables."""

    genes: np.ndarray  # plan x gene
    children: np.ndarray  # the generation in the making
    keys: np.ndarray  # plan x gene: the position that a gene was played in
    scores: np.ndarray
    hurdles: np.ndarray  # what a child of two parents is to be better than; inf for others
    trace: np.ndarray  # best score of each generation


def plan_needs(states: int, actions: int, params: Any, length: int) -> Needs:
    """Room for two generations, twice if the opponents evolve too."""
    sides = 2 if params.coevolve else 1
    generations = max(1, min(params.evaluations, 1_000_000) // params.population) + 2
    floats = FLOATS + sides * 2 * params.population + generations
    return Needs(states, actions, GENES + sides * TABLES * params.population * length, floats)


@jit_with_arrays
def lay_out(ints, floats, side, sides, population, length):
    """The memory of a side as tables, nothing known of any plan; counters of the decision start at 0."""
    ints[CROSSED] = ints[IMPROVED] = ints[GENERATIONS] = ints[EXPRESSED] = 0
    size = population * length
    start = GENES + side * TABLES * size
    tables = ints[start : start + TABLES * size].reshape((TABLES, population, length))
    first = FLOATS + side * 2 * population
    scores = floats[first : first + 2 * population].reshape((2, population))
    scores[0], scores[1] = -np.inf, np.inf
    return Layout(tables[0], tables[1], tables[2], scores[0], scores[1], floats[FLOATS + sides * 2 * population :])


@jit
def forget_replies(ints):
    """A new decision: the model has not answered yet."""
    for i in range(REPLIES, GENES):
        ints[i] = NONE


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


@jit
def pick_by_rank(order, rng):
    """A parent: the better of two plans drawn at random, so that chances fall evenly with the rank."""
    return order[min(below(rng, len(order)), below(rng, len(order)))]


@jit
def marry(plans, order, row, crossing, rng):
    """A child's mother, and its father or -1; what it is to be better than is noted."""
    mother, father = pick_by_rank(order, rng), pick_by_rank(order, rng)
    plans.hurdles[row] = max(plans.scores[mother], plans.scores[father]) if crossing else np.inf
    return mother, father if crossing else -1


@jit_with_arrays
def ranking(scores):
    """Plans from best to worst; equals keep their order."""
    return np.argsort(-scores, kind="mergesort")


@jit_with_arrays
def renew(plans, best):
    """The children take their parents' place: nothing is known of them but of the first, which is the best plan."""
    score = plans.scores[best]
    plans.keys[0] = plans.keys[best]
    plans.genes[:] = plans.children
    plans.scores[:] = -np.inf
    plans.scores[0], plans.hurdles[0] = score, np.inf


@jit
def note_pair(rivals, row, score):
    """A rival gains what the plan loses that it met; a line that the budget cut short says nothing."""
    rivals.scores[row] = -score if score > -np.inf else -np.inf


@jit
def record(ints, trace, scores):
    """Note the best score of a generation."""
    if ints[GENERATIONS] < len(trace):
        trace[ints[GENERATIONS]] = scores[best_row(scores)]
        ints[GENERATIONS] += 1


@jit
def count_crossing(ints, plans, row):
    """Note whether a child of two parents is better than both."""
    if plans.hurdles[row] < np.inf:
        ints[CROSSED] += 1
        ints[IMPROVED] += plans.scores[row] > plans.hurdles[row]
