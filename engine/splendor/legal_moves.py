"""What is legal: every action in the order buy, take different, take same, reserve, with every way to return tokens."""

import numpy as np

from engine.jit import jit_inline
from engine.lanes import ONES, S56, lane, one, total
from engine.splendor.actions import ALL_BITS, Kind, colours_of, encode, kind_of, place_of, returned_by, taken_by
from engine.splendor.lanes import CHOICES, CHOICES_FROM, CHOICES_NUMBER, NO_GOLD, ONE_GOLD, SIZE, covers, missing
from engine.splendor.lanes import at_least as lanes_with
from engine.splendor.state import EMPTY, Asked


@jit_inline
def affords(rules, state, player, card):
    """Whether there is a card and the player could pay for it now."""
    purse = state.tokens[player]
    short = missing(rules.cost[card], (purse & NO_GOLD) + state.bonuses[player])
    return (short * ONES) >> S56 <= purse >> S56


@jit_inline
def gold_gained(rules, state, player):
    """Gold that a reserve would bring, 0 or 1 (as a word)."""
    some = state.bank >= ONE_GOLD
    room = rules.gold_at_limit or total(state.tokens[player]) < rules.max_tokens
    return np.uint64(1) if some and room else np.uint64(0)


@jit_inline
def colours_to_take(rules, state):
    """How many different colours a take has now (0: no such take) and the set to choose from."""
    there = lanes_with(state.bank & NO_GOLD, rules.take_amount)
    size = SIZE[there]
    wanted = rules.take_colours
    if size < wanted:
        wanted = size if rules.take_fewer else 0
    return wanted, there


@jit_inline
def colours_to_double(rules, state):
    """The colours of which several can be taken."""
    return lanes_with(state.bank & NO_GOLD, rules.take_same_minimum)


@jit_inline
def can_reserve(rules, state, player):
    """Whether there is room in the reserve."""
    return state.n_reserved[player] < rules.max_reserved


@jit_inline
def can_reserve_deck(rules, state, deck):
    """Whether a deck gives a card (in a state without draws none does)."""
    return rules.deck_reserve != 0 and state.draws != 0 and state.deck_left[deck] > 0


@jit_inline
def noble_fits(rules, state, player, place):
    """Whether the player's bonuses fulfil the wishes of a noble on the table."""
    return covers(state.bonuses[player], rules.noble_cost[state.nobles[place]])


@jit_inline
def stuck(rules, state):
    """Whether the player to move has no action."""
    if colours_to_take(rules, state)[0] > 0:
        return False
    player = state.to_move
    if colours_to_double(rules, state):
        return False
    for slot in range(rules.slots):
        card = state.board[slot]
        if affords(rules, state, player, card) or (card != EMPTY and can_reserve(rules, state, player)):
            return False
    if can_reserve(rules, state, player):
        for deck in range(rules.decks):
            if can_reserve_deck(rules, state, deck):
                return False
    for place in range(state.n_reserved[player]):
        if affords(rules, state, player, state.reserved[player, place]):
            return False
    return True


@jit_inline
def legal(rules, state, out):
    """Fill `out` with every legal action and return their number."""
    if state.ended:
        return 0
    player = state.to_move
    if state.choosing == Asked.NOBLE:
        return list_nobles(rules, state, out)
    if state.choosing:
        return list_single_returns(returnable(rules, state, player), out)
    n = list_buys(rules, state, player, out)
    n = list_takes(rules, state, player, out, n)
    n = list_reserves(rules, state, player, out, n)
    if n == 0 and rules.pass_when_stuck:
        out[0] = encode(Kind.PASS, 0, 0, np.uint64(0))
        n = 1
    return n


@jit_inline
def list_nobles(rules, state, out):
    """The nobles to choose from."""
    n = 0
    for place in range(state.n_nobles):
        if noble_fits(rules, state, state.to_move, place):
            out[n] = encode(Kind.NOBLE, place, 0, np.uint64(0))
            n += 1
    return n


