"""The options that commands share, each declared once; a command takes whole groups of them as one parameter."""

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer

from engine.catalog import GAMES

GameName = Annotated[str, typer.Argument(help=f"Which game: {', '.join(GAMES)}.")]
Preset = Annotated[str, typer.Option("--rules", help="A preset of the game: bottega rules GAME lists them.")]
RuleChanges = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Change a rule: bottega rules GAME lists them.")
]
DealSeed = Annotated[int, typer.Option(help="Names the deals, from 0 on.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing while it runs.")]
Sets = Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a key of the study.")]
Players = Annotated[int | None, typer.Option(min=2, help="Players at the table.")]
Seed = Annotated[int | None, typer.Option(min=0, help="Everything follows from it.")]
Repeats = Annotated[int | None, typer.Option(min=1, help="Independent searches that split the budget.")]


class RunOptions(NamedTuple):
    """Where and how loudly a study runs: nothing of it changes the result."""

    workers: Annotated[int | None, typer.Option(min=1, help="Threads; all cores if not given. Changes no result.")] = (
        None
    )
    farm: Annotated[str, typer.Option(help="local or ray; if not given, as the study says. Changes no result.")] = ""
    ray_address: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="Join this Ray cluster instead of starting one.")
    ] = ""
    quiet: Quiet = False
    json: Annotated[
        bool, typer.Option("--json", help="Print the result as JSON, and nothing else, on standard output.")
    ] = False
    no_track: Annotated[bool, typer.Option("--no-track", help="Do not write to MLflow.")] = False
    track_all: Annotated[
        bool, typer.Option("--track-all", help="A run in MLflow for every candidate, in an experiment apart.")
    ] = False


class SearchOptions(NamedTuple):
    """What a short form changes of the study that it stands for."""

    against: Annotated[str, typer.Option(help="Who sits at all other seats.")] = ""
    optimiser: Annotated[str, typer.Option(help="Which optimiser.")] = ""
    games: Annotated[int | None, typer.Option(min=1, help="Games of search and race together.")] = None
    players: Players = None
    seed: Seed = None
    sets: Sets = None
    repeats: Repeats = None


Command = Callable[..., None]


def grouped(*without: str) -> Callable[[Command], Command]:
    """A command with one option for each field of its NamedTuple parameters, but for those in `without`."""

    def unfold(command: Command) -> Command:
        hints = get_type_hints(command, include_extras=True)
        groups = {name: hint for name, hint in hints.items() if hasattr(hint, "_fields")}
        own = [parameter for name, parameter in inspect.signature(command).parameters.items() if name not in groups]
        fields = [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=group._field_defaults[name], annotation=kind
            )
            for group in groups.values()
            for name, kind in get_type_hints(group, include_extras=True).items()
            if name not in without
        ]

        @functools.wraps(command)
        def unfolded(**given: Any) -> None:
            for name, group in groups.items():
                given[name] = group(**{field: given.pop(field) for field in group._fields if field in given})
            command(**given)

        unfolded.__signature__ = inspect.Signature([*own, *fields])  # type: ignore[attr-defined]
        return unfolded

    return unfold


def overrides(sets: list[str] | None, **named: Any) -> list[str]:
    """Every override: the options that stand for a key (dots written as __), then those given as --set."""
    options = [f"{key.replace('__', '.')}={value}" for key, value in named.items() if value]
    return [*options, *(sets or [])]
