"""A turn: Actions, purchases, clean-up; and the end of the game."""

import numpy as np

from engine.bits import count
from engine.dominion.actions import NO, NO_BIT, Ask
from engine.dominion.choices import cost_of, costing_at_most, put_question
from engine.dominion.instructions import Type
from engine.dominion.machine import following, resolve, run, start_card
from engine.dominion.scores import winners
from engine.dominion.table import draw_cards, forget_passes, leave_hand, take_from_supply
from engine.dominion.zones import (
    COPPER,
    EVERY_PILE,
    GOLD,
    KINGDOM,
    KINGDOM_PILES,
    PILES,
    PROVINCE,
    SILVER,
    add,
    clear,
    empty_into,
    first_pile,
    kinds,
    move_kinds,
    number,
)
from engine.game import Ended
from engine.jit import jit, jit_inline
from engine.winners import how_won

ACTION_PHASE, BUY_PHASE = 0, 1
KINGDOM_SET = ((1 << KINGDOM_PILES) - 1) << KINGDOM


@jit_inline
def play_on(rules, state, choice):
    """Do what the player to move has decided, and go on to the next decision."""
    state.turn += 1
    if state.ask == Ask.BUY:
        if choice == NO:
            state.buys = 0
        else:
            buy(rules, state, choice)
    elif state.ask == Ask.PLAY:
        if choice == NO:
            state.phase = BUY_PHASE
            play_treasures(rules, state)
        else:
            state.actions -= 1
            leave_hand(state, int(state.active), choice)
            add(state.play, choice)
            start_card(rules, state, int(state.active), choice, 0)
    else:
        resolve(rules, state, choice)
    if state.depth == 0 or not run(rules, state):
        ask_active(rules, state)


@jit
def go_on_with_turn(rules, state):
    """Go on to the next decision of a turn: `ask_active` for rarer use, compiled once."""
    ask_active(rules, state)


@jit_inline
def ask_active(rules, state):
    """Ask the active player for an Action or a purchase; when its turn is over, the next one."""
    while state.ended == Ended.PLAYING:
        if state.phase == ACTION_PHASE:
            if state.actions > 0:
                piles = kinds(state.seats[state.active].hand) & state.types[Type.ACTION]
                if piles:
                    put_question(state, state.active, Ask.PLAY, piles | NO_BIT)
                    return
            state.phase = BUY_PHASE
            play_treasures(rules, state)
        if state.buys > 0:
            piles = costing_at_most(state, int(state.coins)) & state.stock
            if piles:
                put_question(state, state.active, Ask.BUY, piles | NO_BIT)
                return
        end_turn(rules, state)


@jit_inline
def play_treasures(rules, state):
    """All Treasures of the hand are played: none is ever worth keeping."""
    seat = state.seats[state.active]
    coins = number(seat.hand, COPPER) * (rules.plus_coins[rules.basic[COPPER]] + state.coppersmith)
    coins += number(seat.hand, SILVER) * rules.plus_coins[rules.basic[SILVER]]
    coins += number(seat.hand, GOLD) * rules.plus_coins[rules.basic[GOLD]]
    left = int(state.types[Type.TREASURE]) & KINGDOM_SET
    while left:
        pile = first_pile(left)
        left &= left - 1
        coins += number(seat.hand, pile) * rules.plus_coins[state.cards[pile]]
    state.coins += coins
    move_kinds(seat.hand, state.play, int(state.types[Type.TREASURE]))
    clear(seat.seen)  # nobody else decides anything before the rest is discarded


@jit_inline
def buy(rules, state, pile):
    """Pay for a card and put it on the discard pile."""
    state.coins -= cost_of(rules, state, pile)
    state.buys -= 1
    take_from_supply(state, pile)
    add(state.seats[state.active].discard, pile)


@jit_inline
def end_turn(rules, state):
    """Clean up, draw a new hand, see whether the game is over; else it is the next player's turn."""
    player = int(state.active)
    seat = state.seats[player]
    empty_into(state.play, seat.discard)
    empty_into(seat.hand, seat.discard)
    clear(seat.seen)
    if state.n_passed > 0:
        forget_passes(state, player, 2, EVERY_PILE)
    draw_cards(state, player, rules.hand_size)
    following_player = following(state, player)
    if not (state.stock >> PROVINCE) & 1 or PILES - count(np.uint64(state.stock)) >= rules.end_piles:
        state.ended = how_won(winners(rules, state))
    elif following_player == 0 and state.rounds + 1 >= rules.turn_limit:
        state.ended = Ended.LIMIT
    if state.ended != Ended.PLAYING:
        put_question(state, player, Ask.NOTHING, 0)
        return
    state.active = following_player
    if following_player == 0:
        state.rounds += 1
    begin_turn(state)


@jit_inline
def begin_turn(state):
    """A turn begins with one Action, one Buy, no coins."""
    state.phase = ACTION_PHASE
    state.actions = state.buys = 1
    state.coins = state.bridge = state.coppersmith = state.plays = 0
