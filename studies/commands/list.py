"""List the studies that MLflow knows."""

import json as json_format
from typing import Annotated

import typer

from studies.commands.options import Json
from studies.report.console import plain_console, table_of
from studies.tracking.runs import Run, all_runs


def run(
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    kind: Annotated[str, typer.Option(help="Only tune, evolve, design, learn or compare.")] = "",
    json: Json = False,
) -> None:
    """List studies, the latest first."""
    tags = {name: value for name, value in (("game", game), ("kind", kind)) if value}
    runs = [entry for entry in all_runs() if all(entry.tags.get(name) == value for name, value in tags.items())]
    if json:
        typer.echo(json_format.dumps([entry._asdict() for entry in runs], indent=1))
        return
    head = ["run", "study", "win rate or fairness, %", "p", "started"]
    nothing = "there are no studies here yet"
    plain_console().print(table_of(head, map(row_of, runs), gaps=1) if runs else nothing)


def row_of(entry: Run) -> list[str]:
    """One study as a row of a few lines: what tells it from others is there, who it played against too."""
    metrics, tags = entry.metrics, entry.tags
    who = " by ".join(filter(None, (tags.get("agent"), tags.get("optimiser"))))
    what = " ".join(filter(None, (tags.get("kind"), who)))
    against = f"against {tags['opponents']}" if tags.get("opponents") else ""
    lines = [entry.name, f"{tags.get('game')}, {tags.get('players')} players: {what}", against]
    proven = "gain/p" in metrics
    rates = [f"{who} {percent(metrics, who)}" for who in ("default", "champion")] if proven else []
    return [
        entry.id[:8],
        "\n".join(filter(None, lines)),
        "\n".join(rates),
        f"{metrics['gain/p']:.2g}" if proven else "",
        f"{entry.started[5:]}\n{entry.status.lower()}",
    ]


def percent(metrics: dict[str, float], who: str) -> str:
    """A rate with half its interval."""
    figure = f"{who}/win_rate" if f"{who}/win_rate" in metrics else f"{who}/fairness"
    half = (metrics[f"{figure}_high"] - metrics[f"{figure}_low"]) / 2
    return f"{100 * metrics[figure]:.1f} ± {100 * half:.1f}"
