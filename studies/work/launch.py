"""What the commands that run a study share: how it is run, and what is printed at the end."""

import functools
import json
import shlex
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from engine.errors import InputError
from studies.farm.local import WorkerLost, open_farm
from studies.show.report import print_result
from studies.study.folder import CHAMPION, Folder, new_folder
from studies.study.spec import AnyStudy
from studies.study.study_file import check, override
from studies.tracking.store import check_store, store_uri
from studies.work.champion import match_command
from studies.work.keeper import Stopped
from studies.work.options import How, Wish, overrides
from studies.work.workshop import Done, Options, conduct, ready

INTERRUPTED = 130


def start(study: AnyStudy, where: str, how: How) -> None:
    """Run a new study in a folder of its own and print what came out."""
    ready(study, where)  # everything that can be wrong is said before anything is written
    if not how.no_track:
        check_store(store_uri())
    finish(new_folder(study), how)


def finish(folder: Folder, how: How) -> None:
    """Run the study of a folder to its end and print what came out."""
    kind = how.farm or ("ray" if how.ray_address else folder.study.farm)
    open_this = functools.partial(open_farm, kind, how.workers, how.ray_address)
    options = Options(open_this, how.quiet or how.json, not how.no_track, how.track_all)
    again = f"bottega resume {shlex.quote(folder.name)}"
    try:
        done = conduct(folder, options)
    except (Stopped, KeyboardInterrupt):
        typer.echo(f"stopped; nothing is lost. Go on with: {again}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except WorkerLost as error:
        typer.echo(f"bottega: {error}; all else is written down, go on with: {again}", err=True)
        raise typer.Exit(1) from None
    except OSError as error:
        reason = error.strerror or str(error)
        typer.echo(f"bottega: {folder.path}: {reason}; when there is room again, go on with: {again}", err=True)
        raise typer.Exit(1) from None
    if how.json:
        typer.echo(
            json.dumps({**done.result, "folder": str(folder.path), "run": folder.state.get("run", "")}, indent=1)
        )
    else:
        tell(done)
    if done.tracking_failure:
        typer.echo(
            f"bottega: MLflow did not get everything ({done.tracking_failure}); write it again with: {again}", err=True
        )
        raise typer.Exit(1)


def tell(done: Done) -> None:
    """The result, where it is, and what to do with it."""
    console = Console()
    print_result(console, done.result)
    folder = done.folder
    console.print(f"files      {folder.path}", highlight=False, soft_wrap=True)
    if (folder / CHAMPION).exists():
        command = match_command(done.result, folder / CHAMPION)
        console.print(f"champion   {command}", highlight=False, soft_wrap=True)
    if run := folder.state.get("run"):
        console.print(
            f"MLflow     run {run[:8]} in {store_uri()}: open it with bottega ui", highlight=False, soft_wrap=True
        )


def short_search(table: dict[str, Any], wish: Wish, how: How) -> None:
    """Run a tune or evolve study from the command line alone."""
    if wish.against:
        table["opponents"] = {"pool": [wish.against]}
    named = {
        "optimiser__name": wish.optimiser,
        "budget__games": wish.games,
        "game__players": wish.players,
        "seed": wish.seed,
        "budget__repeats": wish.repeats,
    }
    where = f"bottega {table['kind']}"
    start(check(override(table, overrides(wish.sets, **named)), where), where, how)


def need_file(path: Path) -> Path:
    """A study file's path; a folder is refused with a hint."""
    if path.is_dir():
        raise InputError(f"{path}: is a folder; name a study file, or use bottega resume")
    return path
