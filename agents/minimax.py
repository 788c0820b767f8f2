"""Minimax and alpha-beta (Hepworth 2016): every line of a few moves, full width; the first of the best moves is played.

Everybody's moves count as one level each. With more than two players the others are taken to play against the searcher
(paranoid) or each for itself (max^n). Where the value function values moves, the movers' gains are summed up along the
line, the others' as losses.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

import numpy as np

from agents.lookahead import FLOATS, Draws
from engine.game import MAX_PLAYERS, Ended, determinize, legal
from engine.interpreter import CHANGE, value
from engine.jit import jit
from engine.space import Steps
from engine.workspace import OWN, Needs, advance, exhausted, unpack

CUT = 1  # workspace.ints: whether the budget ended a search before it was complete
WIDTH = 2  # the longest list of actions
CHOICES = 3  # from here on, the best action found at each level
VECTORS = (
    FLOATS  # workspace.floats: for max^n, by level: what each player has gained on the way, then what it will get;
)
#                   otherwise only the value that the search has found

SAME = 1e-9  # sums of decayed gains are equal up to rounding


class Others(IntEnum):
    """What is assumed of more than one opponent."""

    PARANOID = 0
    MAXN = 1


Depth = Annotated[int, Steps((1, 2, 3, 4, 5), accepts=(1, 50)), "moves looked ahead, everybody's counted"]


class Params(NamedTuple):
    """Minimax."""

    depth: Depth = 3
    draws: Draws = False
    others: Annotated[Others, "beyond two players: all against the searcher, or each for itself"] = Others.PARANOID


class AlphaBetaParams(NamedTuple):
    """Alpha-beta; the first fields are those of minimax."""

    depth: Depth = 3
    draws: Draws = False


def needs(params, budget, max_actions):
    """A state, a list and two vectors for each level."""
    return Needs(
        states=params.depth + 1,
        actions=params.depth * max_actions,
        ints=CHOICES + params.depth,
        floats=VECTORS + 2 * MAX_PLAYERS * (params.depth + 1),
    )


@jit
def settle(rules, state, viewer, program, total, ply):
    """What the end of a line is worth."""
    return total if program[CHANGE] != 0.0 else value(rules, state, viewer, program, ply)


@jit
def search(rules, workspace, ply, depth, viewer, total, alpha, beta, prune):
    """The value for the viewer of the position at level `ply`; `total` has been gained on the way to it."""
    pool, program, budget = workspace.states, workspace.program, workspace.budget[OWN]
    state = pool[ply]
    if depth == 0 or state.ended != Ended.PLAYING:
        return settle(rules, state, viewer, program, total, ply)
    actions = workspace.actions[ply * workspace.ints[WIDTH] : (ply + 1) * workspace.ints[WIDTH]]
    mover = state.to_move
    sign = 1.0 if mover == viewer else -1.0 / (state.n_players - 1)
    before = value(rules, state, mover, program, ply) if program[CHANGE] != 0.0 else 0.0
    best = -np.inf if sign > 0.0 else np.inf
    for i in range(legal(rules, state, actions)):
        if exhausted(budget):
            workspace.ints[CUT] = 1
            break
        pool[ply + 1] = state
        child = pool[ply + 1]
        advance(rules, child, actions[i], budget)
        result = total
        if program[CHANGE] != 0.0:
            result += sign * (value(rules, child, mover, program, ply) - before)
        if depth == 1 or child.ended != Ended.PLAYING:
            result = settle(rules, child, viewer, program, result, ply + 1)
        else:
            result = search(rules, workspace, ply + 1, depth - 1, viewer, result, alpha, beta, prune)
        if ply == 0 and i > 0 and workspace.ints[CUT] != 0:
            break  # an unfinished answer does not count
        if result > best if sign > 0.0 else result < best:
            best = result
            workspace.ints[CHOICES + ply] = actions[i]
        if sign > 0.0:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if prune and alpha >= beta:
            break
    return best


@jit
def search_maxn(rules, workspace, ply, depth):
    """Find what each player gets from the position at level `ply` if all choose what is best for themselves."""
    pool, program, budget, floats = workspace.states, workspace.program, workspace.budget[OWN], workspace.floats
    state = pool[ply]
    gains, found = VECTORS + 2 * MAX_PLAYERS * ply, VECTORS + 2 * MAX_PLAYERS * ply + MAX_PLAYERS
    if depth == 0 or state.ended != Ended.PLAYING:
        settle_all(rules, state, program, floats, gains, found, ply)
        return
    actions = workspace.actions[ply * workspace.ints[WIDTH] : (ply + 1) * workspace.ints[WIDTH]]
    mover = state.to_move
    before = value(rules, state, mover, program, ply) if program[CHANGE] != 0.0 else 0.0
    floats[found + mover] = -np.inf
    for i in range(legal(rules, state, actions)):
        if exhausted(budget):
            workspace.ints[CUT] = 1
            break
        pool[ply + 1] = state
        advance(rules, pool[ply + 1], actions[i], budget)
        below = gains + 2 * MAX_PLAYERS
        copy_vector(floats, gains, below)
        if program[CHANGE] != 0.0:
            floats[below + mover] += value(rules, pool[ply + 1], mover, program, ply) - before
        search_maxn(rules, workspace, ply + 1, depth - 1)
        if ply == 0 and i > 0 and workspace.ints[CUT] != 0:
            break
        if floats[below + MAX_PLAYERS + mover] > floats[found + mover]:
            copy_vector(floats, below + MAX_PLAYERS, found)
            workspace.ints[CHOICES + ply] = actions[i]


@jit
def best_moves(rules, workspace, viewer, depth, out):
    """Into `out` the places in the list of legal moves of all those with the best value by minimax; their number.

    Moves that fall short of it are not searched to the end, and none after the budget's end.
    """
    pool, program, budget = workspace.states, workspace.program, workspace.budget[OWN]
    root = pool[0]
    workspace.ints[CUT], workspace.ints[WIDTH] = 0, len(workspace.actions) // depth
    actions = workspace.actions[: workspace.ints[WIDTH]]
    before = value(rules, root, viewer, program, 0) if program[CHANGE] != 0.0 else 0.0
    best, found = -np.inf, 0
    for i in range(legal(rules, root, actions)):
        if exhausted(budget):
            break
        pool[1] = root
        child = pool[1]
        advance(rules, child, actions[i], budget)
        gain = value(rules, child, viewer, program, 0) - before if program[CHANGE] != 0.0 else 0.0
        result = search(rules, workspace, 1, depth - 1, viewer, gain, best - SAME, np.inf, True)
        if workspace.ints[CUT] != 0:
            break  # an unfinished answer does not count
        if result > best + SAME:
            best, found = result, 0
        if result > best - SAME and found < len(out):
            out[found] = i
            found += 1
    return found


@jit
def copy_vector(floats, source, target):
    """Copy a number for each player."""
    for player in range(MAX_PLAYERS):
        floats[target + player] = floats[source + player]


@jit
def settle_all(rules, state, program, floats, gains, found, ply):
    """What the end of a line is worth to everybody."""
    everything = 0.0
    for player in range(state.n_players):
        everything += floats[gains + player]
    for player in range(state.n_players):
        own = floats[gains + player]
        if program[CHANGE] != 0.0:
            floats[found + player] = own - (everything - own) / (state.n_players - 1)
        else:
            floats[found + player] = value(rules, state, player, program, ply)


@jit
def prepare_search(rules, state, workspace):
    """Imagine the position; until something better is found the first legal action is the choice."""
    determinize(rules, state, state.to_move, workspace.states, 0, workspace.rng, workspace.knobs[1] != 0.0)
    legal(rules, workspace.states[0], workspace.actions)
    workspace.ints[CUT], workspace.ints[CHOICES] = 0, workspace.actions[0]
    workspace.ints[WIDTH] = len(workspace.actions) // int(workspace.knobs[0])


def act(rules, state, workspace):
    """The first of the best moves by minimax."""
    params = unpack(Params, workspace.knobs)
    prepare_search(rules, state, workspace)
    if params.others == Others.MAXN and state.n_players > 2:
        workspace.floats[VECTORS : VECTORS + MAX_PLAYERS] = 0.0
        search_maxn(rules, workspace, 0, params.depth)
    else:
        workspace.floats[VECTORS] = search(
            rules, workspace, 0, params.depth, int(state.to_move), 0.0, -np.inf, np.inf, False
        )
    return workspace.ints[CHOICES]


def act_alphabeta(rules, state, workspace):
    """The same, sooner: lines that cannot matter are left out."""
    params = unpack(AlphaBetaParams, workspace.knobs)
    prepare_search(rules, state, workspace)
    workspace.floats[VECTORS] = search(
        rules, workspace, 0, params.depth, int(state.to_move), 0.0, -np.inf, np.inf, True
    )
    return workspace.ints[CHOICES]
