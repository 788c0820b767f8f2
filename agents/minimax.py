"""Minimax and alpha-beta (Hepworth 2016): every line of a few moves, full width; the first of the best moves is played.

Everybody's moves count as one level each. With more than two players the others are taken to play against the searcher
(paranoid) or each for itself (max^n). Where the value function values moves, the movers' gains are summed up along the
line, the others' as losses, and the end of the game counts for everybody. Alpha-beta makes the same choice sooner: it
leaves out lines that cannot matter.
"""

from enum import IntEnum
from typing import Annotated, Any, NamedTuple

import numpy as np

from agents.lookahead import Draws, as_if_playing, end_gain, in_effect
from engine.game import MAX_PLAYERS, Ended, copy_state, determinize, legal
from engine.interpreter import CHANGE, value
from engine.jit import jit, jit_inline
from engine.memory import memory_of
from engine.space import Steps, When
from engine.workspace import OWN, Needs, advance, exhausted, unpack

SAME = 1e-9  # sums of decayed gains are equal up to rounding
SEARCH = np.dtype(
    [
        ("choice", "i8"),  # the best first move yet
        ("width", "i8"),  # the longest list of actions
        ("cut", "i8"),  # whether the budget ended the search before it was complete
    ],
    align=True,
)
LEVEL = np.dtype(
    [
        ("gains", "f8", (MAX_PLAYERS,)),  # what each player has gained on the way
        ("found", "f8", (MAX_PLAYERS,)),  # what it will get
    ],
    align=True,
)


class Memory(NamedTuple):
    """Arrays of the search, by depth."""

    search: Annotated[Any, SEARCH]
    levels: Annotated[Any, LEVEL]  # of max^n


class Others(IntEnum):
    """Models of more than one opponent."""

    PARANOID = 0
    MAXN = 1


class Params(NamedTuple):
    """Knobs of the search: depth, pruning, opponents."""

    depth: Annotated[int, Steps((1, 2, 3, 4, 5), accepts=(1, 50)), "moves looked ahead, everybody's counted"] = 3
    draws: Draws = False
    prune: Annotated[bool, "lines that cannot matter are left out"] = False
    others: Annotated[
        Others, When("prune", (False,)), "beyond two players: all against the searcher, or each for itself"
    ] = Others.PARANOID


def needs(params, budget, max_actions):
    """A state, a list and two vectors for each level, and a state to wait in."""
    levels = params.depth + 1
    return Needs(levels + 1, params.depth * max_actions, Memory(search=1, levels=levels))


@jit_inline
def outcome(rules, child, mover, workspace, last):
    """The position that shows what a move has come to: of the last in a line, and of all where moves are valued."""
    return in_effect(rules, child, mover, workspace) if last or workspace.program[CHANGE] != 0.0 else child


@jit_inline
def gain_of(rules, after, mover, workspace, before, ply):
    """What a move has gained its mover, but for the end of the game; nothing where positions are valued."""
    if workspace.program[CHANGE] == 0.0:
        return 0.0
    return as_if_playing(rules, after, mover, workspace.program, ply) - before


@jit_inline
def settle(rules, end, viewer, workspace, total, ply):
    """What the end of a line of `ply` moves is worth."""
    if workspace.program[CHANGE] != 0.0:
        return total + end_gain(rules, end, viewer, workspace.program, ply - 1)
    return value(rules, end, viewer, workspace.program, ply)


@jit
def search(rules, workspace, notes, ply, depth, viewer, total, alpha, beta, prune):
    """The value for the viewer of the position at level `ply`; `total` has been gained on the way to it."""
    pool, program, budget = workspace.states, workspace.program, workspace.budget[OWN]
    state = pool[ply]
    actions = workspace.actions[ply * notes.width : (ply + 1) * notes.width]
    mover = state.to_move
    sign = 1.0 if mover == viewer else -1.0 / (state.n_players - 1)
    before = value(rules, state, mover, program, ply) if program[CHANGE] != 0.0 else 0.0
    best = -np.inf if sign > 0.0 else np.inf
    for i in range(legal(rules, state, actions)):
        if exhausted(budget):
            notes.cut = 1
            break
        copy_state(rules, state, pool, ply + 1)
        child = pool[ply + 1]
        advance(rules, child, actions[i], budget)
        last = depth == 1 or child.ended != Ended.PLAYING
        after = outcome(rules, child, mover, workspace, last)
        result = total + sign * gain_of(rules, after, mover, workspace, before, ply)
        if last:
            result = settle(rules, after, viewer, workspace, result, ply + 1)
        else:
            result = search(rules, workspace, notes, ply + 1, depth - 1, viewer, result, alpha, beta, prune)
        if ply == 0 and i > 0 and notes.cut != 0:
            break  # an unfinished answer does not count
        if result > best if sign > 0.0 else result < best:
            best = result
            if ply == 0:
                notes.choice = actions[i]
        if sign > 0.0:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if prune and alpha >= beta:
            break
    return best


