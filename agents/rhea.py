"""Rolling horizon evolution in two forms (Bravi et al. 2019): plans of a few own moves are varied and tried out.

BMRH evolves plans of actions: a mutation branches off at some point, from where on actions are rolled anew while the
state advances. SRH evolves plans of seeds for the game's random action generators, so that plans can be varied without
playing them. Both keep one plan as the source does, or a population of them.
"""

from enum import IntEnum
from typing import Annotated, Any, NamedTuple

import numpy as np

from agents.breeding import best_row, copy_plan
from agents.lookahead import ROOT, SLOTS, Draws, Redeterminize, await_effect, line_value, play_on_inlined, start_line
from agents.opponents import ModelKnob, ModelShare, OpponentModel, let_others_move, skip_others, unanswered
from engine.chance import below, draw, unit
from engine.game import NONE, Ended, allows, determinize, sample
from engine.jit import jit, jit_inline
from engine.memory import KEPT, memory_of
from engine.space import Range, Steps, When
from engine.workspace import OWN, Needs, exhausted, unpack

TRIES = 64


class Genes(IntEnum):
    """What a gene is."""

    ACTIONS = 0  # BMRH
    SEEDS = 1  # SRH


class Mutation(IntEnum):
    """Where a BMRH mutation branches off."""

    WHOLE = 0  # a new plan
    UNIFORM = 1  # anywhere
    DECAY = 2  # at each gene from the first on with probability dcy
    GAUSSIAN = 3  # around mu (as a part of the length) with standard deviation sigma (in genes)


ACTIONS, SEEDS = When("genes", (Genes.ACTIONS,)), When("genes", (Genes.SEEDS,))


class Params(NamedTuple):
    """Rolling horizons; short names are the source's."""

    genes: Annotated[Genes, "what a plan is made of"] = Genes.ACTIONS
    l: Annotated[int, Steps((1, 2, 3, 5, 10, 20), accepts=(1, 1000)), "own moves in a plan"] = 2  # noqa: E741
    n: Annotated[int, Steps((20, 50, 100, 200), accepts=(0, 10**9)), "plans evaluated"] = 200
    usb: Annotated[bool, "shift buffer: the next decision goes on with the plans of the last, one move on"] = True
    mo: Annotated[
        bool, "every mutation changes at least one gene (matters where it might miss: ms=decay, ms=gaussian, mr)"
    ] = True
    pop: Annotated[int, Steps((1, 2, 5, 10, 20), accepts=(1, 1000)), "plans kept"] = 1
    elite: Annotated[int, Steps((1, 2, 5), accepts=(0, 1000)), "best plans that only a better one may displace"] = 1
    cross: Annotated[float, Range(0, 1), "probability that a new plan has two parents"] = 0.0
    rollout: Annotated[int, Steps((0, 1, 2, 5, 10), accepts=(0, 1000)), "random own moves after the end of a plan"] = 0
    om: ModelKnob = OpponentModel.NOTHING
    ombs: ModelShare = 0.01
    draws: Draws = True
    redeterminize: Redeterminize = True
    prove: Annotated[
        float,
        Steps((0, 0.03, 0.1, 0.3, 1), accepts=(0, 1)),
        "how often a plan that stood its ground is tried again, to count as the worst of its tries (0: one try)",
    ] = 0.0
    ms: Annotated[Mutation, ACTIONS, "where a mutation branches off"] = Mutation.UNIFORM
    dcy: Annotated[
        float,
        Steps((0.5, 0.7, 0.8, 0.9), accepts=(0.01, 1)),
        When("ms", (Mutation.DECAY,)),
        "probability that a mutation branches off at a gene, from the first on",
    ] = 0.5
    mu: Annotated[
        float,
        Steps((0, 0.1, 0.3, 0.5, 0.75), accepts=(0, 1)),
        When("ms", (Mutation.GAUSSIAN,)),
        "where a mutation branches off on average, as a part of the plan's length",
    ] = 0.0
    sigma: Annotated[
        float,
        Steps((0.5, 1, 2), accepts=(0, 100)),
        When("ms", (Mutation.GAUSSIAN,)),
        "standard deviation of the place where a mutation branches off, in genes",
    ] = 1.0
    mr: Annotated[
        float,
        Steps((0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1), accepts=(0, 1)),
        SEEDS,
        "probability that a seed is changed",
    ] = 0.9


