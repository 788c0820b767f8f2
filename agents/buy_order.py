"""BuyOrder and BuyAndDeny (Hepworth 2016): evolved orders of cards to buy, for Splendor.

A plan is a permutation of the cards in sight, which BuySeeker plays for one after the other. BuyAndDeny's plans are
twice as long: the second half of the numbers means *reserve this card*. Beyond the source: the opponents' orders may
evolve too, and the first orders may be the best of many.
"""

from typing import Annotated, NamedTuple

import numpy as np

from agents.buy_seeker import MOST_TARGETS, list_targets, seek
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
from agents.planner import (
    EXPRESSED,
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
from engine.chance import below, shuffle, unit
from engine.game import Ended, determinize
from engine.jit import jit, jit_with_arrays
from engine.workspace import OWN, exhausted, unpack


class Params(NamedTuple):
    """How orders are bred."""

    depth: Depth = 10
    population: Population = 100
    evaluations: Evaluations = 1000
    crossover: CrossoverRate = 0.75
    mutation: MutationRate = 0.1
    restricted: Annotated[bool, "mutation only swaps cards that the plan came to"] = True
    om: OpponentModel = Model.GREEDY
    ombs: WideShare = 1.0
    draws: Draws = False
    coevolve: Coevolve = False
    recall: Recall = True
    lines: Lines = 1


def needs(params, budget, max_actions):
    """Two generations of permutations, of the opponents too if they evolve."""
    return plan_needs(SLOTS, max_actions, params, MOST_TARGETS)


def act_to_buy(rules, state, workspace):
    """BuyOrder."""
    return plan_buys(rules, state, workspace, False)


def act_to_buy_or_deny(rules, state, workspace):
    """BuyAndDeny."""
    return plan_buys(rules, state, workspace, True)


@jit_with_arrays
def plan_buys(rules, state, workspace, deny):
    """Evolve orders until their number or the budget is used up."""
    params = unpack(Params, workspace.knobs)
    viewer, budget, rng = state.to_move, workspace.budget[OWN], workspace.rng
    root = determinize(rules, state, viewer, workspace.states, ROOT, rng, params.draws)
    last = 1 if params.coevolve else 0  # the rivals' side, or the only one
    plans = lay_out(workspace.ints, workspace.floats, 0, last + 1, params.population, MOST_TARGETS)
    rivals = lay_out(workspace.ints, workspace.floats, last, last + 1, params.population, MOST_TARGETS)
    n = first_orders(rules, root, viewer, plans, deny, rng)
    if n == 0 or exhausted(budget):
        return seek(rules, root, workspace.actions, plans.genes[0], n)[0]
    m = first_orders(rules, root, (viewer + 1) % state.n_players, rivals, deny, rng) if params.coevolve else 0
    forget_replies(workspace.ints)
    tried = judge(rules, state, workspace, params, viewer, plans, n, rivals, m, 0, 0)
    tried = sift(rules, state, workspace, params, viewer, plans, n, rivals, m, tried)
    record(workspace.ints, plans.trace, plans.scores)
    while tried < params.evaluations and not exhausted(budget):
        breed(plans, n, params, rng)
        if params.coevolve:
            breed(rivals, m, params, rng)
        tried = judge(rules, state, workspace, params, viewer, plans, n, rivals, m, 0 if params.coevolve else 1, tried)
        record(workspace.ints, plans.trace, plans.scores)
    best = best_row(plans.scores)
    workspace.ints[EXPRESSED] = plans.keys[best, 0]
    return seek(rules, root, workspace.actions, plans.genes[best], n)[0]


@jit_with_arrays
def first_orders(rules, root, player, plans, deny, rng):
    """Random orders of what a player could buy; their length."""
    n = list_targets(rules, root, player, plans.children[0], deny)
    for row in range(len(plans.genes)):
        plans.genes[row, :n] = plans.children[0, :n]
        shuffle(plans.genes[row], n, rng)
    return n


@jit_with_arrays
def judge(rules, state, workspace, params, viewer, plans, n, rivals, m, first, tried):
    """Follow the plans from a row on, each against a rival if those evolve; how many have been tried so far."""
    shift = below(workspace.rng, params.population) if params.coevolve else 0
    for row in range(first, params.population):
        if tried == params.evaluations or exhausted(workspace.budget[OWN]):
            break
        other = (row + shift) % params.population
        rival = rivals.genes[other]
        score, reached, met = follow(rules, state, workspace, params, viewer, plans.genes[row], n, rival, m)
        plans.scores[row], plans.keys[row, 0] = score, reached  # how many cards each plan came to
        tried += 1
        count_crossing(workspace.ints, plans, row)
        if params.coevolve:
            note_pair(rivals, other, score)
            rivals.keys[other, 0] = met
    return tried


@jit_with_arrays
def sift(rules, state, workspace, params, viewer, plans, n, rivals, m, tried):
    """Try more random orders; each that is better takes the place of the worst."""
    fresh = plans.children[0]
    fresh[:n] = plans.genes[0, :n]
    for _ in range((params.lines - 1) * params.population):
        if tried == params.evaluations or exhausted(workspace.budget[OWN]):
            break
        shuffle(fresh, n, workspace.rng)
        rival = rivals.genes[below(workspace.rng, params.population) if params.coevolve else 0]
        score, reached, _ = follow(rules, state, workspace, params, viewer, fresh, n, rival, m)
        tried += 1
        row = place_for(plans.scores, score)
        if row >= 0:
            plans.genes[row, :n], plans.scores[row], plans.keys[row, 0] = fresh[:n], score, reached
    return tried


@jit_with_arrays
def breed(plans, n, params, rng):
    """The next generation, its first member the best of the last."""
    order = ranking(plans.scores)
    plans.children[0, :n] = plans.genes[order[0], :n]
    for row in range(1, params.population):
        mother, father = marry(plans, order, row, unit(rng) < params.crossover, rng)
        child = plans.children[row]
        child[:n] = plans.genes[mother, :n]
        if father >= 0:
            cross(plans.genes[mother], plans.genes[father], child, n, rng)
        if unit(rng) < params.mutation:
            swap(child, max(2, plans.keys[mother, 0]) if params.restricted else n, n, rng)
    renew(plans, order[0])


@jit
def follow(rules, state, workspace, params, viewer, plan, n, rival, m):
    """What an order comes to (-inf if the budget did not last), and how far it and the rival's were played for."""
    line = start_line(rules, state, workspace, viewer, False, params.draws)
    budget, replies = workspace.budget[OWN], workspace.ints[REPLIES : GENES if params.recall else REPLIES]
    ply, reached, met = 0, 1, 1
    for _ in range(params.depth):
        if line.ended != Ended.PLAYING:
            break
        if exhausted(budget):
            return -np.inf, reached, met
        action, target = seek(rules, line, workspace.actions, plan, n)
        reached = max(reached, target + 1)
        play_on(rules, line, action, budget, workspace.program, workspace.floats, ply)
        ply += 1
        while params.coevolve and line.to_move != viewer and line.ended == Ended.PLAYING and not exhausted(budget):
            action, target = seek(rules, line, workspace.actions, rival, m)
            met = max(met, target + 1)
            play_on(rules, line, action, budget, workspace.program, workspace.floats, ply)
            ply += 1
        ply = let_others_move(rules, line, viewer, workspace, params.om, params.ombs, ply, replies)
    result = (
        -np.inf
        if unanswered(line, viewer)
        else line_value(rules, line, viewer, workspace.program, workspace.floats, ply)
    )
    return result, reached, met


@jit
def cross(mother, father, child, n, rng):
    """Card by card, take the successor that a parent has; where the child has both, go on in the mother's order."""
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
    """What follows the child's last card in a parent, or -1 if the child has it already."""
    for i in range(n - 1):
        if parent[i] == child[filled - 1]:
            return -1 if holds(child, filled, parent[i + 1]) else parent[i + 1]
    return -1


@jit
def holds(row, n, card):
    """Whether the first n of a row have a card."""
    for i in range(n):
        if row[i] == card:
            return True
    return False


@jit
def swap(row, among, n, rng):
    """Exchange two of the first cards."""
    among = min(among, n)
    i, j = below(rng, among), below(rng, among)
    row[i], row[j] = row[j], row[i]
