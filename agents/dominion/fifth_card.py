"""Best Fifth Card: the card that makes most money together with four random own cards (Fenner 2014).

All candidates are tried in the same sample hands. A hand is played out by the rules of all simple players, so that what
an Action draws or pays counts; what could be spent then is its money. A card that makes less than one more own card
would is not bought. Provinces come first (ruling 1).
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from agents.dominion.buying import DuchyAt, EstateAt, gains_for_itself, greens
from agents.dominion.cards import owning
from agents.dominion.short_term import by_habit, habits_of, short_term, with_habits
from engine.chance import draw
from engine.dominion.actions import NO, Ask, encode
from engine.dominion.table import discard_deck
from engine.dominion.turn import begin_turn, go_on_with_turn
from engine.dominion.zones import COPPER, CURSE, NO_PILE, add, clear, deal_random, empty_into, first_pile
from engine.game import Ended, copy_state, determinize
from engine.jit import jit
from engine.memory import memory_of
from engine.space import Steps
from engine.workspace import OWN, Needs, advance, exhausted, unpack

ROOT, HAND = 0, 1  # workspace.states: a determinized position, and a sample hand in it
DECISIONS = 60  # of a sample hand at most
TIE = 1e-6  # of equal candidates the dearer


@with_habits
class Params(NamedTuple):
    """How carefully it looks, and the habits of all simple players."""

    samples: Annotated[int, Steps((5, 10, 20, 50, 100), accepts=(1, 10_000)), "hands for a candidate (ruling 6)"] = 50
    duchy_at: DuchyAt = 0
    estate_at: EstateAt = 0
    copper: Annotated[bool, "Coppers are candidates (ruling 1)"] = False


class Memory(NamedTuple):
    """What it adds up."""

    money: Annotated[Any, np.float64]  # by candidate


def needs(params, budget, max_actions):
    """A determinized position, a sample hand, and sums."""
    return Needs(states=2, memory=Memory(money=NO + 1))


@jit
def lay_open(state, player):
    """All own cards of the player in its deck, and no card half played."""
    seat = state.seats[player]
    if state.looked_by == player:
        empty_into(state.looked, seat.discard)
    if state.aside_of == player:
        empty_into(state.aside, seat.discard)
    if state.active == player:
        empty_into(state.play, seat.discard)
    clear(state.looked)
    clear(state.aside)
    clear(state.play)
    empty_into(seat.hand, seat.discard)
    discard_deck(seat)
    empty_into(seat.discard, seat.deck)
    clear(seat.seen)
    state.depth = state.n_passed = state.in_flight = 0
    state.looked_by = state.aside_of = NO_PILE
    state.active = player


@jit
def begin_hand(rules, state, player, candidate, seed):
    """The player's turn begins with four random cards and the candidate; without one, with five random cards."""
    seat = state.seats[player]
    state.chance[0] = seed
    deal_random(seat.deck, seat.hand, rules.hand_size - 1, state.chance)
    if candidate == NO:
        deal_random(seat.deck, seat.hand, 1, state.chance)
    else:
        add(seat.hand, candidate)
    begin_turn(state)
    go_on_with_turn(rules, state)


@jit
def play_hand(rules, state, player, habits, budget):
    """Play until the purchases; what can be spent then."""
    for _ in range(DECISIONS):
        if state.active != player or state.ended != Ended.PLAYING or exhausted(budget):
            return 0.0
        if state.ask == Ask.BUY:
            return float(state.coins)
        answer = short_term(rules, state, habits)
        advance(rules, state, encode(state.ask, answer), budget)
    return 0.0


@jit
def sample_hands(rules, state, player, candidates, samples, workspace, money):
    """Add up the money that each candidate makes, over the same hands; hands that were tried with all of them."""
    pool, budget, habits = workspace.states, workspace.budget[OWN], habits_of(workspace.knobs)
    lay_open(determinize(rules, state, player, pool, ROOT, workspace.rng, True), player)
    money[:] = 0.0
    for sample in range(samples):
        seed = draw(workspace.rng)
        left = candidates
        while left:
            candidate = first_pile(left)
            left &= left - 1
            copy_state(rules, pool[ROOT], pool, HAND)
            begin_hand(rules, pool[HAND], player, candidate, seed)
            money[candidate] += play_hand(rules, pool[HAND], player, habits, budget)
            if exhausted(budget):
                return sample
    return samples


@jit
def best_candidate(rules, state, candidates, money):
    """The candidate with most money, of equal ones the dearer; NO only if it makes more than all others."""
    best, found = -1e9, NO
    left = candidates
    while left:
        candidate = first_pile(left)
        left &= left - 1
        worth = money[candidate] + (TIE * owning(rules, state, candidate) if candidate != NO else -TIE)
        if worth > best:
            best, found = worth, candidate
    return found


def act(rules, state, workspace):
    """The best fifth card, anything else by habit."""
    if not gains_for_itself(state):
        return by_habit(rules, state, workspace.knobs)
    p = unpack(Params, workspace.knobs)
    options = int(state.options)
    green = greens(state, options, p.duchy_at, p.estate_at)
    if green != NO:
        return encode(state.ask, green)
    candidates = options & ~(1 << CURSE | (0 if p.copper else 1 << COPPER))
    if candidates & (candidates - 1) == 0:  # nothing to choose between
        return encode(state.ask, first_pile(candidates if candidates else options))
    money = memory_of(Memory, workspace).money
    if sample_hands(rules, state, int(state.to_move), candidates, p.samples, workspace, money) == 0:
        money[:] = 0.0
    return encode(state.ask, best_candidate(rules, state, candidates, money))
