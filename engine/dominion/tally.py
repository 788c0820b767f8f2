"""What players do with which card, and what they own in the end, for statistics."""

from enum import IntEnum

from engine.dominion.actions import NO, Ask, answer_of, ask_of
from engine.dominion.scores import owned
from engine.dominion.zones import PILES, number
from engine.game import NONE
from engine.jit import jit_inline


class Use(IntEnum):
    """What is counted."""

    OWNED_AT_THE_END = 0
    BOUGHT = 1
    PLAYED = 2  # Actions, by choice; a card that another one plays again counts once


@jit_inline
def tally(rules, state, action, counts):
    """Count the card that is bought or played, and at the end all cards of all players."""
    if action == NONE:
        for player in range(state.n_players):
            cards = owned(state, player, player)
            for pile in range(PILES):
                counts[player, Use.OWNED_AT_THE_END, state.cards[pile]] += number(cards, pile)
        return
    ask, pile = ask_of(action), answer_of(action)
    if pile == NO:
        return
    if ask == Ask.BUY:
        counts[state.to_move, Use.BOUGHT, state.cards[pile]] += 1
    elif ask == Ask.PLAY or ask == Ask.DOUBLE:
        counts[state.to_move, Use.PLAYED, state.cards[pile]] += 1
