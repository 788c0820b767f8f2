"""The experiments of Bravi et al. (2019): the spaces are those of its table VII, and both measurements repeat."""

import pytest

from optimisers.space import grid
from studies.play.setup import prepare_game
from studies.reproductions.measurement import Order
from studies.reproductions.rinascimento import landscapes, tuning
from studies.reproductions.rinascimento.setting import AGENTS, OSLA, RANDOM, SETUP
from studies.reproductions.rinascimento.tuning import OURS, THEIRS, Task
from studies.spec.players import settings_of

OF_ALL = {"om": ("nothing", "random", "osla"), "ombs": (0.005, 0.01, 0.02, 0.05, 0.1)}
LENGTHS, SWITCH = (1, 2, 3, 5, 10, 20), (False, True)
TABLE_VII = {
    "BMRH": {
        "l": LENGTHS, "n": (20, 50, 100, 200), "usb": SWITCH, "mo": SWITCH, "ms": ("whole", "uniform", "decay"),
        "dcy": (0.5, 0.7, 0.8, 0.9),
    },
    "SRH": {
        "l": LENGTHS, "n": (0, 1, 5, 10, 20, 50, 100, 200), "usb": SWITCH, "mo": SWITCH,
        "mr": (0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1),
    },
    "MCTS": {
        "d": (2, 3, 6, 11, 21), "c": (0, 1.41, 4, 9, 15, 20), "ep": (0.1, 0.2, 0.3, 0.4), "ps": (1, 3, 5, 10, 15),
        "rt": ("max", "robust", "secure"), "ro": SWITCH,
    },
}  # fmt: skip


def order(folder, scale):
    return Order(prepare_game(SETUP), scale, 1, folder, "test")


@pytest.mark.parametrize("name", AGENTS)
def test_the_spaces_are_those_of_table_vii(name):
    space = AGENTS[name].space
    assert {knob.name: tuple(grid(knob)) for knob in space.knobs} == TABLE_VII[name] | OF_ALL
    assert space.starts == ()  # a search that begins at the paper's best configurations would show nothing


def test_a_landscape_is_drawn_from_the_same_deals_for_all_configurations(tmp_path, monkeypatch):
    monkeypatch.setattr(landscapes, "GAMES", 4)
    first, again = (landscapes.against_random(order(tmp_path, 0.025)) for _ in range(2))
    assert first == again
    assert first.games == 2 * 3 * 4
    assert [(row.row, row.figure) for row in first.rows[:4]] == [("BMRH", figure) for figure in landscapes.FIGURES]
    assert all(0 <= row.low <= row.value <= row.high <= 1 for row in first.rows)
    assert (tmp_path / first.pictures[0]).stat().st_size > 1000


def test_figures_of_a_landscape():
    rows = {row.figure: row for row in landscapes.rows_for("MCTS", [0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1.0])}
    assert rows["median"].value == pytest.approx(0.7)
    assert rows["below 25 %"].value == pytest.approx(0.25)
    assert rows["above 50 %"].value == pytest.approx(0.625)
    assert rows["above 50 %"].low < 0.625 < rows["above 50 %"].high


def test_a_search_repeats_and_recommends_a_point_of_the_space():
    for settings in (THEIRS, OURS):
        task = Task(AGENTS["SRH"], RANDOM, settings, 6, 3)
        found = tuning.search(task)
        assert found == tuning.search(task)
        agent, values = settings_of(found.name)
        assert values.pop("value") == "points"
        assert (agent, values.pop("budget"), found.budget) == ("srh", "1000", 1000)
        assert set(values) <= set(TABLE_VII["SRH"]) | set(OF_ALL)


def test_searches_of_every_budget_become_rows_and_boxes(tmp_path, monkeypatch):
    monkeypatch.setattr(tuning, "BUDGETS", (2, 400))
    monkeypatch.setattr(tuning, "TRUTH", 4)
    found = tuning.as_we_do(order(tmp_path, 0.4))  # the larger budget is beyond this scale
    assert [row.name for row in found.rows] == ["BMRH, 2 games", "SRH, 2 games", "MCTS, 2 games"]
    assert {row.games for row in found.rows} == {2 * 4}
    assert found.games == 2 * 3 * (2 + 4)
    assert (tmp_path / found.pictures[0]).stat().st_size > 1000


def test_opponents_are_three_random_players_or_three_that_look_ahead():
    assert [player.name for player in RANDOM.players] == ["random"] * 3
    assert [player.name for player in OSLA.players] == ["osla:budget=1000"] * 3
