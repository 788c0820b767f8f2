"""A tune study from the command line alone."""

from typing import Annotated

import typer

from studies.study.short_forms import tune_table
from studies.work.launch import short_search
from studies.work.options import How, Wish, grouped


@grouped()
def run(
    game: Annotated[str, typer.Argument(help="Which game, for example splendor.")],
    agent: Annotated[str, typer.Argument(help="Whose knobs: mcts, or mcts:budget=500.")],
    *,
    wish: Wish,
    how: How,
) -> None:
    """Find the parameters of an agent that win: bottega tune splendor mcts."""
    short_search(tune_table(game, agent), wish, how)
