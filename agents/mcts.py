"""Monte Carlo tree search for any number of players, chance and hidden cards.

As in Bravi et al. (2019) the tree holds the searcher's own moves, the others move by a model, expansion samples actions
(ep, ps), and lines of d moves are valued by a heuristic, or as usual elsewhere: everybody's moves in the tree, each
maximising its own result (Sturtevant's max^n), progressive widening, lines to the end of the game with its result.
The tree is open-loop: a node is a sequence of moves, and what is unseen may be dealt anew on every way through it
(information-set MCTS, Cowling et al. 2012).
"""

import math
from enum import IntEnum
from typing import Annotated, NamedTuple

import numpy as np

from agents.lookahead import (
    ROOT,
    SLOTS,
    Draws,
    Redeterminize,
    await_effect,
    in_effect,
    line_value,
    play_on_inlined,
    start_line,
)
from agents.opponents import ModelKnob, ModelShare, OpponentModel, let_others_move, skip_others
from agents.tree import NO_NODE, Memory, add_child, note_result, plant, tree_memory
from engine.bits import ZERO
from engine.chance import GOLDEN, below, draw, unit
from engine.game import NONE, Ended, allows, determinize, legal, payoffs, progress, sample
from engine.interpreter import CHANGE, value
from engine.jit import jit, jit_inline
from engine.memory import memory_of
from engine.space import Range, Requires, Steps, When, Within
from engine.workspace import OWN, Needs, exhausted, unpack

MOST_NODES = 200_000
NO_LIMIT = 10**18
CURIOSITY = np.array([math.sqrt(math.log(visits + 1.0)) for visits in range(4096)])  # of UCB, for so few visits


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
    FULL = 2  # all actions that are legal in any line that came through it


class Ending(IntEnum):
    """Where a line ends and what then counts."""

    DEPTH = 0  # after d moves: how much the heuristic has risen
    END = 1  # at the end of the game: its result
    LEAF = 2  # where the line has left the tree, or after d moves: the same as for DEPTH


class Recommend(IntEnum):
    """Which move is played."""

    MAX = 0  # the best mean
    ROBUST = 1  # the most visits
    SECURE = 2  # the best mean less its uncertainty


class Params(NamedTuple):
    """Knobs of the tree search; single letters are the source's names."""

    d: Annotated[
        int, Steps((1, 2, 3, 6, 11, 21), accepts=(1, 1000)), "depth of tree and line, in moves of the tree"
    ] = 3
    c: Annotated[
        float, Steps((0, 0.1, 0.2, 0.5, 1, 1.41, 4, 9, 15, 20), accepts=(0, 1000)), "exploration constant of UCB"
    ] = 1.41
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
    om: ModelKnob = OpponentModel.NOTHING
    ombs: ModelShare = 0.01
    draws: Draws = True
    redeterminize: Redeterminize = True
    simulations: Annotated[int, Within(0, 10**6), "lines per decision; 0: as many as the budget pays for"] = 0
    early: Annotated[
        float, Within(0, 10), Requires("progress"), "lines at the game's beginning, as a multiple of simulations"
    ] = 1.0
    late: Annotated[
        float, Within(0, 10), Requires("progress"), "lines in the game's last part, as a multiple of simulations"
    ] = 1.0


def node_count(params, budget, max_actions):
    """The nodes that the lines can add, each in one place of the tree, as far as a budget can pay for them."""
    grown = max_actions if params.expansion == Expansion.FULL else params.ps
    lines = budget
    if params.simulations:
        lines = min(budget, math.ceil(params.simulations * max(1, params.early, params.late)))
    return min(MOST_NODES, 2 + (lines + 1) * grown)


def needs(params, budget, max_actions):
    """The states of a line, a list, and the tree."""
    return Needs(SLOTS, max_actions, tree_memory(node_count(params, budget, max_actions), params.d + 1))


@jit_inline
def expand(rules, line, memory, node, samples, rng):
    """Sample actions and add those that are new; one of the new children, or NO_NODE."""
    chosen, added = NO_NODE, 0
    for _ in range(samples):
        child = add_child(memory, node, sample(rules, line, rng), line.to_move)
        if child != NO_NODE:
            added += 1
            if added == 1 or below(rng, added) == 0:
                chosen = child
    return chosen


