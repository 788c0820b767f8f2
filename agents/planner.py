"""What the genetic planners (Hepworth 2016, chapter 5) share: plans are evolved anew for every decision.

A plan is a row of genes. Rows are ranked by the value of the line of play that they lead to; the best one is kept,
parents are picked by rank, and the first move of the best plan is played. A planner makes the first plans, lets them be
tried (`try_plans`) and bred (`next_generation`) by turns, and says what a gene means: its `next_move`.

Beyond the source, as its last chapter proposes: the opponents' plans may evolve too, in a population of their own, and
the first generation may be the best of many random plans.
"""

import sys
from typing import Annotated, Any, NamedTuple

import numpy as np

from agents.breeding import Genes, Plans, best_row, breed, copy_plan, fill, place_for
from agents.full_width import SEARCH
from agents.lookahead import await_effect, line_value, play_on, start_line
from agents.opponents import let_others_move, unanswered
from engine.chance import below
from engine.game import NONE, Ended
from engine.jit import jit, jit_with_arrays, verb_of
from engine.separate import separate_verb
from engine.space import Range, Steps
from engine.workspace import OWN, exhausted

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
    search: Annotated[Any, SEARCH]  # for first moves by minimax
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


def next_move(rules, params, line, workspace, plan, keys, i, genes, n):
    """What a plan of n genes, that has made i moves, does next: as the planner says whose Params these are.

    It notes in `keys` what breeding wants to know.
    """
    return sys.modules[type(params).__module__].next_move(rules, params, line, workspace, plan, keys, i, genes, n)


separate_verb(next_move, lambda params: verb_of(sys.modules[params.instance_class.__module__].next_move, False))


@jit
def follow(rules, state, workspace, replies, params, plan, keys, rival, met, genes, n, m):
    """What a plan comes to; -inf if the budget did not last. Rivals that evolve follow their plan, others the model."""
    viewer, budget, ply, left = state.to_move, workspace.budget[OWN], 0, params.depth
    line = start_line(rules, state, workspace, viewer, False, params.draws)
    for i in range(params.depth):
        if line.ended != Ended.PLAYING:
            break
        if exhausted(budget):
            return -np.inf
        play_on(rules, line, next_move(rules, params, line, workspace, plan, keys, i, genes, n), workspace, ply)
        ply += 1
        left -= line.ended == Ended.PLAYING
        while params.coevolve and line.to_move != viewer and line.ended == Ended.PLAYING and not exhausted(budget):
            play_on(rules, line, next_move(rules, params, line, workspace, rival, met, i, genes, m), workspace, ply)
            ply += 1
        remembered = replies if params.recall else replies[:0]
        ply = let_others_move(rules, line, viewer, workspace, params.om, params.ombs, ply, remembered)
    if unanswered(line, viewer) or not await_effect(rules, line, viewer, budget):
        return -np.inf
    return line_value(rules, line, viewer, workspace, ply, left)


@jit
def try_plans(rules, state, workspace, memory, params, plans, rivals, genes, n, m):
    """Follow the plans of a generation: n genes, the rivals' m. False when their number or the budget is used up."""
    while memory.evolution[0].tried < params.evaluations and not exhausted(workspace.budget[OWN]):
        row, other = next_plan(memory, params, plans, genes, n, workspace.rng)
        if row == DONE:
            return True
        plan = plans.children[0] if row == FRESH else plans.genes[row]
        keys = plans.children[1] if row == FRESH else plans.keys[row]
        rival, met = rivals.genes[other], rivals.keys[other]
        if (
            genes == Genes.ORDER
        ):  # how far they are played for; of a rival's not what it is against a plan without a row
            met = rivals.children[1] if row == FRESH else met
            keys[0] = met[0] = 1
        score = follow(rules, state, workspace, memory.replies, params, plan, keys, rival, met, genes, n, m)
        set_score(memory, params, plans, rivals, row, other, score)
    return False


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
