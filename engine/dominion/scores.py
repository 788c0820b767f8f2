"""What players own, their points, and who has won."""

import numpy as np

from engine.bits import ZERO
from engine.dominion.choices import piles_of
from engine.dominion.instructions import Type
from engine.dominion.state import PILE_BITS
from engine.dominion.zones import RUN, first_pile, of_pile, part_of
from engine.jit import jit, jit_inline
from engine.lanes import S56
from engine.winners import count_in


@jit
def owned(state, player, word, viewer):
    """All cards of a player, wherever they are, as a viewer knows it: one word of a zone.

    What everybody has follows from what was gained and trashed, except for cards that others have passed on. To the
    viewer they belong to whom they came from.
    """
    seat = state.seats[player]
    sums = seat.hand[word] + seat.deck[word] + seat.discard[word]
    if state.active == player:
        sums += state.play[word]
    if state.looked_by == player:
        sums += state.looked[word]
    if state.aside_of == player:
        sums += state.aside[word]
    for i in range(seat.n_known):
        pile = seat.known[i] & PILE_BITS
        if pile >> 3 == word:
            sums += RUN[pile]
    for i in range(state.n_passed):
        if state.passed[i, 0] >> 3 == word:
            arrived = i < state.n_passed - state.in_flight
            unseen = state.passed[i, 1] != viewer and state.passed[i, 2] != viewer
            if state.passed[i, 1] == player and (unseen or not arrived):
                sums += RUN[state.passed[i, 0]]
            if state.passed[i, 2] == player and unseen and arrived:
                sums -= RUN[state.passed[i, 0]]
    return sums


@jit_inline
def among(first, second, third, pile):
    """How many cards of a pile are among these three words."""
    return of_pile(first if pile < 8 else second if pile < 16 else third, pile)


@jit
def score(rules, state, player, viewer):
    """The points of a player's cards, as a viewer knows them."""
    first, second, third = (
        owned(state, player, 0, viewer),
        owned(state, player, 1, viewer),
        owned(state, player, 2, viewer),
    )
    total = 0
    left = int(state.types[Type.VICTORY] | state.types[Type.CURSE])
    while left:
        pile = first_pile(left)
        left &= left - 1
        n = among(first, second, third, pile)
        card = state.cards[pile]
        each = rules.worth[card]
        if n > 0 and rules.worth_every[card] > 0:
            piles = piles_of(state, rules.worth_kind[card])
            counted = part_of(first, 0, piles) >> S56
            counted += (part_of(second, 1, piles) >> S56) + (part_of(third, 2, piles) >> S56)
            each += np.int64(counted) // rules.worth_every[card]
        total += n * each
    return total


@jit_inline
def turns_of(state, player):
    """The turns that a player has had, the present one included."""
    return state.rounds + (1 if player <= state.active else 0)


@jit
def winners(rules, state):
    """The players with most points and, among them, fewest turns, as a set of bits."""
    best, chosen = -1_000_000, ZERO
    for player in range(state.n_players):
        rank = score(rules, state, player, player) * 1000 - turns_of(state, player)
        best, chosen = count_in(best, chosen, rank, player)
    return chosen
