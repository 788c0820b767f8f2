"""Random search (Hepworth 2016): many random lines of play; the first move of the single best one is played."""

from typing import Annotated, NamedTuple

import numpy as np

from agents.foresight import (
    FLOATS,
    ROOT,
    SLOTS,
    Draws,
    Model,
    OpponentModel,
    Reimagine,
    WideShare,
    let_others_move,
    play_on,
    skip_others,
    start_line,
    unanswered,
    worth,
)
from engine.chance import below
from engine.game import NONE, Ended, imagine, legal
from engine.jit import jit
from engine.mind import OWN, Needs, exhausted, unpack
from engine.space import Steps


class Params(NamedTuple):
    """How far and how often."""

    depth: Annotated[int, Steps((1, 2, 4, 6, 10, 20), accepts=(1, 1000)), "own moves in a line"] = 10
    k: Annotated[int, Steps((10, 30, 100, 300, 1000, 3000), accepts=(1, 10**9)), "lines"] = 1000
    om: OpponentModel = Model.GREEDY
    ombs: WideShare = 1.0
    draws: Draws = False
    reimagine: Reimagine = False


def needs(params, budget, max_actions):
    """Room for a line, and one list."""
    return Needs(states=SLOTS, actions=max_actions, floats=FLOATS)


@jit
def random_line(rules, state, mind, viewer):
    """Play one random line. Its first move, its worth, and whether the budget lasted to its end."""
    params = unpack(Params, mind.knobs)
    purse, actions = mind.budget[OWN], mind.actions
    line = start_line(rules, state, mind, viewer, params.reimagine, params.draws)
    first, ply = NONE, 0
    for _ in range(params.depth):
        if line.ended != Ended.PLAYING:
            break
        if exhausted(purse):
            return first, worth(rules, line, viewer, mind.brain, mind.floats, ply), False
        action = actions[below(mind.rng, legal(rules, line, actions))]
        first = action if ply == 0 else first
        play_on(rules, line, action, purse, mind.brain, mind.floats, ply)
        ply += 1
        if not skip_others(rules, line, viewer, params.om):
            ply = let_others_move(rules, line, viewer, mind, params.om, params.ombs, ply, mind.ints[:0])
    return first, worth(rules, line, viewer, mind.brain, mind.floats, ply), not unanswered(line, viewer)


def act(rules, state, mind):
    """The first move of the best line."""
    params = unpack(Params, mind.knobs)
    viewer = state.to_move
    root = imagine(rules, state, viewer, mind.states, ROOT, mind.rng, params.draws)
    choice, best = NONE, -np.inf
    for _ in range(params.k):
        if exhausted(mind.budget[OWN]):
            break
        first, result, complete = random_line(rules, state, mind, viewer)
        if choice == NONE or (complete and result > best):
            choice, best = first, result
    if choice == NONE:
        choice = mind.actions[below(mind.rng, legal(rules, root, mind.actions))]
    return choice
