"""Alpha-beta (Knuth and Moore 1975) with iterative deepening, a transposition table and good moves tried first.

Its value is that of plain minimax at the depth it completed: everything here only saves calls. It searches one imagined
position in which nothing is drawn, so that every game is deterministic to it; with more than two players all others are
taken to play against the one who thinks. At the root the move that a shallower search found best is tried first,
elsewhere killers, then what the table knows as best, then all others by history (Schaeffer 1989).
"""

from typing import Annotated, NamedTuple

import numpy as np

from agents.lookahead import FLOATS, GAINS, line_value, play_on
from engine.chance import GOLDEN, fold
from engine.game import MAX_PLAYERS, NONE, Ended, allows, determinize, key, legal
from engine.interpreter import CHANGE
from engine.jit import jit
from engine.space import Steps
from engine.workspace import OWN, Needs, exhausted, unpack

MAX_DEPTH = 30
MOST_ENTRIES, FEWEST_ENTRIES = 2**18, 2**4
# workspace.ints, each from here on:
THOUGHTS = 1  # decisions so far, never set back: they tell this decision's entries of the table from older ones
CHOICE = 2  # the best first move yet
CUT_SHORT = 3  # 1 when the budget ended a search
HORIZON = 4  # 1 when a search stopped anywhere before the end of the game
KILLERS = 5  # two per ply: the moves that last cut a search off there
HISTORY, HISTORY_BITS = KILLERS + 2 * MAX_DEPTH, 12  # how much searching each move has saved
TABLE = HISTORY + 2**HISTORY_BITS  # per entry a stamp and a note; the values are at the end of workspace.floats
EXACT, AT_LEAST, AT_MOST = 0, 1, 2  # what a remembered value says
HISTORY_SHIFT = np.uint64(64 - HISTORY_BITS)
HINTS = 3  # moves to try before all others are listed
RANKED = 16  # so many moves are sought out by history; those after them are taken as they come


class Params(NamedTuple):
    """How far it looks; most often the budget ends the search."""

    depth: Annotated[int, Steps((1, 2, 3, 4, 6, 8), accepts=(1, MAX_DEPTH)), "plies to look ahead at most"] = 8
    table: Annotated[bool, "remember positions that several lines lead to"] = True
    order: Annotated[bool, "try moves first that were good elsewhere"] = True


def needs(params, budget, max_actions):
    """A state, a list and its ranks per ply; a table with room for the positions that the budget reaches."""
    entries = MOST_ENTRIES
    while entries > max(2 * budget, FEWEST_ENTRIES):
        entries //= 2
    lists = params.depth * max(max_actions, HINTS)
    return Needs(params.depth + 1, lists, TABLE + 2 * entries, FLOATS + lists + entries)


def act(rules, state, workspace):
    """The first move of the deepest search that the budget allows."""
    params, ints = unpack(Params, workspace.knobs), workspace.ints
    determinize(rules, state, state.to_move, workspace.states, 0, workspace.rng, False)
    clear(workspace)
    legal(rules, state, workspace.actions)
    ints[CHOICE] = workspace.actions[0]
    for depth in range(1, params.depth + 1):
        ints[HORIZON] = 0
        search(rules, workspace, 0, depth, -np.inf, np.inf, state.to_move)
        if ints[CUT_SHORT] or not ints[HORIZON]:
            break
    return ints[CHOICE]


@jit
def clear(workspace):
    """Forget what belongs to another decision."""
    workspace.ints[THOUGHTS] += 1
    workspace.ints[CUT_SHORT] = 0
    for i in range(KILLERS, TABLE):
        workspace.ints[i] = NONE if i < HISTORY else 0
    for player in range(MAX_PLAYERS):
        workspace.floats[GAINS + player] = 0.0


