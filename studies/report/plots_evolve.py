"""Pictures of an evolution: how the generations went, and what came out of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

import numpy as np
from matplotlib import colormaps
from matplotlib.ticker import MaxNLocator

from engine.expression import SIGNS, Expression
from studies.report.plots import (
    BLUE,
    COLOURS,
    GREY,
    MAP,
    ORANGE,
    SKY,
    Points,
    banded,
    even_line,
    finish,
    new_figure,
    percent,
    save,
)


class Drawn(NamedTuple):
    """A node of a formula and where it stands."""

    label: str
    leaf: bool
    x: float
    y: int
    parent: int  # its place in the list, -1 for the root


def generations(path: Path, title: str, best: Points, mean: Points, even: float | None) -> Path:
    """Best and mean fitness of every generation (fig. 5.2 of Hepworth)."""
    figure, axes = new_figure(title)
    banded(axes, best, BLUE, SKY, "best of the generation", marker="o", markersize=3)
    banded(axes, mean, ORANGE, ORANGE, "mean of the generation", marker="o", markersize=3)
    even_line(axes, even)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    percent(axes, "result in its games (%), band: 95 % interval")
    return finish(figure, axes, path, "generation")


def losses(path: Path, title: str, courses: Mapping[str, Sequence[tuple[float, float]]]) -> Path:
    """Both losses after every pass, one pair of lines for each course of training."""
    figure, axes = new_figure(title)
    for i, (name, course) in enumerate(courses.items()):
        colour, passes = COLOURS[i % len(COLOURS)], range(1, len(course) + 1)
        axes.plot(passes, [held for _, held in course], "-", color=colour, label=f"{name}, held out")
        axes.plot(passes, [loss for loss, _ in course], ":", color=colour, label=f"{name}, learnt from")
    axes.axhline(1, color=GREY, linewidth=1)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylabel("mean squared error (1: a constant)", fontsize=9)
    return finish(figure, axes, path, "passes over the positions")


def snapshots(
    path: Path, title: str, populations: Mapping[int, Sequence[float]], even: float | None, most: int = 9
) -> Path:
    """The fitness of whole populations, best first: a flat line has no variety (fig. 5.3 of Hepworth)."""
    figure, axes = new_figure(title)
    chosen = np.unique(np.linspace(0, len(populations) - 1, most).round().astype(int))
    shown = [sorted(populations)[i] for i in chosen]
    for i, generation in enumerate(shown):
        colour = colormaps[MAP](0.9 * i / max(1, len(shown) - 1))
        ordered = sorted(populations[generation], reverse=True)
        x = np.linspace(0, 100, len(ordered))
        axes.plot(x, ordered, color=colour, linewidth=1.6, label=f"generation {generation}")
    even_line(axes, even)
    percent(axes, "result (%)")
    return finish(figure, axes, path, "individuals in order of their result (% of the population)", 7)


def label_of(node: Expression) -> str:
    """The text in a node's box."""
    return SIGNS.get(node.op, node.op.name.lower()).strip() if node.args else str(node).strip("{}")


def place(root: Expression) -> list[Drawn]:
    """Leaves side by side in their order, every parent above the middle of its branches."""
    drawn: list[Drawn] = []
    edge = 0.0  # up to where there are leaves

    def put(node: Expression, depth: int, parent: int) -> float:
        nonlocal edge
        mine, label = len(drawn), label_of(node)
        drawn.append(Drawn(label, not node.args, 0.0, depth, parent))
        below = [put(branch, depth + 1, mine) for branch in node.args]
        room = max(1.0, 0.4 + 0.11 * len(label))
        x = (below[0] + below[-1]) / 2 if below else edge + room / 2 - 0.5
        edge += 0.0 if below else room
        drawn[mine] = drawn[mine]._replace(x=x)
        return x

    put(root, 0, -1)
    return drawn


def tree(path: Path, title: str, root: Expression, formula: str) -> Path:
    """An expression as a tree, with its simplified formula below."""
    drawn = place(root)
    wide, deep = max(node.x for node in drawn) + 1, max(node.y for node in drawn) + 1
    lines = wrap(formula, max(60, int(wide * 9)))
    figure, axes = new_figure(
        title, width=max(6.0, min(40.0, 0.62 * wide + 1)), height=1.3 + 0.7 * deep + 0.2 * len(lines)
    )
    for node in drawn:
        if node.parent >= 0:
            above = drawn[node.parent]
            axes.plot([above.x, node.x], [-above.y, -node.y], color="#999999", linewidth=1, zorder=1)
    for node in drawn:
        fill, edge = ("#dff0fa", BLUE) if node.leaf else ("#fdf0d5", ORANGE)
        box = {"boxstyle": "round,pad=0.3", "fc": fill, "ec": edge}
        axes.text(node.x, -node.y, node.label, ha="center", va="center", fontsize=8, bbox=box, zorder=2)
    axes.set_xlim(-0.7, wide - 0.3)
    axes.set_ylim(-deep + 0.4, 0.5)
    axes.set_axis_off()
    figure.supxlabel("\n".join(["simplified:", *lines]), fontsize=8, family="monospace", x=0.01, ha="left")
    return save(figure, path)
