"""Run the study that a file describes."""

from pathlib import Path
from typing import Annotated

import typer

from studies.commands.launch import need_file, start
from studies.commands.options import Repeats, RunOptions, Sets, grouped, overrides
from studies.spec.study_file import load


@grouped()
def run(
    file: Annotated[Path, typer.Argument(help="A study file (TOML).")],
    sets: Sets = None,
    repeats: Repeats = None,
    *,
    options: RunOptions,
) -> None:
    """Run a study file of any kind."""
    start(load(need_file(file), overrides(sets, budget__repeats=repeats)), str(file), options)