@jit
def expand_fully(rules, line, memory, node, actions, rng):
    """Add the legal actions that have no child yet; a random one of the new children, or NO_NODE."""
    first = memory.tree[0].grown
    for i in range(legal(rules, line, actions)):
        add_child(memory, node, actions[i], line.to_move)
    added = memory.tree[0].grown - first
    return first + below(rng, added) if added > 0 else NO_NODE


@jit_inline
def grow(rules, line, workspace, memory, params, node):
    """Expand a node if it is due; the new child to go on with, or NO_NODE."""
    rng, known = workspace.rng, memory.nodes[np.uintp(node)]
    if params.expansion == Expansion.FULL:
        if node == 0 and known.count > 0:  # the searcher knows its own moves; further on other lines have others
            return NO_NODE
        return expand_fully(rules, line, memory, node, workspace.actions, rng)
    if params.expansion == Expansion.WIDENING:
        room = params.wc * (known.visits + 1.0) ** params.wa
        return expand(rules, line, memory, node, 1, rng) if known.count < room else NO_NODE
    if known.count == 0 or unit(rng) < params.ep:
        return expand(rules, line, memory, node, params.ps, rng)
    return NO_NODE


@jit_inline
def curiosity_at(visits):
    """sqrt(log(visits + 1)), which takes longer to work out than to look up."""
    n = np.uintp(visits)
    return CURIOSITY[n] if n < len(CURIOSITY) else np.sqrt(np.log(visits + 1.0))


@jit_inline
def best_child(rules, line, memory, params, number, rng):
    """The child with the highest UCB among those that are legal now, or NO_NODE; of equals a random one."""
    tree, nodes, node = memory.tree[0], memory.nodes, memory.nodes[np.uintp(number)]
    curiosity, scale = 0.0, 1.0
    if params.c > 0.0:
        curiosity = curiosity_at(node.visits)
    if params.norm:
        gap = tree.high - tree.low
        scale = 1.0 / gap if gap > 1e-9 else 0.0  # as long as all results are equal they say nothing
    weight, salt = params.c * curiosity, draw(rng)
    chosen, best, lot = NO_NODE, -np.inf, ZERO
    for i in range(node.count):
        number_of_child = memory.lists[np.uintp(node.first + i)]
        child = nodes[np.uintp(number_of_child)]
        score = child.average * scale
        if params.policy == Policy.UCB1:
            score += weight * child.doubt
        else:
            score += attraction(params, child, curiosity, scale)
        if score >= best and (number == 0 or allows(rules, line, child.action)):
            ticket = np.uint64(number_of_child) * GOLDEN ^ salt
            if score > best or ticket > lot:
                chosen, best, lot = number_of_child, score, ticket
    return chosen


@jit
def attraction(params, child, curiosity, scale):
    """What the other policies than UCB1 add to the mean of a child."""
    doubt = child.doubt * curiosity
    if params.policy == Policy.TUNED:
        spread = child.spread * scale * scale / max(child.visits, 1.0)
        return params.c * doubt * np.sqrt(min(0.25, spread + np.sqrt(2.0) * doubt))
    return params.c * doubt + params.bias * child.prior * scale / (child.visits + 1.0)


