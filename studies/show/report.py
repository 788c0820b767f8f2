"""A study's result as people read it: on the terminal and as Markdown."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from engine.space import word

Result = dict[str, Any]
Rows = list[list[str]]


def percent(entry: Result) -> str:
    """A rate with its interval, in per cent."""
    return f"{100 * entry['win_rate']:.1f} [{100 * entry['low']:.1f}, {100 * entry['high']:.1f}]"


def with_interval(entry: Result, name: str, scale: float = 1.0) -> str:
    """A figure of a rule set with its interval."""
    mean, low, high = (scale * entry[name + end] for end in ("", "_low", "_high"))
    return f"{mean:.1f} [{low:.1f}, {high:.1f}]"


def measured(result: Result, entry: Result) -> list[str]:
    """What was measured of a candidate, under the titles of `measures`."""
    if result["kind"] != "design":
        return [percent(entry)]
    if "seats" not in entry:
        return ["too few games", *[""] * (len(measures(result)) - 1)]
    seats = " : ".join(f"{100 * seat['win_rate']:.1f}" for seat in entry["seats"])
    return [with_interval(entry, "advantage", 100), seats, with_interval(entry, "length"), f"{entry['fairness']:.3f}"]


def measures(result: Result) -> list[str]:
    """Titles of what a kind of study measures."""
    if result["kind"] != "design":
        return ["win rate, % [95 %]"]
    return ["advantage, points [95 %]", "wins by seat, %", "length, decisions [95 %]", "fairness"]


def proof_table(result: Result) -> tuple[list[str], Rows]:
    """Default against champion on fresh deals."""
    head = ["on fresh deals", *measures(result), "games", "what differs from the default"]
    rows = [
        [who, *measured(result, result[who]), str(result[who]["games"]), changes(result, result[who]["values"])]
        for who in ("default", "champion")
    ]
    return head, rows


def finalist_table(result: Result) -> tuple[list[str], Rows]:
    """How the race went."""
    titles = measures(result)
    head = ["place", *titles, "games", "from", "what differs from the default"]
    rows = []
    for entry in result["finalists"]:
        figures = measured(result, entry) if entry["games"] else ["not raced", *[""] * (len(titles) - 1)]
        origin = entry["origin"] + (", on the front" if entry.get("front") else "")
        rows.append([str(entry["place"]), *figures, str(entry["games"]), origin, changes(result, entry["values"])])
    return head, rows


def changes(result: Result, values: Result) -> str:
    """What makes a candidate another one than the default."""
    default = result["default"]["values"]
    named = [f"{name}={word(value)}" for name, value in values.items() if default.get(name) != value]
    return " ".join(named) or "nothing"


def match_table(result: Result) -> tuple[list[str], Rows]:
    """Every line of a compare study."""
    head = [result["knob"] or "player", "against", "win rate, % [95 %]", "mean points", "games"]
    rows = [
        [entry["player"], entry["against"], percent(entry), f"{entry['points']:.1f}", str(entry["games"])]
        for entry in result["matches"]
    ]
    return head, rows


def course_table(result: Result) -> tuple[list[str], Rows]:
    """How the games of every line went: length, endings, and what the seat is worth."""
    head = [
        result["knob"] or "player",
        "against",
        "decisions (sd)",
        "stalemates, %",
        "limits, %",
        "win rate by seat, %",
        "calls per decision",
    ]
    rows = [
        [
            entry["player"],
            entry["against"],
            f"{entry['length']:.1f} ({entry['length_sd']:.1f})",
            f"{100 * entry['stalemates']:.1f}",
            f"{100 * entry['limits']:.1f}",
            " / ".join(f"{100 * seat['win_rate']:.1f}" for seat in entry["seats"]),
            "" if entry["calls"] is None else f"{entry['calls']:,.0f}",
        ]
        for entry in result["matches"]
    ]
    return head, rows


def headline(result: Result) -> str:
    """The study in one line."""
    games = sum(result["games"].values())
    what = f"{result['game']}, {result['players']} players, seed {result['seed']}, {games:,} games"
    if result["kind"] == "compare":
        return f"{result['name']}: {result['form']} ({what})"
    return (
        f"{result['name']}: {result['kind']} with {result['optimiser']} "
        f"{'played by' if result['kind'] == 'design' else 'against'} {', '.join(result['opponents'])} ({what}); "
        f"{result['evaluations']:,} evaluations of {result['configurations']:,} configurations"
    )


def sections(result: Result) -> list[tuple[str, list[str], Rows]]:
    """The tables of a result with their titles."""
    if result["kind"] == "compare":
        return [("Matches", *match_table(result)), ("How the games went", *course_table(result))]
    return [("Default against champion", *proof_table(result)), ("The finalists' race", *finalist_table(result))]


def markdown(result: Result) -> str:
    """The report as a file."""
    lines = [f"# {result['name']}", "", headline(result), ""]
    if "verdict" in result:
        lines += [f"**{result['verdict']}**", ""]
    for title, head, rows in sections(result):
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


def print_result(console: Console, result: Result) -> None:
    """The report on the terminal."""
    console.print(headline(result), highlight=False)
    for title, head, rows in sections(result):
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
