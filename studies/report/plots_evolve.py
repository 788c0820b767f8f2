"""Pictures of an evolution: how the generations went, and what came out of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple, Protocol

import numpy as np
from matplotlib import colormaps
from matplotlib.ticker import MaxNLocator

from studies.report.plots import BLUE, MAP, ORANGE, SKY, Point, even_line, new_figure, percent, save


class Node(Protocol):
    """Anything with a label and branches."""

    @property
    def label(self) -> str: ...
    @property
    def branches(self) -> Sequence["Node"]: ...


class Drawn(NamedTuple):
    """A node and where it stands."""

    node: Node
    x: float
    y: int
    parent: int  # its place in the list, -1 for the root


def generations(path: Path, title: str, best: Sequence[Point], mean: Sequence[Point], even: float | None) -> Path:
    """Best and mean fitness of every generation (fig. 5.2 of Hepworth)."""
    figure, axes = new_figure(title)
    for name, colour, light, points in (
        ("best of the generation", BLUE, SKY, best),
        ("mean of the generation", ORANGE, ORANGE, mean),
    ):
        x = [point.x for point in points]
        axes.plot(x, [point.rate for point in points], "o-", color=colour, markersize=3, label=name)
        axes.fill_between(x, [p.low for p in points], [p.high for p in points], color=light, alpha=0.2, linewidth=0)
    even_line(axes, even)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("generation", fontsize=9)
    percent(axes, "result in its games (%), band: 95 % interval")
    axes.legend(fontsize=8, frameon=False)
    return save(figure, path)


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
        axes.plot(
            np.linspace(0, 100, len(ordered)), ordered, color=colour, linewidth=1.6, label=f"generation {generation}"
        )
    even_line(axes, even)
    axes.set_xlabel("individuals in order of their result (% of the population)", fontsize=9)
    percent(axes, "result (%)")
    axes.legend(fontsize=7, frameon=False)
    return save(figure, path)


def place(root: Node) -> list[Drawn]:
    """Leaves side by side in their order, every parent above the middle of its branches."""
    drawn: list[Drawn] = []
    edge = 0.0  # up to where there are leaves

    def put(node: Node, depth: int, parent: int) -> float:
        nonlocal edge
        mine = len(drawn)
        drawn.append(Drawn(node, 0.0, depth, parent))
        below = [put(branch, depth + 1, mine) for branch in node.branches]
        room = max(1.0, 0.4 + 0.11 * len(node.label))
        x = (below[0] + below[-1]) / 2 if below else edge + room / 2 - 0.5
        edge += 0.0 if below else room
        drawn[mine] = Drawn(node, x, depth, parent)
        return x

    put(root, 0, -1)
    return drawn


def tree(path: Path, title: str, root: Node, formula: str) -> Path:
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
        leaf = not node.node.branches
        box = {"boxstyle": "round,pad=0.3", "fc": "#dff0fa" if leaf else "#fdf0d5", "ec": BLUE if leaf else ORANGE}
        axes.text(node.x, -node.y, node.node.label, ha="center", va="center", fontsize=8, bbox=box, zorder=2)
    axes.set_xlim(-0.7, wide - 0.3)
    axes.set_ylim(-deep + 0.4, 0.5)
    axes.set_axis_off()
    figure.supxlabel("\n".join(["simplified:", *lines]), fontsize=8, family="monospace", x=0.01, ha="left")
    return save(figure, path)
