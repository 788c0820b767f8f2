"""Validate a study file and say what running it would mean."""

import time
from pathlib import Path
from typing import Annotated

import typer

from studies.commands.launch import need_file
from studies.commands.options import Preset, Sets, Workers, overrides
from studies.farm.local import cores
from studies.play.jobs import evaluate
from studies.report.progress import clock_text
from studies.search.run import StudyPlan, plan_of
from studies.spec.study_file import load


def run(
    file: Annotated[Path, typer.Argument(help="A study file (TOML).")],
    sets: Sets = None,
    rules: Preset = "",
    workers: Workers = None,
) -> None:
    """Validate a study file; print the size of its space, its games and an estimate of its time."""
    study = load(need_file(file), overrides(sets, game__preset=rules))
    plan = plan_of(study, str(file))
    threads = workers or cores()
    games, seconds = plan.games, seconds_per_game(plan)
    typer.echo(f"{file}: a valid {study.kind} study of {study.game.name} for {plan.n_players} players")
    for line in plan.describe():
        typer.echo(line)
    typer.echo(f"games      {games:,} at most")
    duration = clock_text(games * seconds / threads)
    typer.echo(f"time       about {duration} on {threads} threads ({1000 * seconds:.1f} ms a game)")


def seconds_per_game(plan: StudyPlan) -> float:
    """Measured on a few games, compilation not counted."""
    jobs = plan.sample_jobs()
    for job in jobs:
        evaluate(job._replace(last=1))
    start = time.perf_counter()
    games = sum(len(evaluate(job)) for job in jobs)
    return (time.perf_counter() - start) / games
