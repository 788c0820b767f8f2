"""`bottega conformance`: what every game, agent and optimiser must keep, checked one by one."""

import textwrap
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated

import typer

from agents import conformance as of_agents
from agents.catalog import AGENTS
from engine import conformance as of_games
from engine.catalog import GAMES, find_game
from engine.conformance import what_failed
from engine.errors import unknown
from optimisers import conformance as of_optimisers
from optimisers.catalog import OPTIMISERS

WIDTH = 80  # columns
Promise = tuple[str, Callable[[], None]]


def run(
    name: Annotated[str, typer.Argument(help="A game, an agent or an optimiser.")],
    on: Annotated[
        list[str] | None, typer.Option(help="An agent: only in this game; may be given several times.")
    ] = None,
) -> None:
    """Check that a game, an agent or an optimiser keeps all that those of the catalogue must keep."""
    failed, checked = 0, 0
    for promised, check in promises(name, on or []):
        start = time.perf_counter()
        try:
            check()
            say("kept", f"{promised}  ({time.perf_counter() - start:.1f} s)")
        except Exception as error:
            failed += 1
            say("NOT KEPT", promised)
            say("", what_failed(error))
            notes = "\n".join(getattr(error, "__notes__", ())).splitlines()
            for drawn in (line for line in notes if line.startswith("Draw ")):  # by which it can be tried again
                say("", drawn)
        checked += 1
    print(f"{name}: {checked - failed} of {checked} promises are kept")
    if failed:
        raise typer.Exit(1)


def say(verdict: str, text: str) -> None:
    """A promise and what became of it, as soon as that is known; long ones go on below their beginning."""
    print(textwrap.fill(text, WIDTH, initial_indent=f"{verdict:10}", subsequent_indent=" " * 10), flush=True)


def promises(name: str, games: list[str]) -> Iterator[Promise]:
    """Every check of what has that name."""
    if name not in {**GAMES, **AGENTS, **OPTIMISERS}:
        raise unknown("game, agent or optimiser", name, (*GAMES, *AGENTS, *OPTIMISERS))
    if name in GAMES:
        yield from ((text, partial(check, GAMES[name])) for text, check in of_games.CHECKS.items())
    if name in AGENTS:
        for game in map(find_game, games or AGENTS[name].games or GAMES):
            for text, kept in of_agents.CHECKS.items():
                yield f"{game.name}: {text}", partial(kept, game, name)
    if name in OPTIMISERS:
        yield from ((text, partial(check, name)) for text, check in of_optimisers.CHECKS.items())
