"""List the studies that MLflow knows."""

import json as json_format
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from studies.tracking.runs import Run, all_runs


def run(
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    kind: Annotated[str, typer.Option(help="Only tune, evolve, design or compare.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List studies, the latest first."""
    tags = {name: value for name, value in (("game", game), ("kind", kind)) if value}
    runs = [entry for entry in all_runs() if all(entry.tags.get(name) == value for name, value in tags.items())]
    if json:
        typer.echo(json_format.dumps([entry._asdict() for entry in runs], indent=1))
        return
    table = Table(box=None, pad_edge=False)
    for name in ("run", "study", "game", "what", "win rate or fairness, %", "p", "state", "started"):
        table.add_column(name, no_wrap=name in ("run", "p", "state", "started"))
    for entry in runs:
        table.add_row(*row_of(entry))
    Console().print(table if runs else "there are no studies here yet")


def row_of(entry: Run) -> tuple[str, ...]:
    """One study as a line."""
    metrics, tags = entry.metrics, entry.tags
    what = " ".join(filter(None, (tags.get("kind"), tags.get("agent"), tags.get("optimiser"))))
    proven = "gain/p" in metrics
    return (
        entry.id[:8],
        entry.name,
        f"{tags.get('game')}, {tags.get('players')}",
        what,
        f"{percent(metrics, 'default')} to {percent(metrics, 'champion')}" if proven else "",
        f"{metrics['gain/p']:.2g}" if proven else "",
        entry.status.lower(),
        entry.started[5:],
    )


def percent(metrics: dict[str, float], who: str) -> str:
    """A rate with half its interval."""
    figure = f"{who}/win_rate" if f"{who}/win_rate" in metrics else f"{who}/fairness"
    half = (metrics[f"{figure}_high"] - metrics[f"{figure}_low"]) / 2
    return f"{100 * metrics[figure]:.1f} ± {100 * half:.1f}"
