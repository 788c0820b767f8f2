"""The command line. Each command is one file in `commands/` and one line here."""

import importlib
import sys

import typer

from engine.errors import InputError

COMMANDS = {  # name -> module under studies.commands; imported only when called, so that --help is quick
    "rules": "rules",
    "stats": "stats",
    "bench": "bench",
}
app = typer.Typer(
    name="bottega",
    help="Tune game-playing agents and evolve evaluation functions on compiled rules.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def register() -> None:
    """Put every command's `run` function under its name."""
    for name, module in COMMANDS.items():
        app.command(name)(importlib.import_module(f"studies.commands.{module}").run)


def main() -> None:
    """Run the command line; bad input is one line on stderr and exit code 2."""
    register()
    try:
        app()
    except InputError as error:
        print(f"bottega: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
