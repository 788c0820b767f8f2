"""Full-width search to a few moves, with or without pruning: minimax, and what planners ask it about first moves.

Everybody's moves count as one level each, whose states stand one behind the other in the workspace. More than one
opponent are taken to play against the searcher. Where the value function values moves, the movers' gains are summed up
along the line, the others' as losses, and the end of the game counts for everybody.
"""

import numpy as np

from agents.lookahead import as_if_playing, end_gain, in_effect
from engine.game import Ended, copy_state, legal
from engine.interpreter import CHANGE, value
from engine.jit import jit, jit_inline
from engine.workspace import OWN, advance, exhausted

SAME = 1e-9  # sums of decayed gains are equal up to rounding
SEARCH = np.dtype(
    [
        ("choice", "i8"),  # the best first move yet
        ("width", "i8"),  # the longest list of actions
        ("cut", "i8"),  # whether the budget ended the search before it was complete
    ],
    align=True,
)


@jit_inline
def value_before(rules, state, workspace, ply):
    """What the position is worth to the player to move, where moves are valued by what they change."""
    program = workspace.program
    return value(rules, state, state.to_move, program, ply) if program[CHANGE] != 0.0 else 0.0


@jit_inline
def try_child(rules, workspace, ply, depth, action):
    """Play a move of the position at level `ply`, on the next level; whether it is the last in a line."""
    pool = workspace.states
    copy_state(rules, pool[ply], pool, ply + 1)
    advance(rules, pool[ply + 1], action, workspace.budget[OWN])
    return depth == 1 or pool[ply + 1].ended != Ended.PLAYING


@jit_inline
def outcome(rules, workspace, ply, last):
    """The position that shows what that move has come to: of the last in a line, and of all where moves are valued."""
    child, mover = workspace.states[ply + 1], workspace.states[ply].to_move
    return in_effect(rules, child, mover, workspace) if last or workspace.program[CHANGE] != 0.0 else child


@jit_inline
def gain_of(rules, after, workspace, before, ply):
    """What it has gained its mover, but for the end of the game; nothing where positions are valued."""
    if workspace.program[CHANGE] == 0.0:
        return 0.0
    return as_if_playing(rules, after, workspace.states[ply].to_move, workspace.program, ply) - before


@jit_inline
def settle(rules, end, viewer, workspace, total, ply):
    """What the end of a line of `ply` moves is worth."""
    if workspace.program[CHANGE] != 0.0:
        return total + end_gain(rules, end, viewer, workspace.program, ply - 1)
    return value(rules, end, viewer, workspace.program, ply)


@jit
def search(rules, workspace, notes, ply, depth, viewer, total, alpha, beta, prune):
    """The value for the viewer of the position at level `ply`; `total` has been gained on the way to it."""
    state = workspace.states[ply]
    actions = workspace.actions[ply * notes.width : (ply + 1) * notes.width]
    sign = 1.0 if state.to_move == viewer else -1.0 / (state.n_players - 1)
    before = value_before(rules, state, workspace, ply)
    best = -np.inf if sign > 0.0 else np.inf
    for i in range(legal(rules, state, actions)):
        if exhausted(workspace.budget[OWN]):
            notes.cut = 1
            break
        last = try_child(rules, workspace, ply, depth, actions[i])
        after = outcome(rules, workspace, ply, last)
        result = total + sign * gain_of(rules, after, workspace, before, ply)
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
def best_moves(rules, workspace, notes, viewer, depth, out):
    """Into `out` the places in the list of legal moves of all those with the best value by minimax; their number.

    Moves that fall short of it are not searched to the end, and none after the budget's end.
    """
    root = workspace.states[0]
    notes.cut, notes.width = 0, len(workspace.actions) // depth
    actions = workspace.actions[: notes.width]
    best, found, before = -np.inf, 0, value_before(rules, root, workspace, 0)
    for i in range(legal(rules, root, actions)):
        if exhausted(workspace.budget[OWN]):
            break
        last = try_child(rules, workspace, 0, depth, actions[i])
        after = outcome(rules, workspace, 0, last)
        result = gain_of(rules, after, workspace, before, 0)
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
