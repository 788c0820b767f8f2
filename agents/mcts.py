"""Monte Carlo tree search for any number of players, chance and hidden cards.

As in Bravi et al. (2019) the tree holds the searcher's own moves, the others move by a model, expansion samples actions
(ep, ps), and lines of d moves are valued by a heuristic, or as usual elsewhere: everybody's moves in the tree, each
maximising its own result (Sturtevant's max^n), progressive widening, lines to the end of the game with its result.
The tree is open-loop: a node is a sequence of moves, and what is unseen may be imagined anew on every way through it
(information-set MCTS, Cowling et al. 2012).
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
)
from agents.tree import (
    ACTION,
    COUNT,
    DOUBT,
    MEAN,
    MOVER,
    NO_NODE,
    PRIOR,
    SIZE,
    SPREAD,
    VISITS,
    about,
    add_child,
    at,
    child_of,
    note_result,
    plant,
    tree_floats,
    tree_ints,
)
from engine.bits import ZERO
from engine.chance import GOLDEN, below, draw, unit
from engine.game import MAX_PLAYERS, NONE, Ended, allows, determinize, legal, payoffs, sample
from engine.interpreter import CHANGE, value
from engine.jit import jit, jit_inline
from engine.space import Range, Steps, When
from engine.workspace import OWN, Needs, exhausted, unpack

MOST_NODES = 200_000
BEFORE = FLOATS  # workspace.floats: what the position is worth to each player before anything is done
RESULTS = BEFORE + MAX_PLAYERS  # what the last line has come to for each
LOW, HIGH = RESULTS + MAX_PLAYERS, RESULTS + MAX_PLAYERS + 1  # the smallest and largest result so far


class Tree(IntEnum):
    """Whose moves are nodes."""

    OWN = 0  # the searcher's; the others move by the model
    ALL = 1  # everybody's, each seeking its own good


class Policy(IntEnum):
    """How a child is chosen."""

    UCB1 = 0
    TUNED = 1  # UCB1-tuned: exploration shrinks where results vary little
    BIAS = 2  # UCB1 with a progressive bias towards what the heuristic likes


class Expansion(IntEnum):
    """When a node gets children."""

    SAMPLED = 0  # ps sampled actions at first, and again with probability ep
    WIDENING = 1  # as many as wc * visits ** wa, sampled one by one
    FULL = 2  # all legal actions at first


class Ending(IntEnum):
    """Where a line ends and what then counts."""

    DEPTH = 0  # after d moves: how much the heuristic has risen
    END = 1  # at the end of the game: its result


class Recommend(IntEnum):
    """Which move is played."""

    MAX = 0  # the best mean
    ROBUST = 1  # the most visits
    SECURE = 2  # the best mean less its uncertainty


class Params(NamedTuple):
    """Knobs of the tree search; single letters are the source's names."""

    d: Annotated[int, Steps((2, 3, 6, 11, 21), accepts=(1, 1000)), "depth of tree and line, in moves of the tree"] = 3
    c: Annotated[float, Steps((0, 1.41, 4, 9, 15, 20), accepts=(0, 1000)), "exploration constant of UCB"] = 1.41
    e: Annotated[float, Steps((1e-6,), accepts=(0, 1)), "epsilon of UCB: added to visits"] = 1e-6
    expansion: Annotated[Expansion, "when a node gets children"] = Expansion.SAMPLED
    ep: Annotated[
        float,
        Steps((0.1, 0.2, 0.3, 0.4), accepts=(0, 1)),
        When("expansion", (Expansion.SAMPLED,)),
        "probability to expand a node further",
    ] = 0.4
    ps: Annotated[
        int,
        Steps((1, 3, 5, 10, 15), accepts=(1, 1000)),
        When("expansion", (Expansion.SAMPLED,)),
        "actions sampled per expansion",
    ] = 1
    wc: Annotated[
        float, Range(0.5, 4, accepts=(0.1, 100)), When("expansion", (Expansion.WIDENING,)), "children at one visit"
    ] = 1.0
    wa: Annotated[
        float, Range(0.1, 0.9, accepts=(0, 1)), When("expansion", (Expansion.WIDENING,)), "growth with visits"
    ] = 0.5
    rt: Annotated[Recommend, "recommendation: max, robust or secure child"] = Recommend.SECURE
    policy: Annotated[Policy, "how a child is chosen"] = Policy.UCB1
    bias: Annotated[
        float, Range(0.1, 10, log=True, accepts=(0, 1000)), When("policy", (Policy.BIAS,)), "weight of the heuristic"
    ] = 1.0
    norm: Annotated[bool, "results are brought to 0..1 before they meet c"] = False
    tree: Annotated[Tree, "whose moves are nodes"] = Tree.OWN
    ending: Annotated[Ending, "where a line ends"] = Ending.DEPTH
    ro: Annotated[bool, When("tree", (Tree.OWN,)), "the others also move after the line has left the tree"] = True
    om: OpponentModel = Model.NOTHING
    ombs: ModelShare = 0.01
    draws: Draws = True
    reimagine: Reimagine = True


