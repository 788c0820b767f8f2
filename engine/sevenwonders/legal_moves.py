"""What is legal: every card of the hand with every way to play it, or every card of the discard pile."""

import numpy as np

from engine.bits import ONE, ZERO, lowest
from engine.jit import jit, jit_inline
from engine.lanes import BYTE, lane
from engine.sevenwonders.actions import ALL_BITS, DECLINE, NO_CARD, Way, encode, left_coins, right_coins, row_of, way_of
from engine.sevenwonders.content import AGES, MOST_CARDS
from engine.sevenwonders.hands import as_set
from engine.sevenwonders.params import Payment
from engine.sevenwonders.state import (
    COINS,
    COUNTS,
    FREE_BUILD,
    FREE_USED,
    LINKED,
    NAMES_HIGH,
    NAMES_LOW,
    UNPAYABLE,
    Count,
    Covered,
    Phase,
    coins_of,
    held_hand,
    mover,
    structure_of_stage,
)
from engine.sevenwonders.trade import market, next_split, price, price_at

S6, CARD_BITS = np.uint64(6), np.uint64(63)


@jit_inline
def stands(rules, state, player, row):
    """Whether a card of that name is in the city."""
    return (state.city[player, NAMES_LOW] & rules.cost[row, NAMES_LOW]) | (
        state.city[player, NAMES_HIGH] & rules.cost[row, NAMES_HIGH]
    ) != ZERO


@jit_inline
def is_free(rules, state, player, row):
    """Whether a card in the city makes this one free."""
    return state.powers[player] & rules.cost[row, LINKED] != ZERO


@jit_inline
def can_build(rules, state, player, row):
    """Whether a card may stand in the city and can be paid."""
    if stands(rules, state, player, row):
        return False
    return is_free(rules, state, player, row) or price(rules, state, player, row) <= coins_of(state, player)


@jit_inline
def may_build_free(state, player):
    """Whether the player has a free build left in this age."""
    return state.powers[player] & (FREE_BUILD | FREE_USED) == FREE_BUILD


@jit
def can_build_free(rules, state, player, row):
    """Whether the free build is offered for a card: not for one that costs nothing anyway."""
    if not may_build_free(state, player) or stands(rules, state, player, row):
        return False
    if rules.free_build_always:
        return True
    return not is_free(rules, state, player, row) and price(rules, state, player, row) > 0


@jit_inline
def next_stage(rules, state, player):
    """The structure that is the next stage; behind the last one there is one that nobody can pay."""
    return structure_of_stage(state, player, lane(state.city[player, COUNTS], Count.STAGE))


@jit_inline
def can_stage(rules, state, player):
    """Whether there is a stage to build and it can be paid."""
    return price(rules, state, player, next_stage(rules, state, player)) <= coins_of(state, player)


@jit
def is_useless(rules, state, player, row):
    """Whether a card can neither be built nor go under a stage."""
    useful = can_build(rules, state, player, row) or can_build_free(rules, state, player, row)
    return not useful and not can_stage(rules, state, player)


@jit_inline
def first_copies(rules, age, cards):
    """A set of cards of an age without second copies."""
    once = cards
    left = cards & rules.later_copies[age]
    while left != ZERO:
        place = lowest(left)
        left &= left - ONE
        if cards & rules.copies_before[age, place] != ZERO:
            once ^= ONE << np.uint64(place)
    return once


@jit
def pile_of(state, age):
    """The cards of an age in the discard pile, as a set."""
    pile = ZERO
    for hand in range(state.n_players):
        word = state.plays[age, hand]
        while word != ZERO:
            if np.int64((word & BYTE) >> S6) == Covered.PILE:
                pile |= ONE << (word & CARD_BITS)
            word >>= np.uint64(8)
    return pile


@jit
def recoverable(rules, state, player, age):
    """The cards of an age in the discard pile that the player may build, each once."""
    pile = first_copies(rules, age, pile_of(state, age))
    left, may = pile, ZERO
    while left != ZERO:
        place = lowest(left)
        left &= left - ONE
        if not stands(rules, state, player, rules.row_of[age, place]):
            may |= ONE << np.uint64(place)
    return may


@jit
def can_recover(rules, state, player):
    """Whether there is a card for the player in the discard pile."""
    for age in range(AGES):
        if recoverable(rules, state, player, age) != ZERO:
            return True
    return False


@jit_inline
def can_decline(rules, state, player):
    """Whether the player may leave the pile alone."""
    return rules.may_decline != 0 or not can_recover(rules, state, player)


