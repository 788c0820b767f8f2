"""Mygame keeps what every game must keep, and its own rules."""

import numpy as np
from mygame import GAME, Params

from engine.conformance import check_game
from engine.game import Ended


def position(sticks):
    """A game in which so many sticks are left, and its rules."""
    rules = GAME.prepare(Params())
    state = GAME.new_deal(rules, seed=1)
    state.sticks = sticks
    return rules, state


def test_it_keeps_the_contract():
    check_game(GAME)


def test_who_takes_the_last_stick_wins():
    rules, state = position(5)
    for taken in (3, 2):
        GAME.verbs.step(rules, state, taken)
    shares = np.zeros(2)
    GAME.verbs.payoffs(rules, state, shares)
    assert state.ended == Ended.WON
    assert shares.tolist() == [0, 1]


def test_nobody_takes_more_than_there_are():
    rules, state = position(2)
    assert [GAME.verbs.allows(rules, state, taken) for taken in (0, 1, 2, 3)] == [False, True, True, False]
