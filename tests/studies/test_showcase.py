"""The picture of all gains, and what pictures do with long labels."""

import re
from pathlib import Path

import pytest

from studies.report.plots import short
from studies.reproductions.page import section
from studies.reproductions.record import row_data
from studies.reproductions.rows import Row
from studies.reproductions.showcase import PICTURE, draw_gains, gains_of


def record(name, default, champion):
    rows = [("default", default), ("champion", champion), ("gain", champion - default)]
    data = [row_data(Row(label, "win rate", value, value - 0.02, value + 0.02, 100)) for label, value in rows]
    return {"document": "beyond", "experiment": name, "variant": "", "rows": data}


MATCH = {**record("match", 0.1, 0.2), "rows": [row_data(Row("mcts", "win rate", 0.5, 0.4, 0.6, 100))]}


def test_only_searches_are_shown_the_largest_gain_on_top(tmp_path):
    records = [record("large", 0.3, 0.9), record("small", 0.5, 0.55), MATCH]
    assert [gain.label for gain in gains_of(records)] == ["beyond/small", "beyond/large"]
    assert draw_gains(tmp_path, records) == tmp_path / PICTURE
    assert (tmp_path / PICTURE).stat().st_size > 1000


def test_without_searches_there_is_no_picture(tmp_path):
    assert draw_gains(tmp_path, [MATCH]) is None
    assert not (tmp_path / PICTURE).exists()


def test_what_ours_means_is_said_once():
    source = {"question": "Who?", "means": "In words.", "presets": ["thesis", "splendor"]}
    about = {"source": source, "players": "", "pictures": [], "scale": 1}
    variants = [{**record("a", 0.1, 0.2), **about, "variant": preset} for preset in source["presets"]]
    assert section("beyond", variants).count("In words.") == 1


def test_a_formula_among_the_values_does_not_squeeze_a_picture():
    assert short("allEval2") == "allEval2"
    assert short("affordable + cards + 2*lead") == "affordable + ca…"


@pytest.mark.parametrize("file", ["README.md", "docs/networks.md"])
def test_figures_of_the_docs_stand_on_the_page(file):
    root = Path(__file__).parents[2]
    intervals = re.findall(r"\[\d+\.\d, \d+\.\d\]", (root / file).read_text(encoding="utf-8"))
    page = (root / "docs" / "reproductions.md").read_text(encoding="utf-8")
    assert len(intervals) > 5
    assert [interval for interval in intervals if interval not in page] == []
