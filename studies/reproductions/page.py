"""docs/reproductions.md, written from the records alone."""

import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from studies.report.text import markdown_table
from studies.reproductions.documents import DOCUMENTS, Document
from studies.reproductions.judge import DIFFERS, REPRODUCED, games_for, judge
from studies.reproductions.record import HOME, Record, read_record
from studies.reproductions.rows import WIN_RATE, Row
from studies.reproductions.showcase import draw_gains

PAGE = "reproductions.md"
UNKNOWN = "Why it differs is not known."
INTRODUCTION = """# The sources, reproduced

Written by `bottega reproduce` from the data files in `reproductions/`; `bottega reproduce --page` writes it again.
Every figure of ours has its 95 % interval in brackets, then the number of games. **Reproduced** means: chance explains
the difference, given both numbers of games, or it is small: below 5 points and below a quarter of the rate or of its
rest (of a figure that is no rate: below 5 %).
Where the document only gives a bound, it means that our whole interval lies on the right side of it.
**Undecided** means: we played so few games that nearly any figure would agree, or a bound lies within our interval.
"""


def write_page(docs: Path) -> Path:
    """Write the page again."""
    records = {name: read_records(docs / HOME / name) for name in DOCUMENTS}
    lines = [INTRODUCTION, *overview({name: found for name, found in records.items() if found})]
    for name, found in records.items():
        if found:
            lines += chapter(name, DOCUMENTS[name], found)
    draw_gains(docs, [record for found in records.values() for record in found])
    path = docs / PAGE
    path.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    return path


def read_records(folder: Path) -> list[Record]:
    """A document's records in the order of their places in it, all rule sets of an experiment together."""
    records = [record for path in sorted(folder.glob("*.json")) if (record := read_record(path)) is not None]
    return sorted(records, key=place_in_document)


def place_in_document(record: Record) -> tuple[list[int], str, int]:
    """Chapter and number first, then the name, then the rule sets as the experiment lists them."""
    numbers = [int(number) for number in re.findall(r"\d+", record["source"].get("place", ""))]
    presets = record["source"].get("presets", [record["variant"]])
    return numbers or [999], record["experiment"], presets.index(record["variant"])


def overview(records: dict[str, list[Record]]) -> list[str]:
    """How each document fared, in one table."""
    head = ["document", "experiments", "rows reproduced", "rows that differ", "other rows", "games", "minutes"]
    rows = []
    for name, found in records.items():
        verdicts = [judged(row, record) for record in found for row in shown_rows(record)]
        same = sum(verdict == REPRODUCED for verdict in verdicts)
        other = sum(verdict.startswith(DIFFERS) for verdict in verdicts)
        experiments = len({record["experiment"] for record in found})
        games, minutes = sum(record["games"] for record in found), sum(record["seconds"] for record in found) / 60
        rest = len(verdicts) - same - other
        figures = [experiments, same, other, rest, f"{games:,}", f"{minutes:.0f}"]
        rows.append([DOCUMENTS[name].title, *map(str, figures)])
    return [*markdown_table(head, rows), ""]


def chapter(name: str, document: Document, records: Sequence[Record]) -> list[str]:
    """All experiments of a document."""
    lines = [f"## {document.title}", "", document.about, ""]
    for _, variants in groupby(records, key=lambda record: record["experiment"]):
        lines += section(name, list(variants))
    return lines


def section(document: str, variants: Sequence[Record]) -> list[str]:
    """One experiment: its question, its table, why it differs, its pictures."""
    first = variants[0]
    source = first["source"]
    place = f" ({source['place']})" if source.get("place") else ""
    lines = [f"### {first['experiment']}", "", source["question"] + place, ""]
    if first["players"]:
        lines += [f"{first['players'][:1].upper()}{first['players'][1:]}.", ""]
    lines += [*table(variants), ""]
    lines += remarks(variants)
    if source.get("means"):
        lines += [source["means"], ""]
    return lines + pictures(document, variants)


def table(variants: Sequence[Record]) -> list[str]:
    """The document's figure, if it has any, beside ours, for each rule set."""
    names = list(dict.fromkeys(row.name for record in variants for row in shown_rows(record)))
    if not names:
        return []
    compared = any(record["source"].get("says") for record in variants)  # else ours stand alone
    head = ["", "source"] if compared else [""]
    for record in variants:
        head.append(f"ours, {record['variant']}" if len(variants) > 1 else "ours")
        head += ["verdict"] * compared
    rows = []
    for name in names:
        cells = [name, ""] if compared else [name]
        for record in variants:
            row = next((row for row in shown_rows(record) if row.name == name), None)
            found = ("", "") if row is None else (figure(row), judged(row, record))
            cells += found if compared else found[:1]
            if row is not None and name in record["source"].get("says", {}):
                cells[1] = said(row, record["source"])
        rows.append(cells)
    return markdown_table(head, rows)


def shown_rows(record: Record) -> list[Row]:
    """The rows of the figures that the experiment is about, and whatever the document gives a figure for."""
    rows = [Row(**row) for row in record["rows"]]
    source = record["source"]
    show = source.get("show", [WIN_RATE])
    return [row for row in rows if row.figure in show or row.name in source.get("says", {})]


def judged(row: Row, record: Record) -> str:
    """The verdict on a row."""
    source = record["source"]
    return judge(row, source.get("says", {}).get(row.name), games_for(source, row.name))


def figure(row: Row) -> str:
    """Our figure with its interval and its games."""
    values = [number(value, row.rate) for value in (row.value, row.low, row.high)]
    return f"{values[0]}{row.unit} [{values[1]}, {values[2]}] {row.games:,}"


def said(row: Row, source: dict[str, Any]) -> str:
    """The document's figure."""
    games, figure = games_for(source, row.name), source["says"][row.name]
    if isinstance(figure, str):
        value = f"{figure[0]} {number(float(figure[1:]), row.rate)}"
    else:
        value = number(figure, row.rate)
    return f"{value}{row.unit}{f' of {games:,}' if games else ''}"


def number(value: float, rate: bool) -> str:
    """Rates in per cent, other figures as they are."""
    return f"{100 * value:.1f}" if rate else f"{value:.4g}"


def remarks(variants: Sequence[Record]) -> list[str]:
    """The remarks on each rule set; said once where they are the same for all."""
    said = {record["variant"]: words(record) for record in variants}
    texts = list(said.values())
    if all(text == texts[0] for text in texts):
        return [line for text in texts[0] for line in (text, "")]
    return [line for name, found in said.items() for text in found for line in (f"Under `{name}`: {text}", "")]


def words(record: Record) -> list[str]:
    """Why rows differ, how much was played if it is not the usual size, and what else came out."""
    found = []
    why = record["source"].get("why", "")
    why = why.get(record["variant"], "") if isinstance(why, dict) else why
    if any(judged(row, record).startswith(DIFFERS) for row in shown_rows(record)):
        found.append(why or UNKNOWN)
    if record["scale"] != 1:
        found.append(f"Played at scale {record['scale']:g}.")
    return [*found, record["note"]] if record.get("note") else found


def pictures(document: str, variants: Sequence[Record]) -> list[str]:
    """The pictures of all rule sets."""
    lines = []
    for record in variants:
        title = f"{record['experiment']}, {record['variant']}" if len(variants) > 1 else record["experiment"]
        for picture in record["pictures"]:
            lines += [f"![{title}]({HOME}/{document}/{picture})", ""]
    return lines
