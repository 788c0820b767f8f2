"""`bottega bench`: speed, as ratios within one run."""

import importlib
import inspect
import pkgutil
from typing import Annotated

import typer

from engine.catalog import GAMES, find_game
from engine.errors import InputError
from studies import benchmarks
from studies.report.console import plain_console

HERE = "command"
NAMES = sorted(
    module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.ispkg and module.name != HERE
)


def run(
    what: Annotated[
        list[str] | None, typer.Argument(help=f"Some of: {', '.join(NAMES)}. All, if none is named.")
    ] = None,
    game: Annotated[str | None, typer.Option(help="The only game whose agents and values are measured.")] = None,
) -> None:
    """Measure the speed of the rooms."""
    games = list(GAMES.values()) if game is None else [find_game(game)]
    for name in what or []:
        if name not in NAMES:
            raise InputError(f"bench: there is no benchmark {name!r}; there are {', '.join(NAMES)}")
    for name in what or NAMES:
        measure = importlib.import_module(f"studies.benchmarks.{name}").run
        one_by_one = "game" in inspect.signature(measure).parameters
        for chosen in [{"game": found} for found in games] if one_by_one else [{}]:
            measure(plain_console(), **chosen)
