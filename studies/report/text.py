"""A study's result as text: on the terminal and as Markdown."""

from collections.abc import Iterable, Sequence

from rich.console import Console

from studies.report.console import letters_for, print_legend, table_of
from studies.report.views import ResultData, pairs, view_of

NAMES = ("player", "against")  # columns of tables that name players
RATES = ("win rate, % [95 %]", "by seat, %", "stale, %", "limit, %")
FIGURES = ("games", "place", "points", "length (sd)", "calls", *RATES)  # columns that hold figures


def markdown(result: ResultData) -> str:
    """The report as a file."""
    view = view_of(result)
    lines = [f"# {result['name']}", ""]
    if "verdict" in result:
        lines += [f"**{result['verdict']}**", ""]
    lines += [view.headline(result), ""]
    for title, head, rows in (*view.sections(result), *pairs(result)):
        lines += [f"## {title}", "", *markdown_table(head, rows), ""]
    if "formula" in result:
        lines += [f"The champion strives for `{result['formula']}`", ""]
    for who in ("default", "champion"):
        if who in result:
            lines += [f"The {who}: `{result[who]['player']}`", ""]
    return "\n".join(lines)


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table."""
    lines = (head, ["---"] * len(head), *rows)
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |" for cells in lines]


def print_result(console: Console, result: ResultData) -> None:
    """The report on the terminal."""
    view = view_of(result)
    console.print(view.headline(result))
    sections = view.sections(result)
    letters = letters_for(cell for _, head, rows in sections for row in rows for cell in names_in(head, row))
    print_legend(console, letters)
    for title, head, rows in sections:
        cells = [[letters.get(cell, cell) for cell in row] for row in rows]
        console.print(table_of(head, cells, title, FIGURES))
    if "formula" in result:
        console.print(f"the champion strives for {result['formula']}")
    if "verdict" in result:
        good = result["verdict"].startswith("The search helped:")
        console.print(result["verdict"], style="bold green" if good else "bold yellow")


def names_in(head: Sequence[str], row: Sequence[str]) -> list[str]:
    """The players that a row of a table names."""
    return [cell for name, cell in zip(head, row, strict=True) if name in NAMES]
