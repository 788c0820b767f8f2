"""An evolve study from the command line alone."""

from typing import Annotated

import typer

from studies.study.short_forms import evolve_table
from studies.work.launch import short_search
from studies.work.options import How, Wish, grouped


@grouped()
def run(
    game: Annotated[str, typer.Argument(help="Which game, for example splendor.")],
    agent: Annotated[str, typer.Argument(help="Whose value function.")] = "greedy",
    *,
    wish: Wish,
    how: How,
) -> None:
    """Find the value function that wins: bottega evolve splendor."""
    short_search(evolve_table(game, agent), wish, how)
