"""`bottega replay`: one game, move by move, as text."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from agents.catalog import make_player, parse_player
from engine.catalog import find_game
from engine.errors import InputError
from engine.game import Game
from engine.match import Player
from studies.commands.rules import rule_params
from studies.play.deals import SHOW, fixtures, stream_seed
from studies.play.series import with_players
from studies.show.replay import ending, page_of, walk
from studies.study.players import written_out


def run(
    game: Annotated[str, typer.Argument(help="The game.")],
    players: Annotated[list[str], typer.Argument(help="Players, as for bottega match.")],
    seed: Annotated[int, typer.Option(help="Names the deals, as for bottega match.")] = 1,
    number: Annotated[int, typer.Option("--game", help="Which game of such a match, from 0 on.")] = 0,
    rules: Annotated[str | None, typer.Option(help="A preset of the game.")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", help="Change a rule: --set end_points=20")] = None,
    budget: Annotated[int | None, typer.Option(help="Forward-model calls per decision, for all.")] = None,
    positions: Annotated[bool, typer.Option(help="Show the position before every move.")] = False,
    html: Annotated[Path | None, typer.Option(help="Draw it as one HTML page to step through.")] = None,
) -> None:
    """Show one game of a match, move by move."""
    if number < 0 or seed < 0:
        raise InputError(f"--game {number} --seed {seed}: both count from 0 on")
    found = find_game(game)
    params = with_players(found, rule_params(found, rules, set_ or []), len(players))
    seated = [make_player(parse_player(written_out(text), found, budget), found, params) for text in players]
    record, fixture = found.prepare(params), fixtures(stream_seed(seed, SHOW), [number], len(players))[0]
    if html:
        title = f"{found.title}, seed {seed}, game {number}"
        html.write_text(page_of(found, record, seated, fixture, title), encoding="utf-8")
        typer.echo(f"{html}: open it in a browser")
        return
    tell(Console(highlight=False, soft_wrap=True), found, record, seated, fixture, positions)


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
            console.print(f"{state.turn + 1:>4}  player {moment.seat} ({names[moment.seat]}): {move}")
