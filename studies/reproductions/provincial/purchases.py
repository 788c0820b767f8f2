"""Which cards of the kingdom a menu really buys: slots behind others that always have a use never get their turn."""

from typing import Any

import numpy as np

from agents.dominion.cards import copies
from agents.dominion.menu import Ware
from engine.dominion.zones import KINGDOM, KINGDOM_PILES
from engine.game import Ended, step
from engine.jit import jit
from engine.match import RESULT, begin, decide
from studies.play.deals import fixtures
from studies.play.setup import GameSetup, prepare_game, seat_player
from studies.reproductions.provincial.menus import Menu

GAMES = 100
OFTEN = 0.25  # of the games


@jit
def count_owned(rules: Any, state: Any, games: Any, acts: Any, workspaces: Any, results: Any, owned: Any) -> None:
    """Play all games; in how many the first player ends with a card of each pile."""
    for game in range(len(games)):
        fixture, result = games[game], results[game]
        begin(rules, state, fixture, workspaces)
        while state.ended == Ended.PLAYING and decide(rules, state, fixture, acts, workspaces, result, 1):
            step(rules, state, result.action)
        seat = 0 if fixture.seats[0] == 0 else 1
        for pile in range(len(owned)):
            if copies(state, seat, KINGDOM + pile) > 0:
                owned[pile] += 1


def cards_bought(setup: GameSetup, menu: Menu, rival: Menu, stream: int) -> frozenset[Ware]:
    """The cards of the kingdom that a menu ends with in more than a quarter of its games."""
    prepared = prepare_game(setup)
    players = [seat_player(prepared, each.player) for each in (menu, rival)]
    dealt, owned = fixtures(stream, np.arange(GAMES), 2, 2), np.zeros(KINGDOM_PILES, np.int64)
    state, results = prepared.game.new_states(1)[0], np.zeros(GAMES, RESULT).view(np.recarray)
    acts, workspaces = tuple(player.act for player in players), tuple(player.workspace for player in players)
    count_owned(prepared.rules, state, dealt, acts, workspaces, results, owned)
    return frozenset(
        Ware(int(state.cards[KINGDOM + pile]) + 1) for pile in range(KINGDOM_PILES) if owned[pile] > OFTEN * GAMES
    )
