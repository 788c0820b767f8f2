"""What the commands that run a study share: starting it, resuming it, and what is printed at the end."""

import json
import os
import shlex
from pathlib import Path
from typing import Any

import typer

from engine.errors import InputError
from engine.plugins import given
from studies.commands.options import RunOptions, SearchOptions, overrides
from studies.farm.local import WorkerLost
from studies.play.setup import prepare_game
from studies.report.console import plain_console
from studies.report.text import print_result
from studies.report.views import view_of
from studies.run import Options, Result, begin, plan_again, run_plan
from studies.search.folder import CHAMPION, RunFolder
from studies.search.plan import setup_of
from studies.search.run import StudyPlan, plan_of
from studies.search.store import Stopped
from studies.spec.study import AnyStudy
from studies.spec.study_file import check, override
from studies.tracking.store import disk_is_full, run_link, store_uri

INTERRUPTED = 130


def start(plan: StudyPlan, options: RunOptions) -> RunFolder:
    """Run a new study and print what came out."""
    plan, folder, machine = begin(plan, machine_options(plan.study, options))
    return run_and_print(plan, folder, machine, options.json)


def go_on(folder: RunFolder, options: RunOptions) -> RunFolder:
    """Go on with the study of a folder and print what came out."""
    machine = machine_options(folder.study, options)
    return run_and_print(plan_again(folder), folder, machine, options.json)


def run_and_print(plan: StudyPlan, folder: RunFolder, machine: Options, as_json: bool) -> RunFolder:
    """Run a study to its end; a failure says how to go on."""
    again = f"bottega resume {shlex.quote(folder.name)}"
    try:
        result = run_plan(plan, folder, machine)
    except (Stopped, KeyboardInterrupt):
        typer.echo(f"stopped; nothing is lost. Go on with: {again}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except WorkerLost as error:
        typer.echo(f"bottega: {error}; all else is written down, go on with: {again}", err=True)
        raise typer.Exit(1) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"{folder.path}: {reason}; when there is room again, go on with: {again}") from None
    if as_json:
        typer.echo(json.dumps({**result.data, "folder": str(folder.path), "run": folder.run}, indent=1))
    else:
        tell(result)
    if result.tracking_failure:
        failed = f"MLflow did not get everything ({result.tracking_failure})"
        typer.echo(f"bottega: {failed}; write it again with: {again}", err=True)
        raise typer.Exit(2 if disk_is_full(result.tracking_failure) else 1)
    return folder


def machine_options(study: AnyStudy, options: RunOptions) -> Options:
    """The options of a command as `run_study` takes them."""
    how = options.quiet or options.json, not options.no_track, options.track_all
    return Options.of(study, options.workers, options.farm, options.ray_address, *how)


def tell(result: Result) -> None:
    """The result, where it is, and what to do with it."""
    console, folder = plain_console(), result.folder
    print_result(console, result.data)
    lines = [f"files      {folder.path}"]
    if (folder / CHAMPION).exists():
        command = view_of(result.data).match_command(result.data, folder / CHAMPION)
        lines.append(
            " ".join([f"champion   {command}", *(f"--plugin {shlex.quote(os.path.relpath(text))}" for text in given())])
        )
    if folder.run:
        link = run_link(store_uri(), folder.state["experiment"], folder.run)
        served = "" if link.startswith(store_uri()) else f" (bottega ui shows {store_uri()})"
        lines.append(f"MLflow     {link}{served}")
    for line in lines:
        console.print(line, highlight=False, soft_wrap=True)


def short_search(table: dict[str, Any], changes: SearchOptions, options: RunOptions) -> None:
    """Run a tune or evolve study from the command line alone."""
    if changes.against:
        table["opponents"] = {"pool": [changes.against]}
    named = {
        "optimiser__name": changes.optimiser,
        "budget__games": changes.games,
        "game__preset": changes.rules,
        "game__players": changes.players,
        "seed": changes.seed,
        "budget__repeats": changes.repeats,
    }
    start_short(table, overrides(changes.sets, **named), options)


def start_short(table: dict[str, Any], changes: list[str], options: RunOptions) -> None:
    """Run a study from the command line alone. Numbers of games that nobody set come out as whole deals."""
    where = f"bottega {table['kind']}"
    study = check(override(table, changes), where)
    n_players = prepare_game(setup_of(study.game, where)).n_players
    given = {change.partition("=")[0].strip() for change in changes}
    start(plan_of(study.in_whole_deals(n_players, given), where), options)


def need_file(path: Path) -> Path:
    """A study file's path; a folder is refused with a hint."""
    if path.is_dir():
        raise InputError(f"{path}: is a folder; name a study file, or use bottega resume")
    return path
