"""BuyOrder and BuyAndDeny (Hepworth 2016): evolved orders of cards to buy, for Splendor.

A plan is a permutation of the cards in sight, which BuySeeker plays for one after the other. BuyAndDeny's plans are
twice as long: the second half of the numbers means *reserve this card*. Beyond the source: the opponents' orders may
evolve too, and the first orders may be the best of many.
"""

from typing import Annotated, NamedTuple

import numpy as np

from agents import planner
from agents.breeding import Genes, best_row, copy_plan, fill
from agents.lookahead import ROOT, SLOTS, Draws, line_value, play_on, start_line
from agents.opponents import ModelKnob, OpponentModel, WideShare, let_others_move, unanswered
from agents.planner import DONE, FRESH, Memory, begin_evolution, next_generation, next_plan, plans_of, record, set_score
from agents.splendor.buy_seeker import MOST_TARGETS, list_targets, seek
from engine.game import Ended, determinize
from engine.jit import jit
from engine.memory import memory_of
from engine.workspace import OWN, Needs, exhausted, unpack


class Params(NamedTuple):
    """Knobs of the breeding of orders."""

    deny: Annotated[bool, "an order may also say which cards to reserve"] = False
    depth: planner.Depth = 10
    population: planner.Population = 100
    evaluations: planner.Evaluations = 1000
    crossover: planner.CrossoverRate = 0.75
    mutation: planner.MutationRate = 0.1
    restricted: Annotated[bool, "mutation only swaps cards that the plan came to"] = True
    om: ModelKnob = OpponentModel.GREEDY
    ombs: WideShare = 1.0
    draws: Draws = False
    coevolve: planner.Coevolve = False
    recall: planner.Recall = True
    lines: planner.Lines = 1


def needs(params, budget, max_actions):
    """The states of a line, a list, and all orders."""
    return Needs(SLOTS, max_actions, planner.memory_for(params, MOST_TARGETS))


def act(rules, state, workspace):
    """The move for the best order."""
    params, memory, rng = unpack(Params, workspace.knobs), memory_of(Memory, workspace), workspace.rng
    viewer, genes = state.to_move, Genes.ORDER
    plans, rivals = plans_of(memory, params, 0), plans_of(memory, params, 1)
    root = determinize(rules, state, viewer, workspace.states, ROOT, rng, params.draws)
    n = m = first_orders(rules, root, viewer, plans, params.deny, rng)
    if params.coevolve:
        m = first_orders(rules, root, (viewer + 1) % state.n_players, rivals, params.deny, rng)
    begin_evolution(memory, params, rng)
    while n > 0 and try_orders(rules, state, workspace, memory, params, plans, rivals, n, m):
        next_generation(memory, params, plans, rivals, genes, n, m, params.restricted, rng)
    record(memory, plans.scores)
    best = best_row(plans.scores)
    memory.evolution[0].expressed = plans.keys[best, 0]
    return seek(rules, root, workspace.actions, plans.genes[best], n)[0]


@jit
def try_orders(rules, state, workspace, memory, params, plans, rivals, n, m):
    """Follow the orders of a generation. False when their number or the budget is used up."""
    while memory.evolution[0].tried < params.evaluations and not exhausted(workspace.budget[OWN]):
        row, other = next_plan(memory, params, plans, Genes.ORDER, n, workspace.rng)
        if row == DONE:
            return True
        plan = plans.children[0] if row == FRESH else plans.genes[row]
        rival, replies = rivals.genes[other], memory.replies
        score, reached, met = follow(rules, state, workspace, replies, params, plan, n, rival, m)
        keys = plans.children[1] if row == FRESH else plans.keys[row]
        keys[0] = reached
        if params.coevolve and row != FRESH:
            rivals.keys[other, 0] = met
        set_score(memory, params, plans, rivals, row, other, score)
    return False


@jit
def first_orders(rules, root, player, plans, deny, rng):
    """Random orders of what a player could buy; their length."""
    n = list_targets(rules, root, player, plans.children[0], deny)
    for row in range(len(plans.genes)):
        copy_plan(plans.genes[row], plans.children[0])
        fill(plans.genes[row], Genes.ORDER, n, rng)
    return n


@jit
def follow(rules, state, workspace, replies, params, plan, n, rival, m):
    """What an order comes to (-inf if the budget did not last), and how far it and the rival's were played for."""
    viewer, budget, actions = state.to_move, workspace.budget[OWN], workspace.actions
    line = start_line(rules, state, workspace, viewer, False, params.draws)
    ply, left, reached, met = 0, params.depth, 1, 1
    for _ in range(params.depth):
        if line.ended != Ended.PLAYING:
            break
        if exhausted(budget):
            return -np.inf, reached, met
        action, target = seek(rules, line, actions, plan, n)
        reached = max(reached, target + 1)
        play_on(rules, line, action, workspace, ply)
        ply += 1
        left -= line.ended == Ended.PLAYING
        while params.coevolve and line.to_move != viewer and line.ended == Ended.PLAYING and not exhausted(budget):
            action, target = seek(rules, line, actions, rival, m)
            met = max(met, target + 1)
            play_on(rules, line, action, workspace, ply)
            ply += 1
        remembered = replies if params.recall else replies[:0]
        ply = let_others_move(rules, line, viewer, workspace, params.om, params.ombs, ply, remembered)
    if unanswered(line, viewer):
        return -np.inf, reached, met
    return line_value(rules, line, viewer, workspace, ply, left), reached, met