@jit
def search_maxn(rules, workspace, notes, levels, ply, depth):
    """Find what each player gets from the position at level `ply` if all choose what is best for themselves."""
    pool, program, budget = workspace.states, workspace.program, workspace.budget[OWN]
    state, here, below = pool[ply], levels[ply], levels[ply + 1]
    actions = workspace.actions[ply * notes.width : (ply + 1) * notes.width]
    mover = state.to_move
    before = value(rules, state, mover, program, ply) if program[CHANGE] != 0.0 else 0.0
    here.found[mover] = -np.inf
    for i in range(legal(rules, state, actions)):
        if exhausted(budget):
            notes.cut = 1
            break
        copy_state(rules, state, pool, ply + 1)
        child = pool[ply + 1]
        advance(rules, child, actions[i], budget)
        below.gains = here.gains
        last = depth == 1 or child.ended != Ended.PLAYING
        after = outcome(rules, child, mover, workspace, last)
        below.gains[mover] += gain_of(rules, after, mover, workspace, before, ply)
        if last:
            settle_all(rules, after, workspace, below, ply + 1)
        else:
            search_maxn(rules, workspace, notes, levels, ply + 1, depth - 1)
        if ply == 0 and i > 0 and notes.cut != 0:
            break
        if below.found[mover] > here.found[mover]:
            here.found = below.found
            if ply == 0:
                notes.choice = actions[i]


@jit
def settle_all(rules, end, workspace, level, ply):
    """What the end of a line of `ply` moves is worth to everybody."""
    everything, rivals = 0.0, end.n_players - 1
    for player in range(end.n_players):
        everything += level.gains[player]
    for player in range(end.n_players):
        own = level.gains[player]
        level.found[player] = settle(rules, end, player, workspace, own - (everything - own) / rivals, ply)


@jit
def best_moves(rules, workspace, notes, viewer, depth, out):
    """Into `out` the places in the list of legal moves of all those with the best value by minimax; their number.

    Moves that fall short of it are not searched to the end, and none after the budget's end.
    """
    pool, program, budget = workspace.states, workspace.program, workspace.budget[OWN]
    root = pool[0]
    notes.cut, notes.width = 0, len(workspace.actions) // depth
    actions = workspace.actions[: notes.width]
    before = value(rules, root, viewer, program, 0) if program[CHANGE] != 0.0 else 0.0
    best, found = -np.inf, 0
    for i in range(legal(rules, root, actions)):
        if exhausted(budget):
            break
        copy_state(rules, root, pool, 1)
        child = pool[1]
        advance(rules, child, actions[i], budget)
        last = depth == 1 or child.ended != Ended.PLAYING
        after = outcome(rules, child, viewer, workspace, last)
        result = gain_of(rules, after, viewer, workspace, before, 0)
        if last:
            result = settle(rules, after, viewer, workspace, result, 1)
        else:
            result = search(rules, workspace, notes, 1, depth - 1, viewer, result, best - SAME, np.inf, True)
        if notes.cut != 0:
            break  # an unfinished answer does not count
        if result > best + SAME:
            best, found = result, 0
        if result > best - SAME and found < len(out):
            out[found] = i
            found += 1
    return found


@jit
def prepare_search(rules, state, workspace, notes, params):
    """Determinize the position; until something better is found the first legal action is the choice."""
    determinize(rules, state, state.to_move, workspace.states, 0, workspace.rng, params.draws)
    legal(rules, workspace.states[0], workspace.actions)
    notes.cut, notes.choice, notes.width = 0, workspace.actions[0], len(workspace.actions) // params.depth


def act(rules, state, workspace):
    """The first of the best moves."""
    params, memory = unpack(Params, workspace.knobs), memory_of(Memory, workspace)
    notes, viewer = memory.search[0], int(state.to_move)
    prepare_search(rules, state, workspace, notes, params)
    if params.others == Others.MAXN and state.n_players > 2:
        memory.levels[0].gains[:] = 0.0
        search_maxn(rules, workspace, notes, memory.levels, 0, params.depth)
    else:
        search(rules, workspace, notes, 0, params.depth, viewer, 0.0, -np.inf, np.inf, params.prune)
    return notes.choice
