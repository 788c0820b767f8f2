"""Greedy (Hepworth 2016): look at every legal action and take the first with the best outcome.

Where the outcome depends on what is unseen, it may be averaged over several imagined positions, the same ones for all
actions (an expectimax of depth one, Robilliard and Fonlupt 2016).
"""

from typing import Annotated, NamedTuple

from agents.lookahead import SLOTS, Draws, best_listed
from engine.game import determinize
from engine.space import Steps
from engine.workspace import OWN, Needs, unpack

WORLDS = SLOTS  # workspace.states: the imagined positions begin here


class Params(NamedTuple):
    """What matters is the value function."""

    worlds: Annotated[
        int, Steps((1, 3, 11), accepts=(1, 1000)), "imagined positions that an outcome is averaged over"
    ] = 1
    draws: Draws = False


def needs(params, budget, max_actions):
    """The imagined positions, a look ahead and one list."""
    return Needs(states=WORLDS + params.worlds, actions=max_actions)


def act(rules, state, workspace):
    """The best action by what it leads to at once."""
    params = unpack(Params, workspace.knobs)
    for world in range(params.worlds):
        determinize(rules, state, state.to_move, workspace.states, WORLDS + world, workspace.rng, params.draws)
    return best_listed(rules, workspace, WORLDS, params.worlds, OWN, 0)