def node_count(params, budget, max_actions):
    """The nodes that a budget can pay for."""
    grown = max_actions if params.expansion == Expansion.FULL else params.ps
    return min(MOST_NODES, 2 + (budget + 1) * grown)


def needs(params, budget, max_actions):
    """Room for the tree, and behind it for the way through it."""
    nodes = node_count(params, budget, max_actions)
    return Needs(states=SLOTS, actions=max_actions, ints=tree_ints(nodes) + params.d + 1, floats=tree_floats(nodes))


@jit_inline
def expand(rules, line, workspace, node, samples):
    """Sample actions and add those that are new; one of the new children, or NO_NODE."""
    ints, floats = workspace.ints, workspace.floats
    chosen, added = NO_NODE, 0
    for _ in range(samples):
        child = add_child(ints, floats, node, sample(rules, line, workspace.rng), line.to_move)
        if child != NO_NODE:
            added += 1
            if added == 1 or below(workspace.rng, added) == 0:
                chosen = child
    return chosen


@jit
def expand_fully(rules, line, workspace, node):
    """Add every legal action; a random one of the new children."""
    n = legal(rules, line, workspace.actions)
    first = NO_NODE
    for i in range(n):
        child = add_child(workspace.ints, workspace.floats, node, workspace.actions[i], line.to_move)
        if child == NO_NODE:
            break
        first = child if i == 0 else first
    return first + below(workspace.rng, workspace.ints[SIZE] - first) if first != NO_NODE else NO_NODE


@jit_inline
def grow(rules, line, workspace, params, node):
    """Expand a node if it is due; the new child to go on with, or NO_NODE."""
    children = workspace.ints[at(node) + COUNT]
    if params.expansion == Expansion.FULL:
        return expand_fully(rules, line, workspace, node) if children == 0 else NO_NODE
    if params.expansion == Expansion.WIDENING:
        room = params.wc * (workspace.floats[about(node) + VISITS] + 1.0) ** params.wa
        return expand(rules, line, workspace, node, 1) if children < room else NO_NODE
    if children == 0 or unit(workspace.rng) < params.ep:
        return expand(rules, line, workspace, node, params.ps)
    return NO_NODE


@jit_inline
def best_child(rules, line, workspace, params, node):
    """The child with the highest UCB among those that are legal now, or NO_NODE; of equals a random one."""
    ints, floats = workspace.ints, workspace.floats
    curiosity, scale = 0.0, 1.0
    if params.c > 0.0:
        curiosity = np.sqrt(np.log(floats[about(node) + VISITS] + 1.0))
    if params.norm:
        gap = floats[HIGH] - floats[LOW]
        scale = 1.0 / gap if gap > 1e-9 else 0.0  # as long as all results are equal they say nothing
    weight, salt = params.c * curiosity, draw(workspace.rng)
    chosen, best, lot = NO_NODE, -np.inf, ZERO
    for i in range(ints[at(node) + COUNT]):
        child = child_of(ints, node, i)
        score = floats[np.uintp(about(child) + MEAN)] * scale
        if params.policy == Policy.UCB1:
            score += weight * floats[np.uintp(about(child) + DOUBT)]
        else:
            score += attraction(params, floats, child, curiosity, scale)
        if score >= best and (node == 0 or allows(rules, line, ints[at(child) + ACTION])):
            ticket = np.uint64(child) * GOLDEN ^ salt
            if score > best or ticket > lot:
                chosen, best, lot = child, score, ticket
    return chosen


@jit
def attraction(params, floats, child, curiosity, scale):
    """What the other policies than UCB1 add to the mean of a child."""
    visits, doubt = floats[about(child) + VISITS], floats[about(child) + DOUBT] * curiosity
    if params.policy == Policy.TUNED:
        spread = floats[about(child) + SPREAD] * scale * scale / max(visits, 1.0)
        return params.c * doubt * np.sqrt(min(0.25, spread + np.sqrt(2.0) * doubt))
    return params.c * doubt + params.bias * floats[about(child) + PRIOR] * scale / (visits + 1.0)


