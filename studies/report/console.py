"""The terminal: tables that fit into 80 columns, and text that people may have written."""

from collections.abc import Iterable, Sequence
from string import ascii_uppercase
from typing import Any

from rich.console import Console
from rich.table import Table

UNCUT = 34  # letters of a word that a column makes room for
LONG = 12  # letters of a player's name from which on a letter stands for it in a table


def plain_console(**settings: Any) -> Console:
    """Prints what it is given: brackets in a name are brackets, not colours."""
    return Console(**{"markup": False, "highlight": False, "emoji": False, **settings})


def table_of(
    head: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", figures: Iterable[str] = (), gaps: int = 0
) -> Table:
    """A table whose words are never cut; columns named in `figures` stand at the right and keep to one line.

    `gaps`: an empty line after every so many rows.
    """
    table = Table(title=title or None, title_justify="left", title_style="bold", box=None, pad_edge=False)
    cells, right = [list(row) for row in rows], set(figures)
    for i, name in enumerate(head):
        texts = [row[i] for row in cells]
        if name in right:
            table.add_column(name, justify="right", no_wrap=True, overflow="fold")
        else:
            words = [word for text in (name, *texts) for word in text.split()]
            table.add_column(name, overflow="fold", min_width=min(UNCUT, max(map(len, words), default=1)))
    for number, row in enumerate(cells, 1):
        table.add_row(*row, end_section=bool(gaps) and number % gaps == 0)
    return table


def letters_for(names: Iterable[str]) -> dict[str, str]:
    """What stands for each name in a table: itself, or a letter if it would take too much room."""
    distinct = list(dict.fromkeys(names))
    long = [name for name in distinct if len(name) > LONG]
    letters = dict(zip(long, ascii_uppercase, strict=False))
    return {name: letters.get(name, name) for name in distinct}


def print_legend(console: Console, letters: dict[str, str]) -> None:
    """The names that letters stand for, each on a line of its own, to be copied from there."""
    for name, letter in letters.items():
        if name != letter:
            console.print(f"{letter}  {name}", soft_wrap=True)
