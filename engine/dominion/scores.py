"""What players own, their points, and who has won."""

from engine.bits import ZERO
from engine.dominion.choices import piles_of
from engine.dominion.instructions import Type
from engine.dominion.state import PILE_BITS
from engine.dominion.zones import as_words, first_pile, joined, number, number_of, reduced, single
from engine.jit import jit, jit_inline
from engine.winners import count_in


@jit_inline
def owned(state, player, viewer):
    """All cards of a player, wherever they are, as a viewer knows it: the three words of a zone.

    What everybody has follows from what was gained and trashed, except for cards that others have passed on. To the
    viewer they belong to whom they came from.
    """
    seat = state.seats[player]
    cards = joined(joined(as_words(seat.hand), as_words(seat.deck)), as_words(seat.discard))
    if state.active == player:
        cards = joined(cards, as_words(state.play))
    if state.looked_by == player:
        cards = joined(cards, as_words(state.looked))
    if state.aside_of == player:
        cards = joined(cards, as_words(state.aside))
    for i in range(seat.n_known):
        cards = joined(cards, single(seat.known[i] & PILE_BITS))
    return with_passes(state, player, viewer, cards) if state.n_passed > 0 else cards


@jit
def with_passes(state, player, viewer, cards):
    """The cards of a player, with what it has passed on unseen and without what it got so."""
    arrived = state.n_passed - state.in_flight
    for i in range(state.n_passed):
        unseen = i >= arrived or (state.passed[i, 1] != viewer and state.passed[i, 2] != viewer)
        if state.passed[i, 1] == player and unseen:
            cards = joined(cards, single(state.passed[i, 0]))
    for i in range(arrived):
        pile, unseen = state.passed[i, 0], state.passed[i, 1] != viewer and state.passed[i, 2] != viewer
        if state.passed[i, 2] == player and unseen and number(cards, pile) > 0:  # else it has come to light since
            cards = reduced(cards, single(pile))
    return cards


@jit
def score(rules, state, player, viewer):
    """The points of a player's cards, as a viewer knows them."""
    return points_of(rules, state, owned(state, player, viewer))


@jit
def points_of(rules, state, cards):
    """The points of cards."""
    total = 0
    left = int(state.types[Type.VICTORY] | state.types[Type.CURSE])
    while left:
        pile = first_pile(left)
        left &= left - 1
        n = number(cards, pile)
        card = state.cards[pile]
        each = rules.worth[card]
        if n > 0 and rules.worth_every[card] > 0:
            each += number_of(cards, piles_of(state, rules.worth_kind[card])) // rules.worth_every[card]
        total += n * each
    return total


@jit_inline
def turns_of(state, player):
    """The turns that a player has had, the present one included."""
    return state.rounds + (1 if player <= state.active else 0)


@jit
def winners(rules, state):
    """The players with most points and, among them, fewest turns, as a set of bits."""
    best, chosen = -1_000_000, ZERO
    for player in range(state.n_players):
        rank = score(rules, state, player, player) * 1000 - turns_of(state, player)
        best, chosen = count_in(best, chosen, rank, player)
    return chosen
