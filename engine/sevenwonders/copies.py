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
from engine.lanes import lane
from engine.sevenwonders.hands import as_hand, as_set
from engine.sevenwonders.state import HAND, LAST_TURN, Covered

GROUPS = 1 + 3 * 7  # the pool, and at most three stretches of each hand
S3, CARD_BITS, LANE = np.uint64(3), np.uint64(63), np.uint64(255)
POOL, OWN = 0, -1  # as a group: what the viewer has never seen; what it can place


@jit_inline
def last_turn(state, age):
    """The last turn of an age that has begun."""
    return state.age_turn if age == state.age else LAST_TURN


@jit_inline
def first_held(state, age, hand, viewer):
    """The turn of an age in which the viewer holds a hand for the first time; again every n turns."""
    way = viewer - hand if age != 1 else hand - viewer
    return way if way >= 0 else way + state.n_players


@jit
def group_of_turn(state, age, hand, turn, viewer):
    """The group of a card that left a hand in a turn."""
    first, held = first_held(state, age, hand, viewer), min(turn, LAST_TURN)
    if first > last_turn(state, age) or turn < first:
        return POOL
    if turn <= LAST_TURN and (turn - first) % state.n_players == 0:
        return OWN
    return 1 + 3 * hand + (held - first) // state.n_players


@jit
def group_of_hand(state, age, hand, viewer):
    """The group of the cards in a hand now."""
    return group_of_turn(state, age, hand, last_turn(state, age), viewer)


@jit_inline
def how_at(state, age, hand, turn):
    """How a card left a hand in a turn."""
    return lane(state.plays[age, hand], turn) >> 6


@jit_inline
def card_of(state, age, hand, turn):
    """The card that left a hand face down in a turn."""
    return lane(state.plays[age, hand], turn) & 63


@jit_inline
def set_play(state, age, hand, turn, card, how):
    """Write which card left a hand in a turn, and how."""
    shift = np.uint64(turn) << S3
    byte = np.uint64(card) | np.uint64(how) << np.uint64(6)
    state.plays[age, hand] = (state.plays[age, hand] & ~(LANE << shift)) | byte << shift


@jit
def turns_looked_at(state, age, viewer):
    """Turns of an age whose discards the viewer has seen in the pile, and anybody."""
    most = 0
    for player in range(state.n_players):
        most = max(most, state.looked[player] - 8 * age)
    return state.looked[viewer] - 8 * age, most


@jit
def give_marks(rules, state, age, viewer):
    """Of equal cards in the pile, let those be taken that the viewer can place: it can tell no more."""
    known, until = turns_looked_at(state, age, viewer)
    for hand in range(state.n_players):
        for turn in range(HAND):
            if how_at(state, age, hand, turn) != Covered.TAKEN or turn < known:
                continue
            if group_of_turn(state, age, hand, turn, viewer) != OWN:
                pass_mark(rules, state, age, hand, turn, viewer, known, until)


@jit
def pass_mark(rules, state, age, hand, turn, viewer, known, until):
    """Pass the mark of a taken card on to an equal one of the viewer's own, or one that it saw, if there is any."""
    card = card_of(state, age, hand, turn)
    for other in range(state.n_players):
        for when in range(min(HAND, until)):
            if how_at(state, age, other, when) != Covered.PILE:
                continue
            equal = card_of(state, age, other, when)
            placed = when < known or group_of_turn(state, age, other, when, viewer) == OWN
            if placed and rules.row_of[age, equal] == rules.row_of[age, card]:
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
def discards_of(state, age, group, viewer, first, last):
    """The cards of a group that were discarded in some turns."""
    cards = ZERO
    for hand in range(state.n_players):
        for turn in range(max(0, first), min(HAND, last)):
            how = how_at(state, age, hand, turn)
            mine = group_of_turn(state, age, hand, turn, viewer) == group
            if mine and (how == Covered.PILE or how == Covered.TAKEN):
                cards |= ONE << np.uint64(card_of(state, age, hand, turn))
    return cards


@jit
def cards_of_group(state, age, group, viewer):
    """All cards of a group, wherever they lie."""
    cards = discards_of(state, age, group, viewer, 0, HAND) | (state.box[age] if group == POOL else ZERO)
    for hand in range(state.n_players):
        if age == state.age and group_of_hand(state, age, hand, viewer) == group:
            cards |= as_set(state.hand[hand])
        for turn in range(HAND):
            mine = group_of_turn(state, age, hand, turn, viewer) == group
            if mine and how_at(state, age, hand, turn) == Covered.STAGE:
                cards |= ONE << np.uint64(card_of(state, age, hand, turn))
    return cards


