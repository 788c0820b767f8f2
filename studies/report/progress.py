"""What a person sees while a study runs: a live bar on a terminal, plain lines elsewhere, nothing with --quiet."""

import sys
import time
from collections.abc import Callable
from html import escape
from types import TracebackType
from typing import Any, TextIO

from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from engine.jit import compiling
from studies.report.console import plain_console

EVERY = 5.0  # seconds between plain lines
BLINK = 0.2  # seconds between changes of a notebook's page
WINDOW = 0.2  # of the new speed in the smoothed one


def clock_text(seconds: float) -> str:
    """Seconds as people say them."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def notebook_page() -> Any:
    """The place in a notebook for what is shown of this cell's work; None where there is no notebook."""
    if "IPython" not in sys.modules:
        return None
    from IPython import get_ipython
    from IPython.display import display

    return display(as_page(""), display_id=True, raw=True) if hasattr(get_ipython(), "kernel") else None


def as_page(html: str) -> dict[str, str]:
    """HTML as a notebook takes it."""
    return {"text/html": html, "text/plain": ""}


class Figures(ProgressColumn):
    """Games, speed, time left."""

    def __init__(self, display: "ProgressDisplay") -> None:
        super().__init__()
        self.display = display

    def render(self, task: Task) -> Text:
        return Text(self.display.figures(), style="cyan")


class ProgressDisplay:
    """Counts games and shows them, those that an earlier life of the study played too, which cost no time now."""

    def __init__(
        self, total: int, quiet: bool = False, status: Callable[[], str] = str, stream: TextIO | None = None
    ) -> None:
        self.total, self.quiet = total, quiet
        self.status = status  # of the farm, for people
        self.stream = stream or sys.stderr
        self.console = plain_console(file=self.stream)
        self.done = self.fresh = 0
        self.phase, self.best = "", ""
        self.started = time.monotonic()
        self.said = 0.0
        self.speed = 0.0
        self._mark = (self.started, 0)
        self.live = self._bar() if self.console.is_terminal and not quiet else None
        self.page = None if quiet else notebook_page()

    def _bar(self) -> Progress:
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(30),
            Figures(self),
            TextColumn("{task.fields[best]}", style="green", markup=False),
        )
        return Progress(*columns, console=self.console, transient=True)

    def __enter__(self) -> "ProgressDisplay":
        if self.live:
            self.live.start()
            self.task = self.live.add_task("compiling", total=self.total, best="")
        compiling.say = self._compiling
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        compiling.say = None
        if self.live:
            self.live.stop()
        if self.page:
            seconds = time.monotonic() - self.started
            self.page.update(as_page(f"<small>{self.done:,} games in {clock_text(seconds)}</small>"), raw=True)

    def enter(self, phase: str) -> None:
        """A new part of the study begins."""
        self.phase = phase
        self._show(force=True)

    def advance(self, games: int, fresh: int) -> None:
        """So many more games are counted, and so many of them were played now."""
        self.done += games
        self.fresh += fresh
        now = time.monotonic()
        since, before = self._mark
        if self.fresh == fresh:  # the first games of all: what came before was compiling, and tells nothing of speed
            self._mark = now, self.fresh
        elif now - since > 1.0:
            speed = (self.fresh - before) / (now - since)
            self.speed = speed if not self.speed else (1 - WINDOW) * self.speed + WINDOW * speed
            self._mark = now, self.fresh
        self._show()

    def count(self, games: int) -> None:
        """So many more games were played."""
        self.advance(games, games)

    def show_best(self, text: str) -> None:
        """The best so far, with its interval."""
        self.best = text
        self._show()

    def say(self, text: str) -> None:
        """A line that stays."""
        if not self.quiet:
            self.console.print(text, highlight=False, soft_wrap=True)

    def figures(self) -> str:
        """Games, speed and time left, as far as they are known."""
        text = f"{self.done:,}/{self.total:,} games"
        if self.speed:
            text += f"  {self.speed:,.0f} games/s" if self.speed >= 10 else f"  {self.speed:.1f} games/s"
            text += f"  {clock_text(max(0, self.total - self.done) / self.speed)} left"
        return "  ".join(filter(None, (text, self.status())))

    def _compiling(self, text: str) -> None:
        if self.page:
            self.page.update(as_page(f"<small>{escape(text)}</small>"), raw=True)
        elif self.live:
            self.live.update(self.task, description=text)
        elif not self.quiet:
            print(text, file=self.stream, flush=True)

    def _show(self, force: bool = False) -> None:
        if self.page:
            if force or time.monotonic() - self.said > BLINK:
                self.said = time.monotonic()
                said = escape("  ".join(filter(None, (self.phase, self.figures(), self.best))))
                bar = f'<progress value="{self.done}" max="{self.total}"></progress>'
                self.page.update(as_page(f"{bar} <small>{said}</small>"), raw=True)
        elif self.live:
            self.live.update(self.task, completed=self.done, description=self.phase, best=self.best)
        elif not self.quiet and (force or time.monotonic() - self.said > EVERY):
            self.said = time.monotonic()
            print("  ".join(filter(None, (self.phase, self.figures(), self.best))), file=self.stream, flush=True)
