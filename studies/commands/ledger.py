"""Read the ledgers of a study: who played, and every game."""

from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from engine.errors import InputError
from studies.play.games import payoffs
from studies.report.ledger import Columns, Owned, columns, read_ledger
from studies.search.folder import find_folder
from studies.search.ledger import SUFFIX

MOST = 40  # owners of a ledger that are shown


def run(
    study: Annotated[
        str, typer.Argument(help="Its folder or name, or one ledger; the latest unfinished study if not given.")
    ] = "",
    to: Annotated[Path | None, typer.Option("--to", help="Write every game into this file, .csv or .parquet.")] = None,
    most: Annotated[int, typer.Option(min=0, help="Owners of each ledger to show.")] = MOST,
) -> None:
    """Show who played in a study, or write every game as CSV or Parquet."""
    write = {".csv": write_csv, ".parquet": write_parquet}.get(to.suffix) if to else None
    if to and not write:
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
            Console().print(owner_table(path.name, owners, most))
        parts += [{"ledger": np.full(len(owned.games), path.stem), **columns(owned)} for owned in owners]
    if to and write:
        table = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {}
        write(table, to)
        typer.echo(f"{to}: {len(next(iter(table.values()), ())):,} games")
    if failures:
        raise failures[0]


def ledgers_of(study: str) -> list[Path]:
    """The ledgers of a study, searches first."""
    if study.endswith(SUFFIX):
        return [Path(study)]
    folder = find_folder(study)
    paths = sorted(folder.path.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_ctime)
    if not paths:
        raise InputError(f"{folder.path}: there is no ledger here yet")
    return paths


def owner_table(name: str, owners: list[Owned], most: int) -> Table:
    """One row an owner."""
    table = Table("owner", "games", "payoff, %", "what", title=name, title_justify="left", box=None)
    for owned in owners[:most]:
        table.add_row(*row_of(owned))
    if len(owners) > most:
        table.add_row("...", "", "", f"and {len(owners) - most:,} more; --most shows more, --to writes all games")
    return table


def row_of(owned: Owned) -> tuple[str, ...]:
    """An owner in a line."""
    owner, games, block = owned
    rate = f"{100 * payoffs(games, block).mean():.1f}" if len(games) else "-"
    what = " ".join(f"{name}={value}" for name, value in {**owner.get("note", {}), **owner["values"]}.items())
    return str(owner["id"]), f"{len(games):,}", rate, escape(what)


def write_csv(table: Columns, path: Path) -> None:
    """Every game as a line."""
    import pyarrow
    import pyarrow.csv

    pyarrow.csv.write_csv(pyarrow.table(table), path)


def write_parquet(table: Columns, path: Path) -> None:
    """Every game as a row of columns."""
    import pyarrow
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.table(table), path)