@jit_inline
def returnable(rules, state, player):
    """The lanes that the next token may go back from, as a set of bits; none when there are no more than allowed.

    Tokens go back in the order of lanes, so that no two orders come to the same: as many must be left from there on.
    """
    purse, chosen, behind = state.tokens[player], 0, 0
    excess = total(purse) - rules.max_tokens
    if excess <= 0:
        return chosen
    for i in range(7, max(state.choosing // Asked.RETURN - 1, 0) - 1, -1):
        here = lane(purse, i)
        behind += here
        if here > 0 and behind >= excess:
            chosen |= 1 << i
    return chosen


@jit_inline
def list_single_returns(lanes, out):
    """One token of each lane."""
    n = 0
    for i in range(8):
        if (lanes >> i) & 1:
            out[n] = encode(Kind.PASS, 0, 0, one(i))
            n += 1
    return n


@jit_inline
def list_buys(rules, state, player, out):
    """Purchases from the board by level, then from the reserve."""
    n = 0
    for slot in range(rules.slots):
        if affords(rules, state, player, state.board[slot]):
            out[n] = encode(Kind.BUY_BOARD, slot, 0, np.uint64(0))
            n += 1
    for place in range(state.n_reserved[player]):
        if affords(rules, state, player, state.reserved[player, place]):
            out[n] = encode(Kind.BUY_RESERVED, place, 0, np.uint64(0))
            n += 1
    return n


@jit_inline
def list_takes(rules, state, player, out, n):
    """Takes of different colours, then of one."""
    wanted, there = colours_to_take(rules, state)
    if wanted > 0:
        first = CHOICES_FROM[wanted, there]
        for i in range(first, first + CHOICES_NUMBER[wanted, there]):
            colours = CHOICES[i]
            taken = taken_by(rules, Kind.TAKE_DIFFERENT, colours)
            n = list_returns(rules, state, player, Kind.TAKE_DIFFERENT, 0, colours, taken, out, n)
    double = colours_to_double(rules, state)
    for colour in range(rules.colours):
        if (double >> colour) & 1:
            taken = taken_by(rules, Kind.TAKE_SAME, 1 << colour)
            n = list_returns(rules, state, player, Kind.TAKE_SAME, 0, 1 << colour, taken, out, n)
    return n


@jit_inline
def list_reserves(rules, state, player, out, n):
    """Reserves from the board, then from the decks."""
    if not can_reserve(rules, state, player):
        return n
    taken = gold_gained(rules, state, player) * ONE_GOLD
    for slot in range(rules.slots):
        if state.board[slot] != EMPTY:
            n = list_returns(rules, state, player, Kind.RESERVE_BOARD, slot, 0, taken, out, n)
    for deck in range(rules.decks):
        if can_reserve_deck(rules, state, deck):
            n = list_returns(rules, state, player, Kind.RESERVE_DECK, deck, 0, taken, out, n)
    return n


@jit_inline
def list_returns(rules, state, player, kind, place, colours, taken, out, n):
    """One action with every way to return what is above the limit."""
    purse = state.tokens[player] + taken
    excess = total(purse) - rules.max_tokens
    if excess <= 0 or rules.returns != 0:
        out[n] = encode(kind, place, colours, np.uint64(0))
        return n + 1
    returned = fill_from(purse, 0, excess)
    while True:
        out[n] = encode(kind, place, colours, returned)
        n += 1
        returned, more = next_return(purse, returned)
        if not more:
            return n


@jit_inline
def fill_from(purse, first, amount):
    """The first `amount` tokens of a purse, counted from a lane on."""
    chosen = np.uint64(0)
    for i in range(first, 8):
        here = min(amount, lane(purse, i))
        chosen += one(i) * np.uint64(here)
        amount -= here
    return chosen


@jit_inline
def next_return(purse, returned):
    """The choice of as many tokens that comes next: one token moves from the last lane it can to those behind it."""
    behind = lane(returned, 7)  # chosen in the lanes after i
    room = lane(purse, 7)  # there in them
    for i in range(6, -1, -1):
        here = lane(returned, i)
        if here > 0 and room > behind:
            kept = returned & (one(i) - np.uint64(1))  # lanes before i
            return kept + one(i) * np.uint64(here - 1) + fill_from(purse, i + 1, behind + 1), True
        behind += here
        room += lane(purse, i)
    return returned, False


@jit_inline
def allows(rules, state, action):
    """Whether an action is legal, without listing."""
    if state.ended or action < 0 or action > ALL_BITS:
        return False
    kind, place, colours, returned = kind_of(action), place_of(action), colours_of(action), returned_by(action)
    player = state.to_move
    if state.choosing > Asked.NOBLE:
        return place == 0 and colours == 0 and kind == Kind.PASS and allows_single(rules, state, player, returned)
    if state.choosing or kind == Kind.NOBLE:
        fits = place < state.n_nobles and noble_fits(rules, state, player, place)
        return state.choosing != 0 and kind == Kind.NOBLE and fits and colours == 0 and returned == 0
    if kind == Kind.PASS:
        return rules.pass_when_stuck != 0 and place == 0 and colours == 0 and returned == 0 and stuck(rules, state)
    if kind == Kind.BUY_BOARD or kind == Kind.BUY_RESERVED:
        return colours == 0 and returned == 0 and allows_buy(rules, state, player, kind, place)
    if kind == Kind.RESERVE_BOARD or kind == Kind.RESERVE_DECK:
        taken = gold_gained(rules, state, player) * ONE_GOLD
        if colours != 0 or not allows_reserve(rules, state, player, kind, place):
            return False
    else:
        taken = taken_by(rules, kind, colours)
        if place != 0 or not allows_take(rules, state, kind, colours):
            return False
    if rules.returns != 0:
        return returned == 0
    purse = state.tokens[player] + taken
    return total(returned) == max(0, total(purse) - rules.max_tokens) and covers(purse, returned)


@jit_inline
def allows_single(rules, state, player, returned):
    """Whether these are one token that may go back next."""
    return total(returned) == 1 and lanes_with(returned, 1) & ~returnable(rules, state, player) == 0


@jit_inline
def allows_buy(rules, state, player, kind, place):
    """Whether that card is there and can be paid."""
    if kind == Kind.BUY_BOARD:
        return place < rules.slots and affords(rules, state, player, state.board[place])
    return place < state.n_reserved[player] and affords(rules, state, player, state.reserved[player, place])


@jit_inline
def allows_reserve(rules, state, player, kind, place):
    """Whether that card is there and there is room for it."""
    if not can_reserve(rules, state, player):
        return False
    if kind == Kind.RESERVE_BOARD:
        return place < rules.slots and state.board[place] != EMPTY
    return place < rules.decks and can_reserve_deck(rules, state, place)


@jit_inline
def allows_take(rules, state, kind, colours):
    """Whether the bank gives those colours."""
    if kind == Kind.TAKE_SAME:
        return SIZE[colours] == 1 and colours & ~colours_to_double(rules, state) == 0
    wanted, there = colours_to_take(rules, state)
    return wanted > 0 and SIZE[colours] == wanted and colours & ~there == 0
