"""Greedy (Hepworth 2016): look at every legal action and take the first with the best outcome."""

from typing import NamedTuple

from agents.foresight import FLOATS, ROOT, SLOTS, Draws, best_listed
from engine.game import imagine
from engine.mind import OWN, Needs, unpack


class Params(NamedTuple):
    """What matters is the value function."""

    draws: Draws = False


def needs(params, budget, max_actions):
    """Room for a look ahead and one list."""
    return Needs(states=SLOTS, actions=max_actions, floats=FLOATS)


def act(rules, state, mind):
    """The best action by what it leads to at once."""
    params = unpack(Params, mind.knobs)
    root = imagine(rules, state, state.to_move, mind.states, ROOT, mind.rng, params.draws)
    return best_listed(rules, root, mind, OWN, 0)
