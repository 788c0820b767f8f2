"""The command line. Each command is one file, most of them in `commands/`, and one word here."""

import ast
import importlib
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import typer

from engine.errors import InputError

PANELS = {  # where --help lists which commands
    "Studies": ("tune", "evolve", "compare", "run", "check", "resume", "reproduce"),
    "Results": ("list", "show", "ledger", "export", "ui"),
    "Games and players": ("play", "match", "replay", "agents", "rules", "stats"),
    "The program itself": ("strength", "bench"),
}
COMMANDS = {name: f"studies.commands.{name}" for names in PANELS.values() for name in names} | {
    "reproduce": "studies.reproductions.command",
    "bench": "studies.benchmarks.command",
}
app = typer.Typer(
    name="bottega",
    help="Tune game-playing agents and evolve evaluation functions on compiled rules.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def register(wanted: str | None) -> None:
    """Load the wanted command; of the others only their names and what they do are needed, for --help."""
    everything = "_BOTTEGA_COMPLETE" in os.environ
    for panel, names in PANELS.items():
        for name in names:
            loaded = everything or name == wanted
            command = importlib.import_module(COMMANDS[name]).run if loaded else outline(name)
            app.command(name, rich_help_panel=panel)(command)


def outline(name: str) -> Callable[[], None]:
    """A stand-in that has the command's documentation, read without importing what the command needs."""
    file = Path(__file__).parents[1] / COMMANDS[name].replace(".", "/")
    source = file.with_suffix(".py").read_text(encoding="utf-8")
    functions = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}

    def stand_in() -> None:
        raise AssertionError(f"{name} was not loaded")

    stand_in.__doc__ = ast.get_docstring(functions["run"])
    return stand_in


def main() -> None:
    """Run the command line; bad input is one line on stderr and exit code 2."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # of numba, MLflow and others: nothing that a user could mend
    register(next((word for word in sys.argv[1:] if not word.startswith("-")), None))
    try:
        app()
    except InputError as error:
        print(f"bottega: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(1)  # the reader of our output has gone


if __name__ == "__main__":
    main()
