"""Random actions, uniform over the legal ones: draw a card and a way, and try again until it is legal."""

import numpy as np

from engine.bits import ZERO, count, nth
from engine.chance import below, draw
from engine.game import NONE
from engine.jit import jit, jit_inline
from engine.sevenwonders.actions import DECLINE, Way, encode
from engine.sevenwonders.content import AGES
from engine.sevenwonders.hands import as_set, card_at
from engine.sevenwonders.legal_moves import (
    can_build,
    can_build_free,
    can_decline,
    can_stage,
    is_free,
    is_useless,
    may_build_free,
    next_stage,
    recoverable,
    stands,
)
from engine.sevenwonders.params import Payment
from engine.sevenwonders.state import COINS, HAND, LAST_TURN, UNPAYABLE, Phase, coins_of, held_hand, mover
from engine.sevenwonders.trade import market, next_split, price_at

S32, LOW32 = np.uint64(32), np.uint64(0xFFFFFFFF)


@jit_inline
def sample(rules, state, rng):
    """One random legal action; the same for the same state and generator."""
    if state.ended:
        return NONE
    player = mover(state)
    if state.phase == Phase.RECOVER:
        return sample_pile(rules, state, player, rng)
    if rules.plain_ways == 0 or may_build_free(state, player):
        return sample_any(rules, state, player, rng)
    return sample_hand(rules, state, player, rng)


@jit_inline
def part(chance, n):
    """0 <= i < n from 32 random bits."""
    return np.int64((chance * np.uint64(n)) >> S32)


@jit_inline
def hand_size(state):
    """The number of cards of a player who may play one."""
    return HAND - state.age_turn if state.phase == Phase.PICK else HAND - 1 - LAST_TURN


@jit_inline
def sample_hand(rules, state, player, rng):
    """One of the cards, to build or to discard it, or for a stage if one can be paid: only builds can fail.

    There is one branch, and it is mostly taken: wrong guesses of the processor cost more than looking at everything.
    """
    hand, size = state.hand[held_hand(state, player)], hand_size(state)
    goods, coins = market(rules, state, player), coins_of(state, player)
    ways = 3 if price_at(rules, state, goods, next_stage(rules, state, player)) <= coins else 2
    while True:
        word = draw(rng)
        card = card_at(hand, part(word & LOW32, size))
        way = part(word >> S32, ways)
        row = rules.row_of[state.age, card]
        payable = (price_at(rules, state, goods, row) <= coins) | is_free(rules, state, player, row)
        fitting = (way != Way.BUILD) | (payable & (not stands(rules, state, player, row)))
        if fitting and (not rules.doubled or as_set(hand) & rules.copies_before[state.age, card] == ZERO):
            return encode(row, way, 0, 0)  # of several copies the first stands for all


@jit_inline
def fits(rules, state, player, row, way):
    """Whether a card of the hand can be played in that way."""
    if way == Way.DISCARD:
        return rules.may_discard != 0 or is_useless(rules, state, player, row)
    if way == Way.FREE:
        return can_build_free(rules, state, player, row)
    if way == Way.STAGE:
        return can_stage(rules, state, player)
    return can_build(rules, state, player, row)


@jit
def sample_any(rules, state, player, rng):
    """A random action under any rules: every card, way and place in the list of payments is as likely to be tried."""
    hand, size = state.hand[held_hand(state, player)], hand_size(state)
    while True:
        word = draw(rng)
        card = card_at(hand, part(word & LOW32, size))
        row = rules.row_of[state.age, card]
        way = part(word >> S32, 4)
        place = below(rng, rules.most_splits)
        if as_set(hand) & rules.copies_before[state.age, card] != ZERO or not fits(rules, state, player, row, way):
            continue
        structure = row if way == Way.BUILD else next_stage(rules, state, player)
        divided = way == Way.STAGE or (way == Way.BUILD and not is_free(rules, state, player, row))
        if divided and rules.payment == Payment.CHOOSE:
            to_left, to_right = nth_split(rules, state, player, structure, place)
            if to_left >= 0 and to_left + to_right + np.int64(rules.cost[structure, COINS]) <= coins_of(state, player):
                return encode(row, way, to_left, to_right)
        elif place == 0:
            return encode(row, way, 0, 0)


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
