"""IndexMove and ExactMove (Hepworth 2016): evolved plans of moves.

IndexMove's genes are places in the list of legal moves, taken modulo its length: every plan is legal, but a gene means
something else wherever the game took another course. ExactMove's genes are moves; one that turns out illegal is
replaced by a random legal move. It crosses plans only where they come through one position at different places.
"""

from typing import NamedTuple

import numpy as np

from agents.foresight import (
    ROOT,
    SLOTS,
    Draws,
    Model,
    OpponentModel,
    WideShare,
    let_others_move,
    play_on,
    start_line,
    unanswered,
    worth,
)
from agents.planner import (
    CrossoverRate,
    Depth,
    Evaluations,
    MutationRate,
    Population,
    best_row,
    count_crossing,
    lay_out,
    pick_by_rank,
    plan_needs,
    ranking,
    record,
)
from engine.chance import below, unit
from engine.game import NONE, Ended, allows, imagine, key, legal
from engine.jit import jit, jit_with_arrays
from engine.mind import OWN, exhausted, unpack

INDICES = 2**20  # values of an IndexMove gene


class Params(NamedTuple):
    """How plans are bred."""

    depth: Depth = 10
    population: Population = 100
    evaluations: Evaluations = 1000
    crossover: CrossoverRate = 0.75
    mutation: MutationRate = 0.1
    om: OpponentModel = Model.GREEDY
    ombs: WideShare = 1.0
    draws: Draws = False


def needs(params, budget, max_actions):
    """Two generations of plans."""
    return plan_needs(SLOTS, max_actions, params.population, params.evaluations, params.depth)


def act_by_index(rules, state, mind):
    """The first move of the best plan of places in move lists."""
    return plan_moves(rules, state, mind, False)


def act_exactly(rules, state, mind):
    """The first move of the best plan of moves."""
    return plan_moves(rules, state, mind, True)


@jit_with_arrays
def plan_moves(rules, state, mind, exact):
    """Evolve plans until their number or the budget is used up."""
    params = unpack(Params, mind.knobs)
    viewer, purse, rng = state.to_move, mind.budget[OWN], mind.rng
    imagine(rules, state, viewer, mind.states, ROOT, rng, params.draws)
    plans = lay_out(mind.ints, mind.floats, params.population, params.depth)
    genes, keys, scores, tried = plans.genes, plans.keys, plans.scores, 0
    for row in range(params.population):
        for i in range(params.depth):
            genes[row, i] = NONE if exact else below(rng, INDICES)
        scores[row] = -np.inf
        if tried < params.evaluations and not exhausted(purse):
            scores[row] = follow(rules, state, mind, params, viewer, genes[row], keys[row], exact)
            tried += 1
    record(mind.ints, plans.trace, scores)
    children, child_keys, child_scores = plans.children, plans.child_keys, plans.child_scores
    while tried < params.evaluations and not exhausted(purse):
        order = ranking(scores)
        children[0], child_keys[0], child_scores[0] = genes[order[0]], keys[order[0]], scores[order[0]]
        for row in range(1, params.population):
            mother, father = pick_by_rank(order, rng), pick_by_rank(order, rng)
            child = children[row]
            child[:] = genes[mother]
            crossed = unit(rng) < params.crossover and cross(genes, keys, mother, father, child, exact, rng)
            if unit(rng) < params.mutation:
                child[below(rng, params.depth)] = NONE if exact else below(rng, INDICES)
            child_scores[row] = -np.inf
            if tried < params.evaluations and not exhausted(purse):
                child_scores[row] = follow(rules, state, mind, params, viewer, child, child_keys[row], exact)
                tried += 1
                if crossed:
                    count_crossing(mind.ints, child_scores[row], scores[mother], scores[father])
        genes, children = children, genes
        keys, child_keys = child_keys, keys
        scores, child_scores = child_scores, scores
        record(mind.ints, plans.trace, scores)
    return first_move(rules, mind, genes[best_row(scores)], exact)


@jit
def follow(rules, state, mind, params, viewer, plan, keys, exact):
    """What a plan comes to; -inf if the budget did not last. Genes that cannot be played are replaced."""
    line = start_line(rules, state, mind, viewer, False, params.draws)
    ply = 0
    for i in range(params.depth):
        if line.ended != Ended.PLAYING:
            break
        if exhausted(mind.budget[OWN]):
            return -np.inf
        if exact:
            keys[i] = place_name(rules, line)
            if not allows(rules, line, plan[i]):
                plan[i] = mind.actions[below(mind.rng, legal(rules, line, mind.actions))]
            action = plan[i]
        else:
            action = mind.actions[plan[i] % legal(rules, line, mind.actions)]
        play_on(rules, line, action, mind.budget[OWN], mind.brain, mind.floats, ply)
        ply = let_others_move(rules, line, viewer, mind, params.om, params.ombs, ply + 1)
    return -np.inf if unanswered(line, viewer) else worth(rules, line, viewer, mind.brain, mind.floats, ply)


@jit
def place_name(rules, line):
    """A name of the position, whenever it is reached."""
    turn = line.turn
    line.turn = 0
    name = key(rules, line)
    line.turn = turn
    return np.int64(name)


@jit
def cross(genes, keys, mother, father, child, exact, rng):
    """Put the father's genes behind a cut into the child. False if the two plans have no place for a cut."""
    length = genes.shape[1]
    if not exact:
        for i in range(below(rng, length), length):
            child[i] = genes[father, i]
        return True
    start = below(rng, length)
    for turn in range(length):
        i = (start + turn) % length
        for j in range(length):
            if i != j and keys[mother, i] == keys[father, j]:
                for k in range(i, length):
                    child[k] = genes[father, j + k - i] if j + k - i < length else NONE
                return True
    return False


@jit
def first_move(rules, mind, plan, exact):
    """The move that a plan begins with."""
    root = mind.states[ROOT]
    n = legal(rules, root, mind.actions)
    if not exact:
        return mind.actions[plan[0] % n]
    return plan[0] if allows(rules, root, plan[0]) else mind.actions[below(mind.rng, n)]