class Memory(NamedTuple):
    """What a rolling horizon remembers."""

    begun: Annotated[Any, np.int64, KEPT]  # 1 when there are plans of an earlier decision
    plans: Annotated[Any, np.int64, KEPT]  # one after the other; the last is the newest
    scores: Annotated[Any, np.float64]  # what each has come to
    tries: Annotated[Any, np.int64]  # how often each was tried


def needs(params, budget, max_actions):
    """The states of a line, all plans, and a list for opponent models."""
    plans = params.pop + 1
    return Needs(SLOTS, max_actions, Memory(begun=1, plans=plans * params.l, scores=plans, tries=plans))


@jit
def seeded(rules, state, rng, seed):
    """The action that a seed stands for in a state."""
    kept = rng[0]
    rng[0] = np.uint64(seed)
    action = sample(rules, state, rng)
    rng[0] = kept
    return action


@jit_inline
def gene_action(rules, state, plan, i, genes, anew, rng):
    """What a gene says to do; what is wanted anew or not legal is rolled."""
    if genes == Genes.SEEDS:
        return seeded(rules, state, rng, plan[i])
    action = plan[i]
    if anew or action == NONE or not allows(rules, state, action):
        action = plan[i] = sample(rules, state, rng)
    return action


@jit_inline
def try_out(rules, state, workspace, params, viewer, plan, branch):
    """Play a plan, from gene `branch` on anew. Its value, and whether the budget lasted to its end."""
    budget = workspace.budget[OWN]
    line = start_line(rules, state, workspace, viewer, params.redeterminize, params.draws)
    ply, left = 0, params.l + params.rollout
    for i in range(left):
        if line.ended != Ended.PLAYING:
            break
        if exhausted(budget):
            return line_value(rules, line, viewer, workspace, ply, 0), False
        if i < params.l:
            action = gene_action(rules, line, plan, i, params.genes, i >= branch, workspace.rng)
        else:
            action = sample(rules, line, workspace.rng)
        play_on_inlined(rules, line, action, workspace, ply)
        ply += 1
        left -= line.ended == Ended.PLAYING
        if not skip_others(rules, line, viewer, params.om):
            ply = let_others_move(rules, line, viewer, workspace, params.om, params.ombs, ply, workspace.actions[:0])
    complete = not unanswered(line, viewer) and await_effect(rules, line, viewer, budget)
    return line_value(rules, line, viewer, workspace, ply, left), complete


@jit
def new_gene(genes, rng):
    """A gene that nothing is known of."""
    return np.int64(draw(rng)) if genes == Genes.SEEDS else NONE


@jit
def begin_plans(plans, scores, begun, params, rng):
    """The plans of the last decision moved on by one, or new ones."""
    shift = params.usb and begun[0] == 1
    for row in range(params.pop):
        for i in range(params.l):
            known = shift and i < params.l - 1
            plans[row, i] = plans[row, i + 1] if known else new_gene(params.genes, rng)
        scores[row] = -np.inf
    begun[0] = 1


@jit
def parent(scores, pop, rng):
    """The better of two plans drawn at random."""
    one, other = below(rng, pop), below(rng, pop)
    return one if scores[one] >= scores[other] else other


@jit_inline
def breed(plans, scores, params, rng):
    """A new plan behind the others: like one of them, or a mixture of two (seeds by gene, actions in two parts)."""
    child = plans[params.pop]
    copy_plan(child, plans[parent(scores, params.pop, rng) if params.pop > 1 else 0])
    if params.pop > 1 and unit(rng) < params.cross:
        mate = plans[parent(scores, params.pop, rng)]
        cut = below(rng, params.l)
        for i in range(params.l):
            if (unit(rng) < 0.5) if params.genes == Genes.SEEDS else i >= cut:
                child[i] = mate[i]


