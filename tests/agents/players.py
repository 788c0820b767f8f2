"""Players and positions for the tests of agents."""

import functools

from agents.catalog import make_player, parse_player
from engine.catalog import GAMES
from engine.workspace import OWN, open_budget, start_game
from tests.engine.tables import random_position


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
def positions(game, params, number, decisions=30):
    """Reachable positions in which somebody is to move; they are shared, so nobody may change them."""
    rules = GAMES[game].prepare(params)
    states = (random_position(GAMES[game], rules, seed, decisions + seed % 7) for seed in range(10 * number))
    return rules, [state for state in states if not state.ended][:number]
