"""The studies of 7 Wonders: the source's run by a short command, and measurements at tiny size."""

import pytest

from engine.sevenwonders.features import FEATURES
from optimisers.programming import Params as Programming
from studies.play.setup import GameSetup, prepare_game
from studies.reproductions.experiment import SPECS
from studies.reproductions.measurement import Order
from studies.reproductions.robilliard import fitness
from studies.reproductions.sevenwonders import balance, tables
from studies.spec.short_forms import search_table
from studies.spec.study_file import check, load
from tests.studies.small import run, start


def order(tmp_path, **changes):
    prepared = prepare_game(GameSetup("sevenwonders", "paper"))
    return Order(prepared, 1.0, 1, tmp_path, "test")._replace(**changes)


def test_evolve_sevenwonders_is_the_run_of_the_source():
    study = check(search_table("evolve", "sevenwonders", "greedy"), "test")
    gp = Programming(**study.optimiser.settings)
    assert (gp.population, gp.tournament, gp.replacement) == (25, 2, "steady")
    assert (gp.crossover, gp.mutation, gp.operators, gp.constant_count) == (0.6, 0.15, "+ - *", 17)
    assert study.candidate.player == "greedy:worlds=11"
    assert study.candidate.features == list(FEATURES[:15])
    assert study.opponents.seats == ["rule_ai", "rule_ai"]
    assert (study.game.rules, study.proof) == ({"setups": 25}, {"setups": 0})
    assert study.budget.games * (1 - study.budget.race) // study.evaluation.games >= 100 * 25


@pytest.mark.parametrize("file", ["sevenwonders/evolve-all", "beyond/learn-sevenwonders"])
def test_studies_over_all_features_name_those_that_they_were_played_with(file):
    study = load(SPECS / f"{file}.toml")
    part = study.candidate if study.kind == "evolve" else study.positions
    assert part.features == list(FEATURES[: FEATURES.index("earnings")])


@pytest.mark.xdist_group("sevenwonders-greedy")
def test_a_thousandth_part_of_that_run_already_shows_a_gain(monkeypatch, tmp_path):
    sizes = ("evaluation.games=30", "budget.games=1800", "budget.confirm=150", "budget.finalists=2", "budget.race=0.2")
    folder = start(tmp_path, monkeypatch, search_table("evolve", "sevenwonders", "greedy"), *sizes)
    result = run(folder, pictures=True)
    assert result["difference"]["proven"]


def test_a_short_form_takes_the_settings_of_the_agent():
    assert search_table("evolve", "sevenwonders", "greedy:worlds=3")["candidate"]["player"] == "greedy:worlds=3"
    assert search_table("evolve", "sevenwonders", "osla")["candidate"] == {"player": "osla"}


def test_balance_has_every_board_and_side_once_a_table_size(monkeypatch, tmp_path):
    monkeypatch.setattr(balance, "PLAYER", "random")
    monkeypatch.setattr(balance, "GAMES", {3: 40, 4: 30})
    found = balance.measure(order(tmp_path))
    assert found.games == 70
    assert len(found.rows) == len({row.row for row in found.rows}) == 28
    assert sum(row.games for row in found.rows) == 3 * 40 + 4 * 30
    assert sum(row.value * row.games for row in found.rows) == pytest.approx(70)


def test_large_tables_seat_four_to_seven(monkeypatch, tmp_path):
    monkeypatch.setattr(tables, "BEST", "random")
    monkeypatch.setattr(tables, "OTHERS", {"random": "random"})
    found = tables.measure(order(tmp_path, scale=0.05))
    assert [row.row for row in found.rows] == [f"{players} players, random" for players in (4, 5, 6, 7)]
    assert [row.games for row in found.rows] == [3 * players for players in (4, 5, 6, 7)]


@pytest.mark.xdist_group("sevenwonders-greedy")
def test_what_fitness_promises_is_compared_with_fresh_deals_and_boards(monkeypatch, tmp_path):
    monkeypatch.setattr(fitness, "SIZES", (6,))
    monkeypatch.setattr(fitness, "EVALUATIONS", 5)
    monkeypatch.setattr(fitness, "REPEATS", 2)
    monkeypatch.setattr(fitness, "TRUTH", 21)
    found = fitness.measure(order(tmp_path))
    assert "2 runs of 5 formulas" in found.note
    assert all(row.low <= row.value <= row.high for row in found.rows)
    rows = {row.row: row.value for row in found.rows}
    assert 0.1 < rows[fitness.SOURCES_BEST] < 0.9
    gap = rows["6 games, on its training games"] - rows["6 games, on fresh boards"]
    assert rows["6 games, training less fresh boards"] == pytest.approx(gap)
    assert 0 <= rows["6 games, with its worst board"] <= rows["6 games, on fresh boards"]