@jit_inline
def branch_point(params, rng):
    """Where a mutation branches off; the length of the plan means nowhere."""
    for _ in range(TRIES):
        point = 0
        if params.ms == Mutation.UNIFORM:
            point = below(rng, params.l)
        elif params.ms == Mutation.DECAY:
            while point < params.l and unit(rng) >= params.dcy:
                point += 1
        elif params.ms == Mutation.GAUSSIAN:
            radius = np.sqrt(-2.0 * np.log(1.0 - unit(rng)))
            normal = radius * np.cos(2.0 * np.pi * unit(rng))
            point = int(np.floor(params.mu * params.l + params.sigma * normal))
        if 0 <= point < params.l:
            return point
        if not params.mo:
            return params.l
    return below(rng, params.l)


@jit_inline
def mutate_seeds(params, plan, rng):
    """New seeds in a plan: each with probability mr, one in any case if that is wanted."""
    sure = below(rng, params.l) if params.mo else NONE
    for i in range(params.l):
        if unit(rng) < params.mr or i == sure:
            plan[i] = new_gene(params.genes, rng)


@jit_inline
def place_to_win(scores, params, rng):
    """Whom the newest plan may displace: the worst, or any outside of the elite."""
    pop, victim = params.pop, 0
    for row in range(1, pop):
        if scores[row] < scores[victim]:
            victim = row
    if params.elite < pop:
        while True:
            victim = below(rng, pop)
            rank = 0
            for row in range(pop):
                rank += scores[row] > scores[victim] or (scores[row] == scores[victim] and row < victim)
            if rank >= params.elite:
                break
    return victim


@jit
def try_again(rules, state, workspace, params, viewer, plans, scores, tries, row):
    """Another try of a plan, which counts as the worst of all its tries: the others may find a better answer."""
    score, complete = try_out(rules, state, workspace, params, viewer, plans[row], params.l)
    if complete:
        scores[row] = min(scores[row], score)
        tries[row] += 1


@jit
def outlasts(rules, state, workspace, params, viewer, plans, scores, tries, victim):
    """Whether the newest plan stays better than another through as many tries; if not, the other is tried again."""
    budget, newest = workspace.budget[OWN], params.pop
    while scores[newest] > scores[victim] and tries[newest] <= tries[victim] and not exhausted(budget):
        try_again(rules, state, workspace, params, viewer, plans, scores, tries, newest)
    if scores[newest] > scores[victim] and tries[newest] > tries[victim]:
        return True
    if unit(workspace.rng) < params.prove and not exhausted(budget):
        try_again(rules, state, workspace, params, viewer, plans, scores, tries, victim)
    return False


@jit
def first_action(rules, root, plans, scores, params, rng):
    """The first action of the best plan."""
    best = best_row(scores[: params.pop])
    return gene_action(rules, root, plans[best], 0, params.genes, False, rng)


@jit_inline
def evolve(rules, state, workspace, plans, scores, tries, params):
    """Try out the plans that there are, then new ones, as many as are asked for and the budget pays."""
    viewer, rng, tried = state.to_move, workspace.rng, 0
    while tried < params.n and not exhausted(workspace.budget[OWN]):
        row, point = min(tried, params.pop), params.l
        if row == params.pop:
            breed(plans, scores, params, rng)
            if params.genes == Genes.SEEDS:
                mutate_seeds(params, plans[row], rng)
            else:
                point = branch_point(params, rng)
        score, complete = try_out(rules, state, workspace, params, viewer, plans[row], point)
        if row < params.pop or complete:
            scores[row], tries[row] = score, 1
        if row == params.pop and complete:
            victim = place_to_win(scores, params, rng)
            if params.prove > 0.0:
                better = outlasts(rules, state, workspace, params, viewer, plans, scores, tries, victim)
            else:
                better = params.elite < params.pop or score >= scores[victim]
            if better:
                copy_plan(plans[victim], plans[row])
                scores[victim], tries[victim] = scores[row], tries[row]
        tried += 1


def act(rules, state, workspace):
    """The first action of the best plan."""
    params, memory = unpack(Params, workspace.knobs), memory_of(Memory, workspace)
    plans, scores, rng = memory.plans.reshape((params.pop + 1, params.l)), memory.scores, workspace.rng
    root = determinize(rules, state, state.to_move, workspace.states, ROOT, rng, params.draws)
    begin_plans(plans, scores, memory.begun, params, rng)
    evolve(rules, state, workspace, plans, scores, memory.tries, params)
    return first_action(rules, root, plans, scores, params, rng)
