"""`bottega rules`: the games, their rule parameters and presets."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from engine.catalog import GAMES, find_game
from engine.errors import InputError
from engine.game import Game
from engine.space import knobs_of, plain, word
from studies.commands.options import Json, Preset, show, with_origin
from studies.report.console import plain_console, table_of
from studies.spec.rules import read_changes, rule_params
from studies.spec.study_file import written_rules

Row = dict[str, Any]


def run(
    game: Annotated[str | None, typer.Argument(help="A game; without one, all are listed.")] = None,
    write: Annotated[Path | None, typer.Option(help="Write the game's cards as CSV files into this folder.")] = None,
    rules: Preset = "",
    set_: Annotated[list[str] | None, typer.Option("--set", help="Change a parameter: --set colours=6")] = None,
    json: Json = False,
) -> None:
    """List games, or a game's rule parameters with their presets."""
    if game is None:
        head = ["game", "presets", "features"]
        games = [(with_origin(name, "GAME", name), [*of.presets], len(of.FEATURES)) for name, of in GAMES.items()]
        cells = [[name, ", ".join(presets), str(features)] for name, presets, features in games]
        show([dict(zip(head, row, strict=True)) for row in games], json, lambda _: table_of(head, cells))
        return
    found = find_game(game)
    params = rule_params(found, *written_rules(game, rules, read_changes(set_ or [])))
    found.prepare(params)  # refuses what does not go together
    if write is not None:
        write_content(found, params, write)
        plain_console().print(f"written to {write}")
        return
    show(parameter_rows(found, params), json, lambda rows: parameter_table(found.title, rows))


def write_content(game: Game, params: object, folder: Path) -> None:
    """The cards of a game that has content files."""
    if game.write_content is None:
        raise InputError(f"--write: {game.name} has no cards to write")
    game.write_content(params, folder)


def parameter_rows(game: Game, params: object) -> list[Row]:
    """Every parameter as plain data; presets where they differ from the default."""
    return [
        {
            "parameter": knob.name,
            "value": plain(getattr(params, knob.name)),
            "searched": str(knob.domain) if knob.domain else None,
            "meaning": knob.doc,
            "presets": {
                name: plain(getattr(preset, knob.name))
                for name, preset in game.presets.items()
                if getattr(preset, knob.name) != knob.default
            },
        }
        for knob in knobs_of(game.Params).values()
    ]


def parameter_table(title: str, rows: list[Row]) -> Table:
    """One row a parameter, with its presets beside what it means."""
    cells = []
    for row in rows:
        presets = ", ".join(f"{name} {word(value)}" for name, value in row["presets"].items())
        meaning = row["meaning"] + (f" ({presets})" if presets else "")
        cells.append([row["parameter"], word(row["value"]) or "-", row["searched"] or "-", meaning])
    return table_of(["parameter", "value", "searched over", "meaning (presets)"], cells, title)
