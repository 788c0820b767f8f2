"""One-step look-ahead (Bravi et al. 2019): sample actions until the budget is gone and keep the best one."""

from typing import NamedTuple

from agents.lookahead import ROOT, SLOTS, Draws, best_sampled
from engine.game import determinize
from engine.workspace import OWN, Needs, unpack


class Params(NamedTuple):
    """The budget is the number of samples."""

    draws: Draws = True


def needs(params, budget, max_actions):
    """The states of a one-step look-ahead."""
    return Needs(states=SLOTS)


def act(rules, state, workspace):
    """The best action that came up."""
    params = unpack(Params, workspace.knobs)
    root = determinize(rules, state, state.to_move, workspace.states, ROOT, workspace.rng, params.draws)
    return best_sampled(rules, root, workspace, OWN, 0)
