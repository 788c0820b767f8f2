"""Rolling horizon evolution in two forms (Bravi et al. 2019): plans of a few own moves are varied and tried out.

BMRH evolves plans of actions: a mutation branches off at some point, from where on actions are rolled anew while the
state advances. SRH evolves plans of seeds for the game's random action generators, so that plans can be varied without
playing them. Both keep one plan as the source does, or a population of them.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

import numpy as np

from agents.lookahead import (
    FLOATS,
    ROOT,
    SLOTS,
    Draws,
    Model,
    ModelShare,
    OpponentModel,
    Reimagine,
    let_others_move,
    line_value,
    play_on,
    skip_others,
    start_line,
    unanswered,
)
from engine.chance import below, draw, unit
from engine.game import NONE, Ended, allows, determinize, sample
from engine.jit import jit, jit_inline
from engine.space import Range, Steps, When
from engine.workspace import OWN, Needs, exhausted, unpack

KEPT = 0  # workspace.ints: 1 when the plans of the last decision are there
PLANS = 1  # workspace.ints: plans, one after the other; the last row is for the newest
SCORES = FLOATS  # workspace.floats: what each has come to
TRIES = 64


class Mutation(IntEnum):
    """Where a BMRH mutation branches off."""

    WHOLE = 0  # a new plan
    UNIFORM = 1  # anywhere
    DECAY = 2  # at each gene from the first on with probability dcy
    GAUSSIAN = 3  # around mu (as a part of the length) with standard deviation sigma (in genes)


Length = Annotated[int, Steps((1, 2, 3, 5, 10, 20), accepts=(1, 1000)), "own moves in a plan"]
Shift = Annotated[bool, "shift buffer: the next decision goes on with the plans of the last, one move on"]
Once = Annotated[bool, "every mutation changes at least one gene (matters where it might miss: ms 2 and 3, mr)"]
Population = Annotated[int, Steps((1, 2, 5, 10, 20), accepts=(1, 1000)), "plans kept"]
Elite = Annotated[int, Steps((1, 2, 5), accepts=(0, 1000)), "best plans that only a better one may displace"]
Crossover = Annotated[float, Range(0, 1), "probability that a new plan has two parents"]
Rollout = Annotated[int, Steps((0, 1, 2, 5, 10), accepts=(0, 1000)), "random own moves after the end of a plan"]


class Horizon(NamedTuple):
    """The first knobs of both forms."""

    l: Length  # noqa: E741  (the source's name)
    n: int
    usb: Shift
    mo: Once
    pop: Population
    elite: Elite
    cross: Crossover
    rollout: Rollout
    om: OpponentModel
    ombs: ModelShare
    draws: Draws
    reimagine: Reimagine


class BmrhParams(NamedTuple):
    """Branching mutation rolling horizon."""

    l: Length = 2  # noqa: E741
    n: Annotated[int, Steps((20, 50, 100, 200), accepts=(0, 10**9)), "plans evaluated"] = 200
    usb: Shift = True
    mo: Once = True
    pop: Population = 1
    elite: Elite = 1
    cross: Crossover = 0.0
    rollout: Rollout = 0
    om: OpponentModel = Model.NOTHING
    ombs: ModelShare = 0.01
    draws: Draws = True
    reimagine: Reimagine = True
    ms: Annotated[Mutation, "where a mutation branches off"] = Mutation.UNIFORM
    dcy: Annotated[
        float, Steps((0.5, 0.7, 0.8, 0.9), accepts=(0.01, 1)), When("ms", (Mutation.DECAY,)), "probability per gene"
    ] = 0.5
    mu: Annotated[
        float, Steps((0, 0.1, 0.3, 0.5, 0.75), accepts=(0, 1)), When("ms", (Mutation.GAUSSIAN,)), "mean point"
    ] = 0.0
    sigma: Annotated[
        float, Steps((0.5, 1, 2), accepts=(0, 100)), When("ms", (Mutation.GAUSSIAN,)), "its standard deviation"
    ] = 1.0


class SrhParams(NamedTuple):
    """Seeding rolling horizon."""

    l: Length = 2  # noqa: E741
    n: Annotated[int, Steps((0, 1, 5, 10, 20, 50, 100, 200), accepts=(0, 10**9)), "plans evaluated"] = 200
    usb: Shift = True
    mo: Once = False
    pop: Population = 1
    elite: Elite = 1
    cross: Crossover = 0.0
    rollout: Rollout = 0
    om: OpponentModel = Model.NOTHING
    ombs: ModelShare = 0.01
    draws: Draws = True
    reimagine: Reimagine = True
    mr: Annotated[
        float, Steps((0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1), accepts=(0, 1)), "probability per gene"
    ] = 0.9


def needs(params, budget, max_actions):
    """Room for a line and all plans; the list is for opponent models."""
    plans = params.pop + 1
    return Needs(states=SLOTS, actions=max_actions, ints=PLANS + plans * params.l, floats=SCORES + plans)


@jit
def seeded(rules, state, rng, seed):
    """The action that a seed stands for in a state."""
    kept = rng[0]
    rng[0] = np.uint64(seed)
    action = sample(rules, state, rng)
    rng[0] = kept
    return action


@jit_inline
def gene_action(rules, state, workspace, gene, anew, seeds):
    """What a gene (its place in workspace.ints) says to do; what is wanted anew or not legal is rolled."""
    if seeds:
        return seeded(rules, state, workspace.rng, workspace.ints[gene])
    action = workspace.ints[gene]
    if anew or action == NONE or not allows(rules, state, action):
        action = sample(rules, state, workspace.rng)
        workspace.ints[gene] = action
    return action


@jit_inline
def try_out(rules, state, workspace, knobs, viewer, plan, branch, seeds):
    """Play a plan, from gene `branch` on anew. Its value, and whether the budget lasted to its end."""
    budget, program, floats = workspace.budget[OWN], workspace.program, workspace.floats
    line = start_line(rules, state, workspace, viewer, knobs.reimagine, knobs.draws)
    first, ply = PLANS + plan * knobs.l, 0
    for i in range(knobs.l + knobs.rollout):
        if line.ended != Ended.PLAYING:
            break
        if exhausted(budget):
            return line_value(rules, line, viewer, program, floats, ply), False
        if i < knobs.l:
            action = gene_action(rules, line, workspace, first + i, i >= branch, seeds)
        else:
            action = sample(rules, line, workspace.rng)
        play_on(rules, line, action, budget, program, floats, ply)
        ply += 1
        if not skip_others(rules, line, viewer, knobs.om):
            ply = let_others_move(rules, line, viewer, workspace, knobs.om, knobs.ombs, ply, workspace.ints[:0])
    return line_value(rules, line, viewer, program, floats, ply), not unanswered(line, viewer)


@jit
def new_gene(workspace, seeds):
    """A gene that nothing is known of."""
    return np.int64(draw(workspace.rng)) if seeds else NONE


@jit
def begin_plans(workspace, knobs, seeds):
    """The plans of the last decision moved on by one, or new ones."""
    ints = workspace.ints
    shift = knobs.usb and ints[KEPT] == 1
    for plan in range(knobs.pop):
        first = PLANS + plan * knobs.l
        for i in range(knobs.l):
            known = shift and i < knobs.l - 1
            ints[first + i] = ints[first + i + 1] if known else new_gene(workspace, seeds)
        workspace.floats[SCORES + plan] = -np.inf
    ints[KEPT] = 1


@jit
def copy_plan(ints, length, source, target):
    """Overwrite one plan with another."""
    for i in range(length):
        ints[PLANS + target * length + i] = ints[PLANS + source * length + i]


@jit
def parent(workspace, pop):
    """The better of two plans drawn at random."""
    one, other = below(workspace.rng, pop), below(workspace.rng, pop)
    return one if workspace.floats[SCORES + one] >= workspace.floats[SCORES + other] else other


@jit_inline
def breed(workspace, knobs, seeds):
    """A new plan behind the others: like one of them, or a mixture of two (seeds by gene, actions in two parts)."""
    ints, rng = workspace.ints, workspace.rng
    child = PLANS + knobs.pop * knobs.l
    copy_plan(ints, knobs.l, parent(workspace, knobs.pop) if knobs.pop > 1 else 0, knobs.pop)
    if knobs.pop > 1 and unit(rng) < knobs.cross:
        mate = PLANS + parent(workspace, knobs.pop) * knobs.l
        cut = below(rng, knobs.l)
        for i in range(knobs.l):
            if (unit(rng) < 0.5) if seeds else i >= cut:
                ints[child + i] = ints[mate + i]


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
def mutate_seeds(params, workspace):
    """New seeds in the newest plan: each with probability mr, one in any case if that is wanted."""
    sure = below(workspace.rng, params.l) if params.mo else NONE
    for i in range(params.l):
        if unit(workspace.rng) < params.mr or i == sure:
            workspace.ints[PLANS + params.pop * params.l + i] = new_gene(workspace, True)


@jit_inline
def make_room(workspace, knobs, score):
    """Let the newest plan in, if it may displace another: the worst, or any outside of the elite."""
    scores, pop = workspace.floats[SCORES:], knobs.pop
    victim = 0
    for plan in range(1, pop):
        if scores[plan] < scores[victim]:
            victim = plan
    if knobs.elite < pop:
        while True:
            victim = below(workspace.rng, pop)
            rank = 0
            for plan in range(pop):
                rank += scores[plan] > scores[victim] or (scores[plan] == scores[victim] and plan < victim)
            if rank >= knobs.elite:
                break
    if knobs.elite < pop or score >= scores[victim]:
        copy_plan(workspace.ints, knobs.l, pop, victim)
        scores[victim] = score


@jit
def first_action(rules, workspace, knobs, seeds):
    """The first action of the best plan."""
    best = 0
    for plan in range(1, knobs.pop):
        if workspace.floats[SCORES + plan] > workspace.floats[SCORES + best]:
            best = plan
    return gene_action(rules, workspace.states[ROOT], workspace, PLANS + best * knobs.l, False, seeds)


@jit
def begin(rules, state, workspace, knobs, seeds):
    """Imagine the position and try out the plans there are; how many were tried."""
    viewer = state.to_move
    determinize(rules, state, viewer, workspace.states, ROOT, workspace.rng, knobs.draws)
    begin_plans(workspace, knobs, seeds)
    tried = 0
    while tried < min(knobs.pop, knobs.n) and not exhausted(workspace.budget[OWN]):
        score, _ = try_out(rules, state, workspace, knobs, viewer, tried, knobs.l, seeds)
        workspace.floats[SCORES + tried] = score
        tried += 1
    return tried


def act_bmrh(rules, state, workspace):
    """The first action of the best plan of actions."""
    params, knobs = unpack(BmrhParams, workspace.knobs), unpack(Horizon, workspace.knobs)
    viewer = state.to_move
    tried = begin(rules, state, workspace, knobs, False)
    while tried < knobs.n and not exhausted(workspace.budget[OWN]):
        breed(workspace, knobs, False)
        point = branch_point(params, workspace.rng)
        score, complete = try_out(rules, state, workspace, knobs, viewer, knobs.pop, point, False)
        tried += 1
        if complete:
            make_room(workspace, knobs, score)
    return first_action(rules, workspace, knobs, False)


def act_srh(rules, state, workspace):
    """The first action of the best plan of seeds."""
    params, knobs = unpack(SrhParams, workspace.knobs), unpack(Horizon, workspace.knobs)
    viewer = state.to_move
    tried = begin(rules, state, workspace, knobs, True)
    while tried < knobs.n and not exhausted(workspace.budget[OWN]):
        breed(workspace, knobs, True)
        mutate_seeds(params, workspace)
        score, complete = try_out(rules, state, workspace, knobs, viewer, knobs.pop, knobs.l, True)
        tried += 1
        if complete:
            make_room(workspace, knobs, score)
    return first_action(rules, workspace, knobs, True)
