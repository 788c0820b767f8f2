"""Pictures of a study. Titles say what is shown, axes have units, and the colours work for the colour-blind."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import Figure

from studies.play.rates import Rate

Points = Sequence[tuple[float, Rate]]  # rates with their intervals by places on the x-axis
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442")  # Okabe and Ito (2008)
BLUE, ORANGE, GREEN, PINK, SKY, RED, YELLOW = COLOURS
MAP = "cividis"  # dark to light in brightness alone
GREY = "#666666"
CHARACTERS = 11  # of a title that fit into an inch


class Marginal(NamedTuple):
    """One knob: the mean result at each of its values, and its share of the explained spread."""

    knob: str
    rates: Sequence[tuple[str, Rate]]  # by value
    importance: float


def new_figure(title: str, width: float = 7.0, height: float = 4.2) -> tuple[Figure, Axes]:
    """An empty picture with a title and light axes."""
    figure = Figure(figsize=(width, height), layout="constrained", dpi=130)
    axes = figure.add_subplot()
    tidy(axes)
    entitle(figure, title)
    return figure, axes


def new_panels(title: str, n: int, width: float = 9.0, height: float = 3.8) -> tuple[Figure, list[Axes]]:
    """The same with several panels side by side, on one scale."""
    figure = Figure(figsize=(width, height), layout="constrained", dpi=130)
    panels = list(figure.subplots(1, n, sharey=True, squeeze=False)[0])
    for axes in panels:
        tidy(axes)
    entitle(figure, title)
    return figure, panels


def entitle(figure: Figure, title: str) -> None:
    """A title at the left, in as many lines as it needs."""
    lines = wrap(title, int(CHARACTERS * figure.get_figwidth()))
    figure.suptitle("\n".join(lines), fontsize=11, x=0.01, ha="left")


def tidy(axes: Axes) -> None:
    """Take the frame away and draw a light grid."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=8)


def even_line(axes: Axes, even: float | None) -> None:
    """What equal players would get, on a scale from nothing to all; other scales fit their figures."""
    if even is not None:
        axes.axhline(even, color=GREY, linestyle=":", linewidth=1, label=f"equal players ({100 * even:.0f} %)")
        axes.set_ylim(0, 1)


def percent(axes: Axes, label: str = "win rate (%)") -> None:
    """Rates read as percentages on the y-axis."""
    axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}")
    axes.set_ylabel(label, fontsize=9)


def bars(rates: Sequence[Rate]) -> np.ndarray:
    """The lengths of intervals below and above, as `errorbar` takes them."""
    return np.abs([[rate.mean - rate.low, rate.high - rate.mean] for rate in rates]).T


def banded(axes: Axes, points: Points, colour: str, light: str, label: str, **style: Any) -> None:
    """A line of rates with their intervals as a band."""
    x, rates = [at for at, _ in points], [rate for _, rate in points]
    axes.plot(x, [rate.mean for rate in rates], color=colour, label=label, **style)
    lows, highs = [rate.low for rate in rates], [rate.high for rate in rates]
    axes.fill_between(x, lows, highs, color=light, alpha=0.2, linewidth=0)


def finish(figure: Figure, axes: Axes, path: Path, xlabel: str, letters: float = 8) -> Path:
    """Write a picture of labelled lines."""
    axes.set_xlabel(xlabel, fontsize=9)
    axes.legend(fontsize=letters, frameon=False)
    return save(figure, path)


def save(figure: Figure, path: Path) -> Path:
    """Write the picture; its folder is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)
    return path


def progress(
    path: Path,
    title: str,
    chosen: Points,
    even: float | None,
    what: str,
    confirmed: Mapping[str, tuple[float, Rate]],
) -> Path:
    """The choice's rate by games played, with its 95 % band, and what was confirmed; `even` is what equals get."""
    figure, axes = new_figure(title)
    banded(axes, chosen, BLUE, BLUE, "the optimiser's choice, as estimated so far", linewidth=1.8)
    for colour, (name, (x, rate)) in zip((RED, ORANGE), confirmed.items(), strict=True):
        axes.errorbar(x, rate.mean, yerr=bars([rate]), fmt="o", color=colour, capsize=4, markersize=6, label=name)
    even_line(axes, even)
    percent(axes, f"{what} (%), with 95 % intervals")
    return finish(figure, axes, path, "games played")


