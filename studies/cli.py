"""The command line. A command is a function, most of them with a file of their own in `commands/`, and a word here."""

import ast
import functools
import importlib
import importlib.metadata
import io
import os
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from typer.exceptions import TyperException

from engine.errors import InputError
from engine.plugins import plug_in
from studies.commands.rule_options import RuleCommand

REFUSED = 2  # exit code for whatever a user can mend
PANELS = {  # where --help lists which commands
    "Studies": ("tune", "evolve", "learn", "compare", "run", "check", "watch", "resume", "reproduce"),
    "Results": ("list", "show", "ledger", "export", "ui"),
    "Games and players": ("play", "match", "replay", "agents", "rules", "stats"),
    "Your own": ("new", "conformance", "list-plugins"),
    "The program itself": ("strength", "bench"),
}
STUDIES = "studies.commands.studies"  # a function for each; other commands are `run` in a file of their own
COMMANDS = {
    **{name: f"studies.commands.{name.replace('-', '_')}" for names in PANELS.values() for name in names},
    **dict.fromkeys(("tune", "evolve", "learn", "compare", "run", "resume"), STUDIES),
    "reproduce": "studies.reproductions.command",
    "bench": "studies.benchmarks.command",
}
PLUGIN = "--plugin"


def everywhere(
    plugin: Annotated[
        list[str] | None,
        typer.Option(
            PLUGIN, metavar="FILE|MODULE", help="Take a game, agent or optimiser from there; also after COMMAND."
        ),
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Print the program's version.")] = False,
) -> None:
    """Tune game-playing agents and evolve evaluation functions on compiled rules."""
    if version:
        typer.echo(f"bottega {importlib.metadata.version('bottega')}")
        raise typer.Exit


def take_plugins(words: list[str]) -> list[str]:
    """The command line without --plugin; it may stand anywhere, and what it names is loaded before any command."""
    rest, waiting = [], iter(words)
    for word in waiting:
        name, equals, text = word.partition("=")
        if name != PLUGIN:
            rest.append(word)
        elif text := text if equals else next(waiting, ""):
            plug_in(text)
        else:
            raise InputError(f"{PLUGIN}: takes a file or a module")
    return rest


@functools.cache
def command_line(wanted: str | None) -> Callable[..., int | None]:
    """The wanted command; of the others only their names and what they do are needed, for --help."""
    app = typer.Typer(
        name="bottega",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(everywhere)
    everything = "_BOTTEGA_COMPLETE" in os.environ
    for panel, names in PANELS.items():
        for name in names:
            loaded = everything or name == wanted
            command = command_of(name) if loaded else outline(name)
            app.command(name, cls=RuleCommand, rich_help_panel=panel)(command)
    return typer.main.get_command(app)


def command_of(name: str) -> Callable[..., None]:
    """The function that runs a command."""
    return getattr(importlib.import_module(COMMANDS[name]), function_name(name))


def function_name(name: str) -> str:
    """The name of that function."""
    return name if COMMANDS[name] == STUDIES else "run"


@functools.cache
def outline(name: str) -> Callable[[], None]:
    """A stand-in that has the command's documentation, read without importing what the command needs."""
    file = Path(__file__).parents[1] / COMMANDS[name].replace(".", "/")
    source = file.with_suffix(".py").read_text(encoding="utf-8")
    functions = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}

    def stand_in() -> None:
        raise AssertionError(f"{name} was not loaded")

    stand_in.__doc__ = ast.get_docstring(functions[function_name(name)])
    return stand_in


def main() -> None:
    """Run the command line; bad input is one line on stderr and exit code 2."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # of numba, MLflow and others: nothing that a user could mend
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name may hold what the terminal cannot show
    try:
        words = take_plugins(sys.argv[1:])
        run = command_line(next((word for word in words if word in COMMANDS), None))
        code = run(words, standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        os._exit(1)  # the reader of our output has gone: there is nobody to flush for
    except (InputError, TyperException, OSError, MemoryError) as error:
        if said := said_of(error):
            print(f"bottega: {InputError(said)}", file=sys.stderr)
        code = REFUSED
    sys.exit(code or 0)


def said_of(error: Exception) -> str:
    """An error in one line."""
    match error:
        case OSError():  # a full disk, a place that cannot be written
            place = f"{error.filename}: " if error.filename else ""
            return f"{place}{error.strerror or error}"
        case MemoryError():
            return f"not enough memory ({str(error) or 'ask for less at once'})"
        case TyperException():
            found = error.format_message() if hasattr(error, "format_message") else str(error)
            return re.sub(r"^Invalid value for '(.*?)'", r"\1", " ".join(found.split()))
    return str(error)


if __name__ == "__main__":
    main()
