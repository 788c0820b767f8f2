"""BuyOrder and BuyAndDeny (Hepworth 2016): evolved orders of cards to buy, for Splendor.

A plan is a permutation of the cards in sight, which BuySeeker plays for one after the other. BuyAndDeny's plans are
twice as long: the second half of the numbers means *reserve this card*. Beyond the source: the opponents' orders may
evolve too, and the first orders may be the best of many.
"""

from typing import Annotated, NamedTuple

from agents import planner
from agents.breeding import Genes, best_row, copy_plan, fill
from agents.lookahead import ROOT, SLOTS, Draws
from agents.opponents import ModelKnob, OpponentModel, WideShare
from agents.planner import Memory, begin_evolution, next_generation, plans_of, record, try_plans
from agents.splendor.buy_seeker import MOST_TARGETS, list_targets, seek
from engine.game import determinize
from engine.jit import jit
from engine.memory import memory_of
from engine.workspace import Needs, unpack


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
    while n > 0 and try_plans(rules, state, workspace, memory, params, plans, rivals, genes, n, m):
        next_generation(memory, params, plans, rivals, genes, n, m, params.restricted, rng)
    record(memory, plans.scores)
    best = best_row(plans.scores)
    memory.evolution[0].expressed = plans.keys[best, 0]
    return seek(rules, root, workspace.actions, plans.genes[best], n)[0]


@jit
def first_orders(rules, root, player, plans, deny, rng):
    """Random orders of what a player could buy; their length."""
    n = list_targets(rules, root, player, plans.children[0], deny)
    for row in range(len(plans.genes)):
        copy_plan(plans.genes[row], plans.children[0])
        fill(plans.genes[row], Genes.ORDER, n, rng)
    return n


@jit
def next_move(rules, params, line, workspace, plan, keys, i, genes, n):
    """The move of a line that follows an order; noted how far it has been played for."""
    action, target = seek(rules, line, workspace.actions, plan, n)
    keys[0] = max(keys[0], target + 1)
    return action