def landscape(
    path: Path, title: str, spaces: Mapping[str, Sequence[float]], even: float | None, what: str = "win rate"
) -> Path:
    """Every configuration's rate, best first: how hard the space is to tune (fig. 4 of Bravi et al.)."""
    figure, axes = new_figure(title)
    for colour, (name, rates) in zip(COLOURS, spaces.items(), strict=False):
        ordered = sorted(rates, reverse=True)
        x = np.linspace(0, 100, len(ordered)) if len(ordered) > 1 else [0.0]
        axes.plot(x, ordered, color=colour, linewidth=2, label=f"{name} ({len(ordered)} configurations)")
    even_line(axes, even)
    percent(axes, f"{what} (%)")
    return finish(figure, axes, path, f"configurations in order of their {what} (% of all)")


def boxes(
    path: Path,
    title: str,
    groups: Mapping[str, Mapping[str, Sequence[float]]],
    xlabel: str,
    even: float | None,
    what: str = "win rate",
) -> Path:
    """Rates over repeats: one box per group and series, every repeat a dot (fig. 5 of Bravi et al.)."""
    figure, axes = new_figure(title)
    names = list(dict.fromkeys(name for series in groups.values() for name in series))
    width = 0.8 / max(1, len(names))
    for i, name in enumerate(names):
        at = [g + (i - (len(names) - 1) / 2) * width for g, series in enumerate(groups.values()) if name in series]
        rates = [np.asarray(series[name], float) for series in groups.values() if name in series]
        style = {"color": COLOURS[i % len(COLOURS)]}
        lines: dict[str, Any] = dict.fromkeys(("boxprops", "whiskerprops", "capprops"), style)
        lines["medianprops"] = {**style, "linewidth": 2.5}
        axes.boxplot(rates, positions=at, widths=width * 0.8, showfliers=False, manage_ticks=False, **lines)
        for place, cloud in zip(at, rates, strict=True):
            spread = np.linspace(-0.15, 0.15, len(cloud)) * width if len(cloud) > 1 else [0.0]
            axes.plot(place + np.asarray(spread), cloud, "o", markersize=3, alpha=0.6, color=style["color"])
        axes.plot([], [], color=style["color"], linewidth=3, label=name)
    even_line(axes, even)
    axes.set_xticks(range(len(groups)), list(groups))
    percent(axes, f"{what} (%)")
    return finish(figure, axes, path, xlabel)