@jit
def search(rules, workspace, ply, depth, low, high, viewer):
    """What the position at `ply` is worth to the viewer `depth` plies on: exact between low and high, else a bound."""
    params, ints, state = unpack(Params, workspace.knobs), workspace.ints, workspace.states[ply]
    remembers = params.table and ply > 0 and workspace.program[CHANGE] == 0.0  # gains depend on the way to a position
    first, slot, stamp = ints[CHOICE] if ply == 0 else NONE, 0, np.uint64(0)
    if remembers:
        stamp = fold(key(rules, state), np.uint64(ints[THOUGHTS] << 8 | ply))
        slot = table_slot(ints, stamp)
        first, known = recall(ints, workspace.floats, slot, stamp, depth, low, high)
        if known == known:
            return known
    width = len(workspace.actions) // params.depth
    actions = workspace.actions[ply * width : (ply + 1) * width]
    ranks = workspace.floats[FLOATS + ply * width : FLOATS + (ply + 1) * width]
    hints = list_hints(rules, state, actions, ints, first, ply) if params.order else 0
    maximises = state.to_move == viewer
    best, choice = -np.inf if maximises else np.inf, NONE
    alpha, beta, i, n = low, high, 0, hints
    while True:
        if i == hints:
            n = list_others(rules, state, actions, ranks, ints, hints)
        if i == n:
            break
        if params.order and hints <= i < hints + RANKED:
            bring_best(actions, ranks, i, n)
        gains = workspace.floats[GAINS + state.to_move]
        goes_on = move_on(rules, workspace, ply, actions[i])
        if goes_on and depth > 1:
            result = search(rules, workspace, ply + 1, depth - 1, alpha, beta, viewer)
        else:
            result = line_value(rules, workspace.states[ply + 1], viewer, workspace.program, workspace.floats, ply + 1)
            ints[HORIZON] |= goes_on
        workspace.floats[GAINS + state.to_move] = gains
        if ints[CUT_SHORT]:
            return best
        if result > best if maximises else result < best:
            best, choice = result, actions[i]
            if ply == 0:
                ints[CHOICE] = choice
        alpha, beta = max(alpha, best) if maximises else alpha, beta if maximises else min(beta, best)
        if alpha >= beta:
            praise(ints, choice, ply, depth)
            break
        i += 1
    if remembers:
        bound = AT_MOST if best <= low else AT_LEAST if best >= high else EXACT
        remember(ints, workspace.floats, slot, stamp, choice, depth, bound, best)
    return best


@jit
def move_on(rules, workspace, ply, action):
    """Make the position after a move at `ply + 1`. Whether it goes on from there."""
    budget = workspace.budget[OWN]
    if exhausted(budget):
        workspace.ints[CUT_SHORT] = 1
        return False
    workspace.states[ply + 1] = workspace.states[ply]
    child = workspace.states[ply + 1]
    play_on(rules, child, action, budget, workspace.program, workspace.floats, ply)
    return child.ended == Ended.PLAYING


@jit
def list_hints(rules, state, actions, ints, first, ply):
    """Moves to try before all others are listed: killers and the best that is known. Their number."""
    n = 0
    for hint in (ints[KILLERS + 2 * ply], ints[KILLERS + 2 * ply + 1], first):
        new = hint != NONE and (n < 1 or hint != actions[0]) and (n < 2 or hint != actions[1])
        if new and allows(rules, state, hint):
            actions[n] = hint
            n += 1
    return n


@jit
def list_others(rules, state, actions, ranks, ints, hints):
    """Every legal move, the hints still in front, the others ranked by history. Their number."""
    hint_0 = actions[0] if hints > 0 else NONE
    hint_1 = actions[1] if hints > 1 else NONE
    hint_2 = actions[2] if hints > 2 else NONE
    n = legal(rules, state, actions)
    front = 0
    for i in range(n):
        action = actions[i]
        ranks[i] = ints[history_place(action)]
        if action in (hint_0, hint_1, hint_2):
            actions[i], actions[front] = actions[front], action
            ranks[i], ranks[front] = ranks[front], ranks[i]
            front += 1
    return n


@jit
def history_place(action):
    """Where a move's history is kept; games number their moves in many ways, so it is spread by a hash."""
    return HISTORY + np.int64((np.uint64(action) * GOLDEN) >> HISTORY_SHIFT)


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
def praise(ints, action, ply, depth):
    """Note a move that cut a search off."""
    ints[history_place(action)] += depth * depth
    if ints[KILLERS + 2 * ply] != action:
        ints[KILLERS + 2 * ply + 1] = ints[KILLERS + 2 * ply]
        ints[KILLERS + 2 * ply] = action


@jit
def table_slot(ints, stamp):
    """The entry where a position is remembered."""
    return np.int64(stamp & np.uint64((len(ints) - TABLE) // 2 - 1))


@jit
def recall(ints, floats, slot, stamp, depth, low, high):
    """The best move known in a position, and its value if that settles the matter (NaN if not)."""
    if ints[TABLE + 2 * slot] != np.int64(stamp):
        return NONE, np.nan
    note, known = ints[TABLE + 2 * slot + 1], floats[len(floats) - 1 - slot]
    bound = note & 3
    settled = bound == EXACT or (bound == AT_LEAST and known >= high) or (bound == AT_MOST and known <= low)
    return note >> 8, known if settled and (note >> 2) & 63 == depth else np.nan


@jit
def remember(ints, floats, slot, stamp, choice, depth, bound, best):
    """Keep what a search found, in place of whatever the entry held."""
    ints[TABLE + 2 * slot] = np.int64(stamp)
    ints[TABLE + 2 * slot + 1] = choice << 8 | depth << 2 | bound
    floats[len(floats) - 1 - slot] = best
