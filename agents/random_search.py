"""Random search (Hepworth 2016): many random lines of play; the first move of the single best one is played."""

from typing import Annotated, NamedTuple

import numpy as np

from agents.lookahead import ROOT, SLOTS, Draws, Redeterminize, await_effect, line_value, play_on, start_line
from agents.opponents import ModelKnob, OpponentModel, WideShare, let_others_move, skip_others, unanswered
from engine.chance import below
from engine.game import NONE, Ended, determinize, legal
from engine.jit import jit
from engine.space import Steps
from engine.workspace import OWN, Needs, exhausted, unpack


class Params(NamedTuple):
    """Knobs of the search: depth and number of lines."""

    depth: Annotated[int, Steps((1, 2, 4, 6, 10, 20), accepts=(1, 1000)), "own moves in a line"] = 10
    k: Annotated[int, Steps((10, 30, 100, 300, 1000, 3000), accepts=(1, 10**9)), "lines"] = 1000
    om: ModelKnob = OpponentModel.GREEDY
    ombs: WideShare = 1.0
    draws: Draws = False
    redeterminize: Redeterminize = False


def needs(params, budget, max_actions):
    """The states of a line, and one list."""
    return Needs(states=SLOTS, actions=max_actions)


@jit
def random_line(rules, state, workspace, viewer):
    """Play one random line. Its first move, its value, and whether the budget lasted to its end."""
    params = unpack(Params, workspace.knobs)
    budget, actions = workspace.budget[OWN], workspace.actions
    line = start_line(rules, state, workspace, viewer, params.redeterminize, params.draws)
    first, ply, left = NONE, 0, params.depth
    for _ in range(params.depth):
        if line.ended != Ended.PLAYING:
            break
        if exhausted(budget):
            return first, line_value(rules, line, viewer, workspace, ply, 0), False
        action = actions[below(workspace.rng, legal(rules, line, actions))]
        first = action if ply == 0 else first
        play_on(rules, line, action, workspace, ply)
        ply += 1
        left -= line.ended == Ended.PLAYING
        if not skip_others(rules, line, viewer, params.om):
            ply = let_others_move(rules, line, viewer, workspace, params.om, params.ombs, ply, actions[:0])
    complete = not unanswered(line, viewer) and await_effect(rules, line, viewer, budget)
    return first, line_value(rules, line, viewer, workspace, ply, left), complete


def act(rules, state, workspace):
    """The first move of the best line."""
    params = unpack(Params, workspace.knobs)
    viewer = state.to_move
    root = determinize(rules, state, viewer, workspace.states, ROOT, workspace.rng, params.draws)
    choice, best = NONE, -np.inf
    for _ in range(params.k):
        if exhausted(workspace.budget[OWN]):
            break
        first, result, complete = random_line(rules, state, workspace, viewer)
        if choice == NONE or (complete and result > best):
            choice, best = first, result
    if choice == NONE:
        choice = workspace.actions[below(workspace.rng, legal(rules, root, workspace.actions))]
    return choice
