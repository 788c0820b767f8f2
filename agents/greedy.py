"""Greedy (Hepworth 2016): look at every legal action and take the first with the best outcome."""

from typing import NamedTuple

from agents.lookahead import FLOATS, ROOT, SLOTS, Draws, best_listed
from engine.game import determinize
from engine.workspace import OWN, Needs, unpack


class Params(NamedTuple):
    """What matters is the value function."""

    draws: Draws = False


def needs(params, budget, max_actions):
    """Room for a look ahead and one list."""
    return Needs(states=SLOTS, actions=max_actions, floats=FLOATS)


def act(rules, state, workspace):
    """The best action by what it leads to at once."""
    params = unpack(Params, workspace.knobs)
    root = determinize(rules, state, state.to_move, workspace.states, ROOT, workspace.rng, params.draws)
    return best_listed(rules, root, workspace, OWN, 0)
