"""What the genetic planners (Hepworth 2016, chapter 5) share: plans are evolved anew for every decision.

A plan is a row of genes. Rows are ranked by the value of the line of play that they lead to; the best one is kept,
parents are picked by rank, and the first move of the best plan is played. A planner asks for the `next_plan`, follows
it, since what a gene means is its own, and tells what it came to (`set_score`), until a `next_generation` is due.

Beyond the source, as its last chapter proposes: the opponents' plans may evolve too, in a population of their own, and
the first generation may be the best of many random plans.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from agents import minimax
from agents.breeding import Plans, best_row, breed, copy_plan, fill, place_for
from engine.chance import below
from engine.game import NONE
from engine.jit import jit, jit_with_arrays
from engine.space import Range, Steps

Depth = Annotated[int, Steps((2, 4, 6, 10), accepts=(1, 1000)), "own moves that a plan is followed for"]
Population = Annotated[int, Steps((20, 50, 100, 300, 500, 1000), accepts=(2, 100_000)), "plans in a generation"]
Evaluations = Annotated[int, Steps((200, 500, 1000, 2000, 5000), accepts=(1, 10**9)), "plans tried for a decision"]
CrossoverRate = Annotated[float, Range(0, 1), "probability that a child has two parents"]
MutationRate = Annotated[float, Range(0, 1), "probability that a child is mutated"]
Coevolve = Annotated[bool, "the others follow plans that evolve too, and meet the own ones at random; false: om"]
Recall = Annotated[bool, "the greedy model's answers are remembered for a decision: the same plays for fewer calls"]
Lines = Annotated[int, Steps((1, 2, 4, 8), accepts=(1, 1000)), "random plans for each of the first; the best stay"]

REPLIES = 1 << 13
FRESH, DONE = -1, -2  # in place of a row: a random plan that has none yet, and nothing
EVOLUTION = np.dtype(
    [
        ("tried", "i8"),  # plans
        ("row", "i8"),  # of the next plan
        ("fresh", "i8"),  # random plans tried beyond those of the first generation
        ("shift", "i8"),  # how far a plan's row is from that of the rival it meets
        ("generations", "i8"),  # that are recorded
        ("crossed", "i8"),  # children of two parents
        ("improved", "i8"),  # and those of them that are better than both
        ("expressed", "i8"),  # how much of the best plan was played for
    ],
    align=True,
)


class Memory(NamedTuple):
    """What a planner notes; the plans of both sides one after the other."""

    evolution: Annotated[Any, EVOLUTION]
    search: Annotated[Any, minimax.SEARCH]  # for first moves by minimax
    replies: Annotated[Any, np.int64]  # what the opponent model answered
    genes: Annotated[Any, np.int64]  # side x plan x gene
    children: Annotated[Any, np.int64]  # the generation in the making
    keys: Annotated[Any, np.int64]  # side x plan x gene: the position that a gene was played in
    scores: Annotated[Any, np.float64]  # side x plan
    hurdles: Annotated[Any, np.float64]  # what a child of two parents is to be better than; inf for others
    trace: Annotated[Any, np.float64]  # best score of each generation


def memory_for(params: Any, length: int) -> Memory:
    """What plans of that length take: two generations of them, twice if the opponents evolve too."""
    plans = params.population * (2 if params.coevolve else 1)
    generations = max(1, min(params.evaluations, 1_000_000) // params.population) + 2
    tables = dict.fromkeys(("genes", "children", "keys"), plans * length)
    return Memory(evolution=1, search=1, replies=REPLIES, scores=plans, hurdles=plans, trace=generations, **tables)


@jit_with_arrays
def plans_of(memory, params, side):
    """The plans of a side; of the other side, if that does not evolve, the own ones."""
    first = params.population if side == 1 and params.coevolve else 0
    last, length = first + params.population, len(memory.genes) // len(memory.scores)
    shape = (params.population, length)
    return Plans(
        memory.genes[first * length : last * length].reshape(shape),
        memory.children[first * length : last * length].reshape(shape),
        memory.keys[first * length : last * length].reshape(shape),
        memory.scores[first:last],
        memory.hurdles[first:last],
    )


@jit
def begin_evolution(memory, params, rng):
    """Nothing is known of any plan, and the model has not answered yet."""
    evolution = memory.evolution[0]
    evolution.tried = evolution.row = evolution.fresh = evolution.generations = 0
    evolution.crossed = evolution.improved = evolution.expressed = 0
    evolution.shift = below(rng, params.population) if params.coevolve else 0
    memory.scores[:] = -np.inf
    memory.hurdles[:] = np.inf
    memory.replies[:] = NONE


@jit
def next_plan(memory, params, plans, genes, n, rng):
    """The row of the plan to try next and that of the rival it meets; FRESH, or DONE with a generation, for a row."""
    evolution = memory.evolution[0]
    if evolution.row < params.population:
        row = evolution.row
        evolution.row += 1
        return row, (row + evolution.shift) % params.population
    if evolution.generations > 0 or evolution.fresh == (params.lines - 1) * params.population:
        return DONE, 0
    if evolution.fresh == 0:
        copy_plan(plans.children[0], plans.genes[0])
    evolution.fresh += 1
    fill(plans.children[0], genes, n, rng)
    return FRESH, below(rng, params.population) if params.coevolve else 0


@jit
def set_score(memory, params, plans, rivals, row, other, score):
    """What a plan came to. One that has no row yet takes that of the worst, if it is better."""
    evolution = memory.evolution[0]
    evolution.tried += 1
    if row == FRESH:
        row = place_for(plans.scores, score)
        if row >= 0:
            copy_plan(plans.genes[row], plans.children[0])
            copy_plan(plans.keys[row], plans.children[1])
            plans.scores[row] = score
        return
    plans.scores[row] = score
    if plans.hurdles[row] < np.inf:
        evolution.crossed += 1
        evolution.improved += score > plans.hurdles[row]
    if params.coevolve:  # a rival gains what the plan loses; a line that the budget cut short says nothing
        rivals.scores[other] = -score if score > -np.inf else -np.inf


@jit_with_arrays
def next_generation(memory, params, plans, rivals, genes, n, m, restricted, rng):
    """Breed both sides, whose plans are n and m genes long."""
    evolution = memory.evolution[0]
    record(memory, plans.scores)
    breed(plans, params, genes, n, restricted, rng)
    if params.coevolve:
        breed(rivals, params, genes, m, restricted, rng)
    evolution.shift = below(rng, params.population) if params.coevolve else 0
    evolution.row = 0 if params.coevolve else 1  # the best plan is only tried again against other rivals


@jit
def record(memory, scores):
    """Note the best score of a generation."""
    evolution = memory.evolution[0]
    if evolution.generations < len(memory.trace):
        memory.trace[evolution.generations] = scores[best_row(scores)]
        evolution.generations += 1
