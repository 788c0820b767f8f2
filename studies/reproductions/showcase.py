"""One picture of all that searches found: default against champion on fresh deals, drawn from the records."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from studies.report.plots import BLUE, GREY, ORANGE, new_figure, save
from studies.reproductions.record import Record
from studies.reproductions.rows import WIN_RATE, Row

PICTURE = Path("pictures") / "gains.png"


class Gain(NamedTuple):
    """A search: what it started from and what it found."""

    label: str
    default: Row
    champion: Row


def gains_of(records: Sequence[Record]) -> list[Gain]:
    """The gains of all searches that were judged by wins, the largest last."""
    found = []
    for record in records:
        rows = {row.row: row for row in (Row(**data) for data in record["rows"]) if row.figure == WIN_RATE}
        if {"default", "champion"} <= set(rows):
            variant = f" ({record['variant']})" if record["variant"] else ""
            label = f"{record['document']}/{record['experiment']}{variant}"
            found.append(Gain(label, rows["default"], rows["champion"]))
    return sorted(found, key=lambda gain: gain.champion.value - gain.default.value)


def draw_gains(docs: Path, records: Sequence[Record]) -> Path | None:
    """The picture, if there is anything to draw."""
    gains = gains_of(records)
    if not gains:
        return None
    title = "What searches found: default (dot) and champion (square) on fresh deals"
    figure, axes = new_figure(title, width=8.0, height=1.2 + 0.3 * len(gains))
    for y, gain in enumerate(gains):
        axes.plot([gain.default.value, gain.champion.value], [y, y], color=GREY, linewidth=1)
        for row, colour, mark in ((gain.default, ORANGE, "o"), (gain.champion, BLUE, "s")):
            bars = [[max(0.0, row.value - row.low)], [max(0.0, row.high - row.value)]]
            axes.errorbar([row.value], [y], xerr=bars, fmt=mark, color=colour, capsize=2, markersize=5)
    axes.set_yticks(range(len(gains)), [gain.label for gain in gains])
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}")
    axes.set_xlabel("win rate against the opponents of each study (%), bars: 95 % interval", fontsize=9)
    axes.grid(axis="x", color="#dddddd", linewidth=0.7)
    return save(figure, docs / PICTURE)
