"""What the commands that run a study share: starting it, resuming it, and what is printed at the end."""

import functools
import json
import shlex
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from engine.errors import InputError
from studies.commands.options import RunOptions, SearchOptions, overrides
from studies.farm.local import WorkerLost, open_farm
from studies.report.text import print_result
from studies.report.views import view_of
from studies.run import Options, Result, begin, run_plan
from studies.search.folder import CHAMPION, STUDY, RunFolder
from studies.search.run import StudyPlan, plan_of
from studies.search.store import Stopped
from studies.spec.study import AnyStudy
from studies.spec.study_file import check, override
from studies.tracking.store import store_uri

INTERRUPTED = 130


def start(study: AnyStudy, where: str, options: RunOptions) -> RunFolder:
    """Run a new study and print what came out."""
    return run_and_print(*begin(study, where, not options.no_track), options)


def resume(folder: RunFolder, options: RunOptions) -> RunFolder:
    """Go on with the study of a folder and print what came out."""
    return run_and_print(plan_of(folder.study, str(folder / STUDY)), folder, options)


def run_and_print(plan: StudyPlan, folder: RunFolder, options: RunOptions) -> RunFolder:
    """Run a study to its end; a failure says how to go on."""
    again = f"bottega resume {shlex.quote(folder.name)}"
    try:
        result = run_plan(plan, folder, machine_options(plan.study, options))
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
    if options.json:
        typer.echo(json.dumps({**result.data, "folder": str(folder.path), "run": folder.run}, indent=1))
    else:
        tell(result)
    if result.tracking_failure:
        failed = f"MLflow did not get everything ({result.tracking_failure})"
        typer.echo(f"bottega: {failed}; write it again with: {again}", err=True)
        raise typer.Exit(1)
    return folder


def machine_options(study: AnyStudy, options: RunOptions) -> Options:
    """The options of a command as `run_study` takes them."""
    kind = options.farm or ("ray" if options.ray_address else study.farm)
    open_this = functools.partial(open_farm, kind, options.workers, options.ray_address)
    return Options(open_this, options.quiet or options.json, not options.no_track, options.track_all)


def tell(result: Result) -> None:
    """The result, where it is, and what to do with it."""
    console, folder = Console(), result.folder
    print_result(console, result.data)
    lines = [f"files      {folder.path}"]
    if (folder / CHAMPION).exists():
        lines.append(f"champion   {view_of(result.data).match_command(result.data, folder / CHAMPION)}")
    if folder.run:
        lines.append(f"MLflow     run {folder.run[:8]} in {store_uri()}: open it with bottega ui")
    for line in lines:
        console.print(line, highlight=False, soft_wrap=True)


def short_search(table: dict[str, Any], changes: SearchOptions, options: RunOptions) -> None:
    """Run a tune or evolve study from the command line alone."""
    if changes.against:
        table["opponents"] = {"pool": [changes.against]}
    named = {
        "optimiser__name": changes.optimiser,
        "budget__games": changes.games,
        "game__players": changes.players,
        "seed": changes.seed,
        "budget__repeats": changes.repeats,
    }
    where = f"bottega {table['kind']}"
    start(check(override(table, overrides(changes.sets, **named)), where), where, options)


def need_file(path: Path) -> Path:
    """A study file's path; a folder is refused with a hint."""
    if path.is_dir():
        raise InputError(f"{path}: is a folder; name a study file, or use bottega resume")
    return path
