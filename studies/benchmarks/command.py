"""`bottega bench`: speed, as ratios within one run."""

import importlib
import pkgutil
from typing import Annotated

import typer
from rich.console import Console

from engine.errors import InputError
from studies import benchmarks

HERE = "command"
NAMES = sorted(
    module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.ispkg and module.name != HERE
)


def run(
    what: Annotated[
        list[str] | None, typer.Argument(help=f"Some of: {', '.join(NAMES)}. All, if none is named.")
    ] = None,
) -> None:
    """Measure the speed of the rooms."""
    for name in what or []:
        if name not in NAMES:
            raise InputError(f"bench: there is no benchmark {name!r}; there are {', '.join(NAMES)}")
    for name in what or NAMES:
        importlib.import_module(f"studies.benchmarks.{name}").run(Console())
