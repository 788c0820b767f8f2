"""What all search agents share: lines of play on imagined states, what they are worth, and what the others will do.

A line begins with `start_line`; every move on it is made by `play_on`, which pays for the forward-model call;
`line_value` says what the line has come to. Where the value function values moves (`change(...)`), each mover's
gains are summed up along the line. A choice may take effect later than it is made (the verb `pending`): nothing is
valued before `await_effect`, or `in_effect` on a copy, has played on so far.

Small functions that take a Workspace and run once a move are inlined: handing it over costs as much as a move.
"""

from enum import IntEnum
from typing import Annotated

import numpy as np

from engine.chance import draw
from engine.game import NONE, Ended, determinize, has_chance, key, legal, pending, sample, skip
from engine.interpreter import CHANGE, value
from engine.jit import jit, jit_inline
from engine.space import Requires, Steps, When
from engine.workspace import LENT, OWN, advance, exhausted, lend, take_back

ROOT, LINE, TRIAL = 0, 1, 2  # workspace.states: the imagined position, a line of play from it, a look one move ahead
SLOTS = 3  # in any case the last of the states is free for a look ahead
MODEL_CALLS = 1000.0  # an opponent's one decision is never given more to think with


class OpponentModel(IntEnum):
    """How a search sees its opponents."""

    NOTHING = 0  # they do not move (in a game that cannot leave a turn out they move at random)
    RANDOM = 1
    OSLA = 2  # the best of sampled moves, one move ahead
    GREEDY = 3  # the best of all moves, one move ahead


THINKING = When("om", (OpponentModel.OSLA, OpponentModel.GREEDY))
SHARE = "share of the budget that one decision of an opponent model may use"
ModelKnob = Annotated[OpponentModel, "opponent model"]
ModelShare = Annotated[float, Steps((0.005, 0.01, 0.02, 0.05, 0.1), accepts=(0, 1)), THINKING, SHARE]
WideShare = Annotated[float, Steps((0.01, 0.1, 1.0), accepts=(0, 1)), THINKING, SHARE]
Draws = Annotated[bool, Requires("stop_draws"), "chance draws cards in simulations; false: they leave holes"]
Reimagine = Annotated[bool, "what is unseen is imagined anew for every simulation; false: once for a decision"]


@jit_inline
def await_effect(rules, state, mover, budget):
    """Play on until the mover's choice has taken effect, which may be at once. False if the budget did not last.

    Whoever is to decide meanwhile does so by the game's generator. It draws from the state's own chance: all moves that
    are tried in one imagined position meet with the same answers.
    """
    while pending(rules, state, mover) and state.ended == Ended.PLAYING:
        if exhausted(budget):
            return False
        advance(rules, state, sample(rules, state, state.chance), budget)
    return True


@jit_inline
def in_effect(rules, state, mover, workspace):
    """The position when the mover's choice has taken effect: the state itself or, if that is later, a copy of it."""
    if not pending(rules, state, mover):
        return state
    spare = len(workspace.states) - 1
    workspace.states[spare] = state
    await_effect(rules, workspace.states[spare], mover, workspace.budget[OWN])
    return workspace.states[spare]


@jit_inline
def start_line(rules, state, workspace, viewer, reimagine, draws):
    """The state that a line begins with: the imagined position, or one imagined anew."""
    if workspace.program[CHANGE] != 0.0:
        workspace.gains[:] = 0.0
    if reimagine:
        return determinize(rules, state, viewer, workspace.states, LINE, workspace.rng, draws)
    workspace.states[LINE] = workspace.states[ROOT]
    return workspace.states[LINE]


@jit_inline
def play_on(rules, state, action, workspace, ply):
    """One move along a line, paid for."""
    budget, program = workspace.budget[OWN], workspace.program
    mover = state.to_move
    before = value(rules, state, mover, program, ply) if program[CHANGE] != 0.0 else 0.0
    advance(rules, state, action, budget)
    if program[CHANGE] != 0.0:
        after = in_effect(rules, state, mover, workspace)
        workspace.gains[mover] += value(rules, after, mover, program, ply) - before


@jit_inline
def line_value(rules, state, player, workspace, ply):
    """What a line has come to for a player: the value of its end, or the player's gains less the others' on average."""
    gains = workspace.gains
    if workspace.program[CHANGE] == 0.0:
        return value(rules, state, player, workspace.program, ply)
    others = -gains[player]
    for other in range(state.n_players):
        others += gains[other]
    return gains[player] - others / (state.n_players - 1)


@jit_inline
def skip_others(rules, state, viewer, om):
    """Leave the others' turns out if that is the model. True when it is the viewer's turn again or the game is over."""
    if state.to_move == viewer or state.ended != Ended.PLAYING:
        return True
    return om == OpponentModel.NOTHING and skip(rules, state, viewer)


@jit
def let_others_move(rules, state, viewer, workspace, om, share, ply, replies):
    """Play the others' moves by the model until the viewer's turn; returns the ply then.

    `replies` is room to remember what the model answered, or empty.
    """
    budget = workspace.budget[OWN]
    while not skip_others(rules, state, viewer, om) and not exhausted(budget):
        action = reply(rules, state, workspace, om, share, ply, replies)
        if exhausted(budget):  # by thinking
            break
        play_on(rules, state, action, workspace, ply)
        ply += 1
    return ply


@jit_inline
def unanswered(state, viewer):
    """Whether the budget ended before the others had moved: such a line looks better than it is."""
    return state.ended == Ended.PLAYING and state.to_move != viewer


@jit
def reply(rules, state, workspace, om, share, ply, replies):
    """What the model does. Where it was asked before in this decision: what it did then, which costs nothing."""
    if len(replies) == 0 or om != OpponentModel.GREEDY or has_chance(rules, state):
        return model_action(rules, state, workspace, om, share, ply)
    name = np.int64(key(rules, state))
    place = 2 * (name & (len(replies) // 2 - 1))
    if replies[place] == name and replies[place + 1] != NONE:
        draw(workspace.rng)  # as thinking would: remembering changes the cost and nothing else
        return replies[place + 1]
    action = model_action(rules, state, workspace, om, share, ply)
    if not exhausted(workspace.budget[OWN]):
        replies[place], replies[place + 1] = name, action
    return action


@jit
def model_action(rules, state, workspace, om, share, ply):
    """What the model does for the player to move; it thinks on its share of the budget and does not foresee chance."""
    if om != OpponentModel.OSLA and om != OpponentModel.GREEDY:
        return sample(rules, state, workspace.rng)
    lend(workspace, min(share, MODEL_CALLS / workspace.budget[OWN].grant))
    chance = state.chance[0]
    state.chance[0] = draw(workspace.rng)
    if om == OpponentModel.OSLA:
        action = best_sampled(rules, state, workspace, LENT, ply)
    else:
        action = best_listed(rules, state, workspace, LENT, ply)
    state.chance[0] = chance
    take_back(workspace)
    return action


@jit_inline
def try_move(rules, state, action, player, pool, budget, program, ply):
    """What a move is worth to its player, one move ahead; NaN if the budget ends before it has taken effect."""
    pool[TRIAL] = state
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
    choice, best = sample(rules, state, rng), -np.inf
    while not exhausted(budget):
        action = sample(rules, state, rng)
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
