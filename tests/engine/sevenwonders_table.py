"""Positions for the tests of 7 Wonders: deal, then put things where a test wants them."""

import numpy as np

from engine.catalog import GAMES
from engine.game import step
from engine.lanes import unpack_lanes
from engine.sevenwonders.actions import Way, left_coins, right_coins, row_of, way_of
from engine.sevenwonders.hands import as_hand, as_set
from engine.sevenwonders.legal_moves import pile_of
from engine.sevenwonders.printed import board, rows_in, title
from engine.sevenwonders.rules import add
from engine.sevenwonders.scoring import Part, points_of
from engine.sevenwonders.state import (
    COINS,
    COUNTS,
    SIDE_ROOM,
    STAGES_FROM,
    Count,
    Covered,
    coins_of,
    held_hand,
)
from tests.engine import tables
from tests.engine.sevenwonders_model import Model

GAME = GAMES["sevenwonders"]
LIKELY = {1: ("Apothecary", "Scriptorium"), 2: ("Library", "School"), 3: ("Lodge", "Study")}


class Table(tables.Table):
    """A dealt game with its rules, in the words of the view: `Table("Giza A", "Rhodos B", "Olympia A")`."""

    def __init__(self, *boards, seed=1, **changes):
        named = {"boards": " / ".join(boards), "players": len(boards)} if boards else {}
        super().__init__(GAME, seed, **({"payment": 1} | named | changes))

    def play(self, start):
        """Play the first legal action whose words begin so."""
        actions = self.actions()
        text = next(text for text in actions if text.startswith(start))
        step(self.rules, self.state, actions[text])
        return text

    def rows(self, name):
        return [row for row in range(len(self.rules.copies)) if title(self.rules, row) == name]

    def row(self, name, age=None):
        """The row of a card by name; where an age has none of that name, the row of another age."""
        found = [row for row in self.rows(name) if age is None or self.rules.age_of[row] == age]
        return (found or self.rows(name))[0]

    def city(self, player, *names, stages=None, coins=None):
        """Put cards into a city, build stages, set the coins: out of nowhere, effects at once but for coins."""
        for name in names:
            before = self.coins(player)
            add(self.rules, self.state, player, self.row(name))
            self.state.city[player, COINS] = before
        for _ in range((stages or 0) - self.stages(player)):
            before = self.coins(player)
            add(self.rules, self.state, player, STAGES_FROM + SIDE_ROOM * self.state.side[player] + self.stages(player))
            self.state.city[player, COINS] = before
        if coins is not None:
            self.state.city[player, COINS] = coins
        return self

    def go_to(self, age, turn):
        """Put the table into a turn of an age, both counted from 1; everybody holds the same two cards then."""
        state, n = self.state, self.params.players
        state.age, state.age_turn = age - 1, turn - 1
        state.shift = (turn - 1) * (1 if age == 2 else -1) % n
        for player in range(n):
            self.hold(player, *LIKELY[age])
        return self

    def hold(self, player, *names):
        """Give a player cards of the age as its hand."""
        numbers: list[int] = []
        for name in names:
            copies = int(self.rules.copies[self.row(name, self.state.age)])
            numbers += [next(n for n in range(64) if copies >> n & 1 and n not in numbers)]
        self.state.hand[held_hand(self.state, player)] = as_hand(np.uint64(sum(1 << n for n in numbers)))
        return self

    def pile(self, *names, turn=0):
        """Put cards of the age onto the discard pile, as if they had been discarded from one hand after the other."""
        for hand, name in enumerate(names):
            number = int(self.rules.first_copy[self.row(name, self.state.age)])
            self.state.plays[self.state.age, hand] |= np.uint64((Covered.PILE << 6 | number) << 8 * turn)
            self.state.discarded += 1
        return self

    def in_pile(self):
        cards = [rows_in(self.rules, age, pile_of(self.state, age)) for age in range(3)]
        return sorted(title(self.rules, row) for rows in cards for row in rows)

    def coins(self, player):
        return int(coins_of(self.state, player))

    def stages(self, player):
        return unpack_lanes(self.state.city[player, COUNTS])[Count.STAGE]

    def points(self, player):
        """By part, those that are not 0."""
        parts = {part.name.lower(): int(points_of(self.rules, self.state, player, part)) for part in Part}
        return {name: n for name, n in parts.items() if n}

    def hands(self):
        """The cards that each player holds, by (age, name)."""
        state, age = self.state, int(self.state.age)
        cards = [as_set(state.hand[held_hand(state, player)]) for player in range(state.n_players)]
        return [sorted((age + 1, title(self.rules, row)) for row in rows_in(self.rules, age, word)) for word in cards]

    def model(self):
        """The same game in the slow model."""
        return Model(self.params, [board(self.rules, self.state, p) for p in range(self.state.n_players)], self.hands())

    def read(self, action):
        """An action as the model writes it."""
        row = row_of(action)
        name = (int(self.rules.age_of[row]) + 1, title(self.rules, row)) if row < 127 else None
        return name, Way(way_of(action)).name.lower(), left_coins(action), right_coins(action)
