"""Pictures of rule sets: advantage against length, and how often each seat wins."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from studies.play.rates import Rate
from studies.report.plots import BLUE, COLOURS, GREY, ORANGE, RED, SKY, bars, even_line, new_figure, percent, save


class Spot(NamedTuple):
    """A rule set in the plane."""

    name: str  # of those that are named
    length: Rate
    advantage: Rate
    front: bool  # whether none is both more even and nearer to the wanted length


def plane(path: Path, title: str, spots: Sequence[Spot], band: tuple[float, float] | None) -> Path:
    """Every rule set by its games' length and its advantage, with 95 % intervals; the wanted length as a band."""
    figure, axes = new_figure(title)
    named = {"champion": RED, "default": ORANGE}
    for spot in sorted(spots, key=lambda spot: spot.name):  # named ones last, on top
        colour = named.get(spot.name, BLUE if spot.front else SKY)
        x, y, above = spot.length.mean, spot.advantage.mean, 3 if spot.name else 2
        style: dict[str, Any] = {"color": colour, "capsize": 2, "markersize": 5, "elinewidth": 0.9, "zorder": above}
        axes.errorbar(x, y, xerr=bars([spot.length]), yerr=bars([spot.advantage]), fmt="o", **style)
        if spot.name:
            axes.annotate(spot.name, (x, y), (5, 5), textcoords="offset points", fontsize=8, color=colour)
    if front := sorted((spot.length.mean, spot.advantage.mean) for spot in spots if spot.front):
        axes.plot(*zip(*front, strict=True), color=BLUE, linewidth=1, linestyle="--", label="front")
    if band:
        axes.axvspan(*band, color=GREY, alpha=0.15, linewidth=0.8, label="wanted length")
    if band or front:
        axes.legend(fontsize=8, frameon=False)
    axes.set_xlabel("length (decisions in a game), bars: 95 % interval", fontsize=9)
    axes.set_ylim(bottom=0)
    percent(axes, "advantage (points of win rate)")
    return save(figure, path)


def seats(path: Path, title: str, rules: Mapping[str, Sequence[Rate]]) -> Path:
    """Each seat's win rate under each set of rules."""
    figure, axes = new_figure(title)
    width = 0.8 / len(rules)
    for i, (name, rates) in enumerate(rules.items()):
        at = np.arange(len(rates)) + (i - (len(rules) - 1) / 2) * width
        means = [rate.mean for rate in rates]
        axes.bar(at, means, width * 0.9, yerr=bars(rates), color=COLOURS[1 - i], capsize=3, label=name)
    even_line(axes, 1 / len(rates))
    axes.set_xticks(range(len(rates)), [f"seat {i + 1}" for i in range(len(rates))])
    percent(axes, "win rate (%), bars: 95 % interval")
    axes.legend(fontsize=8, frameon=False)
    return save(figure, path)
