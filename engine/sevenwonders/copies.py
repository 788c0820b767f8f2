"""Copies of one card look alike: which of them came to light in the discard pile is drawn anew.

A viewer who has looked through the pile, or has seen somebody build from it, knows the names of cards that lay there.
Where copies of such a card belong to several groups of covered cards (knowledge.py), the name does not say which of
them it was. Copies keep their group, which is what the viewer knows of them; drawn anew is which of them were seen:

- `seen`: those that the viewer saw in the pile; how many came from each group is known to it;
- `taken`: those that were built from there. Each may have been any card that was discarded up to the last look that
  somebody had at the pile: more likely one of a group of which much was discarded.
"""

import numpy as np

from engine.bits import ONE, ZERO, count, lowest, nth
from engine.chance import below
from engine.jit import jit, jit_inline
from engine.lanes import BYTE, S3, lane
from engine.sevenwonders.covered import (
    POOL,
    STRETCHES,
    before,
    cards_of,
    discarded,
    hands_of_group,
    is_of_group,
    own_turns,
    staged,
    taken,
    turns_of_group,
)
from engine.sevenwonders.hands import as_hand, as_set
from engine.sevenwonders.state import HAND, Covered

S6 = np.uint64(6)


@jit_inline
def set_play(state, age, hand, turn, card, how):
    """Write which card left a hand in a turn, and how."""
    shift = np.uint64(turn) << S3
    byte = np.uint64(card) | np.uint64(how) << S6
    state.plays[age, hand] = (state.plays[age, hand] & ~(BYTE << shift)) | byte << shift


@jit
def turns_looked_at(state, age, viewer):
    """Turns of an age whose discards the viewer has seen in the pile, and anybody else up to the last look."""
    most = 0
    for player in range(state.n_players):
        most = max(most, state.looked[player] - 8 * age)
    known = before(state.looked[viewer] - 8 * age)
    return known, before(most) & ~known


@jit
def give_marks(rules, state, age, viewer, known, later):
    """Of equal cards in the pile, let those be taken that the viewer can place: it can tell no more."""
    for hand in range(state.n_players):
        marks = taken(state.plays[age, hand]) & ~known & ~own_turns(state, age, hand, viewer)
        for turn in range(HAND):
            if marks >> turn & 1:
                pass_mark(rules, state, age, hand, turn, viewer, known, later)


@jit
def pass_mark(rules, state, age, hand, turn, viewer, known, later):
    """Pass the mark of a taken card on to an equal one of the viewer's own, or one that it saw, if there is any."""
    card = lane(state.plays[age, hand], turn) & 63
    for other in range(state.n_players):
        word = state.plays[age, other]
        placed = discarded(word) & ~taken(word) & (known | (later & own_turns(state, age, other, viewer)))
        for when in range(HAND):
            equal = lane(word, when) & 63
            if placed >> when & 1 and rules.row_of[age, equal] == rules.row_of[age, card]:
                set_play(state, age, other, when, equal, Covered.TAKEN)
                set_play(state, age, hand, turn, card, Covered.PILE)
                return


@jit
def draw_some(rules, age, old, there, rng):
    """For every card of a set, one of its copies in another set, if any is left: all choices are equally likely."""
    new = ZERO
    while old != ZERO:
        copies = there & ~new & rules.copies[rules.row_of[age, lowest(old)]]
        old &= old - ONE
        if copies != ZERO:
            new |= ONE << np.uint64(nth(copies, below(rng, count(copies))))
    return new


@jit
def same_copies(rules, age, old, there):
    """For every card of a set, the first of its copies in another set."""
    new = ZERO
    while old != ZERO:
        copies = there & ~new & rules.copies[rules.row_of[age, lowest(old)]]
        new |= copies & (~copies + ONE)
        old &= old - ONE
    return new


@jit
def discards_of(state, age, group, viewer, turns):
    """The cards of a group that were discarded in some turns."""
    cards = ZERO
    start, end = hands_of_group(state, group)
    for hand in range(start, end):
        word = state.plays[age, hand]
        cards |= cards_of(word, discarded(word) & turns & turns_of_group(state, age, hand, group, viewer))
    return cards


@jit
def cards_of_group(state, age, group, viewer):
    """All cards of a group, wherever they lie."""
    cards = state.box[age] if group == POOL else ZERO
    start, end = hands_of_group(state, group)
    for hand in range(start, end):
        word = state.plays[age, hand]
        cards |= cards_of(word, (discarded(word) | staged(word)) & turns_of_group(state, age, hand, group, viewer))
        if is_of_group(state, age, hand, group, viewer):
            cards |= as_set(state.hand[hand])
    return cards


