"""Players and positions for the tests of agents."""

import functools

from agents.catalog import make_player, parse_player
from engine.workspace import OWN, open_budget, start_game
from tests.engine.tables import GAMES, random_position


def player_of(text, game="splendor", params=None, budget=None):
    """A player, written as on the command line, at a table with those rules."""
    return make_player(parse_player(text, GAMES[game], budget), GAMES[game], params or GAMES[game].Params())


def decide(player, rules, state, seed=5):
    """What a player does in a position that it meets as the first of a game."""
    workspace = player.workspace
    start_game(workspace, seed)
    open_budget(workspace.budget[OWN])
    return player.act(rules, state, workspace)


@functools.cache
def positions(game, params, number):
    """Positions from the first half of random games; they are shared, so nobody may change them."""
    rules, found = GAMES[game].prepare(params), []
    for seed in range(number):
        length = int(random_position(GAMES[game], rules, seed, 10**6).turn)
        found.append(random_position(GAMES[game], rules, seed, length * (1 + seed % 5) // 10))
    return rules, found
