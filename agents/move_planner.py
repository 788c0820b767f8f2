"""IndexMove and ExactMove (Hepworth 2016): evolved plans of moves.

IndexMove's genes are places in the list of legal moves, taken modulo its length: every plan is legal, but a gene means
something else wherever the game took another course. ExactMove's genes are moves; one that turns out illegal is
replaced by a random legal move. It crosses plans only where they come through one position at different places.

Beyond the source: with `near` ExactMove's genes are preferences, played as the legal move closest to them, so that
plans can be cut and joined anywhere; the opponents' plans may evolve too; the first plans may be the best of many, or
begin with the moves that minimax finds best.
"""

from typing import Annotated, NamedTuple

import numpy as np

from agents.lookahead import (
    ROOT,
    SLOTS,
    Draws,
    Model,
    OpponentModel,
    WideShare,
    let_others_move,
    line_value,
    play_on,
    start_line,
    unanswered,
)
from agents.minimax import best_moves
from agents.planner import (
    GENES,
    REPLIES,
    Coevolve,
    CrossoverRate,
    Depth,
    Evaluations,
    Lines,
    MutationRate,
    Population,
    Recall,
    best_row,
    count_crossing,
    forget_replies,
    lay_out,
    marry,
    note_pair,
    place_for,
    plan_needs,
    ranking,
    record,
    renew,
)
from engine.chance import below, unit
from engine.game import NONE, Ended, allows, determinize, key, legal, similarity
from engine.jit import jit, jit_with_arrays
from engine.space import Steps
from engine.workspace import OWN, exhausted, unpack

INDICES = 2**20  # values of an IndexMove gene
INDEX, EXACT, NEAR = 0, 1, 2  # what a gene means

Ahead = Annotated[int, Steps((0, 1, 2, 3), accepts=(0, 6)), "first plans begin with minimax's best moves at this depth"]


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
    coevolve: Coevolve = False
    recall: Recall = True
    lines: Lines = 1
    ahead: Ahead = 0


class ExactParams(NamedTuple):
    """The same and one more."""

    depth: Depth = 10
    population: Population = 100
    evaluations: Evaluations = 1000
    crossover: CrossoverRate = 0.75
    mutation: MutationRate = 0.1
    om: OpponentModel = Model.GREEDY
    ombs: WideShare = 1.0
    draws: Draws = False
    coevolve: Coevolve = False
    recall: Recall = True
    lines: Lines = 1
    ahead: Ahead = 0
    near: Annotated[bool, "a gene that cannot be played means the closest legal move; false: a random one"] = False


def needs(params, budget, max_actions):
    """Two generations of plans, of the opponents too if they evolve; and what minimax takes."""
    return plan_needs(max(SLOTS, params.ahead + 1), max_actions * max(1, params.ahead), params, params.depth)


def act_by_index(rules, state, workspace):
    """The first move of the best plan of places in move lists."""
    return plan_moves(rules, state, workspace, INDEX)


def act_exactly(rules, state, workspace):
    """The first move of the best plan of moves."""
    return plan_moves(rules, state, workspace, NEAR if unpack(ExactParams, workspace.knobs).near else EXACT)


@jit_with_arrays
def plan_moves(rules, state, workspace, style):
    """Evolve plans until their number or the budget is used up."""
    params = unpack(Params, workspace.knobs)
    viewer, budget = state.to_move, workspace.budget[OWN]
    determinize(rules, state, viewer, workspace.states, ROOT, workspace.rng, params.draws)
    last = 1 if params.coevolve else 0  # the rivals' side, or the only one
    plans, rivals = first_plans(rules, workspace, params, viewer, style, last)
    forget_replies(workspace.ints)
    tried = judge(rules, state, workspace, params, viewer, plans, rivals, style, 0, 0)
    tried = sift(rules, state, workspace, params, viewer, plans, rivals, style, tried)
    record(workspace.ints, plans.trace, plans.scores)
    while tried < params.evaluations and not exhausted(budget):
        breed(plans, params, style, workspace.rng)
        if params.coevolve:
            breed(rivals, params, style, workspace.rng)
        tried = judge(rules, state, workspace, params, viewer, plans, rivals, style, 0 if params.coevolve else 1, tried)
        record(workspace.ints, plans.trace, plans.scores)
    return gene_move(rules, workspace.states[ROOT], workspace, plans.genes[best_row(plans.scores)], 0, style)


@jit_with_arrays
def first_plans(rules, workspace, params, viewer, style, last):
    """Random plans of every side; the own ones begin with minimax's best moves, by turns, if it is asked."""
    plans = lay_out(workspace.ints, workspace.floats, 0, last + 1, params.population, params.depth)
    rivals = lay_out(workspace.ints, workspace.floats, last, last + 1, params.population, params.depth)
    found = plans.children.reshape(params.population * params.depth)
    n = best_moves(rules, workspace, viewer, params.ahead, found) if params.ahead > 0 else 0
    legal(rules, workspace.states[ROOT], workspace.actions)
    for row in range(params.population):
        fill(plans.genes[row], style, workspace.rng)
        if n > 0:
            place = found[row % n]
            plans.genes[row, 0] = place if style == INDEX else workspace.actions[place]
        if params.coevolve:
            fill(rivals.genes[row], style, workspace.rng)
    return lay_out(workspace.ints, workspace.floats, 0, last + 1, params.population, params.depth), rivals


