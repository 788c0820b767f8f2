"""One-step look-ahead (Bravi et al. 2019): sample actions until the budget is gone and keep the best one."""

from typing import NamedTuple

from agents.foresight import FLOATS, ROOT, SLOTS, Draws, best_sampled
from engine.game import imagine
from engine.mind import OWN, Needs, unpack


class Params(NamedTuple):
    """The budget is the number of samples."""

    draws: Draws = True


def needs(params, budget, max_actions):
    """Room for a look ahead."""
    return Needs(states=SLOTS, floats=FLOATS)


def act(rules, state, mind):
    """The best action that came up."""
    params = unpack(Params, mind.knobs)
    root = imagine(rules, state, state.to_move, mind.states, ROOT, mind.rng, params.draws)
    return best_sampled(rules, root, mind, OWN, 0)
