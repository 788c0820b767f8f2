"""Mygame: two players in turn take sticks from a heap; who takes the last one wins (the game of Nim)."""

import sys
from typing import Annotated, NamedTuple

import numpy as np

from engine.chance import below, fold
from engine.game import HEADER, NONE, Ended, Game
from engine.jit import jit_inline
from engine.space import Range

STATE = np.dtype([*HEADER, ("sticks", "i4")], align=True)  # all that changes in a game
RULES = np.dtype([("sticks", "i4"), ("spread", "i4"), ("most", "i4")], align=True)  # all that does not
FEATURES = ("sticks", "won")  # what value functions are made of


class Params(NamedTuple):
    """The rules that can be set: type, domain, meaning and default of each in one line."""

    sticks: Annotated[int, Range(5, 40), "sticks in the heap, at least"] = 15
    spread: Annotated[int, Range(0, 10), "up to so many more, drawn anew for every game"] = 6
    most: Annotated[int, Range(2, 5), "sticks that a player may take at once"] = 3


def prepare(params):
    """The rules as compiled code reads them. Raise engine.errors.InputError for what does not go together."""
    rules = np.zeros(1, RULES).view(np.recarray)[0]
    rules.sticks, rules.spread, rules.most = params
    return rules


@jit_inline
def deal(rules, state, seed):
    state.to_move, state.n_players, state.ended, state.turn = 0, 2, Ended.PLAYING, 0
    state.chance[0] = seed  # all chance of the game comes from it
    state.sticks = rules.sticks + below(state.chance, rules.spread + 1)


@jit_inline
def legal(rules, state, out):
    n = min(rules.most, state.sticks)
    for i in range(n):
        out[i] = i + 1
    return n


@jit_inline
def allows(rules, state, action):
    return 1 <= action <= min(rules.most, state.sticks)


@jit_inline
def sample(rules, state, rng):
    return 1 + below(rng, min(rules.most, state.sticks)) if state.sticks else NONE


@jit_inline
def step(rules, state, action):
    state.turn += 1
    state.sticks -= action
    if state.sticks == 0:
        state.ended = Ended.WON  # by who has moved, and stays to move
    else:
        state.to_move = 1 - state.to_move


@jit_inline
def payoffs(rules, state, out):
    for player in range(2):
        out[player] = 1.0 if state.ended == Ended.WON and player == state.to_move else 0.0


@jit_inline
def points(rules, state, player):
    return int(state.ended == Ended.WON and player == state.to_move)


@jit_inline
def redeal(rules, state, viewer, rng):
    """Nothing is hidden."""


@jit_inline
def key(rules, state):
    return fold(np.uint64(0), np.uint64(2 * state.sticks + state.to_move))


@jit_inline
def feature(rules, state, player, which):
    return float(state.sticks if which == 0 else points(rules, state, player))


def show(rules, state, viewer=None):  # the position as text, as `viewer` sees it
    return f"{'|' * state.sticks} ({state.sticks}), player {state.to_move + 1} to move"


def say(rules, state, action):  # a move in words
    return f"take {action}"


def svg(rules, state, viewer=None):  # the position as a picture
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text y="20">{show(rules, state, viewer)}</text></svg>'


HERE = sys.modules[__name__]
GAME = Game(
    name="mygame",
    title="Mygame",
    Params=Params,
    presets={"standard": Params()},
    STATE=STATE,
    RULES=RULES,
    verbs=HERE,
    prepare=prepare,
    max_actions=lambda params: params.most,
    FEATURES=FEATURES,
    player_counts=(2,),
    view=HERE,
    values={"default": "won"},
)
