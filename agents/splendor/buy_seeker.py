"""BuySeeker (Hepworth 2016), for Splendor: what to do for an order of cards.

It plays for the first card of the order that is still in sight: buy it; else reserve it if an opponent could buy it
now; else take the tokens that bring it closest. A card marked with DENY is to be reserved.
"""

import numpy as np

from engine.game import legal
from engine.jit import jit
from engine.lanes import total
from engine.splendor.actions import Kind, colours_of, encode, kind_of, place_of, returned_by, taken_by
from engine.splendor.lanes import NO_GOLD, missing
from engine.splendor.legal_moves import affords, can_reserve
from engine.splendor.state import EMPTY, MOST_RESERVED, MOST_SLOTS

MOST_TARGETS = 2 * (MOST_SLOTS + MOST_RESERVED)
DENY = 1 << 10  # added to a card: reserve it, do not buy it


@jit
def list_targets(rules, state, player, out, deny):
    """The cards in sight, then with `deny` those on the board again as cards to reserve; their number."""
    n = 0
    for slot in range(rules.slots):
        if state.board[slot] != EMPTY:
            out[n] = state.board[slot]
            n += 1
    on_board = n
    for place in range(state.n_reserved[player]):
        out[n] = state.reserved[player, place]
        n += 1
    if deny:
        for i in range(on_board):
            out[n] = out[i] + DENY
            n += 1
    return n


@jit
def seek(rules, state, actions, plan, n):
    """BuySeeker: the action for the first card of the plan that is still in sight, and where in the plan it stands."""
    player = state.to_move
    number = legal(rules, state, actions)
    if state.choosing:
        return actions[0], 0
    for i in range(n):
        card = plan[i] & (DENY - 1)
        slot = slot_of(rules, state, card)
        if plan[i] >= DENY:
            if slot >= 0 and can_reserve(rules, state, player):
                return reserve_action(actions, number, slot), i
            continue
        place = place_in_reserve(state, player, card)
        if slot < 0 and place < 0:
            continue
        if affords(rules, state, player, card):
            kind = Kind.BUY_BOARD if slot >= 0 else Kind.BUY_RESERVED
            return encode(kind, slot if slot >= 0 else place, 0, np.uint64(0)), i
        if slot >= 0 and can_reserve(rules, state, player) and threatened(rules, state, player, card):
            return reserve_action(actions, number, slot), i
        return closest_take(rules, state, player, actions, number, card), i
    return actions[0], 0


@jit
def slot_of(rules, state, card):
    """Where a card lies on the board, or -1."""
    for slot in range(rules.slots):
        if state.board[slot] == card:
            return slot
    return -1


@jit
def place_in_reserve(state, player, card):
    """Where a card is in the player's reserve, or -1."""
    for place in range(state.n_reserved[player]):
        if state.reserved[player, place] == card:
            return place
    return -1


@jit
def threatened(rules, state, player, card):
    """Whether an opponent could buy the card now."""
    for other in range(state.n_players):
        if other != player and affords(rules, state, other, card):
            return True
    return False


@jit
def reserve_action(actions, n, slot):
    """The first legal way to reserve what lies in a slot."""
    for i in range(n):
        if kind_of(actions[i]) == Kind.RESERVE_BOARD and place_of(actions[i]) == slot:
            return actions[i]
    return actions[0]


@jit
def closest_take(rules, state, player, actions, n, card):
    """The take after which least is missing for the card: the first such, so three colours before two of one."""
    choice, least = actions[0], 1000
    for i in range(n):
        kind = kind_of(actions[i])
        if kind != Kind.TAKE_DIFFERENT and kind != Kind.TAKE_SAME:
            continue
        taken = taken_by(rules, kind, colours_of(actions[i]))
        purse = state.tokens[player] + taken - returned_by(actions[i])
        gold = np.int64(purse >> np.uint64(56))
        lacking = total(missing(rules.cost[card], (purse & NO_GOLD) + state.bonuses[player])) - gold
        if lacking < least:
            choice, least = actions[i], lacking
    return choice
