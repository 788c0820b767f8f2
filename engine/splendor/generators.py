"""Random action generators: pick a kind by its weight, then an action of that kind. Kinds that are impossible are passed over."""

import numpy as np

from engine.bits import ZERO, count, nth
from engine.chance import below, draw
from engine.game import NONE
from engine.jit import jit
from engine.splendor.actions import Kind, encode
from engine.splendor.lanes import (
    DEPOSIT,
    GOLD,
    MEMBERS,
    NO_GOLD,
    ONE_GOLD,
    SIZE,
    SPREAD,
    SUBSETS,
    SUBSETS_FROM,
    SUBSETS_NUMBER,
    at_least,
    covers,
    one,
    total,
)
from engine.splendor.listing import (
    affords,
    can_reserve,
    can_reserve_deck,
    colours_to_double,
    colours_to_take,
    gold_gained,

)
from engine.splendor.state import EMPTY

ONE = np.uint64(1)
S32 = np.uint64(32)
LOW32 = np.uint64(0xFFFFFFFF)


@jit
def sample(rules, state, rng):
    """One random legal action; the same for the same state and generator."""
    if state.ended:
        return NONE
    if state.choosing:
        return choose_noble(rules, state, rng)
    word = draw(rng)
    pick = word >> S32
    kind = 0
    for i in range(5):
        kind += pick >= rules.thresholds[i]
    action = generate(rules, state, kind, word & LOW32, rng)
    if action == NONE:
        action = pass_over(rules, state, kind, rng)
    return action


@jit
def pass_over(rules, state, kind, rng):
    """Another kind, by weight among those not yet tried; a kind without weight only when nothing else is possible."""
    tried = 1 << kind
    while tried != 63:
        weight = 0
        for i in range(6):
            weight += 0 if (tried >> i) & 1 else rules.weights[i]
        rest = np.int64(((draw(rng) >> S32) * np.uint64(weight)) >> S32)
        kind = -1
        for i in range(6):
            if not (tried >> i) & 1 and (weight == 0 or rules.weights[i] > 0):
                kind = i
                rest -= rules.weights[i]
                if rest < 0:
                    break
        action = generate(rules, state, kind, draw(rng) >> S32, rng)
        if action != NONE:
            return action
        tried |= 1 << kind
    return encode(Kind.PASS, 0, 0, ZERO) if rules.pass_when_stuck else NONE


@jit
def part(chance, n):
    """0 <= i < n from 32 random bits."""
    return np.int64((chance * np.uint64(n)) >> S32)


@jit
def generate(rules, state, kind, chance, rng):
    """A random action of one kind from 32 random bits, or NONE; `rng` serves for returning tokens."""
    player = state.to_move
    if kind == Kind.TAKE_DIFFERENT:
        wanted, there = colours_to_take(rules, state)
        if wanted == 0:
            return NONE
        size = SIZE[there]
        places = SUBSETS[SUBSETS_FROM[size, wanted] + part(chance, SUBSETS_NUMBER[size, wanted])]
        colours = np.int64(DEPOSIT[there, places])
        return with_returns(rules, state, player, kind, 0, colours, SPREAD[colours] * np.uint64(rules.take_amount), rng)
    if kind == Kind.TAKE_SAME:
        there = colours_to_double(rules, state)
        if there == 0:
            return NONE
        colours = 1 << MEMBERS[there, part(chance, SIZE[there])]
        return with_returns(rules, state, player, kind, 0, colours, SPREAD[colours] * np.uint64(rules.take_same), rng)
    if kind == Kind.BUY_BOARD or kind == Kind.BUY_RESERVED:
        there = buyable(rules, state, player, kind)
    elif can_reserve(rules, state, player):
        there = reservable(rules, state, kind)
    else:
        return NONE
    if there == ZERO:
        return NONE
    place = nth(there, part(chance, count(there)))
    if kind <= Kind.BUY_RESERVED:
        return encode(kind, place, 0, ZERO)
    return with_returns(rules, state, player, kind, place, 0, gold_gained(rules, state, player) * ONE_GOLD, rng)


@jit
def buyable(rules, state, player, kind):
    """The cards that the player can pay, as a set of places."""
    there = ZERO
    if kind == Kind.BUY_BOARD:
        for slot in range(rules.slots):
            card = state.board[slot]
            if card != EMPTY and affords(rules, state, player, card):
                there |= ONE << np.uint64(slot)
    else:
        for place in range(state.n_reserved[player]):
            if affords(rules, state, player, state.reserved[player, place]):
                there |= ONE << np.uint64(place)
    return there


@jit
def reservable(rules, state, kind):
    """The slots or decks that have a card, as a set of places."""
    there = ZERO
    if kind == Kind.RESERVE_BOARD:
        for slot in range(rules.slots):
            if state.board[slot] != EMPTY:
                there |= ONE << np.uint64(slot)
    else:
        for deck in range(rules.decks):
            if can_reserve_deck(rules, state, deck):
                there |= ONE << np.uint64(deck)
    return there


@jit
def with_returns(rules, state, player, kind, place, colours, taken, rng):
    """The action; tokens above the limit go back one at a time, a colour drawn among those held, gold only as the last resort."""
    purse = state.tokens[player] + taken
    returned = ZERO
    for _ in range(total(purse) - rules.max_tokens):
        held = at_least(purse & NO_GOLD, 1)
        colour = MEMBERS[held, below(rng, SIZE[held])] if held else GOLD
        returned += one(colour)
        purse -= one(colour)
    return encode(kind, place, colours, returned)


@jit
def choose_noble(rules, state, rng):
    """One of the nobles that fit."""
    fitting = ZERO
    for place in range(state.n_nobles):
        if covers(state.bonuses[state.to_move], rules.noble_cost[state.nobles[place]]):
            fitting |= ONE << np.uint64(place)
    return encode(Kind.NOBLE, nth(fitting, below(rng, count(fitting))), 0, ZERO)
