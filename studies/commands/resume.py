"""Go on with a study that was interrupted."""

from typing import Annotated

import typer

from studies.commands.launch import resume
from studies.commands.options import RunOptions, grouped
from studies.search.folder import find_folder


@grouped()
def run(
    study: Annotated[str, typer.Argument(help="Its folder or name; the latest unfinished one if not given.")] = "",
    *,
    options: RunOptions,
) -> None:
    """Go on with an interrupted study: nothing is lost, nothing is played twice."""
    resume(find_folder(study), options)
