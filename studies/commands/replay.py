"""`bottega replay`: one game, move by move, as text."""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from engine.game import Game
from engine.match import Player
from engine.reading import write_text
from studies.commands.options import MOST_GAMES, GameName, PlayOptions, grouped, number_option
from studies.play.deals import SHOW, fixtures, stream_seed
from studies.play.setup import prepare_game, seat_player
from studies.report.console import plain_console
from studies.report.replay import ending, page_of, walk


@grouped("ms", "workers", "json", "quiet")
def run(
    game: GameName,
    players: Annotated[list[str], typer.Argument(help="Players, as for bottega match.")],
    number: Annotated[int, number_option(0, MOST_GAMES, "--game", help="Which game of such a match, from 0 on.")] = 0,
    positions: Annotated[bool, typer.Option(help="Show the position before every move.")] = False,
    html: Annotated[Path | None, typer.Option(help="Draw it as one HTML page to step through.")] = None,
    *,
    options: PlayOptions,
) -> None:
    """Show one game of a match, move by move."""
    prepared = prepare_game(options.setup(game, len(players)))
    found, _, record, n_players = prepared
    seated = [seat_player(prepared, spec) for spec in options.players(players, prepared)]
    fixture = fixtures(stream_seed(options.seed, SHOW), np.array([number]), n_players, n_players)[0]
    if html:
        title = f"{found.title}, seed {options.seed}, game {number}"
        write_text(html, page_of(found, record, seated, fixture, title))
        typer.echo(f"{html}: open it in a browser")
        return
    tell(plain_console(soft_wrap=True), found, record, seated, fixture, positions)


def tell(console: Console, game: Game, rules: Any, players: list[Player], fixture: Any, positions: bool) -> None:
    """Play the game again and tell it."""
    names = [players[fixture.seats[at]].name for at in range(len(players))]
    for moment in walk(game, rules, players, fixture):
        state = moment.state
        if positions or not state.turn or moment.action is None:
            console.print(game.view.show(rules, state))
        if moment.action is None:
            console.print(ending(rules, state, names))
        else:
            move = game.view.say(rules, state, moment.action)
            console.print(f"{state.turn + 1:>4}  player {moment.seat + 1} ({names[moment.seat]}): {move}")