@jit
def fill(plan, style, rng):
    """A random plan; genes of moves are drawn when they are played."""
    for i in range(len(plan)):
        plan[i] = below(rng, INDICES) if style == INDEX else NONE


@jit_with_arrays
def judge(rules, state, workspace, params, viewer, plans, rivals, style, first, tried):
    """Follow the plans from a row on, each against a rival if those evolve; how many have been tried so far."""
    shift = below(workspace.rng, params.population) if params.coevolve else 0
    for row in range(first, params.population):
        if tried == params.evaluations or exhausted(workspace.budget[OWN]):
            break
        other = (row + shift) % params.population
        plan, keys, rival, met = plans.genes[row], plans.keys[row], rivals.genes[other], rivals.keys[other]
        plans.scores[row] = follow(rules, state, workspace, params, viewer, plan, keys, rival, met, style)
        tried += 1
        count_crossing(workspace.ints, plans, row)
        if params.coevolve:
            note_pair(rivals, other, plans.scores[row])
    return tried


@jit_with_arrays
def sift(rules, state, workspace, params, viewer, plans, rivals, style, tried):
    """Try more random plans; each that is better takes the place of the worst."""
    fresh, keys = plans.children[0], plans.children[1]
    for _ in range((params.lines - 1) * params.population):
        if tried == params.evaluations or exhausted(workspace.budget[OWN]):
            break
        fill(fresh, style, workspace.rng)
        other = below(workspace.rng, params.population) if params.coevolve else 0
        rival, met = rivals.genes[other], rivals.keys[other]
        score = follow(rules, state, workspace, params, viewer, fresh, keys, rival, met, style)
        tried += 1
        row = place_for(plans.scores, score)
        if row >= 0:
            plans.genes[row], plans.keys[row], plans.scores[row] = fresh, keys, score
    return tried


@jit_with_arrays
def breed(plans, params, style, rng):
    """The next generation, its first member the best of the last."""
    order = ranking(plans.scores)
    plans.children[0] = plans.genes[order[0]]
    for row in range(1, params.population):
        mother, father = marry(plans, order, row, unit(rng) < params.crossover, rng)
        child = plans.children[row]
        child[:] = plans.genes[mother]
        if father >= 0 and not cross(plans.genes, plans.keys, mother, father, child, style, rng):
            plans.hurdles[row] = np.inf  # no place for a cut
        if unit(rng) < params.mutation:
            child[below(rng, params.depth)] = below(rng, INDICES) if style == INDEX else NONE
    renew(plans, order[0])


@jit
def follow(rules, state, workspace, params, viewer, plan, keys, rival, met, style):
    """What a plan comes to; -inf if the budget did not last. Rivals that evolve follow their plan, others the model."""
    line = start_line(rules, state, workspace, viewer, False, params.draws)
    budget, replies = workspace.budget[OWN], workspace.ints[REPLIES : GENES if params.recall else REPLIES]
    ply = 0
    for i in range(params.depth):
        if line.ended != Ended.PLAYING:
            break
        if exhausted(budget):
            return -np.inf
        keys[i] = place_name(rules, line, style)
        action = gene_move(rules, line, workspace, plan, i, style)
        play_on(rules, line, action, budget, workspace.program, workspace.floats, ply)
        ply += 1
        while params.coevolve and line.to_move != viewer and line.ended == Ended.PLAYING and not exhausted(budget):
            met[i] = place_name(rules, line, style)
            action = gene_move(rules, line, workspace, rival, i, style)
            play_on(rules, line, action, budget, workspace.program, workspace.floats, ply)
            ply += 1
        ply = let_others_move(rules, line, viewer, workspace, params.om, params.ombs, ply, replies)
    return (
        -np.inf
        if unanswered(line, viewer)
        else line_value(rules, line, viewer, workspace.program, workspace.floats, ply)
    )


@jit
def gene_move(rules, state, workspace, plan, i, style):
    """The move that a gene means here. A gene that means none is replaced, unless it is a preference."""
    if style == INDEX:
        return workspace.actions[plan[i] % legal(rules, state, workspace.actions)]
    if not allows(rules, state, plan[i]):
        n = legal(rules, state, workspace.actions)
        if style == NEAR and plan[i] != NONE:
            return nearest(rules, state, plan[i], workspace.actions, n)
        plan[i] = workspace.actions[below(workspace.rng, n)]
    return plan[i]


@jit
def nearest(rules, state, wanted, actions, n):
    """The first of the legal moves that come closest to a wanted one."""
    choice, best = actions[0], -np.inf
    for i in range(n):
        near = similarity(rules, state, wanted, actions[i])
        if near > best:
            choice, best = actions[i], near
    return choice


@jit
def place_name(rules, line, style):
    """A name of the position, whenever it is reached; only plans of exact moves are cut where they are equal."""
    if style != EXACT:
        return 0
    turn = line.turn
    line.turn = 0
    name = key(rules, line)
    line.turn = turn
    return np.int64(name)


@jit
def cross(genes, keys, mother, father, child, style, rng):
    """Put the father's genes behind a cut into the child. False if the two plans have no place for a cut."""
    length = genes.shape[1]
    if style != EXACT:
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
