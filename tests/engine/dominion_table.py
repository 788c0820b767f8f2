"""Positions for the rule tests of Dominion: deal, then put cards where a test wants them."""

from collections import Counter

import numpy as np

from engine.catalog import GAMES
from engine.dominion.choices import cost_of
from engine.dominion.instructions import BASIC
from engine.dominion.scores import score
from engine.dominion.turn import begin_turn, go_on_with_turn
from engine.dominion.wording import name
from engine.dominion.zones import PILES, RUN, clear, counts
from engine.game import step
from tests.engine import tables

GAME = GAMES["dominion"]
FILLERS = ("Village", "Smithy", "Market", "Festival", "Laboratory", "Woodcutter", "Chapel", "Workshop", "Feast", "Mine")


def spread(cards):
    """A list of names, where [name, n] repeats a name."""
    return [name for card in cards for name in ([card] if isinstance(card, str) else [card[0]] * card[1])]


def fill(zone, numbers) -> None:
    """Set the number of cards of each pile."""
    clear(zone)
    for pile, n in enumerate(numbers):
        zone[pile >> 3] += np.uint64(n) * RUN[pile]


class Table(tables.Table):
    """A dealt game with its rules, whose kingdom has the named cards; `can` and `play` speak the words of the view."""

    def __init__(self, *kingdom, players=2, seed=1, **changes):
        kingdom = [*kingdom, *[card for card in FILLERS if card not in kingdom]][:10]
        super().__init__(GAME, seed, **({"players": players, "kingdom": "+".join(kingdom)} | changes))
        clear(self.state.play)  # where the first turn has put its Coppers
        self.pile = {name(self.rules, self.state, pile): pile for pile in range(PILES)}

    def set(self, player, hand=None, deck=None, discard=None):
        """Put cards into a player's zones; a deck from its top on."""
        seat = self.state.seats[player]
        for zone, cards in ((seat.hand, hand), (seat.discard, discard)):
            if cards is not None:
                fill(zone, self.numbers(cards))
        if deck is not None:
            clear(seat.deck)
            piles = [self.pile[card] for card in reversed(spread(deck))]
            seat.known[: len(piles)], seat.n_known = piles, len(piles)
        clear(seat.seen)
        return self

    def numbers(self, cards):
        found = Counter(spread(cards))
        assert set(found) <= set(self.pile), f"not in the supply: {set(found) - set(self.pile)}"
        return [found[name] for name in self.pile]

    def supply(self, **numbers):
        """Set the size of piles; Throne_Room stands for Throne Room."""
        for card, n in numbers.items():
            pile = self.pile[card.replace("_", " ")]
            self.state.supply[pile] = n
            self.state.stock = self.state.stock & ~(1 << pile) | (n > 0) << pile
        return self

    def begin(self, player=0):
        """Let a player's turn begin with the cards as they are now."""
        self.state.active = player
        clear(self.state.play)
        begin_turn(self.state)
        go_on_with_turn(self.rules, self.state)
        return self

    def can(self, start=""):
        """The legal actions whose words begin so, without that beginning."""
        return [text.removeprefix(start) for text in self.actions() if text.startswith(start)]

    def play(self, *starts):
        """Play, one after the other, the legal action whose words begin so."""
        for start in starts:
            actions = self.actions()
            found = [text for text in actions if text == start] or [text for text in actions if text.startswith(start)]
            assert len(found) == 1, f"{start!r} is not one of {list(actions)}"
            step(self.rules, self.state, actions[found[0]])
        return self

    def zone(self, zone):
        return {card: n for card, n in zip(self.pile, counts(zone), strict=True) if n}

    def hand(self, player=0):
        return self.zone(self.state.seats[player].hand)

    def discard(self, player=0):
        return self.zone(self.state.seats[player].discard)

    def in_play(self):
        return self.zone(self.state.play)

    def trash(self):
        return self.zone(self.state.trash)

    def deck(self, player=0):
        """The known cards on a deck, from the top."""
        seat = self.state.seats[player]
        names = list(self.pile)
        return [names[entry & 31] for entry in reversed(seat.known[: seat.n_known].tolist())]

    def left(self, card):
        return int(self.state.supply[self.pile[card]])

    def cost(self, card):
        return int(cost_of(self.rules, self.state, self.pile[card]))

    def score(self, player=0):
        return int(score(self.rules, self.state, player, player))

    @property
    def numbers_left(self):
        """Actions, Buys, coins."""
        return int(self.state.actions), int(self.state.buys), int(self.state.coins)


def hand_of(*hand, deck=(["Estate", 8],), discard=(), also=(), players=2, **changes):
    """A table where player 0 holds these cards and begins, and the others have five Estates in hand and on the deck."""
    named = dict.fromkeys(spread([*hand, *deck, *discard, *also]))
    table = Table(*[card for card in named if card not in BASIC], players=players, **changes)
    table.set(0, hand, deck, discard)
    for player in range(1, players):
        table.set(player, [["Estate", 5]], [["Estate", 5]], [])
    return table.begin()


def count(cards):
    """A list of names as the numbers that zones have."""
    return dict(Counter(spread(cards)))
