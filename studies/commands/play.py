"""`bottega play`: a game against agents, in the terminal or in a browser."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from engine.catalog import find_game
from engine.errors import InputError
from engine.game import Game
from studies.commands.options import MOST_PLAYERS, MOST_SEED, Milliseconds, Preset, number_option
from studies.interactive.saved import load
from studies.interactive.session import PERSON, Session, seat_of
from studies.interactive.terminal import Terminal
from studies.play.setup import prepare_game, setup_for
from studies.report.console import plain_console
from studies.spec.players import written_out
from studies.spec.rules import read_changes

OPPONENT = "mcts"  # who sits at the other seats if nobody is named
SECOND = 1000.0  # milliseconds
MOST_NEW = 10**6  # seeds that are drawn, so that people can write them down


def run(
    game: Annotated[str | None, typer.Argument(help="The game.")] = None,
    players: Annotated[list[str] | None, typer.Argument(help="The agents, as for bottega match; mcts if none.")] = None,
    seat: Annotated[
        list[int] | None,
        number_option(1, MOST_PLAYERS, help="A person's seat; once per person. [default: 1]"),
    ] = None,
    seed: Annotated[int | None, number_option(0, MOST_SEED, help="Names the deal; drawn if not given.")] = None,
    rules: Preset = "",
    set_: Annotated[list[str] | None, typer.Option("--set", help="Change a rule: --set end_points=20")] = None,
    ms: Milliseconds = SECOND,
    file: Annotated[Path | None, typer.Option("--load", help="Go on with a saved game.")] = None,
    browser: Annotated[bool, typer.Option("--browser", help="Play in a browser, on 127.0.0.1 only.")] = False,
    port: Annotated[int, number_option(0, 65535, help="Of the browser's page; 0: any free one.")] = 0,
) -> None:
    """Play against agents: in the terminal, or with pictures in a browser."""
    if file is not None:
        if game is not None:
            raise InputError(f"--load {file}: the file names game and players; {game} is one too many")
        session, ms = load(file)
    elif game is None:
        raise InputError("name a game, for example: bottega play splendor; or --load a saved one")
    else:
        session = new_session(find_game(game), players or [], seat or [1], seed, rules, set_ or [], ms)
    if browser:
        from studies.interactive.server import serve  # FastAPI takes its time to load

        serve(session, ms, port)
    else:
        Terminal(session, ms, plain_console()).run()


def new_session(
    game: Game, players: list[str], persons: list[int], seed: int | None, preset: str, changes: list[str], ms: float
) -> Session:
    """The game that the command line asks for."""
    texts = [written_out(text, game.name) for text in players]
    if not texts:
        texts = [OPPONENT] * max(0, min(game.player_counts) - len(persons))
    total = len(texts) + len(persons)
    if len(set(persons)) < len(persons) or not all(1 <= number <= total for number in persons):
        given = ", ".join(map(str, persons))
        raise InputError(f"--seat {given}: seats of {total} players are 1 to {total}, each of them once")
    others = iter(texts)
    seated = [PERSON if number in persons else next(others) for number in range(1, total + 1)]
    params = prepare_game(setup_for(game.name, preset, read_changes(changes), total)).params
    deal = secrets.randbelow(MOST_NEW) if seed is None else seed
    return Session(game, params, deal, [seat_of(text, game, ms) for text in seated])
