"""Read the ledgers of a study: who played, and every game."""

import os
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.table import Table

from engine.errors import InputError
from studies.commands.options import number_option
from studies.play.games import payoffs
from studies.report.console import plain_console, table_of
from studies.report.ledger import Columns, Owned, columns, described, ledger_files, read_ledger
from studies.search.folder import find_folder
from studies.search.ledger import SUFFIX

MOST = 40  # owners of a ledger that are shown


def run(
    study: Annotated[
        str, typer.Argument(help="Its folder or name, or one ledger; the latest study if not given.")
    ] = "",
    to: Annotated[Path | None, typer.Option("--to", help="Write every game into this file, .csv or .parquet.")] = None,
    most: Annotated[int, number_option(0, 10**9, help="Owners of each ledger to show.")] = MOST,
) -> None:
    """Show who played in a study, or write every game as CSV or Parquet."""
    if to and to.suffix not in (".csv", ".parquet"):
        raise InputError(f"--to {to}: takes a file that ends in .csv or .parquet")
    parts: list[Columns] = []
    failures: list[InputError] = []
    for path in ledgers_of(study):
        owners: list[Owned] = []
        try:
            owners.extend(read_ledger(path))
        except InputError as error:  # damage: what was read before it is shown
            failures.append(error)
        if not to:
            plain_console().print(owner_table(path.name, owners, most))
        parts += [{"ledger": np.full(len(owned.games), path.stem), **columns(owned)} for owned in owners]
    if to:
        table = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {}
        write_games(table, to)
        typer.echo(f"{to}: {len(next(iter(table.values()), ())):,} games")
    if failures:
        raise failures[0]


def ledgers_of(study: str) -> list[Path]:
    """The ledgers of a study, searches first."""
    if study.endswith(SUFFIX):
        return [Path(study)]
    folder = find_folder(study, finished=True)
    if not (paths := ledger_files(folder)):
        raise InputError(f"{folder.path}: there is no ledger here yet")
    return paths


def owner_table(name: str, owners: list[Owned], most: int) -> Table:
    """One row an owner."""
    rows = [row_of(owned) for owned in owners[:most]]
    if len(owners) > most:
        rows.append(("...", "", "", f"and {len(owners) - most:,} more; --most shows more, --to writes all games"))
    return table_of(["owner", "games", "payoff, %", "what"], rows, name, ["owner", "games", "payoff, %"])


def row_of(owned: Owned) -> tuple[str, ...]:
    """An owner in a line."""
    owner, games, block = owned
    rate = f"{100 * payoffs(games, block).mean():.1f}" if len(games) else "-"
    return str(owner["id"]), f"{len(games):,}", rate, described(owner)


def write_games(table: Columns, path: Path) -> None:
    """Every game as a row."""
    import pyarrow
    import pyarrow.csv
    import pyarrow.parquet

    write = pyarrow.csv.write_csv if path.suffix == ".csv" else pyarrow.parquet.write_table
    try:
        write(pyarrow.table(table), path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({os.strerror(error.errno) if error.errno else error})") from None
