"""Random actions: pick a kind by its weight, then an action of that kind. Impossible kinds are passed over."""

import numpy as np

from engine.bits import ZERO, count, nth
from engine.chance import below, draw
from engine.game import NONE
from engine.jit import jit_inline
from engine.lanes import lane, one, total
from engine.splendor.actions import Kind, encode, taken_by
from engine.splendor.lanes import (
    CHOICES,
    CHOICES_FROM,
    CHOICES_NUMBER,
    GOLD,
    MEMBERS,
    NO_GOLD,
    ONE_GOLD,
    SIZE,
    at_least,
)
from engine.splendor.legal_moves import (
    affords,
    can_reserve_deck,
    colours_to_double,
    colours_to_take,
    gold_gained,
    noble_fits,
)
from engine.splendor.state import EMPTY, Asked

ONE = np.uint64(1)
S32 = np.uint64(32)
LOW32 = np.uint64(0xFFFFFFFF)
ALL_KINDS = 63


@jit_inline
def sample(rules, state, rng):
    """One random legal action; the same for the same state and generator."""
    if state.ended:
        return NONE
    player = state.to_move
    if state.choosing == Asked.NOBLE:
        return choose_noble(rules, state, rng)
    if state.choosing:
        return return_one(rules, state, player, rng)
    wanted, different = colours_to_take(rules, state)
    same = colours_to_double(rules, state)
    out = ruled_out(rules, state, player, wanted, same)
    while out != ALL_KINDS:
        word = draw(rng)
        kind = pick_kind(rules, out, word >> S32)
        chance = word & LOW32
        if kind == Kind.TAKE_DIFFERENT:
            choice = CHOICES_FROM[wanted, different] + part(chance, CHOICES_NUMBER[wanted, different])
            return with_returns(rules, state, player, kind, 0, CHOICES[choice], rng)
        if kind == Kind.TAKE_SAME:
            colours = 1 << MEMBERS[same, part(chance, SIZE[same])]
            return with_returns(rules, state, player, kind, 0, colours, rng)
        there = places(rules, state, player, kind)
        if there != ZERO:
            place = nth(there, part(chance, count(there)))
            if kind <= Kind.BUY_RESERVED:
                return encode(kind, place, 0, ZERO)
            return with_returns(rules, state, player, kind, place, 0, rng)
        out |= 1 << kind
    return encode(Kind.PASS, 0, 0, ZERO) if rules.pass_when_stuck else NONE


@jit_inline
def ruled_out(rules, state, player, wanted, same):
    """The kinds that a glance shows to be impossible; affordable cards are looked for only when buying is picked."""
    reserves = state.n_reserved[player]
    out = int(wanted == 0) | int(same == 0) << 1 | int(reserves == 0) << 3
    return out | (0 if reserves < rules.max_reserved else 48) | (0 if rules.deck_reserve else 32)


@jit_inline
def pick_kind(rules, out, chance):
    """A kind by weight among those not ruled out, from 32 random bits."""
    kind = 0
    for i in range(5):
        kind += chance >= rules.kind_thresholds[out, i]
    return kind


@jit_inline
def part(chance, n):
    """0 <= i < n from 32 random bits."""
    return np.int64((chance * np.uint64(n)) >> S32)


@jit_inline
def places(rules, state, player, kind):
    """Where a kind of action is possible, as a set of slots, decks or places in the reserve."""
    if kind == Kind.BUY_BOARD or kind == Kind.BUY_RESERVED:
        return buyable(rules, state, player, kind)
    return reservable(rules, state, kind)


@jit_inline
def buyable(rules, state, player, kind):
    """The cards that the player can pay, as a set of places."""
    there = ZERO
    if kind == Kind.BUY_BOARD:
        for slot in range(rules.slots):
            there |= np.uint64(affords(rules, state, player, state.board[slot])) << np.uint64(slot)
    else:
        for place in range(state.n_reserved[player]):
            there |= np.uint64(affords(rules, state, player, state.reserved[player, place])) << np.uint64(place)
    return there


@jit_inline
def reservable(rules, state, kind):
    """The slots or decks that have a card, as a set of places."""
    there = ZERO
    if kind == Kind.RESERVE_BOARD:
        for slot in range(rules.slots):
            there |= np.uint64(state.board[slot] != EMPTY) << np.uint64(slot)
    else:
        for deck in range(rules.decks):
            if can_reserve_deck(rules, state, deck):
                there |= ONE << np.uint64(deck)
    return there


@jit_inline
def with_returns(rules, state, player, kind, place, colours, rng):
    """The action; tokens above the limit go back one by one, of a random colour held, gold only if nothing else is."""
    purse = state.tokens[player] + taken_by(rules, kind, colours)
    if kind >= Kind.RESERVE_BOARD:
        purse += gold_gained(rules, state, player) * ONE_GOLD
    excess = total(purse) - rules.max_tokens
    return encode(kind, place, colours, drawn(purse, excess, rng) if rules.returns == 0 else ZERO)


@jit_inline
def drawn(purse, n, rng):
    """Random tokens of a purse."""
    chosen = ZERO
    for _ in range(n):
        held = at_least(purse & NO_GOLD, 1)
        colour = MEMBERS[held, below(rng, SIZE[held])] if held else GOLD
        chosen += one(colour)
        purse -= one(colour)
    return chosen


@jit_inline
def return_one(rules, state, player, rng):
    """The first token, in the order of lanes, of a random return of all that are too many."""
    purse = state.tokens[player]
    before = one(state.choosing // Asked.RETURN - 1) - ONE  # lanes that have been passed
    chosen = drawn(purse & ~before, total(purse) - rules.max_tokens, rng)
    first = 0
    while lane(chosen, first) == 0:
        first += 1
    return encode(Kind.PASS, 0, 0, one(first))


@jit_inline
def choose_noble(rules, state, rng):
    """One of the nobles that fit."""
    fitting = ZERO
    for place in range(state.n_nobles):
        if noble_fits(rules, state, state.to_move, place):
            fitting |= ONE << np.uint64(place)
    return encode(Kind.NOBLE, nth(fitting, below(rng, count(fitting))), 0, ZERO)
