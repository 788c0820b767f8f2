"""`bottega new`: a small package of your own, tested and ready to be installed."""

import sys
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from agents.catalog import AGENTS
from engine.catalog import GAMES
from engine.errors import InputError, unknown
from engine.sources import ROOMS
from optimisers.catalog import OPTIMISERS

SKELETONS = Path(__file__).parents[1] / "skeletons"
KINDS = ("game", "agent", "optimiser")


def run(
    kind: Annotated[str, typer.Argument(help="game, agent or optimiser.")],
    name: Annotated[str, typer.Argument(help="What it is to be called: a Python name in small letters.")],
    to: Annotated[Path | None, typer.Option("--to", help="The folder to make; NAME if not given.")] = None,
) -> None:
    """Write a small game, agent or optimiser with its tests and a pyproject.toml, to be changed into your own."""
    if kind not in KINDS:
        raise unknown("kind of plug-in", kind, KINDS)
    if not (name.isidentifier() and name.islower() and name.isascii()) or iskeyword(name):
        raise InputError(f"new {kind} {name}: takes a Python name in small letters, digits and underscores")
    for taken, by in ((sys.stdlib_module_names, "Python"), ((*ROOMS, *GAMES, *AGENTS, *OPTIMISERS), "bottega")):
        if name in taken:
            raise InputError(f"new {kind} {name}: {by} has something of that name; choose another")
    folder = to or Path(name)
    try:
        folder.mkdir(parents=True)
        for skeleton in sorted((SKELETONS / kind).glob("*.*")):
            text = skeleton.read_text(encoding="utf-8")
            (folder / renamed(skeleton.name, kind, name)).write_text(renamed(text, kind, name), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({error.strerror})") from None
    file = folder / f"{name}.py"
    typer.echo(f"{file}   what to change; {folder}/test_{name}.py tests it: pytest {folder}")
    typer.echo(f"{example(kind, name)} --plugin {file}   uses it as it is")
    typer.echo(f"bottega conformance {name} --plugin {file}   all that ours must pass")
    typer.echo(f"pip install --editable {folder}   and every command knows it")


def renamed(text: str, kind: str, name: str) -> str:
    """A skeleton's text with the name in place of its own."""
    return text.replace(f"my{kind}", name).replace(f"My{kind}", name.capitalize())


def example(kind: str, name: str) -> str:
    """A command that uses the new plug-in."""
    return {
        "game": f"bottega match {name} mcts random",
        "agent": f"bottega match splinter {name} random",
        "optimiser": f"bottega tune splinter mcts --optimiser {name}",
    }[kind]
