"""Who knows what: dealing anew the cards that a viewer cannot see, exactly as its knowledge leaves them open.

A viewer has seen every hand that it has held. Of cards that left such a hand face down afterwards it knows the set they
came from: what was in the hand when it passed it on and has neither been built nor been seen again. Everything else,
cards that left a hand before the viewer first held it, hands it has not held and cards that were not dealt, is one
common pool. So the covered cards fall into groups, and in each group every card is as likely in every place:

- `seen`: for a hand that the viewer has held, each stretch between two of its turns with it; the last stretch, which
  is not over, includes what is in the hand now;
- `unseen`: the pool. Some of its guilds, of which fewer are drawn than there are, lie in the box.

The viewer's own cards stay where they are, and so do those that it saw in the discard pile, or that were built from
there: whose they were is not known to it, but changes nothing. Only where a card has several copies may it matter which
of them came to light (copies.py).
"""

import numpy as np

from engine.bits import ONE, ZERO, count, nth
from engine.chance import below
from engine.game import NONE
from engine.jit import jit, jit_inline
from engine.lanes import S3
from engine.sevenwonders.copies import counts_once, redraw_copies
from engine.sevenwonders.covered import (
    CARD_BITS,
    before,
    cards_of,
    discarded,
    first_held,
    last_turn,
    own_turns,
    staged,
    taken,
)
from engine.sevenwonders.hands import as_hand, as_set
from engine.sevenwonders.state import HAND


@jit
def redeal(rules, state, viewer, rng):
    """Take the others' covered picks back and deal anew what the viewer cannot see."""
    for player in range(state.n_players):
        if player != viewer:
            state.pick[player] = NONE
    for age in range(state.age + 1):
        drawn = redraw_copies(rules, state, age, viewer, rng)
        redeal_age(rules, state, age, viewer, rng)
        while drawn != ZERO and not counts_once(rules, state, age, viewer, drawn, rng):
            drawn = redraw_copies(rules, state, age, viewer, rng)
            redeal_age(rules, state, age, viewer, rng)


@jit
def redeal_age(rules, state, age, viewer, rng):
    """Deal one age anew, group by group."""
    for hand in range(state.n_players):
        first = first_held(state, age, hand, viewer)
        if first <= last_turn(state, age):
            redeal_seen(state, age, hand, viewer, first, rng)
    redeal_unseen(rules, state, age, viewer, rng)


@jit_inline
def hidden_turns(state, age, hand, viewer):
    """The turns in which a card left a hand face down that the viewer cannot place."""
    word, known = state.plays[age, hand], before(state.looked[viewer] - 8 * age)
    in_pile = discarded(word) & ~taken(word)
    return (in_pile & ~known | staged(word)) & ~own_turns(state, age, hand, viewer)


@jit
def draw_from(pool, n, rng):
    """n random cards of a set, as a set."""
    cards = ZERO
    there = count(pool)
    for i in range(n):
        cards |= ONE << np.uint64(nth(pool & ~cards, below(rng, there - i)))
    return cards


@jit
def deal_turns(state, age, hand, turns, pool, rng):
    """Put random cards of a set into some turns of a hand; returns the rest of the set."""
    there = count(pool)
    for turn in range(HAND):
        if turns >> turn & 1:
            card = np.uint64(nth(pool, below(rng, there)))
            pool ^= ONE << card
            there -= 1
            shift = np.uint64(turn) << S3
            state.plays[age, hand] = (state.plays[age, hand] & ~(CARD_BITS << shift)) | card << shift
    return pool


@jit
def redeal_seen(state, age, hand, viewer, first, rng):
    """Deal anew within each stretch since the viewer first held a hand."""
    hidden = hidden_turns(state, age, hand, viewer)
    now = last_turn(state, age)
    held = first
    while held <= now:
        again = held + state.n_players
        stretch = hidden >> (held + 1) << (held + 1)
        if again <= now:
            stretch &= (1 << again) - 1
        pool = cards_of(state.plays[age, hand], stretch)
        if again > now and age == state.age and held < now:  # the hand is on its way
            pool |= as_set(state.hand[hand])
            state.hand[hand] = as_hand(deal_turns(state, age, hand, stretch, pool, rng))
        elif stretch & (stretch - 1):
            deal_turns(state, age, hand, stretch, pool, rng)
        held = again


@jit
def redeal_unseen(rules, state, age, viewer, rng):
    """Deal anew everything that the viewer has never seen."""
    pool = state.box[age]
    now = last_turn(state, age)
    for hand in range(state.n_players):
        first = first_held(state, age, hand, viewer)
        pool |= cards_of(state.plays[age, hand], unseen_turns(state, age, hand, viewer, first))
        if age == state.age and first > now:
            pool |= as_set(state.hand[hand])
    if pool == ZERO:
        return
    box = draw_from(pool & rules.guilds[age], rules.guilds_left[age], rng)
    box |= draw_from(pool & ~box, count(state.box[age]) - rules.guilds_left[age], rng)
    state.box[age] = box
    pool ^= box
    for hand in range(state.n_players):
        first = first_held(state, age, hand, viewer)
        pool = deal_turns(state, age, hand, unseen_turns(state, age, hand, viewer, first), pool, rng)
        if age == state.age and first > now:
            cards = draw_from(pool, count(as_set(state.hand[hand])), rng)
            state.hand[hand] = as_hand(cards)
            pool ^= cards


@jit_inline
def unseen_turns(state, age, hand, viewer, first):
    """The hidden turns of a hand before the viewer first held it, or all of them if it never has."""
    hidden = hidden_turns(state, age, hand, viewer)
    return hidden & ((1 << first) - 1) if first <= last_turn(state, age) else hidden
