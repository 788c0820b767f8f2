"""Splinter's studies: the shipped files are valid, and a league of weights runs like any other study."""

import pytest

from engine.errors import InputError
from studies.play.setup import prepare_game
from studies.search.plan import SearchPlan
from studies.search.run import plan_of
from studies.spec.short_forms import SPECS, compare_table, search_table
from studies.spec.study_file import load
from tests.studies.small import ledger_lines, ledger_rows, run, start, study_of

LEAGUE = {
    "kind": "evolve",
    "name": "tiny-league",
    "game": {"name": "splinter", "preset": "small", "opening": 2},
    "candidate": {"player": "deepening:budget=30", "what": "weights", "value": "seven"},
    "opponents": ["random"],
    "optimiser": {"name": "league", "population": 4, "elites": 2, "selection": "truncation"},
    "evaluation": {"games": 6, "in_flight": 4},
    "budget": {"games": 100, "finalists": 2, "confirm": 4},
}
PRINTED = {
    (1, 0, 0, 0, 1, 0, 0), (1, 0, 0, 0, 0.5, 0, 0), (0, 1, 1, 0, 0, 1, 0), (0, 1, 1, 1, 0, 0.5, 0),
    (1, 0, 0, 0, 0.7, 0, 0), (0, 1, 1, 1, 0, 0.7, 0), (1, 1, 1, 1, 0.7, 0.7, 0), (0.5, 1, 1, 1, 0.5, 0.5, 1),
    (1, 0.5, 1, 1, 0.5, 0.5, 1), (0.7, 0.4, 0.3, 0.3, 0.7, 0.6, 1),
}  # fmt: skip


FILES = [*SPECS.glob("splinter/*.toml"), *SPECS.glob("*splinter*.toml")]


@pytest.mark.parametrize("path", sorted(FILES), ids=lambda path: path.stem)
def test_shipped_files_are_valid_and_vary_the_openings(path):
    study = load(path)
    plan = plan_of(study, str(path))
    assert prepare_game(plan.setup).params.opening > 0


def test_the_league_begins_with_the_ten_printed_weight_vectors():
    plan = SearchPlan(load(SPECS / "splinter" / "weights-league.toml"), "test")
    optimiser = plan.optimisers[0]
    first = optimiser.ask(10)
    assert {tuple(candidate.values[f"v{i}"] for i in range(1, 8)) for candidate in first} == PRINTED
    assert plan.search_games == 5 * 10 * 18


def test_members_of_a_generation_play_each_other_whatever_the_workers(tmp_path, monkeypatch):
    results, ledgers = [], []
    for workers in (1, 2):
        folder = start(tmp_path / str(workers), monkeypatch, LEAGUE)
        results.append(run(folder, workers))
        ledgers.append(ledger_lines(folder))
    assert results[0] == results[1]
    assert ledgers[0] == ledgers[1]
    candidates = [owner for _, owner, _ in ledger_rows(folder) if "rivals" in owner]
    assert candidates
    for candidate in candidates:
        first = candidate["id"] // 4 * 4
        assert sorted([*candidate["rivals"], candidate["id"]]) == list(range(first, first + 4))


def test_a_league_refuses_fewer_places_than_members():
    with pytest.raises(InputError, match=r"evaluation.in_flight = 3 is not accepted; it takes 4 or more"):
        SearchPlan(study_of(LEAGUE, "evaluation.in_flight=3"), "test")


def test_short_forms_vary_the_openings_of_a_game_without_chance():
    for table in (
        search_table("evolve", "splinter", "greedy"),
        search_table("tune", "splinter", "osla"),
        compare_table("splinter", ["greedy", "osla"], [], 10),
    ):
        assert table["game"] == {"name": "splinter", "preset": "varied"}
    assert search_table("evolve", "splendor", "greedy")["game"] == {"name": "splendor", "players": 2}


def test_evolve_finds_formulas_for_splinter(tmp_path, monkeypatch):
    table = {**search_table("evolve", "splinter", "greedy"), "evaluation": {"games": 2, "in_flight": 4}}
    table["budget"] = {"games": 80, "finalists": 2, "confirm": 4}
    result = run(start(tmp_path, monkeypatch, table))
    assert result["evaluations"] >= 20
    assert result["champion"]["player"].startswith("greedy")
