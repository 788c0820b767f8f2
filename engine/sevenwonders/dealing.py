"""Deal: boards, coins, and an age at a time. Everything is a function of the game's chance, whatever else is drawn."""

import numpy as np

from engine.bits import ONE, ZERO, count, lowest, nth
from engine.chance import fixed
from engine.game import NONE
from engine.jit import jit, jit_inline
from engine.sevenwonders.content import AGES
from engine.sevenwonders.hands import as_hand, as_set
from engine.sevenwonders.params import Sides
from engine.sevenwonders.state import DRAW_BOARD, DRAW_SETUP, DRAW_SIDE, HAND, Phase, number

S8 = np.uint64(8)


@jit
def deal(rules, state, seed):
    """Draw boards, give out coins, deal the first age."""
    state.to_move = state.ended = state.turn = 0
    state.n_players = rules.players
    state.chance[0] = seed
    state.age = state.discarded = 0
    deal_boards(rules, state)
    for player in range(number(state)):
        side = state.side[player]
        state.pick[player] = NONE
        for word in range(8):
            state.city[player, word] = rules.start[side, word]
        state.powers[player] = ZERO
        state.tokens[player] = state.looked[player] = 0
    for age in range(AGES):
        state.box[age] = ZERO
        for hand in range(number(state)):
            state.plays[age, hand] = ZERO
    deal_age(rules, state)


@jit_inline
def deal_boards(rules, state):
    """A board for each seat, as a set-up of the rules says or drawn from those that are left; likewise its side."""
    setup = fixed(state.chance[0], DRAW_SETUP, rules.n_setups)
    seat_board, seat_side = rules.seat_board[setup], rules.seat_side[setup]
    left = (ONE << np.uint64(rules.n_boards)) - ONE
    for seat in range(number(state)):
        if seat_board[seat] != NONE:
            left ^= ONE << np.uint64(seat_board[seat])
    for seat in range(number(state)):
        board, side = np.int64(seat_board[seat]), np.int64(seat_side[seat])
        if board == NONE:
            board = nth(left, fixed(state.chance[0], DRAW_BOARD + seat, count(left)))
            left ^= ONE << np.uint64(board)
        if side == NONE:
            drawn = rules.sides == Sides.DRAWN
            side = fixed(state.chance[0], DRAW_SIDE + seat, 2) if drawn else rules.sides
        state.side[seat] = 2 * board + side


@jit
def deal_age(rules, state):
    """Draw guilds, deal seven cards to each hand. The order is a function of the game's chance and the age alone."""
    age = state.age
    state.age_turn = state.shift = state.to_move = 0
    state.phase = Phase.PICK
    guilds, drawn = rules.guilds[age], age * 64
    there = count(guilds)
    for i in range(rules.guilds_left[age]):
        guilds ^= ONE << np.uint64(nth(guilds, fixed(state.chance[0], drawn, there - i)))
        drawn += 1
    deck = rules.deck[age] | guilds
    left = HAND * state.n_players + rules.surplus[age]
    for hand in range(number(state)):
        if left == HAND:
            state.hand[hand] = as_hand(deck)
        else:
            state.hand[hand] = cards_at(deck, some_of(left, state.chance[0], drawn))
        deck ^= as_set(state.hand[hand])
        drawn += HAND
        left -= HAND
    state.box[age] = (rules.guilds[age] ^ guilds) | deck


@jit_inline
def some_of(left, seed, drawn):
    """Seven of `left` places as a set, from the draws of a stream that follow `drawn` (Floyd's sampling)."""
    places = ZERO
    for last in range(left - HAND, left):
        place = ONE << np.uint64(fixed(seed, drawn, last + 1))
        places |= place if places & place == ZERO else ONE << np.uint64(last)
        drawn += 1
    return places


@jit_inline
def cards_at(deck, places):
    """The hand of the cards at those places of a set."""
    hand, shift = ZERO, ZERO
    whole = deck & (deck + ONE) == ZERO  # no card is gone yet: places are cards
    while places != ZERO:
        place = lowest(places)
        hand |= np.uint64((place if whole else nth(deck, place)) + 1) << shift
        places &= places - ONE
        shift += S8
    return hand
