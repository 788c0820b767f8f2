"""Run the experiments of the source documents again and write the page that compares them."""

from pathlib import Path
from typing import Annotated

import typer

from engine.errors import InputError
from studies.commands.options import RunOptions, grouped, number_option
from studies.reproductions.experiment import Experiment, all_experiments, chosen
from studies.reproductions.page import write_page
from studies.reproductions.perform import is_present, perform
from studies.reproductions.record import place_of, read_record


@grouped("json", "track_all")
def run(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[DOCUMENT or EXPERIMENT]...", help="Which; all if none is given.")
    ] = None,
    scale: Annotated[float, number_option(0, 10**6, help="Times the games of every experiment.", fraction=True)] = 1.0,
    list_them: Annotated[bool, typer.Option("--list", help="Only list the experiments.")] = False,
    page: Annotated[
        bool, typer.Option("--page", help="Only write the page again, from the data that is there.")
    ] = False,
    again: Annotated[bool, typer.Option("--again", help="Play also what has been played at this size.")] = False,
    docs: Annotated[Path, typer.Option(help="The folder of the page and its data.")] = Path("docs"),
    *,
    options: RunOptions,
) -> None:
    """Run the sources' experiments again and write docs/reproductions.md: their figures, ours, and a verdict."""
    if scale <= 0:
        raise InputError(f"--scale {scale} is not accepted; it takes a number above 0")
    experiments = chosen(names or [], all_experiments())
    if list_them:
        return show(experiments, docs)
    if not page:
        for number, experiment in enumerate(experiments, 1):
            typer.echo(f"{experiment.label} ({number} of {len(experiments)}): {experiment.source.question}", err=True)
            if not perform(experiment, docs, scale, again, options):
                typer.echo("  is there already; --again plays it once more", err=True)
    typer.echo(f"written    {write_page(docs)}")


def show(experiments: list[Experiment], docs: Path) -> None:
    """One line for each experiment."""
    for experiment in experiments:
        record = read_record(place_of(docs, experiment))
        done = f"{record['games']:,} games at scale {record['scale']:g}" if record else "not yet played"
        if record and not is_present(record, experiment):
            done += ", of another version"
        typer.echo(f"{experiment.label:40} {experiment.source.place:16} {done}")
