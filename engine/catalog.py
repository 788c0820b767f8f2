"""The only list of games: a new game is one folder and one line here."""

from engine import dominion, sevenwonders, splendor, splinter
from engine.errors import unknown
from engine.game import Game, bind

GAMES: dict[str, Game] = {
    game.name: bind(game)
    for game in (
        splendor.GAME,
        splinter.GAME,
        sevenwonders.GAME,
        dominion.GAME,
    )
}


def find_game(name: str) -> Game:
    """The game of that name, or an error that lists the near ones."""
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    return GAMES[name]