@jit_inline
def legal(rules, state, out):
    """Fill `out` with every legal action and return their number."""
    if state.ended:
        return 0
    player = mover(state)
    if state.phase == Phase.RECOVER:
        return list_pile(rules, state, player, out)
    return list_hand(rules, state, player, out)


@jit
def list_pile(rules, state, player, out):
    """Every card that can be recovered, and to decline."""
    n = 0
    for age in range(AGES):
        left = recoverable(rules, state, player, age)
        while left != ZERO:
            out[n] = encode(rules.row_of[age, lowest(left)], Way.RECOVER, 0, 0)
            left &= left - ONE
            n += 1
    if can_decline(rules, state, player):
        out[n] = DECLINE
        n += 1
    return n


@jit_inline
def list_hand(rules, state, player, out):
    """Every card of the hand with every way to play it."""
    n = 0
    goods, coins = market(rules, state, player), coins_of(state, player)
    stage = next_stage(rules, state, player)
    staged = price_at(rules, state, goods, stage) <= coins
    free_build = may_build_free(state, player)
    left = first_copies(rules, state.age, as_set(state.hand[held_hand(state, player)]))
    while left != ZERO:
        row = rules.row_of[state.age, lowest(left)]
        left &= left - ONE
        payable = (price_at(rules, state, goods, row) <= coins) | is_free(rules, state, player, row)
        buildable = payable & (not stands(rules, state, player, row))
        free = free_build and can_build_free(rules, state, player, row)
        if buildable:
            n = list_payments(rules, state, player, row, Way.BUILD, row, out, n)
        if rules.may_discard or not (buildable or free or staged):
            out[n] = encode(row, Way.DISCARD, 0, 0)
            n += 1
        if staged:
            n = list_payments(rules, state, player, row, Way.STAGE, stage, out, n)
        if free:
            out[n] = encode(row, Way.FREE, 0, 0)
            n += 1
    return n


@jit_inline
def list_payments(rules, state, player, row, way, structure, out, n):
    """One action, or one for each division of the payment that the purse allows."""
    if rules.payment != Payment.CHOOSE or is_free(rules, state, player, structure):
        out[n] = encode(row, way, 0, 0)
        return n + 1
    purse = coins_of(state, player) - np.int64(rules.cost[structure, COINS])
    to_left, to_right = next_split(rules, state, player, structure, UNPAYABLE)
    while to_left >= 0:
        if to_left + to_right <= purse:
            out[n] = encode(row, way, to_left, to_right)
            n += 1
        to_left, to_right = next_split(rules, state, player, structure, to_right)
    return n


@jit
def allows_payment(rules, state, player, structure, to_left, to_right):
    """Whether what an action says about coins is what the rules offer; that the structure can be paid is known."""
    if rules.payment != Payment.CHOOSE or is_free(rules, state, player, structure):
        return to_left == 0 and to_right == 0
    if to_left + to_right + np.int64(rules.cost[structure, COINS]) > coins_of(state, player):
        return False
    left, right = next_split(rules, state, player, structure, UNPAYABLE)
    while left >= 0:
        if left == to_left and right == to_right:
            return True
        left, right = next_split(rules, state, player, structure, right)
    return False


@jit_inline
def allows(rules, state, action):
    """Whether an action is legal, without listing."""
    if state.ended or action < 0 or action > ALL_BITS:
        return False
    player, row, way = mover(state), row_of(action), way_of(action)
    to_left, to_right = left_coins(action), right_coins(action)
    if way != Way.BUILD and way != Way.STAGE and (to_left | to_right) != 0:
        return False
    if state.phase == Phase.RECOVER:
        if way == Way.DECLINE:
            return row == NO_CARD and can_decline(rules, state, player)
        return way == Way.RECOVER and row < MOST_CARDS and allows_recover(rules, state, player, row)
    if row >= MOST_CARDS or rules.age_of[row] != state.age:
        return False
    if as_set(state.hand[held_hand(state, player)]) & rules.copies[row] == ZERO:
        return False
    if way == Way.BUILD:
        fits = can_build(rules, state, player, row)
        return fits and allows_payment(rules, state, player, row, to_left, to_right)
    if way == Way.STAGE:
        structure = next_stage(rules, state, player)
        fits = can_stage(rules, state, player)
        return fits and allows_payment(rules, state, player, structure, to_left, to_right)
    if way == Way.FREE:
        return can_build_free(rules, state, player, row)
    return way == Way.DISCARD and (rules.may_discard != 0 or is_useless(rules, state, player, row))


@jit_inline
def allows_recover(rules, state, player, row):
    """Whether that card is in the pile and may stand in the city."""
    age = rules.age_of[row]
    return rules.copies[row] & recoverable(rules, state, player, age) != ZERO
