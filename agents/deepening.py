"""Alpha-beta (Knuth and Moore 1975) with iterative deepening, a transposition table and good moves tried first.

Its value is that of plain minimax at the depth it completed: all else only saves calls. It searches one determinized
position, in which nothing is drawn if the game can do without; positions are remembered only where chance decides
nothing any more. With more than two players all others are taken to play against the one who thinks. At the root the
move that a shallower search found best is tried first, elsewhere killers, then what the table knows as best, then all
others by history (Schaeffer 1989).
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from agents.lookahead import Draws, in_effect, line_value, play_on
from engine.chance import GOLDEN, fold
from engine.game import NONE, Ended, allows, copy_state, determinize, has_chance, key, legal
from engine.interpreter import CHANGE
from engine.jit import jit
from engine.memory import memory_of
from engine.space import Steps
from engine.workspace import OWN, Needs, exhausted, unpack

MAX_DEPTH = 30
MOST_ENTRIES, FEWEST_ENTRIES = 2**18, 2**4
HISTORY_BITS = 12
HISTORY_SHIFT = np.uint64(64 - HISTORY_BITS)
EXACT, AT_LEAST, AT_MOST = 0, 1, 2  # what a remembered value says
HINTS = 3  # moves to try before all others are listed
RANKED = 16  # so many moves are sought out by history; those after them are taken as they come
SEARCH = np.dtype(
    [
        ("choice", "i8"),  # the best first move yet
        ("cut", "i8"),  # 1 when the budget ended a search
        ("horizon", "i8"),  # 1 when a search stopped anywhere before the end of the game
        ("killers", "i8", (MAX_DEPTH, 2)),  # by ply: the moves that last cut a search off there
        ("history", "i8", (2**HISTORY_BITS,)),  # how much searching each move has saved
    ],
    align=True,
)
ENTRY = np.dtype([("choice", "i8"), ("found", "f8"), ("depth", "i4"), ("bound", "i4")], align=True)


class Memory(NamedTuple):
    """The arrays of a search: move lists by ply, transposition table."""

    search: Annotated[Any, SEARCH]
    ranks: Annotated[Any, np.float64]  # of the moves in each ply's list
    stamps: Annotated[Any, np.uint64]  # the transposition table: which position an entry is of, 0 for none
    entries: Annotated[Any, ENTRY]  # and what is known of it


class Params(NamedTuple):
    """Knobs of the search; most often the budget ends it before its depth does."""

    depth: Annotated[int, Steps((1, 2, 3, 4, 6, 8), accepts=(1, MAX_DEPTH)), "plies to look ahead at most"] = 8
    table: Annotated[bool, "remember positions that several lines lead to"] = True
    order: Annotated[bool, "try moves first that were good elsewhere"] = True
    draws: Draws = False


def needs(params, budget, max_actions):
    """A state, a list and its ranks per ply, a state to wait in; a table for the positions that the budget reaches."""
    entries = MOST_ENTRIES
    while entries > max(2 * budget, FEWEST_ENTRIES):
        entries //= 2
    lists = params.depth * max(max_actions, HINTS)
    return Needs(params.depth + 2, lists, Memory(search=1, ranks=lists, stamps=entries, entries=entries))


def act(rules, state, workspace):
    """The first move of the deepest search that the budget allows."""
    params, memory = unpack(Params, workspace.knobs), memory_of(Memory, workspace)
    notes = memory.search[0]
    determinize(rules, state, state.to_move, workspace.states, 0, workspace.rng, params.draws)
    clear(workspace, memory)
    legal(rules, state, workspace.actions)
    notes.choice = workspace.actions[0]
    for depth in range(1, params.depth + 1):
        notes.horizon = 0
        search(rules, workspace, memory, 0, depth, -np.inf, np.inf, state.to_move)
        if notes.cut or not notes.horizon:
            break
    return notes.choice


@jit
def clear(workspace, memory):
    """Forget what belongs to another decision."""
    notes = memory.search[0]
    notes.cut = 0
    notes.killers[:] = NONE
    notes.history[:] = 0
    memory.stamps[:] = 0
    workspace.gains[:] = 0.0


@jit
def search(rules, workspace, memory, ply, depth, low, high, viewer):
    """What the position at `ply` is worth to the viewer `depth` plies on: exact between low and high, else a bound."""
    params, notes, state = unpack(Params, workspace.knobs), memory.search[0], workspace.states[ply]
    remembers = params.table and ply > 0 and workspace.program[CHANGE] == 0.0  # gains depend on the way to a position
    remembers = remembers and not has_chance(rules, state)
    first, slot, stamp = notes.choice if ply == 0 else NONE, 0, np.uint64(0)
    if remembers:
        stamp = fold(key(rules, state), np.uint64(ply))
        slot = np.int64(stamp & np.uint64(len(memory.stamps) - 1))
        if memory.stamps[slot] == stamp:
            entry = memory.entries[slot]
            first = entry.choice
            if entry.depth == depth and settles(entry, low, high):
                return entry.found
    width = len(workspace.actions) // params.depth
    actions = workspace.actions[ply * width : (ply + 1) * width]
    ranks = memory.ranks[ply * width : (ply + 1) * width]
    hints = list_hints(rules, state, actions, notes.killers[ply], first) if params.order else 0
    maximises = state.to_move == viewer
    best, choice = -np.inf if maximises else np.inf, NONE
    alpha, beta, i, n = low, high, 0, hints
    while True:
        if i == hints:
            n = list_others(rules, state, actions, ranks, notes.history, hints)
        if i == n:
            break
        if params.order and hints <= i < hints + RANKED:
            bring_best(actions, ranks, i, n)
        gains = workspace.gains[state.to_move]
        goes_on, result = move_on(rules, workspace, notes, ply, actions[i]), best
        if goes_on and depth > 1:
            result = search(rules, workspace, memory, ply + 1, depth - 1, alpha, beta, viewer)
        elif not notes.cut:
            end = in_effect(rules, workspace.states[ply + 1], state.to_move, workspace)
            result = line_value(rules, end, viewer, workspace, ply + 1, 0)
            notes.horizon |= goes_on
        workspace.gains[state.to_move] = gains
        if notes.cut:
            return best
        if result > best if maximises else result < best:
            best, choice = result, actions[i]
            if ply == 0:
                notes.choice = choice
        alpha, beta = max(alpha, best) if maximises else alpha, beta if maximises else min(beta, best)
        if alpha >= beta:
            praise(notes, choice, ply, depth)
            break
        i += 1
    if remembers:
        entry = memory.entries[slot]
        memory.stamps[slot], entry.choice, entry.depth, entry.found = stamp, choice, depth, best
        entry.bound = AT_MOST if best <= low else AT_LEAST if best >= high else EXACT
    return best


@jit
def settles(entry, low, high):
    """Whether a remembered value is all that a search between these bounds would find out."""
    return (
        entry.bound == EXACT
        or (entry.bound == AT_LEAST and entry.found >= high)
        or (entry.bound == AT_MOST and entry.found <= low)
    )


@jit
def move_on(rules, workspace, notes, ply, action):
    """Make the position after a move at `ply + 1`. Whether it goes on from there."""
    budget = workspace.budget[OWN]
    if exhausted(budget):
        notes.cut = 1
        return False
    copy_state(rules, workspace.states[ply], workspace.states, ply + 1)
    child = workspace.states[ply + 1]
    play_on(rules, child, action, workspace, ply)
    return child.ended == Ended.PLAYING


@jit
def list_hints(rules, state, actions, killers, first):
    """Moves to try before all others are listed: killers and the best that is known. Their number."""
    n = 0
    for hint in (killers[0], killers[1], first):
        new = hint != NONE and (n < 1 or hint != actions[0]) and (n < 2 or hint != actions[1])
        if new and allows(rules, state, hint):
            actions[n] = hint
            n += 1
    return n


@jit
def list_others(rules, state, actions, ranks, history, hints):
    """Every legal move, the hints still in front, the others ranked by history. Their number."""
    hint_0 = actions[0] if hints > 0 else NONE
    hint_1 = actions[1] if hints > 1 else NONE
    hint_2 = actions[2] if hints > 2 else NONE
    n = legal(rules, state, actions)
    front = 0
    for i in range(n):
        action = actions[i]
        ranks[i] = history[history_place(action)]
        if action in (hint_0, hint_1, hint_2):
            actions[i], actions[front] = actions[front], action
            ranks[i], ranks[front] = ranks[front], ranks[i]
            front += 1
    return n


@jit
def history_place(action):
    """Where a move's history is kept; games number their moves in many ways, so it is spread by a hash."""
    return np.int64((np.uint64(action) * GOLDEN) >> HISTORY_SHIFT)


@jit
def bring_best(actions, ranks, i, n):
    """Put the highest-ranked move from the i-th on into the i-th place."""
    best = i
    for j in range(i + 1, n):
        if ranks[j] > ranks[best]:
            best = j
    actions[i], actions[best] = actions[best], actions[i]
    ranks[i], ranks[best] = ranks[best], ranks[i]


@jit
def praise(notes, action, ply, depth):
    """Note a move that cut a search off."""
    notes.history[history_place(action)] += depth * depth
    if notes.killers[ply, 0] != action:
        notes.killers[ply, 1] = notes.killers[ply, 0]
        notes.killers[ply, 0] = action
