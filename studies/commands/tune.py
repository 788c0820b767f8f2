"""A tune study from the command line alone."""

from typing import Annotated

import typer

from studies.commands.launch import short_search
from studies.commands.options import GameName, RunOptions, SearchOptions, grouped
from studies.spec.short_forms import tune_table


@grouped()
def run(
    game: GameName,
    agent: Annotated[str, typer.Argument(help="Whose knobs: mcts, or mcts:budget=500.")],
    *,
    changes: SearchOptions,
    options: RunOptions,
) -> None:
    """Find the parameters of an agent that win: bottega tune GAME mcts."""
    short_search(tune_table(game, agent), changes, options)