@jit
def redraw_copies(rules, state, age, viewer, rng):
    """Draw anew which copies the viewer saw in the pile and which were taken; the latter, if there was a choice."""
    known, later = turns_looked_at(state, age, viewer)
    if rules.later_copies[age] == ZERO or known | later == 0:
        return ZERO
    give_marks(rules, state, age, viewer, known, later)
    seen = marked = gone = ZERO
    others = state.box[age]
    for hand in range(state.n_players):
        word, own = state.plays[age, hand], own_turns(state, age, hand, viewer)
        seen |= cards_of(word, discarded(word) & known & ~own)
        marked |= cards_of(word, taken(word) & known & ~own)
        gone |= cards_of(word, taken(word) & later & ~own)
        others |= cards_of(word, (discarded(word) | staged(word)) & ~own)
        if age == state.age and own >> state.age_turn & 1 == 0:
            others |= as_set(state.hand[hand])
    if not has_copies(rules, age, seen | gone, others & ~(seen | gone)):
        return ZERO
    new_seen, new_taken = draw_copies(rules, state, age, viewer, known, later, seen, gone, rng)
    marked = same_copies(rules, age, marked, new_seen)
    for group in range(groups(state)):
        write_group(state, age, group, viewer, known, later, new_seen, marked, new_taken)
    return new_taken


@jit
def draw_copies(rules, state, age, viewer, known, later, seen, gone, rng):
    """Copies of the cards seen and of those taken, drawn until they fit."""
    may_see = may_take = ZERO
    for group in range(groups(state)):
        cards = cards_of_group(state, age, group, viewer)
        may_see |= cards if discards_of(state, age, group, viewer, known) != ZERO else ZERO
        may_take |= cards if discards_of(state, age, group, viewer, later) != ZERO else ZERO
    while True:
        new_seen = draw_some(rules, age, seen, may_see, rng)
        new_taken = draw_some(rules, age, gone, may_take & ~new_seen, rng)
        full = count(new_taken) == count(gone)
        if full and fit(rules, state, age, viewer, known, later, new_seen, new_taken, rng):
            return new_seen, new_taken


@jit_inline
def groups(state):
    """The number of groups."""
    return 1 + STRETCHES * state.n_players


@jit
def has_copies(rules, age, cards, others):
    """Whether one of the others looks like one of the cards."""
    while cards != ZERO:
        if others & rules.copies[rules.row_of[age, lowest(cards)]] != ZERO:
            return True
        cards &= cards - ONE
    return False


@jit
def fit(rules, state, age, viewer, known, later, seen, gone, rng):
    """Whether every group has as many discards: taken ones by the chance that they were among them."""
    for group in range(groups(state)):
        cards, there = cards_of_group(state, age, group, viewer), discards_of(state, age, group, viewer, known)
        if count(seen & cards) != count(there):
            return False
        places = count(cards) - count(there) - (rules.guilds_left[age] if group == POOL else 0)
        rooms = count(discards_of(state, age, group, viewer, later))
        for i in range(count(gone & cards)):
            if below(rng, places - i) >= rooms - i:
                return False
    return True


@jit
def write_group(state, age, group, viewer, known, later, seen, marked, gone):
    """Put the cards of a group into its places in ascending order: what is covered is dealt anew afterwards."""
    cards = cards_of_group(state, age, group, viewer)
    start, end = hands_of_group(state, group)
    for hand in range(start, end):
        word = state.plays[age, hand]
        pile, mine = discarded(word), turns_of_group(state, age, hand, group, viewer)
        for turn in range(HAND):
            if (pile | staged(word)) & mine & 1 << turn == 0:
                continue
            which = cards & ~(seen | gone)
            if pile & known & 1 << turn:
                which = cards & seen
            elif pile & later & 1 << turn and cards & gone != ZERO:
                which = cards & gone
            card = which & (~which + ONE)
            cards ^= card
            how = Covered.STAGE
            if pile & 1 << turn:
                how = Covered.TAKEN if card & (marked | gone) != ZERO else Covered.PILE
            set_play(state, age, hand, turn, lowest(card), how)
    for hand in range(start, end):
        if is_of_group(state, age, hand, group, viewer):
            held = ZERO
            for _ in range(count(as_set(state.hand[hand]))):
                held |= cards & (~cards + ONE)
                cards &= cards - ONE
            state.hand[hand] = as_hand(held)
    if group == POOL:
        state.box[age] = cards


@jit
def counts_once(rules, state, age, viewer, gone, rng):
    """Whether to keep a deal: where more equal cards lie in the pile than were taken, it was as many times drawn."""
    _, later = turns_looked_at(state, age, viewer)
    pile = ZERO
    for hand in range(state.n_players):
        word = state.plays[age, hand]
        pile |= cards_of(word, discarded(word) & later & ~own_turns(state, age, hand, viewer))
    while gone != ZERO:
        copies = rules.copies[rules.row_of[age, lowest(gone)]]
        drawn, there = count(gone & copies), count(pile & copies)
        for i in range(drawn):
            if below(rng, there - i) >= drawn - i:
                return False
        gone &= ~copies
    return True
