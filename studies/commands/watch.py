"""Watch a running study from another terminal."""

import time
from contextlib import suppress
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from studies.commands.options import number_option
from studies.report.console import plain_console, table_of
from studies.report.plots import Marginal
from studies.report.progress import clock_text
from studies.report.watch import Snapshot, look_at
from studies.search.folder import RunFolder, find_folder

MOST = 8  # leaders that are shown
BEST = 3  # values of a knob
PATIENCE = 5  # times as long as a look took is waited at least: reading must not slow down the games


def run(
    study: Annotated[str, typer.Argument(help="Its folder or name; the latest unfinished study if not given.")] = "",
    once: Annotated[bool, typer.Option("--once", help="Print one picture and end.")] = False,
    every: Annotated[float, number_option(0.1, 3600, help="Seconds between two looks.", fraction=True)] = 2.0,
) -> None:
    """Watch a running study: phase, leaders, marginals, games and time left. It only reads."""
    folder, console = find_folder(study), plain_console()
    seen = first = look_at(folder)
    if once or seen.finished or not console.is_terminal:
        console.print(picture(folder, seen))
        return
    took = 0.0
    with Live(picture(folder, seen), console=console, auto_refresh=False) as live, suppress(KeyboardInterrupt):
        while not seen.finished:
            time.sleep(max(every, PATIENCE * took))
            began = time.monotonic()
            seen = look_at(folder)
            took = time.monotonic() - began
            live.update(picture(folder, seen, first), refresh=True)


def picture(folder: RunFolder, seen: Snapshot, first: Snapshot | None = None) -> RenderableType:
    """A study at one moment, and how it moved since the first look."""
    games = f"{seen.games:,} games" + (f" of {seen.total:,} at most" if seen.total else "")
    left = seen.left(first)
    parts = [
        seen.phase,
        games,
        f"last one written {clock_text(max(0, seen.seen - seen.written))} ago" if seen.games else "",
        f"{clock_text(left)} left" if left is not None else "",
    ]
    shown: list[RenderableType] = [Text(folder.name, style="bold"), Text("; ".join(filter(None, parts)))]
    if seen.leaders:
        rate = f"{seen.figure} [95 %]"
        rows = [(name, str(found), f"{found.games:,}") for name, found in seen.leaders[:MOST]]
        shown.append(table_of(["leaders", rate, "games"], rows, figures=[rate, "games"]))
    if seen.marginals:
        rows = [(found.knob, f"{100 * found.importance:.0f}", best_of(found)) for found in seen.marginals]
        shown.append(table_of(["knob", "share, %", "its best values [95 %]"], rows, figures=["share, %"]))
    return Group(*shown)


def best_of(found: Marginal) -> str:
    """The best values of a knob."""
    best = sorted(found.rates, key=lambda pair: -pair[1].mean)
    return ", ".join(f"{value}: {rate}" for value, rate in best[:BEST])