def marginals(path: Path, title: str, knobs: Sequence[Marginal], what: str = "win rate", columns: int = 4) -> Path:
    """Each knob's values and what they gave, the most important knob first."""
    ordered = sorted(knobs, key=lambda knob: -knob.importance)
    rows = -(-len(ordered) // columns)
    everything = [rate for knob in ordered for _, rate in knob.rates]
    span = min(rate.low for rate in everything) - 0.02, max(rate.high for rate in everything) + 0.02
    figure = Figure(figsize=(11, 0.6 + 2.3 * rows), layout="constrained", dpi=130)
    entitle(figure, title)
    for i, knob in enumerate(ordered):
        axes = figure.add_subplot(rows, columns, i + 1)
        tidy(axes)
        x, rates = np.arange(len(knob.rates)), [rate for _, rate in knob.rates]
        means = [rate.mean for rate in rates]
        axes.errorbar(x, means, yerr=bars(rates), fmt="o", color=BLUE, ecolor=SKY, capsize=2, markersize=4)
        labels = [short(value) for value, _ in knob.rates]
        turned = len(labels) > 6 or max(map(len, labels)) > 5
        axes.set_xticks(x, labels, rotation=40 if turned else 0, ha="right" if turned else "center", fontsize=7)
        axes.set_title(f"{knob.knob} ({100 * knob.importance:.0f} %)", fontsize=9)
        axes.set_ylim(*span)
        percent(axes, f"{what} (%)" if i % columns == 0 else "")
    return save(figure, path)


def short(text: str, most: int = 16) -> str:
    """A label that leaves room for the picture: a formula among the values would squeeze it."""
    return text if len(text) <= most else text[: most - 1] + "…"


def importance(path: Path, title: str, knobs: Sequence[Marginal]) -> Path:
    """How much of the spread between candidates each knob explains alone."""
    ordered = sorted(knobs, key=lambda knob: knob.importance)
    figure, axes = new_figure(title, height=1.4 + 0.28 * len(ordered))
    axes.barh([knob.knob for knob in ordered], [100 * knob.importance for knob in ordered], color=BLUE)
    axes.grid(axis="x", color="#dddddd", linewidth=0.7)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("share of what the knobs explain one by one (%)", fontsize=9)
    return save(figure, path)


class Axis(NamedTuple):
    """One knob of a parallel-coordinates picture: every candidate's place from 0 to 1, and the labelled places."""

    name: str
    places: Sequence[float]
    ticks: Mapping[str, float]


def coordinates(
    path: Path,
    title: str,
    knobs: Sequence[Axis],
    rates: Sequence[float],
    champion: int | None,
    what: str = "win rate",
) -> Path:
    """One line per candidate across all knobs, light where it won much; the champion's line stands out."""
    figure, axes = new_figure(title, width=max(7.0, 1.1 * len(knobs) + 1.5), height=4.6)
    scale = Normalize(min(rates), max(rates) if max(rates) > min(rates) else min(rates) + 0.01)
    colours = ScalarMappable(scale, MAP)
    x = np.arange(len(knobs))
    shake = np.random.default_rng(0).uniform(-0.015, 0.015, (len(knobs), len(rates)))
    places = np.array([knob.places for knob in knobs]) + shake  # so that equal values do not hide
    for i in np.argsort(rates):
        axes.plot(x, places[:, i], color=colours.to_rgba(rates[i]), alpha=0.55, linewidth=1)
    if champion is not None:
        axes.plot(x, places[:, champion], color=RED, linewidth=2.6, label="champion")
        axes.legend(fontsize=8, frameon=False, loc="upper right", bbox_to_anchor=(1, 1.1))
    axes.set_xticks(x, [knob.name for knob in knobs], fontsize=8, rotation=25, ha="right")
    axes.set_yticks([])
    axes.grid(visible=False)
    axes.spines["left"].set_visible(False)
    box = {"fc": "white", "ec": "none", "alpha": 0.7, "pad": 0.6}
    for place, knob in zip(x, knobs, strict=True):
        axes.axvline(float(place), color="#999999", linewidth=0.8)
        for label, height in knob.ticks.items():
            axes.text(place + 0.04, height, label, fontsize=6.5, va="center", bbox=box)
    bar = figure.colorbar(colours, ax=axes, format=lambda value, _: f"{100 * value:.0f}", pad=0.08)
    bar.set_label(f"{what} (%)", fontsize=9)
    bar.ax.tick_params(labelsize=8)
    return save(figure, path)


def ladder(path: Path, title: str, xlabel: str, rungs: Sequence[tuple[str, Rate]], even: float) -> Path:
    """One player at rising values of a knob."""
    figure, axes = new_figure(title)
    rates = [rate for _, rate in rungs]
    means = [rate.mean for rate in rates]
    axes.errorbar(range(len(rungs)), means, yerr=bars(rates), fmt="o-", color=BLUE, ecolor=SKY, capsize=3)
    axes.axhline(even, color=GREY, linestyle=":", linewidth=1)
    axes.set_xticks(range(len(rungs)), [label for label, _ in rungs])
    axes.set_xlabel(xlabel, fontsize=9)
    axes.set_ylim(0, 1)
    percent(axes, "win rate (%), bars: 95 % interval")
    return save(figure, path)


def crosstable(
    path: Path, title: str, names: Sequence[str], columns: Sequence[str], cells: Mapping[tuple[int, int], Rate]
) -> Path:
    """Who wins how often against whom: the row's win rate, with the half-width of its 95 % interval below."""
    grid = np.full((len(names), len(columns)), np.nan)
    for place, rate in cells.items():
        grid[place] = rate.mean
    figure, axes = new_figure(title, width=2.8 + 1.05 * len(columns), height=1.6 + 0.6 * len(names))
    axes.imshow(grid, cmap=MAP, vmin=0, vmax=1, aspect="auto")
    axes.grid(visible=False)
    for (row, column), rate in cells.items():
        ink = "black" if rate.mean > 0.55 else "white"
        text = f"{100 * rate.mean:.1f} %\n± {50 * (rate.high - rate.low):.1f}"
        axes.text(column, row, text, ha="center", va="center", fontsize=8, color=ink)
    axes.set_xticks(range(len(columns)), columns, rotation=20, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("opponent", fontsize=9)
    axes.set_ylabel("player", fontsize=9)
    return save(figure, path)
