"""`bottega replay`: one game, move by move, as text."""

from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from agents.catalog import parse_player, seat
from engine.catalog import find_game
from engine.errors import InputError
from engine.game import Ended, Game, points, step
from engine.match import RESULT, Player, begin, decide, describe_fault
from studies.commands.rules import rule_params
from studies.deals import SHOW, fixtures, stream_seed
from studies.series import with_players


def run(
    game: Annotated[str, typer.Argument(help="The game.")],
    players: Annotated[list[str], typer.Argument(help="Players, as for bottega match.")],
    seed: Annotated[int, typer.Option(help="Names the deals, as for bottega match.")] = 1,
    number: Annotated[int, typer.Option("--game", help="Which game of such a match, from 0 on.")] = 0,
    rules: Annotated[str | None, typer.Option(help="A preset of the game.")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", help="Change a rule: --set end_points=20")] = None,
    budget: Annotated[int | None, typer.Option(help="Forward-model calls per decision, for all.")] = None,
    positions: Annotated[bool, typer.Option(help="Show the position before every move.")] = False,
) -> None:
    """Show one game of a match, move by move."""
    if number < 0 or seed < 0:
        raise InputError(f"--game {number} --seed {seed}: both count from 0 on")
    found = find_game(game)
    params = with_players(found, rule_params(found, rules, set_ or []), len(players))
    seated = [seat(parse_player(text, found, budget), found, params) for text in players]
    replay(Console(highlight=False, soft_wrap=True), found, params, seated, seed, number, positions)


def replay(
    console: Console, game: Game, params: Any, players: list[Player], seed: int, number: int, positions: bool
) -> None:
    """Play the game again and tell it."""
    rules, state = game.prepare(params), game.new_states(1)[0]
    fixture = fixtures(stream_seed(seed, SHOW), [number], len(players))[0]
    result = np.zeros(1, RESULT).view(np.recarray)[0]
    acts, minds = tuple(player.act for player in players), tuple(player.mind for player in players)
    names = [players[fixture.seats[at]].name for at in range(len(players))]
    begin(rules, state, fixture, minds)
    console.print(game.view.show(rules, state))
    while state.ended == Ended.PLAYING:
        at = int(state.to_move)
        if not decide(rules, state, fixture, acts, minds, result):
            raise InputError(describe_fault(game, players, fixture, result))
        if positions and state.turn:
            console.print(game.view.show(rules, state))
        move = game.view.say(rules, state, result.action)
        console.print(f"{state.turn + 1:>4}  player {at} ({names[at]}): {move}")
        step(rules, state, result.action)
    console.print(game.view.show(rules, state))
    scores = ", ".join(f"{name} {points(rules, state, at)}" for at, name in enumerate(names))
    console.print(f"{Ended(int(state.ended)).name.lower()} after {state.turn} decisions; points: {scores}")
