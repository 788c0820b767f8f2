"""Positions for the rule tests: deal, then put things where a test wants them."""

import numpy as np

from engine.catalog import GAMES
from engine.game import step
from engine.lanes import pack, unpack_lanes
from engine.splendor.lanes import COLOURS
from tests.engine import tables

GAME = GAMES["splendor"]
NAMES = [*COLOURS, "gold"]


class Table(tables.Table):
    """A dealt game with its rules; `say` and `can` speak the words of the view."""

    def __init__(self, seed=1, **changes):
        super().__init__(GAME, seed, **({"players": 2} | changes))

    def play(self, start):
        """Play the one legal action whose words begin so."""
        actions = self.actions()
        (text,) = [text for text in actions if text == start] or [text for text in actions if text.startswith(start)]
        step(self.rules, self.state, actions[text])
        return text

    def skip_to(self, player):
        """Let the others take tokens or reserve until that player moves."""
        while self.state.to_move != player:
            step(self.rules, self.state, next(iter(self.actions().values())))

    def card(self, level, bonus, **cost):
        """The card of that level, bonus and cost."""
        wanted = words(**cost)
        rules = self.rules
        cards = range(rules.deck_from[level - 1], rules.deck_from[level])
        (found,) = [c for c in cards if rules.cost[c] == wanted and rules.bonus[c] == words(**{bonus: 1})]
        return found

    def put(self, slot, card):
        """Lay a card into a slot of its own deck, exchanging it with wherever it was."""
        state, rules = self.state, self.rules
        deck = int(rules.level[card])
        old = int(state.board[slot])
        if card in state.board:
            state.board[list(state.board).index(card)] = old
        else:
            for moved in (card, old):
                state.deck[deck] ^= np.uint64(1 << int(moved - rules.deck_from[deck]))
        state.board[slot] = card

    def give(self, player, **tokens):
        """Tokens from the bank."""
        self.state.tokens[player] += words(**tokens)
        self.state.bank -= words(**tokens)

    def bonus(self, player, **bonuses):
        """Bonuses out of nowhere (conservation of cards is tested elsewhere)."""
        self.state.bonuses[player] += words(**bonuses)

    def tokens(self, player):
        return counts(self.state.tokens[player])

    def bank(self):
        return counts(self.state.bank)


def words(**amounts):
    return pack(amounts.get(name, 0) for name in NAMES)


def counts(word):
    return {name: n for name, n in zip(NAMES, unpack_lanes(word), strict=True) if n}
