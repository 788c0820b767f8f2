"""Moving cards: draw, reshuffle, put on the deck, gain, trash, pass; and what everybody gets to see of it."""

from engine.dominion.state import AS_SET, MOST_KNOWN, MOST_PASSES, PILE_BITS, TO_ALL
from engine.dominion.zones import (
    EVERY_PILE,
    WORDS,
    add,
    clear,
    deal_random,
    drop,
    empty_into,
    kinds,
    number,
    size,
    take_random,
)
from engine.jit import jit, jit_inline


@jit
def draw_cards(state, player, n):
    """The uppermost n cards of the deck, or as many as there are, go to the hand."""
    seat = state.seats[player]
    while n > 0 and seat.n_known > 0:
        entry = take_known(seat)
        add(seat.hand, entry & PILE_BITS)
        if entry & TO_ALL:
            add(seat.seen, entry & PILE_BITS)
        n -= 1
    if n > 0:
        n -= deal_random(seat.deck, seat.hand, n, state.chance)
    if n > 0:
        reshuffle(state, player)
        deal_random(seat.deck, seat.hand, n, state.chance)


@jit_inline
def reshuffle(state, player):
    """The discard pile becomes the deck. What the player has passed on lies open by now: all else was seen since."""
    seat = state.seats[player]
    empty_into(seat.discard, seat.deck)
    forget_passes(state, player, 1, EVERY_PILE)


@jit
def take_top(state, player):
    """Take the uppermost card of the deck; its pile, or -1 if there is none."""
    seat = state.seats[player]
    if seat.n_known > 0:
        return int(take_known(seat) & PILE_BITS)
    if size(seat.deck) == 0:
        reshuffle(state, player)
    held = size(seat.deck)
    return take_random(seat.deck, held, state.chance) if held > 0 else -1


@jit_inline
def take_known(seat):
    """Take the uppermost known card off the deck; its entry. Which one of a set it was stays unseen."""
    seat.n_known -= 1
    entry = seat.known[seat.n_known]
    if entry & AS_SET:
        for i in range(seat.n_known):
            seat.known[i] &= PILE_BITS | TO_ALL
    return int(entry)


@jit
def put_on_deck(seat, pile, who):
    """Put a card on the deck; `who`: TO_ALL, AS_SET or 0, if only the owner knows it.

    Of one more than MOST_KNOWN the deepest loses its place: it is one of the cards below, in any order.
    """
    if seat.n_known == MOST_KNOWN:
        add(seat.deck, seat.known[0] & PILE_BITS)
        for i in range(MOST_KNOWN - 1):
            seat.known[i] = seat.known[i + 1]
        seat.n_known -= 1
    seat.known[seat.n_known] = pile | who
    seat.n_known += 1


@jit
def known_copies(seat, pile):
    """How many cards of a pile are among the known ones on the deck."""
    n = 0
    for i in range(seat.n_known):
        if seat.known[i] & PILE_BITS == pile:
            n += 1
    return n


@jit_inline
def can_draw(seat):
    """How many cards a player could draw."""
    return seat.n_known + size(seat.deck) + size(seat.discard)


@jit
def discard_deck(seat):
    """The whole deck goes to the discard pile."""
    for i in range(seat.n_known):
        add(seat.discard, seat.known[i] & PILE_BITS)
    seat.n_known = 0
    empty_into(seat.deck, seat.discard)


@jit
def leave_hand(state, player, pile):
    """A card leaves the hand for all to see."""
    seat = state.seats[player]
    drop(seat.hand, pile)
    if number(seat.seen, pile) > 0:
        drop(seat.seen, pile)
    for i in range(state.n_passed - state.in_flight):
        if state.passed[i, 2] == player and state.passed[i, 0] == pile:
            forget_pass(state, i)
            break


@jit_inline
def leave_hand_unseen(state, player, pile):
    """A card leaves the hand, and nobody knows any more what is left."""
    seat = state.seats[player]
    drop(seat.hand, pile)
    clear(seat.seen)


@jit_inline
def show_card(seat, pile):
    """A card of the hand is shown."""
    if number(seat.seen, pile) == 0:
        add(seat.seen, pile)


@jit_inline
def show_hand(state, player):
    """The whole hand is shown."""
    seat = state.seats[player]
    for word in range(WORDS):
        seat.seen[word] = seat.hand[word]
    forget_passes(state, player, 2, kinds(seat.hand))


@jit_inline
def take_from_supply(state, pile):
    """One card less in the supply."""
    state.supply[pile] -= 1
    if state.supply[pile] == 0:
        state.stock &= ~(1 << pile)


@jit_inline
def hand_over(state, player, pile):
    """A card leaves the hand and waits until all have chosen what to pass."""
    leave_hand_unseen(state, player, pile)
    if state.n_passed == MOST_PASSES:
        forget_pass(state, 0)
    i = state.n_passed
    state.passed[i, 0], state.passed[i, 1], state.passed[i, 2] = pile, player, player
    state.n_passed += 1
    state.in_flight += 1


@jit
def deliver(rules, state):
    """What was passed arrives at the next player; where hands without cards are left out, at the next who passed."""
    first = state.n_passed - state.in_flight
    for i in range(first, state.n_passed):
        following = i + 1 if i + 1 < state.n_passed else first
        receiver = state.passed[following, 1] if rules.skip_empty_hands else (state.passed[i, 1] + 1) % state.n_players
        state.passed[i, 2] = receiver
        add(state.seats[receiver].hand, state.passed[i, 0])
        if state.n_players == 2 and receiver != state.passed[i, 1]:
            add(state.seats[receiver].seen, state.passed[i, 0])
    state.in_flight = 0
    if state.n_players == 2:
        state.n_passed = 0  # no third player from whom to hide it


@jit
def forget_passes(state, player, side, piles):
    """Cards of a set of piles that came from (side 1) or went to (side 2) a player are no secret any more."""
    i = 0
    while i < state.n_passed - state.in_flight:
        if state.passed[i, side] == player and (piles >> int(state.passed[i, 0])) & 1:
            forget_pass(state, i)
        else:
            i += 1


@jit
def forget_pass(state, place):
    """One passed card less."""
    state.n_passed -= 1
    for i in range(place, state.n_passed):
        for field in range(3):
            state.passed[i, field] = state.passed[i + 1, field]
