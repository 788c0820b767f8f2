"""Run the study that a file describes."""

from pathlib import Path
from typing import Annotated

import typer

from studies.study.study_file import load
from studies.work.launch import need_file, start
from studies.work.options import How, Repeats, Sets, grouped, overrides


@grouped()
def run(
    file: Annotated[Path, typer.Argument(help="A study file (TOML).")],
    sets: Sets = None,
    repeats: Repeats = None,
    *,
    how: How,
) -> None:
    """Run a study file of any kind."""
    start(load(need_file(file), overrides(sets, budget__repeats=repeats)), str(file), how)
