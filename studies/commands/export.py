"""Take a champion out of MLflow."""

from pathlib import Path
from typing import Annotated

import typer

from engine.errors import InputError
from engine.reading import write_text
from studies.search.folder import CHAMPION
from studies.tracking.runs import fetch_text, find_run


def run(
    name: Annotated[
        str, typer.Argument(metavar="RUN", help="Its id's beginning, or a name; the latest if not given.")
    ] = "",
    to: Annotated[Path | None, typer.Option("--to", help="Where to write it; <study>.toml if not given.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite.")] = False,
) -> None:
    """Write a study's champion to a small file that `bottega match` takes as a player."""
    found = find_run(name)
    text = fetch_text(found, CHAMPION)
    if text is None:
        raise InputError(
            f"run {found.id[:8]} ({found.name}) has no champion: it is {found.tags.get('kind')}, {found.status.lower()}"
        )
    target = to or Path(f"{found.name}.toml")
    if target.exists() and not force:
        raise InputError(f"{target}: exists; use --to or --force")
    write_text(target, text)
    typer.echo(f"{target}: play it with bottega match {found.tags.get('game')} @{target} ...")
