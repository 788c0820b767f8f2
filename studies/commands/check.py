"""Validate a study file and say what running it would mean."""

import time
from pathlib import Path
from typing import Annotated

import typer

from studies.farm.local import cores
from studies.play.evaluate import Job, evaluate
from studies.play.matches import Contest
from studies.study.setup import Setup
from studies.study.study_file import load
from studies.work.launch import need_file
from studies.work.options import Sets, overrides
from studies.work.progress import clock_text
from studies.work.workshop import ready, total_games


def run(
    file: Annotated[Path, typer.Argument(help="A study file (TOML).")],
    sets: Sets = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Threads the estimate is for; all cores if not given.")
    ] = None,
) -> None:
    """Validate a study file; print the size of its space, its games and an estimate of its time."""
    study = load(need_file(file), overrides(sets))
    plan = ready(study, str(file))
    threads = workers or cores()
    games, seconds = total_games(plan), seconds_per_game(plan)
    typer.echo(f"{file}: a valid {study.kind} study of {study.game.name} for {plan.n_players} players")
    for line in details(plan):
        typer.echo(line)
    typer.echo(f"games      {games:,} at most")
    duration = clock_text(games * seconds / threads)
    typer.echo(f"time       about {duration} on {threads} threads ({1000 * seconds:.1f} ms a game)")


def details(plan: Setup | Contest) -> list[str]:
    """What is searched or compared."""
    if isinstance(plan, Contest):
        return [f"matches    {len(plan.matches)} of {plan.study.games:,} games"]
    budget, evaluation = plan.study.budget, plan.study.evaluation
    most = f" to {evaluation.most}" if evaluation.most else ""
    return [
        *plan.subject.describe(),
        f"search     {budget.repeats} x {plan.search_games:,} games, {evaluation.games}{most} per evaluation",
        f"race       {plan.race_games:,} games for up to {budget.finalists} finalists and the default",
        f"confirm    {budget.confirm:,} games each of champion and default",
    ]


def seconds_per_game(plan: Setup | Contest) -> float:
    """Measured on a few games, compilation not counted."""
    if isinstance(plan, Contest):
        jobs = [Job(plan.table, match.player, match.field, 0, 0, plan.n_players) for match in plan.matches]
    else:
        jobs = [plan.job(plan.default, 0, 0, 2 * plan.n_players)]
    for job in jobs:
        evaluate(job._replace(last=1))
    start = time.perf_counter()
    games = sum(len(evaluate(job)) for job in jobs)
    return (time.perf_counter() - start) / games
