"""A 64-bit name of a position."""

import numpy as np

from engine.chance import fold
from engine.dominion.zones import PILES, WORDS
from engine.jit import jit, jit_inline


@jit_inline
def join(name, first, second, third, fourth):
    """A name that has grown by four small numbers."""
    return fold(name, np.uint64((int(first) << 36) ^ (int(second) << 24) ^ (int(third) << 12) ^ int(fourth)))


@jit
def name_of(state):
    """The name of all that decides how the game goes on, but chance."""
    name = join(np.uint64(state.turn), state.to_move, state.ask, state.active, state.ended)
    name = join(name, state.actions, state.buys, state.coins, state.phase)
    name = join(name, state.bridge, state.coppersmith, state.plays, state.rounds)
    name = join(name, state.looked_by + 1, state.looked_seen, state.aside_of + 1, state.in_flight)
    name = join(name, 0, 0, state.depth, state.n_passed)
    name = fold(name, np.uint64(state.options))
    for pile in range(PILES):
        name = join(name, 0, 0, state.supply[pile], state.cards[pile])
    for word in range(WORDS):
        name = fold(fold(name, state.play[word]), state.trash[word])
        name = fold(fold(name, state.looked[word]), state.aside[word])
    for i in range(state.n_passed):
        name = join(name, 0, state.passed[i, 0], state.passed[i, 1], state.passed[i, 2])
    for player in range(state.n_players):
        name = name_of_seat(state.seats[player], name)
    for i in range(state.depth):
        name = name_of_frame(state.frames[i], name)
    return name


@jit_inline
def name_of_seat(seat, name):
    """A name that has grown by what a player has."""
    for word in range(WORDS):
        name = fold(fold(name, seat.hand[word]), seat.deck[word])
        name = fold(fold(name, seat.discard[word]), seat.seen[word])
    for i in range(seat.n_known):
        name = fold(name, np.uint64(seat.known[i]))
    return fold(name, np.uint64(seat.n_known))


@jit_inline
def name_of_frame(frame, name):
    """A name that has grown by a card that is being played."""
    name = join(name, frame.pc, frame.k, frame.need + 1, frame.most)
    name = join(name, frame.pile, frame.player, frame.actor, frame.x + 1)
    name = join(name, frame.cap + 1, frame.each, frame.modes, frame.immune)
    return join(name, 0, frame.shown, frame.gone, frame.x_gone)
