"""The only list of games: a new game is one folder and one line here, or a plug-in."""

from engine import dominion, sevenwonders, splendor, splinter
from engine.game import Game, bind
from engine.plugins import no_such, open_catalog

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
        raise no_such("GAME", name, GAMES)
    return GAMES[name]


open_catalog("GAME", GAMES, Game, bind)
