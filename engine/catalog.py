"""The only list of games: a new game is one folder and one line here."""

from difflib import get_close_matches

from engine import splendor, splinter
from engine.errors import InputError
from engine.game import Game, bind

GAMES: dict[str, Game] = {game.name: bind(game) for game in (splendor.GAME, splinter.GAME)}


def find_game(name: str) -> Game:
    """The game of that name, or an error that lists the near ones."""
    if name not in GAMES:
        near = get_close_matches(name, GAMES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(GAMES)}"
        raise InputError(f"unknown game {name!r}; {hint}")
    return GAMES[name]