@jit_inline
def simulate(rules, state, workspace, params, viewer):
    """One line: down the tree, one or more new nodes, on at random, and the result back up."""
    budget, program, ints, floats = workspace.budget[OWN], workspace.program, workspace.ints, workspace.floats
    way = len(ints) - params.d - 1
    line = start_line(rules, state, workspace, viewer, params.reimagine, params.draws)
    node, nodes, ply, moves, growing = 0, 0, 0, 0, True
    while line.ended == Ended.PLAYING and not exhausted(budget):
        growing = growing and moves < params.d
        if not growing and (moves >= params.d and params.ending == Ending.DEPTH):
            break
        child = NO_NODE
        if growing:
            child = grow(rules, line, workspace, params, node)
            growing = child == NO_NODE
            if growing:
                child = best_child(rules, line, workspace, params, node)
                growing = child != NO_NODE
        mover = line.to_move
        if child != NO_NODE:
            ints[way + nodes] = child
            nodes += 1
            action = ints[at(child) + ACTION]
        else:
            action = sample(rules, line, workspace.rng)
        play_on(rules, line, action, budget, program, floats, ply)
        ply += 1
        moves += 1
        if child != NO_NODE and params.policy == Policy.BIAS and floats[about(child) + VISITS] == 0.0:
            prior = line_value(rules, line, mover, program, floats, ply) - floats[BEFORE + mover]
            floats[about(child) + PRIOR] = prior
        if params.tree == Tree.OWN:
            om = params.om if child != NO_NODE or params.ro else Model.NOTHING
            if not skip_others(rules, line, viewer, om):
                ply = let_others_move(rules, line, viewer, workspace, om, params.ombs, ply, workspace.ints[:0])
        node = child
    set_results(rules, line, workspace, params, viewer, ply)
    back_up(workspace, params, way, nodes, viewer)


@jit_inline
def set_results(rules, line, workspace, params, viewer, ply):
    """What a line has come to, for the searcher or, if everybody is in the tree, for all."""
    floats = workspace.floats
    if params.ending == Ending.END:
        if line.ended != Ended.PLAYING:
            payoffs(rules, line, floats[RESULTS : RESULTS + MAX_PLAYERS])
        else:  # the budget did not last: nobody is ahead
            floats[RESULTS : RESULTS + MAX_PLAYERS] = 1.0 / line.n_players
        return
    if params.tree == Tree.OWN:
        result = line_value(rules, line, viewer, workspace.program, floats, ply)
        floats[RESULTS + viewer] = result - floats[BEFORE + viewer]
        return
    for player in range(line.n_players):
        floats[RESULTS + player] = (
            line_value(rules, line, player, workspace.program, floats, ply) - floats[BEFORE + player]
        )


@jit_inline
def back_up(workspace, params, way, nodes, viewer):
    """Tell every node on the way what its mover got."""
    ints, floats = workspace.ints, workspace.floats
    note_result(floats, 0, floats[RESULTS + viewer], params.e)
    for i in range(nodes):
        child = ints[way + i]
        result = floats[RESULTS + ints[at(child) + MOVER]]
        floats[LOW], floats[HIGH] = min(floats[LOW], result), max(floats[HIGH], result)
        note_result(floats, child, result, params.e)


@jit
def recommend(workspace, rt):
    """The action to play: of the root's children the best, the most visited, or the most surely good."""
    ints, floats = workspace.ints, workspace.floats
    deviation = np.sqrt(floats[about(0) + SPREAD] / max(floats[about(0) + VISITS], 1.0))
    chosen, best = NONE, -np.inf
    for i in range(ints[at(0) + COUNT]):
        child = child_of(ints, 0, i)
        visits, score = floats[about(child) + VISITS], floats[about(child) + MEAN]
        if rt == Recommend.ROBUST:
            score = visits
        elif rt == Recommend.SECURE:
            score -= deviation / np.sqrt(max(visits, 1.0))
        if visits > 0.0 and score > best:
            chosen, best = ints[at(child) + ACTION], score
    return chosen


@jit
def begin(rules, root, workspace, params):
    """Plant the tree and note what the position is worth before anything is done."""
    floats = workspace.floats
    plant(workspace.ints, floats)
    floats[LOW], floats[HIGH] = np.inf, -np.inf
    for player in range(root.n_players):
        asked = workspace.program[CHANGE] == 0.0 and (player == root.to_move or params.tree == Tree.ALL)
        floats[BEFORE + player] = value(rules, root, player, workspace.program, 0) if asked else 0.0


def act(rules, state, workspace):
    """The recommended move when the budget is gone."""
    params = unpack(Params, workspace.knobs)
    viewer = state.to_move
    root = determinize(rules, state, viewer, workspace.states, ROOT, workspace.rng, params.draws)
    begin(rules, root, workspace, params)
    while not exhausted(workspace.budget[OWN]):
        simulate(rules, state, workspace, params, viewer)
    action = recommend(workspace, params.rt)
    return action if action != NONE else sample(rules, root, workspace.rng)
