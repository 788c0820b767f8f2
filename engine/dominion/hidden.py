"""What a player cannot see, dealt anew.

The viewer knows its own cards but the order of its deck, which has none anyway; of the others the discard piles, how
many cards they hold, cards of their hands that were shown and cards on their decks that everybody knows of. The rest
of an opponent's hand and deck is one set to deal from. A card that an opponent has passed to another may have been any
of those which that opponent could have passed.
"""

from engine.chance import below
from engine.dominion.state import AS_SET, TO_ALL
from engine.dominion.zones import PILES, WORDS, add, deal_random, drop, drop_all, empty_into, number, size, take_random
from engine.jit import jit, jit_inline

BLANK = PILES  # a card that is still to be dealt


@jit_inline
def redeal(rules, state, viewer, rng):
    """Deal the others' unseen cards anew."""
    deal_unseen(state, viewer, rng)


@jit
def deal_unseen(state, viewer, rng):
    """Gather the cards that a viewer has not seen, and deal them to hands and decks again."""
    hands = 0  # how many cards to deal to each hand, a byte each
    for player in range(state.n_players):
        if is_unseen(state, viewer, player):
            hands |= gather(state.seats[player]) << (8 * player)
    if state.n_passed > 0:
        hands = pass_anew(state, viewer, hands, rng)
    for player in range(state.n_players):
        if is_unseen(state, viewer, player):
            deal_hand(state.seats[player], (hands >> (8 * player)) & 255, rng)


@jit_inline
def is_unseen(state, viewer, player):
    """Whether a player's cards are dealt anew. Whoever is being asked keeps them: the question tells about them."""
    return player != viewer and player != state.to_move


@jit_inline
def gather(seat):
    """Put all unseen cards of hand and deck together; how many were in the hand."""
    drop_all(seat.hand, seat.seen)
    unseen = size(seat.hand)
    empty_into(seat.hand, seat.deck)
    for word in range(WORDS):
        seat.hand[word] = seat.seen[word]
    for i in range(seat.n_known):
        if not seat.known[i] & (TO_ALL | AS_SET):
            add(seat.deck, seat.known[i])
            seat.known[i] = BLANK
    return unseen


@jit_inline
def deal_hand(seat, n, rng):
    """Deal cards to the places in a hand and on a deck that only their owner knows."""
    deal_random(seat.deck, seat.hand, n, rng)
    for i in range(seat.n_known):
        if seat.known[i] == BLANK:
            seat.known[i] = take_random(seat.deck, size(seat.deck), rng)
        elif seat.known[i] & AS_SET:
            swap_in_set(seat, i, rng)


@jit_inline
def swap_in_set(seat, i, rng):
    """Shuffle a set of known cards of unknown order, one step: with one of those below."""
    first = i
    while first > 0 and seat.known[first - 1] & AS_SET:
        first -= 1
    j = first + below(rng, i - first + 1)
    seat.known[i], seat.known[j] = seat.known[j], seat.known[i]


@jit
def pass_anew(state, viewer, hands, rng):
    """Give back what others have passed to each other, and let them pass anything; cards left to deal to hands."""
    arrived = state.n_passed - state.in_flight
    for i in range(state.n_passed - 1, -1, -1):
        pile, giver, taker = state.passed[i, 0], state.passed[i, 1], state.passed[i, 2]
        if is_unseen(state, viewer, giver) and (i >= arrived or is_unseen(state, viewer, taker)):
            if i < arrived:
                if number(state.seats[taker].deck, pile) == 0:
                    continue  # the viewer has seen it since
                drop(state.seats[taker].deck, pile)
            add(state.seats[giver].deck, pile)
            state.passed[i, 0] = BLANK
    for i in range(arrived):
        taker = int(state.passed[i, 2])
        if state.passed[i, 1] == viewer and number(state.seats[taker].deck, state.passed[i, 0]) > 0:
            hands = receive(state, taker, state.passed[i, 0], hands, True)
    for i in range(state.n_passed):
        if state.passed[i, 0] == BLANK:
            giver_seat = state.seats[state.passed[i, 1]]
            state.passed[i, 0] = take_random(giver_seat.deck, size(giver_seat.deck), rng)
            if i < arrived:
                hands = receive(state, int(state.passed[i, 2]), state.passed[i, 0], hands, False)
    return hands


@jit_inline
def receive(state, player, pile, hands, there):
    """A passed card is in the hand of whom it was passed to, if that has not put it away since; cards left to deal.

    It is among the player's unseen cards already (`there`) or comes to them.
    """
    seat = state.seats[player]
    if (hands >> (8 * player)) & 255:
        add(seat.hand, pile)
        if there:
            drop(seat.deck, pile)
        return hands - (1 << (8 * player))
    if not there:
        add(seat.deck, pile)
    return hands
