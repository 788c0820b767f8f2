"""Which cards of the kingdom a menu really buys: slots behind others that always have a use never get their turn."""

from typing import Any

import numpy as np

from agents.dominion.menu import Ware
from engine.dominion.actions import Ask, answer_of
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
def count_bought(rules: Any, state: Any, games: Any, acts: Any, workspaces: Any, results: Any, bought: Any) -> None:
    """Play all games; in how many the first player buys a card of each pile."""
    for game in range(len(games)):
        fixture, result = games[game], results[game]
        begin(rules, state, fixture, workspaces)
        piles = 0  # as a set
        while state.ended == Ended.PLAYING and decide(rules, state, fixture, acts, workspaces, result, 1):
            if fixture.seats[state.to_move] == 0 and state.ask == Ask.BUY:
                piles |= 1 << answer_of(result.action)
            step(rules, state, result.action)
        for pile in range(len(bought)):
            bought[pile] += (piles >> (KINGDOM + pile)) & 1


def cards_bought(setup: GameSetup, menu: Menu, rival: Menu, stream: int) -> frozenset[Ware]:
    """The cards of the kingdom that a menu buys in more than a quarter of its games."""
    prepared = prepare_game(setup)
    players = [seat_player(prepared, each.player) for each in (menu, rival)]
    dealt, bought = fixtures(stream, np.arange(GAMES), 2, 2), np.zeros(KINGDOM_PILES, np.int64)
    state, results = prepared.game.new_states(1)[0], np.zeros(GAMES, RESULT).view(np.recarray)
    acts, workspaces = tuple(player.act for player in players), tuple(player.workspace for player in players)
    count_bought(prepared.rules, state, dealt, acts, workspaces, results, bought)
    return frozenset(
        Ware(int(state.cards[KINGDOM + pile]) + 1) for pile in range(KINGDOM_PILES) if bought[pile] > OFTEN * GAMES
    )
