"""The options that commands share, each declared once; a command takes whole groups of them as one parameter."""

import functools
import inspect
import json
from collections.abc import Callable, Iterable
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer

from agents.agent import UNLIMITED
from agents.catalog import LONGEST, PlayerSpec
from engine.catalog import GAMES
from engine.errors import shown
from engine.plugins import origin_of
from engine.reading import WIDEST, number, whole
from studies.play.setup import GameSetup, PreparedGame, game_setup, read_players, setup_for
from studies.report.console import plain_console
from studies.spec.rules import read_changes

MOST_PLAYERS = max(max(game.player_counts) for game in GAMES.values())
MOST_WORKERS = 4096
MOST_SEED = WIDEST
MOST_GAMES = 10**8  # of a command that keeps all of them in memory


def number_option(least: float, most: float, *names: str, help: str, fraction: bool = False) -> Any:
    """An option that takes a number between two bounds, read as every number is."""

    def parse(value: str) -> int | float:
        try:
            found = number(value) if fraction else whole(value)
            if least <= found <= most:
                return found
        except ValueError:
            pass
        kind = "a number" if fraction else "a whole number"
        raise typer.BadParameter(f"{shown(value)} is not accepted; it takes {kind} from {least:,} to {most:,}")

    return typer.Option(*names, parser=parse, metavar="X" if fraction else "N", help=help)


GameName = Annotated[
    str, typer.Argument(help=f"Which game: {', '.join(GAMES)}. Its rules are options too: --players 3.")
]
Preset = Annotated[
    str, typer.Option("--rules", help="A preset of the game (bottega rules GAME lists them), or a file with rules.")
]
RuleChanges = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Change a rule: bottega rules GAME lists them.")
]
DealSeed = Annotated[int, number_option(0, MOST_SEED, help="Names the deals, from 0 on.")]
Games = Annotated[int, number_option(1, MOST_GAMES, help="Games of a match, in whole rotations of the seats.")]
Budget = Annotated[int | None, number_option(0, UNLIMITED, help="Forward-model calls per decision, for all.")]
Milliseconds = Annotated[
    float,
    number_option(0, LONGEST, help="Milliseconds per decision, for all; such games differ.", fraction=True),
]
Workers = Annotated[
    int | None, number_option(1, MOST_WORKERS, help="Threads; all cores if not given. Changes no result.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else, on standard output.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing while it runs.")]
Sets = Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a key of the study.")]
Players = Annotated[int | None, number_option(2, MOST_PLAYERS, help="Players at the table.")]
Seed = Annotated[int | None, number_option(0, MOST_SEED, help="Everything follows from it.")]
Repeats = Annotated[int | None, number_option(1, 10_000, help="Independent searches that split the budget.")]


class RunOptions(NamedTuple):
    """Where and how loudly a study runs: nothing of it changes the result."""

    workers: Workers = None
    farm: Annotated[str, typer.Option(help="local or ray; if not given, as the study says. Changes no result.")] = ""
    ray_address: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="Join this Ray cluster instead of starting one.")
    ] = ""
    quiet: Quiet = False
    json: Json = False
    no_track: Annotated[bool, typer.Option("--no-track", help="Do not write to MLflow.")] = False
    track_all: Annotated[
        bool, typer.Option("--track-all", help="A run in MLflow for every candidate, in an experiment apart.")
    ] = False


class SearchOptions(NamedTuple):
    """What a short form changes of the study that it stands for."""

    against: Annotated[str, typer.Option(help="Who sits at all other seats.")] = ""
    optimiser: Annotated[str, typer.Option(help="Which optimiser.")] = ""
    games: Annotated[int | None, number_option(1, 10**9, help="Games of the study, but for its proof.")] = None
    rules: Preset = ""
    players: Players = None
    seed: Seed = None
    sets: Sets = None
    repeats: Repeats = None


class PlayOptions(NamedTuple):
    """How players meet outside of a study: on which deals, under which rules, with which budgets."""

    seed: DealSeed = 1
    rules: Preset = ""
    set_: RuleChanges = None
    budget: Budget = None
    ms: Milliseconds = 0.0
    workers: Workers = None
    json: Json = False
    quiet: Quiet = False

    def setup(self, game: str, players: int) -> GameSetup:
        """The game and its rules for so many players; with none, for as many as the rules say."""
        changes = read_changes(self.set_ or [])
        return setup_for(game, self.rules, changes, players) if players else game_setup(game, self.rules, changes)

    def players(self, texts: Iterable[str], prepared: PreparedGame) -> list[PlayerSpec]:
        """The players that texts describe, who must be able to play under these rules."""
        return read_players(prepared, texts, self.budget, self.ms)


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
    options = [
        f"{key.replace('__', '.')}={json.dumps(value)}" for key, value in named.items() if value not in (None, "")
    ]
    return [*options, *(sets or [])]


def show(data: Any, as_json: bool, table: Callable[[Any], Any]) -> None:
    """Plain data as JSON, or as the table that is made of it."""
    if as_json:
        typer.echo(json.dumps(data, indent=1))
    else:
        plain_console().print(table(data))


def with_origin(text: str, kind: str, name: str) -> str:
    """A cell of a catalogue's table; of what a plug-in brought, it says which one."""
    plugin = origin_of(kind, name)
    return f"{text} (from {plugin.origin})" if plugin else text
