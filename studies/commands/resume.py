"""Go on with a study that was interrupted."""

from typing import Annotated

import typer

from studies.study.folder import find_folder
from studies.work.launch import finish
from studies.work.options import How, grouped


@grouped()
def run(
    study: Annotated[str, typer.Argument(help="Its folder or name; the latest unfinished one if not given.")] = "",
    *,
    how: How,
) -> None:
    """Go on with an interrupted study: nothing is lost, nothing is played twice."""
    finish(find_folder(study), how)
