"""Minimax and alpha-beta (Hepworth 2016): every line of a few moves, full width; the first of the best moves is played.

Everybody's moves count as one level each. With more than two players the others are taken to play against the searcher
(paranoid) or each for itself (max^n). Where the value function values moves, the movers' gains are summed up along the
line, the others' as losses, and the end of the game counts for everybody. Alpha-beta makes the same choice sooner: it
leaves out lines that cannot matter.
"""

from enum import IntEnum
from typing import Annotated, Any, NamedTuple

import numpy as np

from agents.full_width import SEARCH, gain_of, outcome, search, settle, try_child, value_before
from agents.lookahead import Draws
from engine.game import MAX_PLAYERS, determinize, legal
from engine.jit import jit
from engine.memory import memory_of
from engine.space import Steps, When
from engine.workspace import OWN, Needs, exhausted, unpack

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


@jit
def search_maxn(rules, workspace, notes, levels, ply, depth):
    """Find what each player gets from the position at level `ply` if all choose what is best for themselves."""
    state, here, below = workspace.states[ply], levels[ply], levels[ply + 1]
    actions = workspace.actions[ply * notes.width : (ply + 1) * notes.width]
    mover = state.to_move
    before = value_before(rules, state, workspace, ply)
    here.found[mover] = -np.inf
    for i in range(legal(rules, state, actions)):
        if exhausted(workspace.budget[OWN]):
            notes.cut = 1
            break
        last = try_child(rules, workspace, ply, depth, actions[i])
        after = outcome(rules, workspace, ply, last)
        below.gains = here.gains
        below.gains[mover] += gain_of(rules, after, workspace, before, ply)
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
