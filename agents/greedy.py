"""Greedy (Hepworth 2016): look at every legal action and take the first with the best outcome.

Where the outcome depends on what is unseen, it may be averaged over determinized positions, the same ones for all
actions (an expectimax of depth one, Robilliard and Fonlupt 2016).
"""

from typing import Annotated, NamedTuple

import numpy as np

from agents.lookahead import SLOTS, Draws, best_listed, try_move
from engine.game import determinize, legal
from engine.jit import jit
from engine.space import Steps
from engine.workspace import OWN, Needs, exhausted, unpack

WORLDS = SLOTS  # workspace.states: the determinized positions begin here


class Params(NamedTuple):
    """Knobs beside the value function, which matters most."""

    worlds: Annotated[
        int, Steps((1, 3, 11), accepts=(1, 1000)), "determinized positions that an outcome is averaged over"
    ] = 1
    draws: Draws = False


def needs(params, budget, max_actions):
    """The determinized positions, a look ahead and one list."""
    return Needs(states=WORLDS + params.worlds, actions=max_actions)


@jit
def best_on_average(rules, workspace, worlds):
    """The first best of all legal moves by the sum of their outcomes in all worlds, as far as the budget goes."""
    budget, pool, actions = workspace.budget[OWN], workspace.states, workspace.actions
    player = pool[WORLDS].to_move
    n = legal(rules, pool[WORLDS], actions)
    choice, best = actions[0], -np.inf
    for i in range(n):
        result = 0.0
        for world in range(WORLDS, WORLDS + worlds):
            if exhausted(budget):
                return choice
            result += try_move(rules, pool[world], actions[i], player, pool, budget, workspace.program, 0)
        if result > best:
            choice, best = actions[i], result
    return choice


def act(rules, state, workspace):
    """The best action by what it leads to."""
    params = unpack(Params, workspace.knobs)
    for world in range(params.worlds):
        determinize(rules, state, state.to_move, workspace.states, WORLDS + world, workspace.rng, params.draws)
    if params.worlds == 1:
        return best_listed(rules, workspace.states[WORLDS], workspace, OWN, 0)
    return best_on_average(rules, workspace, params.worlds)
