"""Players and positions for the tests of agents."""

from agents import conformance
from agents.catalog import make_player, parse_player
from agents.conformance import decide
from tests.engine.tables import GAMES

__all__ = ["decide", "player_of", "positions"]


def player_of(text, game="splendor", params=None, budget=None):
    """A player, written as on the command line, at a table with those rules."""
    return make_player(parse_player(text, GAMES[game], budget), GAMES[game], params or GAMES[game].Params())


def positions(game, params, number):
    """Positions from the first half of random games; they are shared, so nobody may change them."""
    return conformance.positions(GAMES[game], params, number)
