"""Myagent: plays every move in turn, goes on at random, and takes the move that won most (flat Monte Carlo)."""

import sys
from typing import Annotated, Any, NamedTuple

import numpy as np

from agents.agent import Agent
from engine.game import Ended, determinize, legal, payoffs, sample
from engine.jit import jit
from engine.memory import memory_of
from engine.space import Range
from engine.workspace import OWN, Needs, advance, exhausted, unpack


class Params(NamedTuple):
    """What can be tuned: type, domain, meaning and default of each knob in one line."""

    depth: Annotated[int, Range(1, 200), "moves of a random game, if it does not end before"] = 100


class Memory(NamedTuple):
    """What is noted while it thinks."""

    wins: Annotated[Any, np.float64]  # of each move


def needs(params, budget, max_actions):
    """A state to play on, the list of moves, their wins."""
    return Needs(states=1, actions=max_actions, memory=Memory(wins=max_actions))


@jit
def random_game(rules, state, workspace, player, depth):
    """The player's share of the win in a random game; nothing, if the budget or the depth ends it."""
    for _ in range(depth):
        if state.ended != Ended.PLAYING or exhausted(workspace.budget[OWN]):
            break
        advance(rules, state, sample(rules, state, workspace.rng), workspace.budget[OWN])
    if state.ended == Ended.PLAYING:
        return 0.0
    payoffs(rules, state, workspace.gains)
    return workspace.gains[player]


def act(rules, state, workspace):
    """The move that won most. It thinks only on copies by `determinize`, which hide what the player cannot see."""
    params, budget, player = unpack(Params, workspace.knobs), workspace.budget[OWN], state.to_move
    actions, wins = workspace.actions, memory_of(Memory, workspace).wins
    n, played, choice = legal(rules, state, actions), 0, 0
    wins[:n] = 0.0
    while not exhausted(budget):
        copy = determinize(rules, state, player, workspace.states, 0, workspace.rng, True)
        advance(rules, copy, actions[played % n], budget)
        wins[played % n] += random_game(rules, copy, workspace, player, params.depth)
        played += 1
    for i in range(min(n, played)):
        visits, best = (played - i + n - 1) // n, (played - choice + n - 1) // n
        if wins[i] / visits > wins[choice] / best:
            choice = i
    return actions[choice]


AGENT = Agent("myagent", "Flat Monte Carlo", sys.modules[__name__], valued=False)