@jit
def taken_of(state, age, viewer, first, last):
    """The cards that were taken of those that were discarded in some turns, but for the viewer's own."""
    cards = ZERO
    for hand in range(state.n_players):
        for turn in range(max(0, first), min(HAND, last)):
            own = group_of_turn(state, age, hand, turn, viewer) == OWN
            if how_at(state, age, hand, turn) == Covered.TAKEN and not own:
                cards |= ONE << np.uint64(card_of(state, age, hand, turn))
    return cards


@jit
def redraw_copies(rules, state, age, viewer, rng):
    """Draw anew which copies the viewer saw in the pile and which were taken; the latter, if there was a choice."""
    known, until = turns_looked_at(state, age, viewer)
    if rules.later_copies[age] == ZERO or until <= 0:
        return ZERO
    give_marks(rules, state, age, viewer)
    marked, taken = taken_of(state, age, viewer, 0, known), taken_of(state, age, viewer, known, until)
    seen = others = may_see = may_take = ZERO
    for group in range(GROUPS):
        cards = cards_of_group(state, age, group, viewer)
        old, new = (
            discards_of(state, age, group, viewer, 0, known),
            discards_of(state, age, group, viewer, known, until),
        )
        seen |= old
        others |= cards
        may_see |= cards if old != ZERO else ZERO
        may_take |= cards if new != ZERO else ZERO
    if not has_copies(rules, age, seen | taken, others & ~(seen | taken)):
        return ZERO
    while True:
        new_seen = draw_some(rules, age, seen, may_see, rng)
        new_taken = draw_some(rules, age, taken, may_take & ~new_seen, rng)
        if count(new_taken) == count(taken) and fit(rules, state, age, viewer, new_seen, new_taken, rng):
            break
    marked = same_copies(rules, age, marked, new_seen)
    for group in range(GROUPS):
        write_group(state, age, group, viewer, new_seen, marked, new_taken)
    return new_taken


@jit
def has_copies(rules, age, cards, others):
    """Whether one of the others looks like one of the cards."""
    while cards != ZERO:
        if others & rules.copies[rules.row_of[age, lowest(cards)]] != ZERO:
            return True
        cards &= cards - ONE
    return False


@jit
def fit(rules, state, age, viewer, seen, taken, rng):
    """Whether every group has as many discards: taken ones by the chance that they were among them."""
    known, until = turns_looked_at(state, age, viewer)
    for group in range(GROUPS):
        cards, there = cards_of_group(state, age, group, viewer), discards_of(state, age, group, viewer, 0, known)
        if count(seen & cards) != count(there):
            return False
        places = count(cards) - count(there) - (rules.guilds_left[age] if group == POOL else 0)
        rooms = count(discards_of(state, age, group, viewer, known, until))
        for i in range(count(taken & cards)):
            if below(rng, places - i) >= rooms - i:
                return False
    return True


@jit
def write_group(state, age, group, viewer, seen, marked, taken):
    """Put the cards of a group into its places in ascending order: what is covered is dealt anew afterwards."""
    known, until = turns_looked_at(state, age, viewer)
    cards = cards_of_group(state, age, group, viewer)
    for hand in range(state.n_players):
        for turn in range(HAND):
            how = how_at(state, age, hand, turn)
            if how == Covered.NOT or group_of_turn(state, age, hand, turn, viewer) != group:
                continue
            which = cards & ~(seen | taken)
            if how != Covered.STAGE and turn < known:
                which = cards & seen
            elif how != Covered.STAGE and turn < until and cards & taken != ZERO:
                which = cards & taken
            card = which & (~which + ONE)
            cards ^= card
            if how != Covered.STAGE:
                how = np.int64(Covered.TAKEN if card & (marked | taken) != ZERO else Covered.PILE)
            set_play(state, age, hand, turn, lowest(card), how)
    for hand in range(state.n_players):
        if age == state.age and group_of_hand(state, age, hand, viewer) == group:
            held = ZERO
            for _ in range(count(as_set(state.hand[hand]))):
                held |= cards & (~cards + ONE)
                cards &= cards - ONE
            state.hand[hand] = as_hand(held)
    if group == POOL:
        state.box[age] = cards


@jit
def counts_once(rules, state, age, viewer, taken, rng):
    """Whether to keep a deal: where more equal cards lie in the pile than were taken, it was as many times drawn."""
    known, until = turns_looked_at(state, age, viewer)
    pile = ZERO
    for group in range(GROUPS):
        pile |= discards_of(state, age, group, viewer, known, until)
    while taken != ZERO:
        copies = rules.copies[rules.row_of[age, lowest(taken)]]
        drawn, there = count(taken & copies), count(pile & copies)
        for i in range(drawn):
            if below(rng, there - i) >= drawn - i:
                return False
        taken &= ~copies
    return True
