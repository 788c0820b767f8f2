"""What a search takes its opponents to do: their turns on a line of play are left out, or played by a model."""

from enum import IntEnum
from typing import Annotated

import numpy as np

from agents.lookahead import best_listed, best_sampled, play_on_inlined
from engine.chance import draw
from engine.game import NONE, Ended, has_chance, key, sample, skip
from engine.jit import jit, jit_inline
from engine.space import Steps, When
from engine.workspace import LENT, OWN, exhausted, lend, take_back

MODEL_CALLS = 1000.0  # an opponent's one decision is never given more to think with


class OpponentModel(IntEnum):
    """Models of the opponents in a search."""

    NOTHING = 0  # they do not move (in a game that cannot leave a turn out they move at random)
    RANDOM = 1
    OSLA = 2  # the best of sampled moves, one move ahead
    GREEDY = 3  # the best of all moves, one move ahead


THINKING = When("om", (OpponentModel.OSLA, OpponentModel.GREEDY))
SHARE = "share of the budget that one decision of an opponent model may use"
ModelKnob = Annotated[OpponentModel, "opponent model"]
ModelShare = Annotated[float, Steps((0.005, 0.01, 0.02, 0.05, 0.1), accepts=(0, 1)), THINKING, SHARE]
WideShare = Annotated[float, Steps((0.01, 0.1, 1.0), accepts=(0, 1)), THINKING, SHARE]


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
        if om == OpponentModel.OSLA or om == OpponentModel.GREEDY:
            action = reply(rules, state, workspace, om, share, ply, replies)
            if exhausted(budget):  # by thinking
                break
        else:
            action = sample(rules, state, workspace.rng)
        play_on_inlined(rules, state, action, workspace, ply)
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
