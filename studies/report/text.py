"""A study's result as text: on the terminal, as Markdown, and its trials as CSV."""

import csv
import io
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from studies.report.views import ResultData, view_of
from studies.search.history import TrialRow


def markdown(result: ResultData) -> str:
    """The report as a file."""
    view = view_of(result)
    lines = [f"# {result['name']}", "", view.headline(result), ""]
    if "verdict" in result:
        lines += [f"**{result['verdict']}**", ""]
    for title, head, rows in view.sections(result):
        lines += [f"## {title}", "", markdown_row(head), markdown_row(["---"] * len(head))]
        lines += [*(markdown_row(row) for row in rows), ""]
    if "formula" in result:
        lines += [f"The champion strives for `{result['formula']}`", ""]
    for who in ("default", "champion"):
        if who in result:
            lines += [f"The {who}: `{result[who]['player']}`", ""]
    return "\n".join(lines)


def markdown_row(cells: Sequence[str]) -> str:
    """A row of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def print_result(console: Console, result: ResultData) -> None:
    """The report on the terminal."""
    view = view_of(result)
    console.print(view.headline(result), highlight=False)
    for title, head, rows in view.sections(result):
        table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
        for name in head:
            table.add_column(
                name, overflow="fold", justify="right" if name in ("games", "place", "mean points") else "left"
            )
        for row in rows:
            table.add_row(*row)
        console.print(table)
    if "formula" in result:
        console.print(f"the champion strives for {result['formula']}", highlight=False)
    if "verdict" in result:
        good = result["difference"]["proven"] and result["difference"]["mean"] > 0
        console.print(result["verdict"], style="bold green" if good else "bold yellow", highlight=False)


def trial_table(rows: Sequence[TrialRow]) -> str:
    """All trials as CSV."""
    names = list(dict.fromkeys(name for row in rows for name in row.values))
    notes = list(dict.fromkeys(name for row in rows for name in row.note))
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["search", "candidate", "games", "rate", *names, *notes])
    for row in rows:
        cells = [row.values.get(name, "") for name in names] + [row.note.get(name, "") for name in notes]
        table.writerow([row.search, row.candidate, row.games, row.rate, *cells])
    return text.getvalue()
