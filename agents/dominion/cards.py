"""What cards are worth to a player who plays by simple rules."""

from engine.dominion.features import MONEY, of_deck
from engine.dominion.instructions import Type
from engine.dominion.scores import owned
from engine.dominion.zones import COPPER, CURSE, first_pile, kinds, number
from engine.jit import jit, jit_inline

NOT_JUNK = 3


@jit_inline
def is_green(state, pile):
    """Whether a card is good for nothing but points."""
    useful = state.types[Type.ACTION] | state.types[Type.TREASURE]
    return ((state.types[Type.VICTORY] & ~useful) >> pile) & 1 != 0


@jit_inline
def keeping(rules, state, pile):
    """How much a card in the hand is worth keeping: pure Victory cards least, Curses, Coppers, then by cost."""
    if is_green(state, pile):
        return 0
    if pile == CURSE:
        return 1
    return 2 if pile == COPPER else NOT_JUNK + int(rules.cost[state.cards[pile]])


@jit_inline
def owning(rules, state, pile):
    """How much a card is worth owning: Curses least, then by cost; of equal ones Victory cards are worth less."""
    if pile == CURSE:
        return -1.0
    return float(rules.cost[state.cards[pile]]) - (0.5 if is_green(state, pile) else 0.0)


@jit
def least(rules, state, piles, own):
    """The card of a set that is worth least, to own or to keep."""
    best, found = 1e9, -1
    while piles:
        pile = first_pile(piles)
        piles &= piles - 1
        worth = owning(rules, state, pile) if own else float(keeping(rules, state, pile))
        if worth < best:
            best, found = worth, pile
    return found


@jit
def most(rules, state, piles):
    """The card of a set that is worth most to own."""
    best, found = -1e9, -1
    while piles:
        pile = first_pile(piles)
        piles &= piles - 1
        worth = owning(rules, state, pile)
        if worth > best:
            best, found = worth, pile
    return found


@jit
def hand_money(rules, state, player):
    """What the Treasures of a hand pay."""
    hand = state.seats[player].hand
    left = kinds(hand) & state.types[Type.TREASURE]
    total = 0
    while left:
        pile = first_pile(left)
        left &= left - 1
        total += number(hand, pile) * (
            rules.plus_coins[state.cards[pile]] + (state.coppersmith if pile == COPPER else 0)
        )
    return total


@jit_inline
def deck_money(rules, state, player):
    """What all Treasures of a player pay."""
    return of_deck(rules, state, owned(state, player, player), MONEY)


@jit_inline
def copies(state, player, pile):
    """How many cards of a pile a player owns."""
    return number(owned(state, player, player), pile)
