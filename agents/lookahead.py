"""What all search agents share: lines of play on determinized states, and what they are worth.

A line begins with `start_line`; every move on it is made by `play_on`, which pays for the forward-model call;
`line_value` says what the line has come to. Where the value function values moves (`change(...)`), each mover's
gains are summed up along the line. The end of the game counts for everybody, whoever's move or left-out turn brought
it about, and the more, the more moves the line had left: else a win could always wait. A choice may take effect later
than it is made (the verb `pending`): nothing is valued before `await_effect`, or `in_effect` on a copy, has played on
so far.

Small functions that run once a move are inlined.
"""

from typing import Annotated

import numpy as np

from engine.game import NONE, Ended, copy_state, determinize, legal, pending, sample, step
from engine.interpreter import CHANGE, value
from engine.jit import jit, jit_inline
from engine.space import Requires
from engine.workspace import OWN, advance, exhausted, spend

# workspace.states: the determinized position, a line of play from it, a look one move ahead
ROOT, LINE, TRIAL = 0, 1, 2
SLOTS = 3  # in any case the last of the states is free for a look ahead


Draws = Annotated[bool, Requires("stop_draws"), "chance draws cards in simulations; false: they leave holes"]
Redeterminize = Annotated[bool, "what is unseen is dealt anew for every simulation; false: once for a decision"]


@jit
def play_until_effect(rules, state, mover, budget):
    """Play on until the mover's choice has taken effect. False if the budget did not last.

    Whoever is to decide meanwhile does so by the game's generator. It draws from the state's own chance: all moves that
    are tried in one determinized position meet with the same answers.
    """
    while pending(rules, state, mover) and state.ended == Ended.PLAYING:
        if exhausted(budget):
            return False
        advance(rules, state, sample(rules, state, state.chance), budget)
    return True


@jit_inline
def await_effect(rules, state, mover, budget):
    """Play on until a choice has taken effect, which costs nothing where it does at once."""
    return not pending(rules, state, mover) or play_until_effect(rules, state, mover, budget)


@jit_inline
def in_effect(rules, state, mover, workspace):
    """The position when the mover's choice has taken effect: the state itself or, if that is later, a copy of it."""
    if not pending(rules, state, mover):
        return state
    spare = len(workspace.states) - 1
    copy_state(rules, state, workspace.states, spare)
    play_until_effect(rules, workspace.states[spare], mover, workspace.budget[OWN])
    return workspace.states[spare]


@jit_inline
def start_line(rules, state, workspace, viewer, redeterminize, draws):
    """The state that a line begins with: the determinized position, or one determinized anew."""
    if workspace.program[CHANGE] != 0.0:
        workspace.gains[:] = 0.0
    if redeterminize:
        return determinize(rules, state, viewer, workspace.states, LINE, workspace.rng, draws)
    copy_state(rules, workspace.states[ROOT], workspace.states, LINE)
    return workspace.states[LINE]


@jit
def as_if_playing(rules, state, player, program, ply):
    """What a position is worth to a player as if the game went on."""
    ended = state.ended
    state.ended = Ended.PLAYING
    result = value(rules, state, player, program, ply)
    state.ended = ended
    return result


@jit
def end_gain(rules, state, player, program, ply):
    """What it changes for a player that the game is over; nothing as long as it is not."""
    if state.ended == Ended.PLAYING:
        return 0.0
    return value(rules, state, player, program, ply) - as_if_playing(rules, state, player, program, ply)


@jit_inline
def play_on(rules, state, action, workspace, ply):
    """One move along a line, paid for; in the middle of a choice it gains what it makes of the choice beyond before."""
    budget, program = workspace.budget[OWN], workspace.program
    mover, before = state.to_move, 0.0
    if program[CHANGE] != 0.0:
        before = value(rules, in_effect(rules, state, mover, workspace), mover, program, ply)
    advance(rules, state, action, budget)
    if program[CHANGE] != 0.0:
        after = in_effect(rules, state, mover, workspace)
        workspace.gains[mover] += as_if_playing(rules, after, mover, program, ply) - before


@jit_inline
def play_on_inlined(rules, state, action, workspace, ply):
    """The same with the rules as a part of the caller, which is faster but takes longer to compile: for the one place
    in which a search makes most of its moves."""
    if workspace.program[CHANGE] != 0.0:
        play_on(rules, state, action, workspace, ply)
    elif spend(workspace.budget[OWN]):
        step(rules, state, action)


@jit_inline
def line_value(rules, state, player, workspace, ply, left):
    """What a line of `ply` moves has come to for a player: the value of its last position or, where moves are valued,
    the player's gains less the others' on average. A game that is over stays so for the moves that the line had left:
    its end counts once more for each of them. (Lines of own moves count one as left until the others have answered.)
    """
    gains = workspace.gains
    if workspace.program[CHANGE] == 0.0:
        end = left * end_gain(rules, state, player, workspace.program, ply)
        return value(rules, state, player, workspace.program, ply) + end
    others = -gains[player]
    for other in range(state.n_players):
        others += gains[other]
    end = (1 + left) * end_gain(rules, state, player, workspace.program, ply - 1)
    return gains[player] - others / (state.n_players - 1) + end


@jit_inline
def try_move(rules, state, action, player, pool, budget, program, ply):
    """What a move is worth to its player, one move ahead; NaN if the budget ends before it has taken effect."""
    copy_state(rules, state, pool, TRIAL)
    trial = pool[TRIAL]
    advance(rules, trial, action, budget)
    if not await_effect(rules, trial, player, budget):
        return np.nan
    return value(rules, trial, player, program, ply)


@jit
def best_sampled(rules, state, workspace, payer, ply):
    """The best of the moves that come up by sampling until a budget is gone, looking one move ahead."""
    budget, pool, rng, program = workspace.budget[payer], workspace.states, workspace.rng, workspace.program
    player = state.to_move
    choice, best = NONE, -np.inf
    while choice == NONE or not exhausted(budget):
        action = sample(rules, state, rng)
        if choice == NONE:  # what to do if there is no budget to look at anything
            choice = action
            continue
        result = try_move(rules, state, action, player, pool, budget, program, ply)
        if result > best:
            choice, best = action, result
    return choice


@jit
def best_listed(rules, state, workspace, payer, ply):
    """The first best of all legal moves, as far as a budget goes, looking one move ahead."""
    budget, pool, program, actions = workspace.budget[payer], workspace.states, workspace.program, workspace.actions
    player = state.to_move
    n = legal(rules, state, actions)
    before = value(rules, state, player, program, ply) if program[CHANGE] != 0.0 else 0.0
    choice, best = actions[0], -np.inf
    for i in range(n):
        if exhausted(budget):
            break
        result = try_move(rules, state, actions[i], player, pool, budget, program, ply) - before
        if result > best:
            choice, best = actions[i], result
    return choice
