"""A comparison from the command line alone."""

from typing import Annotated

import typer

from studies.commands.launch import start
from studies.commands.options import GameName, Players, RunOptions, Seed, Sets, grouped, overrides
from studies.spec.short_forms import compare_table
from studies.spec.study_file import check, override


@grouped("track_all")
def run(
    game: GameName,
    who: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="At least two: agent, agent:knob=value, @champion.toml.")
    ],
    against: Annotated[
        list[str] | None, typer.Option(help="A field that each of them meets; give it once per seat.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games of each match.")] = 1000,
    players: Players = None,
    seed: Seed = None,
    sets: Sets = None,
    *,
    options: RunOptions,
) -> None:
    """Play a round robin, or everyone against a field, into one table."""
    table = compare_table(game, who, against or [], games)
    study = check(override(table, overrides(sets, game__players=players, seed=seed)), "bottega compare")
    start(study, "bottega compare", options)