@jit_inline
def simulate(rules, state, workspace, memory, params, viewer):
    """One line: down the tree, one or more new nodes, on at random, and the result back up."""
    budget, nodes, rng = workspace.budget[OWN], memory.nodes, workspace.rng
    line = start_line(rules, state, workspace, viewer, params.redeterminize, params.draws)
    node, visited, ply, moves, growing, mover = 0, 0, 0, 0, True, viewer
    while line.ended == Ended.PLAYING and not exhausted(budget):
        growing = growing and moves < params.d
        if not growing and (params.ending == Ending.LEAF or (params.ending == Ending.DEPTH and moves >= params.d)):
            break
        child = NO_NODE
        if growing:
            child = grow(rules, line, workspace, memory, params, node)
            growing = child == NO_NODE
            if growing:
                child = best_child(rules, line, memory, params, node, rng)
                growing = child != NO_NODE
        mover = line.to_move
        if child != NO_NODE:
            memory.way[np.uintp(visited)] = child
            visited += 1
            action = nodes[np.uintp(child)].action
        else:
            action = sample(rules, line, rng)
        play_on_inlined(rules, line, action, workspace, ply)
        ply += 1
        moves += 1
        if child != NO_NODE and params.policy == Policy.BIAS and nodes[child].visits == 0.0:
            after = in_effect(rules, line, mover, workspace)
            worth = line_value(rules, after, mover, workspace, ply, params.d - moves)
            nodes[child].prior = worth - memory.tree[0].before[mover]
        if params.tree == Tree.OWN:
            om = params.om if child != NO_NODE or params.ro else OpponentModel.NOTHING
            if not skip_others(rules, line, viewer, om):
                ply = let_others_move(rules, line, viewer, workspace, om, params.ombs, ply, workspace.actions[:0])
        node = child
    if params.ending != Ending.END:
        await_effect(rules, line, mover, budget)
    set_results(rules, line, workspace, memory.tree[0], params, viewer, ply, params.d - moves)
    back_up(memory, params, visited, viewer)


@jit_inline
def set_results(rules, line, workspace, tree, params, viewer, ply, left):
    """What a line has come to, for the searcher or, if everybody is in the tree, for all."""
    if params.ending == Ending.END:
        if line.ended != Ended.PLAYING:
            payoffs(rules, line, tree.results)
        else:  # the budget did not last: nobody is ahead
            tree.results[:] = 1.0 / line.n_players
        return
    if params.tree == Tree.OWN:
        tree.results[viewer] = line_value(rules, line, viewer, workspace, ply, left) - tree.before[viewer]
        return
    for player in range(line.n_players):
        tree.results[player] = line_value(rules, line, player, workspace, ply, left) - tree.before[player]


@jit_inline
def back_up(memory, params, visited, viewer):
    """Tell every node on the way what its mover got."""
    tree, nodes = memory.tree[0], memory.nodes
    note_result(nodes[0], tree.results[viewer], params.e)
    for i in range(visited):
        node = nodes[np.uintp(memory.way[i])]
        result = tree.results[np.uintp(node.mover)]
        tree.low, tree.high = min(tree.low, result), max(tree.high, result)
        note_result(node, result, params.e)


@jit
def recommend(memory, rt):
    """The action to play: of the root's children the best, the most visited, or the most surely good."""
    root = memory.nodes[0]
    deviation = np.sqrt(root.spread / max(root.visits, 1.0))
    chosen, best = NONE, -np.inf
    for i in range(root.count):
        child = memory.nodes[memory.lists[root.first + i]]
        score = child.average
        if rt == Recommend.ROBUST:
            score = child.visits
        elif rt == Recommend.SECURE:
            score -= deviation / np.sqrt(max(child.visits, 1.0))
        if child.visits > 0.0 and score > best:
            chosen, best = child.action, score
    return chosen


@jit
def begin(rules, root, workspace, memory, params):
    """Plant the tree and note what the position is worth before anything is done."""
    plant(memory)
    for player in range(root.n_players):
        asked = workspace.program[CHANGE] == 0.0 and (player == root.to_move or params.tree == Tree.ALL)
        memory.tree[0].before[player] = value(rules, root, player, workspace.program, 0) if asked else 0.0


@jit
def lines_now(rules, state, params):
    """How many lines this decision gets: the share of early, middle or late, and between them what lies between."""
    if params.simulations == 0:
        return NO_LIMIT
    at = 2.0 * progress(rules, state) - 1.0
    return int(np.round(params.simulations * (1.0 + at * (params.late - 1.0 if at > 0.0 else 1.0 - params.early))))


def act(rules, state, workspace):
    """The recommended move when budget or lines are used up."""
    params, memory = unpack(Params, workspace.knobs), memory_of(Memory, workspace)
    viewer = state.to_move
    root = determinize(rules, state, viewer, workspace.states, ROOT, workspace.rng, params.draws)
    begin(rules, root, workspace, memory, params)
    lines = lines_now(rules, state, params)
    while lines > 0 and not exhausted(workspace.budget[OWN]):
        simulate(rules, state, workspace, memory, params, viewer)
        lines -= 1
    action = recommend(memory, params.rt)
    return action if action != NONE else sample(rules, root, workspace.rng)
