"""An evolve study from the command line alone."""

from typing import Annotated

import typer

from studies.commands.launch import short_search
from studies.commands.options import GameName, RunOptions, SearchOptions, grouped
from studies.spec.short_forms import evolve_table


@grouped()
def run(
    game: GameName,
    agent: Annotated[str, typer.Argument(help="Whose value function.")] = "greedy",
    *,
    changes: SearchOptions,
    options: RunOptions,
) -> None:
    """Find the value function that wins: bottega evolve GAME."""
    short_search(evolve_table(game, agent), changes, options)
