"""Genetic planners over whole lines of moves (Hepworth 2016): IndexMove and ExactMove.

IndexMove: a gene is a number, taken modulo the number of legal moves. ExactMove: a gene is a move; one that is not legal
when its turn comes is replaced by a random legal one. Plans of moves cross only where both stood before the same list of
legal moves at different places; a mutation of them clears one gene.
"""

from typing import Annotated, NamedTuple

import numpy as np

from agents.evolution import (
    GENERATION,
    ORDER,
    SCORES,
    CrossoverRate,
    Evaluations,
    MutationRate,
    Population,
    begin_evolution,
    best_plan,
    copy_genes,
    genes_of,
    next_plan,
    pick_by_rank,
)
from agents.foresight import (
    ROOT,
    SLOTS,
    Draws,
    Model,
    OpponentModel,
    WideShare,
    let_others_move,
    play_on,
    skip_others,
    start_line,
    worth,
)
from engine.chance import below, draw, mix, unit
from engine.game import NONE, Ended, allows, imagine, legal
from engine.jit import jit
from engine.mind import OWN, Needs, exhausted, unpack
from engine.space import Steps

BIG = np.uint64(0x7FFFFFFFFFFFFFFF)


class Params(NamedTuple):
    """Size and operators of the evolution."""

    depth: Annotated[int, Steps((2, 4, 6, 10), accepts=(1, 200)), "own moves in a plan"] = 10
    pop: Population = 100
    evals: Evaluations = 1000
    cr: CrossoverRate = 0.75
    mr: MutationRate = 0.1
    om: OpponentModel = Model.GREEDY
    ombs: WideShare = 1.0
    draws: Draws = False


def needs(params, budget, max_actions):
    """Room for two generations, with what each gene stood before, and one list."""
    plans = 2 * params.pop
    return Needs(
        states=SLOTS, actions=max_actions, ints=ORDER + plans + 2 * plans * params.depth, floats=SCORES + plans
    )


@jit
def scenes_of(params, row):
    """Where it is noted what the genes of a plan stood before: behind the genes of all plans."""
    return genes_of(params.pop, params.depth, 2 * params.pop + row)


@jit
def scene(actions, n):
    """A name of a list of legal moves."""
    word = np.uint64(n)
    for i in range(n):
        word = mix(word ^ np.uint64(actions[i]))
    return np.int64(word & BIG)


@jit
def try_out(rules, state, mind, viewer, row, exact):
    """Play a plan; what it comes to is its score, unless the budget does not last."""
    params = unpack(Params, mind.knobs)
    purse, brain, floats, ints, actions = mind.budget[OWN], mind.brain, mind.floats, mind.ints, mind.actions
    line = start_line(rules, state, mind, viewer, False, params.draws)
    gene, shot, ply, complete = genes_of(params.pop, params.depth, row), scenes_of(params, row), 0, True
    for i in range(params.depth):
        ints[shot + i] = NONE
    for i in range(params.depth):
        if line.ended != Ended.PLAYING:
            break
        if exhausted(purse):
            complete = False
            break
        n = legal(rules, line, actions)
        action = actions[ints[gene + i] % n]
        if exact:
            ints[shot + i] = scene(actions, n)
            if ints[gene + i] == NONE or not allows(rules, line, ints[gene + i]):
                ints[gene + i] = actions[below(mind.rng, n)]
            action = ints[gene + i]
        play_on(rules, line, action, purse, brain, floats, ply)
        ply += 1
        if not skip_others(rules, line, viewer, params.om):
            ply = let_others_move(rules, line, viewer, mind, params.om, params.ombs, ply)
    floats[SCORES + row] = worth(rules, line, viewer, brain, floats, ply) if complete else -np.inf


@jit
def random_gene(rng, exact):
    """A gene that nothing is known of."""
    return NONE if exact else np.int64(draw(rng) & BIG)


@jit
def cross_anywhere(params, ints, rng, father, child):
    """The child, so far like its mother, takes one part of its father, at the same place."""
    cut = below(rng, params.depth)
    source, target = genes_of(params.pop, params.depth, father), genes_of(params.pop, params.depth, child)
    copy_genes(ints, source + cut, target + cut, params.depth - cut)


@jit
def cross_at_scene(params, ints, rng, mother, father, child):
    """Where father and mother stood before the same list at different places, the child goes on like its father."""
    depth = params.depth
    found, here, there = 0, depth, depth
    for i in range(depth):
        for j in range(depth):
            shown = ints[scenes_of(params, mother) + i]
            if i != j and shown != NONE and shown == ints[scenes_of(params, father) + j]:
                found += 1
                if below(rng, found) == 0:
                    here, there = i, j
    source, target = genes_of(params.pop, depth, father), genes_of(params.pop, depth, child)
    for i in range(here, depth):
        at = there + i - here
        ints[target + i] = ints[source + at] if at < depth else NONE


@jit
def breed(mind, child, exact):
    """Make a plan from one or two of this generation."""
    params = unpack(Params, mind.knobs)
    ints, rng, depth = mind.ints, mind.rng, params.depth
    genes = genes_of(params.pop, depth, child)
    mother = pick_by_rank(ints, params.pop, rng)
    copy_genes(ints, genes_of(params.pop, depth, mother), genes, depth)
    if unit(rng) < params.cr:
        father = pick_by_rank(ints, params.pop, rng)
        if exact:
            cross_at_scene(params, ints, rng, mother, father, child)
        else:
            cross_anywhere(params, ints, rng, father, child)
    if unit(rng) < params.mr:
        ints[genes + below(rng, depth)] = random_gene(rng, exact)


@jit
def plan_moves(rules, state, mind, exact):
    """Evolve plans until the evaluations or the budget are used up; the first move of the best."""
    params = unpack(Params, mind.knobs)
    ints, rng, viewer = mind.ints, mind.rng, state.to_move
    root = imagine(rules, state, viewer, mind.states, ROOT, rng, params.draws)
    begin_evolution(ints, mind.floats, params.pop)
    for _ in range(params.evals):
        if exhausted(mind.budget[OWN]):
            break
        row = next_plan(ints, mind.floats, params.pop)
        if ints[GENERATION] > 0:
            breed(mind, row, exact)
        else:
            for i in range(params.depth):
                ints[genes_of(params.pop, params.depth, row) + i] = random_gene(rng, exact)
        try_out(rules, state, mind, viewer, row, exact)
    n = legal(rules, root, mind.actions)
    gene = ints[genes_of(params.pop, params.depth, best_plan(mind.floats, params.pop))]
    if exact:
        return gene if allows(rules, root, gene) else mind.actions[below(rng, n)]
    return mind.actions[gene % n]


def act_index(rules, state, mind):
    """The first move of the best plan of indices."""
    return plan_moves(rules, state, mind, False)


def act_exact(rules, state, mind):
    """The first move of the best plan of moves."""
    return plan_moves(rules, state, mind, True)
