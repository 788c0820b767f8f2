"""What the commands that run a study share: their options, and what is printed at the end."""

import functools
import json
import shlex
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console

from engine.errors import InputError
from studies.champion import match_command
from studies.farm import WorkerLost, open_farm
from studies.folder import CHAMPION, Folder, new_folder
from studies.keeper import Stopped
from studies.report import print_result
from studies.spec import AnyStudy
from studies.store import check_store, store_uri
from studies.study_file import check, override
from studies.workshop import Done, Options, conduct, ready

Sets = Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a key of the study.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Threads; all cores if not given. Changes no result.")]
FarmKind = Annotated[
    str, typer.Option("--farm", help="local or ray; if not given, as the study says. Changes no result.")
]
RayAddress = Annotated[
    str, typer.Option("--ray-address", metavar="HOST:PORT", help="Join this Ray cluster instead of starting one.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing while it runs.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON, and nothing else, on standard output.")]
NoTrack = Annotated[bool, typer.Option("--no-track", help="Do not write to MLflow.")]
TrackAll = Annotated[
    bool, typer.Option("--track-all", help="A run in MLflow for every candidate, in an experiment apart.")
]
Repeats = Annotated[int | None, typer.Option(min=1, help="Independent searches that split the budget.")]
Against = Annotated[str, typer.Option(help="Who sits at all other seats.")]
Optimiser = Annotated[str, typer.Option(help="Which optimiser.")]
Games = Annotated[int | None, typer.Option(min=1, help="Games of search and race together.")]
Players = Annotated[int | None, typer.Option(min=2, help="Players at the table.")]
Seed = Annotated[int | None, typer.Option(min=0, help="Everything follows from it.")]
INTERRUPTED = 130


class How(NamedTuple):
    """How to run: nothing of it changes the result."""

    workers: int | None = None
    quiet: bool = False
    json: bool = False
    no_track: bool = False
    track_all: bool = False
    farm: str = ""
    ray_address: str = ""


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


def overrides(sets: list[str] | None, **named: Any) -> list[str]:
    """Every override: the options that stand for a key (dots written as __), then those given as --set."""
    options = [f"{key.replace('__', '.')}={value}" for key, value in named.items() if value]
    return [*options, *(sets or [])]


def short_search(table: dict[str, Any], against: str, sets: list[str], how: How) -> None:
    """Run a tune or evolve study from the command line alone."""
    if against:
        table["opponents"] = {"pool": [against]}
    where = f"bottega {table['kind']}"
    start(check(override(table, sets), where), where, how)


def need_file(path: Path) -> Path:
    """A study file's path; a folder is refused with a hint."""
    if path.is_dir():
        raise InputError(f"{path}: is a folder; name a study file, or use bottega resume")
    return path
