"""IndexMove and ExactMove (Hepworth 2016): evolved plans of moves.

IndexMove's genes are places in the list of legal moves, taken modulo its length: every plan is legal, but a gene means
something else wherever the game took another course. ExactMove's genes are moves; one that turns out illegal is
replaced by a random legal move. It crosses plans only where they come through one position at different places.

Beyond the source: with `near` ExactMove's genes are preferences, played as the legal move closest to them, so that
plans can be cut and joined anywhere; the opponents' plans may evolve too; the first plans may be the best of many, or
begin with the moves that minimax finds best.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

import numpy as np

from agents import planner
from agents.breeding import Genes, best_row, fill
from agents.full_width import best_moves
from agents.lookahead import ROOT, SLOTS, Draws
from agents.opponents import ModelKnob, OpponentModel, WideShare
from agents.planner import Memory, begin_evolution, next_generation, plans_of, record, try_plans
from engine.chance import below
from engine.game import NONE, allows, determinize, key, legal, similarity
from engine.jit import jit
from engine.memory import memory_of
from engine.space import Steps, When
from engine.workspace import Needs, unpack


class Moves(IntEnum):
    """How a gene names a move."""

    INDEX = 0  # by its place in the list of legal moves
    EXACT = 1  # by itself


class Params(NamedTuple):
    """Knobs of the breeding of plans."""

    moves: Annotated[Moves, "how a gene names a move"] = Moves.INDEX
    depth: planner.Depth = 10
    population: planner.Population = 100
    evaluations: planner.Evaluations = 1000
    crossover: planner.CrossoverRate = 0.75
    mutation: planner.MutationRate = 0.1
    om: ModelKnob = OpponentModel.GREEDY
    ombs: WideShare = 1.0
    draws: Draws = False
    coevolve: planner.Coevolve = False
    recall: planner.Recall = True
    lines: planner.Lines = 1
    ahead: Annotated[
        int, Steps((0, 1, 2, 3), accepts=(0, 6)), "first plans begin with minimax's best moves at this depth"
    ] = 0
    near: Annotated[
        bool,
        When("moves", (Moves.EXACT,)),
        "a gene that cannot be played means the closest legal move; false: a random one",
    ] = False


def needs(params, budget, max_actions):
    """The states of a line, all plans, and what minimax takes."""
    states, lists = max(SLOTS, params.ahead + 2), max_actions * max(1, params.ahead)
    return Needs(states, lists, planner.memory_for(params, params.depth))


def act(rules, state, workspace):
    """The first move of the best plan."""
    params, memory, rng = unpack(Params, workspace.knobs), memory_of(Memory, workspace), workspace.rng
    genes, n = genes_of(params), params.depth
    plans, rivals = plans_of(memory, params, 0), plans_of(memory, params, 1)
    root = determinize(rules, state, state.to_move, workspace.states, ROOT, rng, params.draws)
    first_plans(rules, workspace, memory, params, plans, rivals, genes)
    while try_plans(rules, state, workspace, memory, params, plans, rivals, genes, n, n):
        next_generation(memory, params, plans, rivals, genes, n, n, False, rng)
    record(memory, plans.scores)
    return gene_move(rules, root, workspace, plans.genes[best_row(plans.scores)], 0, genes)


@jit
def genes_of(params):
    """The kind of genes of a plan."""
    if params.moves == Moves.INDEX:
        return Genes.INDEX
    return Genes.NEAR if params.near else Genes.EXACT


@jit
def first_plans(rules, workspace, memory, params, plans, rivals, genes):
    """Random plans of every side; the own ones begin with minimax's best moves, by turns, if it is asked."""
    found, n = plans.children.reshape(params.population * params.depth), 0
    if params.ahead > 0:
        viewer = int(workspace.states[ROOT].to_move)
        n = best_moves(rules, workspace, memory.search[0], viewer, params.ahead, found)
    legal(rules, workspace.states[ROOT], workspace.actions)
    for row in range(params.population):
        fill(plans.genes[row], genes, params.depth, workspace.rng)
        if n > 0:
            place = found[row % n]
            plans.genes[row, 0] = place if genes == Genes.INDEX else workspace.actions[place]
        if params.coevolve:
            fill(rivals.genes[row], genes, params.depth, workspace.rng)
    if genes == Genes.EXACT:  # a line that ends early leaves the last positions out
        memory.children[:] = 0
        memory.keys[:] = 0
    begin_evolution(memory, params, workspace.rng)


@jit
def next_move(rules, params, line, workspace, plan, keys, i, genes, n):
    """The move of a line that follows a plan; noted in which position it was."""
    keys[i] = place_name(rules, line, genes)
    return gene_move(rules, line, workspace, plan, i, genes)


@jit
def gene_move(rules, state, workspace, plan, i, genes):
    """The move that a gene means here. A gene that means none is replaced, unless it is a preference."""
    if genes == Genes.INDEX:
        return workspace.actions[plan[i] % legal(rules, state, workspace.actions)]
    if not allows(rules, state, plan[i]):
        n = legal(rules, state, workspace.actions)
        if genes == Genes.NEAR and plan[i] != NONE:
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
def place_name(rules, line, genes):
    """A name of the position, whenever it is reached; only plans of exact moves are cut where they are equal."""
    if genes != Genes.EXACT:
        return 0
    turn = line.turn
    line.turn = 0
    name = key(rules, line)
    line.turn = turn
    return np.int64(name)
