"""Random actions, uniform over the legal ones: draw a card and a way, and try again until it is legal."""

import numpy as np

from engine.bits import ONE, ZERO, count, nth
from engine.chance import below, draw
from engine.game import NONE
from engine.jit import jit, jit_inline
from engine.sevenwonders.actions import DECLINE, Way, encode
from engine.sevenwonders.content import AGES
from engine.sevenwonders.legal_moves import (
    can_build,
    can_build_free,
    can_decline,
    can_discard,
    can_stage,
    may_build_free,
    next_stage,
    recoverable,
)
from engine.sevenwonders.params import Payment
from engine.sevenwonders.state import HAND, LAST_TURN, Phase, held_hand
from engine.sevenwonders.trade import UNPAYABLE, next_split

S16, S32, S48 = np.uint64(16), np.uint64(32), np.uint64(48)
LOW16, LOW32 = np.uint64(0xFFFF), np.uint64(0xFFFFFFFF)


@jit_inline
def sample(rules, state, rng):
    """One random legal action; the same for the same state and generator."""
    if state.ended:
        return NONE
    player = state.to_move
    if state.phase == Phase.RECOVER:
        return sample_pile(rules, state, player, rng)
    if rules.payment == Payment.CHOOSE:
        return sample_with_payment(rules, state, player, rng)
    return sample_hand(rules, state, player, rng)


@jit_inline
def part(chance, n):
    """0 <= i < n from 32 random bits."""
    return np.int64((chance * np.uint64(n)) >> S32)


@jit_inline
def drawn_card(rules, state, cards, size, chance):
    """The row of a random card of a hand, or NONE for a second copy."""
    place = nth(cards, part(chance, size))
    row = rules.row_of[state.age, place]
    if place > 0 and (cards >> np.uint64(place - 1)) & ONE != ZERO and rules.row_of[state.age, place - 1] == row:
        return NONE
    return row


@jit_inline
def fits(rules, state, player, row, way):
    """Whether a card of the hand can be played in that way."""
    if way == Way.DISCARD:
        return can_discard(rules, state, player, row)
    if way == Way.BUILD:
        return can_build(rules, state, player, row)
    if way == Way.STAGE:
        return can_stage(rules, state, player)
    return can_build_free(rules, state, player, row)


@jit_inline
def sample_hand(rules, state, player, rng):
    """One of the cards in one of the ways; where somebody may build free there are four, else three."""
    cards = state.hand[held_hand(state, player)]
    size = HAND - state.age_turn if state.phase == Phase.PICK else HAND - 1 - LAST_TURN
    free = may_build_free(state, player)
    while True:
        word = draw(rng)
        row = drawn_card(rules, state, cards, size, word & LOW32)
        way = Way.DISCARD - part(word >> S32, 4 if free else 3)
        if not free and way == Way.FREE:
            way = Way.BUILD
        if row != NONE and fits(rules, state, player, row, way):
            return encode(row, way, 0, 0)


@jit
def sample_with_payment(rules, state, player, rng):
    """The same where divisions of a payment are moves of their own: every card, way and place in their list is as
    likely to be tried.
    """
    cards = state.hand[held_hand(state, player)]
    size = count(cards)
    while True:
        word = draw(rng)
        row = drawn_card(rules, state, cards, size, word & LOW32)
        way = part(word >> S32, 4)
        place = below(rng, rules.most_splits)
        divided = way == Way.BUILD or way == Way.STAGE
        if row == NONE or (place > 0 and not divided) or not fits(rules, state, player, row, way):
            continue
        if not divided or state.powers[player] & rules.links[row] != ZERO and way == Way.BUILD:
            if place == 0:
                return encode(row, way, 0, 0)
            continue
        structure = row if way == Way.BUILD else next_stage(rules, state, player)
        to_left, to_right = nth_split(rules, state, player, structure, place)
        if to_left >= 0 and to_left + to_right + rules.cost_coins[structure] <= state.coins[player]:
            return encode(row, way, to_left, to_right)


@jit
def nth_split(rules, state, player, structure, place):
    """The division at that place of their list, (NONE, NONE) beyond its end."""
    to_left, to_right = next_split(rules, state, player, structure, UNPAYABLE)
    while place > 0 and to_left >= 0:
        to_left, to_right = next_split(rules, state, player, structure, to_right)
        place -= 1
    return to_left, to_right


@jit
def sample_pile(rules, state, player, rng):
    """One of the cards that can be recovered, or none of them."""
    number = 0
    for age in range(AGES):
        number += count(recoverable(rules, state, player, age))
    place = below(rng, number + (1 if can_decline(rules, state, player) else 0))
    for age in range(AGES):
        cards = recoverable(rules, state, player, age)
        if place < count(cards):
            return encode(rules.row_of[age, nth(cards, place)], Way.RECOVER, 0, 0)
        place -= count(cards)
    return DECLINE
