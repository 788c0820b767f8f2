"""`bottega rules`: the games, their rule parameters and presets."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from engine.catalog import GAMES, find_game
from engine.errors import InputError
from engine.game import Game
from engine.space import knobs_of, word
from studies.spec.rules import read_changes, rule_params


def run(
    game: Annotated[str | None, typer.Argument(help="A game; without one, all are listed.")] = None,
    write: Annotated[Path | None, typer.Option(help="Write the game's cards as CSV files into this folder.")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", help="Change a parameter: --set colours=6")] = None,
) -> None:
    """List games, or a game's rule parameters with their presets."""
    console = Console()
    if game is None:
        table = Table("game", "presets", "features")
        for entry in GAMES.values():
            table.add_row(entry.name, ", ".join(entry.presets), str(len(entry.FEATURES)))
        console.print(table)
        return
    found = find_game(game)
    params = rule_params(found, changes=read_changes(set_ or []))
    found.prepare(params)  # refuses what does not go together
    if write is not None:
        write_content(found, params, write)
        console.print(f"written to {write}")
        return
    console.print(parameter_table(found, params))


def write_content(game: Game, params: object, folder: Path) -> None:
    """The cards of a game that has content files."""
    if game.write_content is None:
        raise InputError(f"--write: {game.name} has no cards to write")
    game.write_content(params, folder)


def parameter_table(game: Game, params: object) -> Table:
    """One row a parameter; presets beside it where they differ from the default."""
    table = Table("parameter", "value", "searched over", "meaning", "presets", title=game.title, title_justify="left")
    for knob in knobs_of(game.Params).values():
        others = [
            f"{name} {word(getattr(preset, knob.name))}"
            for name, preset in game.presets.items()
            if getattr(preset, knob.name) != knob.default
        ]
        value = getattr(params, knob.name)
        table.add_row(knob.name, word(value) or "-", str(knob.domain or "-"), knob.doc, ", ".join(others))
    return table
