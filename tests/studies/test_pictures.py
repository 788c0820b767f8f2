"""What pictures show, read off their axes: the confirmed rate, the model's colours, whole generations; one style."""

import re
from pathlib import Path

import numpy as np
import pytest
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize, to_rgba

from studies.play.rates import Rate
from studies.report import plots, plots_evolve

STUDIES = Path(plots.__file__).parents[1]


@pytest.fixture
def drawn(monkeypatch):
    """The figures that would have been written."""
    figures = []

    def keep(figure, path):
        figures.append(figure)
        return path

    for module in (plots, plots_evolve):
        monkeypatch.setattr(module, "save", keep, raising=False)
    return figures


def rate(mean):
    return Rate(mean, mean - 0.1, mean + 0.1, 40)


def test_progress_shows_what_was_confirmed_beside_the_choice(drawn):
    confirmed = {"champion, confirmed": (120, rate(0.6)), "default, confirmed": (120, rate(0.4))}
    plots.progress(Path("x.png"), "a title", [(50, rate(0.7)), (100, rate(0.65))], 0.5, "win rate", confirmed)
    (axes,) = drawn[0].axes
    labels = axes.get_legend_handles_labels()[1]
    assert set(confirmed) < set(labels)
    shown = {bar.get_label(): bar.lines[0].get_xydata().tolist() for bar in axes.containers}
    assert shown == {"champion, confirmed": [[120, 0.6]], "default, confirmed": [[120, 0.4]]}
    choice = next(line for line in axes.lines if line.get_label().startswith("the optimiser's choice"))
    assert choice.get_ydata().tolist() == [0.7, 0.65]


def test_candidates_are_coloured_by_the_values_given(drawn):
    values = [0.3, 0.5, 0.4]
    axis = plots.Axis("c", [0.0, 0.5, 1.0], {"low": 0.0, "high": 1.0})
    plots.coordinates(Path("x.png"), "a title", [axis, axis], values, None, "modelled win rate")
    axes, bar = drawn[0].axes
    colours = ScalarMappable(Normalize(0.3, 0.5), plots.MAP)
    lines = [line for line in axes.lines if len(line.get_xdata()) == 2 and line.get_alpha() == 0.55]
    assert [line.get_color() for line in lines] == [colours.to_rgba(value) for value in sorted(values)]
    assert bar.get_ylabel() == "modelled win rate (%)"


def test_generations_are_whole_numbers(drawn):
    points = [(number, rate(0.5)) for number in range(3)]
    plots_evolve.generations(Path("x.png"), "a title", points, points, 0.5)
    (axes,) = drawn[0].axes
    assert all(float(tick).is_integer() for tick in axes.get_xticks())


def test_all_pictures_have_one_style(drawn):
    made = {
        path.relative_to(STUDIES).as_posix()
        for path in STUDIES.rglob("*.py")
        if re.search(r"\bFigure\(|pyplot", path.read_text())
    }
    assert made == {"report/plots.py"}
    figure, panels = plots.new_panels("a title", 3)
    for axes in panels:
        assert not axes.spines["top"].get_visible()
    assert figure.get_suptitle() == "a title"
    assert len({to_rgba(colour) for colour in plots.COLOURS}) == len(plots.COLOURS)
    assert np.isclose(figure.dpi, 130)
