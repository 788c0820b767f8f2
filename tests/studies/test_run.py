"""Studies from end to end at tiny size: the same result for any number of workers, before and after an interruption."""

import os
import random
import signal
import time

import pytest

from studies.report.result import no_better
from studies.search.folder import REPORT, RESULT
from studies.search.store import Stopped
from tests.studies.small import COMPARE, TUNE, ledger_lines, run, start

SAME_DEALS = ("evaluation.games=4", "evaluation.renew=0")


def test_a_tune_study_ends_with_a_champion_and_its_proof(tmp_path, monkeypatch):
    folder = start(tmp_path, monkeypatch)
    result = run(folder, pictures=True)
    assert result["games"]["search"] == 108
    assert 0 < result["games"]["race"] <= 12
    assert result["games"]["confirm"] == 40
    assert {finalist["origin"] for finalist in result["finalists"]} == {"search 1", "default"}
    assert [finalist["place"] for finalist in result["finalists"]] == list(range(1, len(result["finalists"]) + 1))
    assert result["champion"]["player"] == result["finalists"][0]["player"]
    assert result["difference"]["low"] <= result["difference"]["mean"] <= result["difference"]["high"]
    files = {path.relative_to(folder.path).as_posix() for path in folder.path.rglob("*") if path.is_file()}
    assert {"study.toml", "report.md", "result.json", "trials.csv", "champion.toml", "plots/progress.png"} <= files
    assert len((folder / "trials.csv").read_text().splitlines()) == 1 + result["evaluations"]


@pytest.mark.parametrize("sets", [(), SAME_DEALS, ("budget.repeats=2", "opponents={mix={random=2,osla=1}}")])
def test_the_number_of_workers_changes_nothing(sets, tmp_path, monkeypatch):
    results, ledgers = [], []
    for workers in (1, 2, 4):
        folder = start(tmp_path / str(workers), monkeypatch, TUNE, *sets)
        results.append(run(folder, workers))
        ledgers.append(ledger_lines(folder))
    assert results[0] == results[1] == results[2]
    assert ledgers[0] == ledgers[1] == ledgers[2]


def test_a_finished_study_plays_nothing_when_resumed(tmp_path, monkeypatch):
    folder = start(tmp_path, monkeypatch)
    first, before = run(folder), ledger_lines(folder)
    (folder / RESULT).unlink()
    assert run(folder) == first
    assert ledger_lines(folder) == before


def killed_after(seconds, folder):
    """Run the study in a process of its own and kill it after a while."""
    child = os.fork()
    if child == 0:
        try:
            run(folder)
        finally:
            os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def test_killed_at_random_moments_a_study_ends_as_if_nothing_had_happened(tmp_path, monkeypatch):
    sets = (*SAME_DEALS, "budget.games=600")
    undisturbed = start(tmp_path / "undisturbed", monkeypatch, TUNE, *sets)
    began = time.monotonic()
    expected = run(undisturbed)
    whole = time.monotonic() - began
    rng = random.Random(1)
    for study in range(5):
        folder = start(tmp_path / str(study), monkeypatch, TUNE, *sets)
        written = []
        for _ in range(4):
            killed_after(rng.uniform(0.1, 0.6) * whole, folder)
            written.append(len(ledger_lines(folder)))
        assert written == sorted(written)
        assert run(folder) == expected
        assert ledger_lines(folder) == ledger_lines(undisturbed)  # nothing lost, nothing twice


def test_ctrl_c_finishes_the_games_in_play_and_a_resume_goes_on(tmp_path, monkeypatch):
    expected = run(start(tmp_path / "undisturbed", monkeypatch))
    folder = start(tmp_path / "stopped", monkeypatch)
    from studies.search import search

    real, asked = search.Search._tell_oldest, []

    def interrupting(self):
        asked.append(1)
        if len(asked) == 10:
            signal.raise_signal(signal.SIGINT)
        real(self)

    monkeypatch.setattr(search.Search, "_tell_oldest", interrupting)
    with pytest.raises(Stopped):
        run(folder)
    assert not (folder / RESULT).exists()
    assert len(ledger_lines(folder)) > 10
    assert run(folder) == expected


def test_without_a_race_the_optimisers_choice_is_confirmed(tmp_path, monkeypatch):
    result = run(start(tmp_path, monkeypatch, TUNE, "budget.race=0"))
    assert result["games"]["race"] == 0
    assert result["champion"]["values"] == result["choices"][0]


def test_finalists_are_those_that_the_optimiser_trusts_in_the_end_and_those_given(tmp_path, monkeypatch):
    given = {"depth": 4, "k": 1}
    result = run(start(tmp_path, monkeypatch, TUNE, "candidate.start=[{depth=4, k=1}]"))
    origins = [finalist["origin"] for finalist in result["finalists"]]
    assert origins.count("search 1") <= TUNE["budget"]["finalists"]
    assert result["choices"][0] in [finalist["values"] for finalist in result["finalists"]]
    assert any(given.items() <= finalist["values"].items() for finalist in result["finalists"])
    assert origins.count("default") == 1


def test_a_round_robin_counts_both_sides(tmp_path, monkeypatch):
    result = run(start(tmp_path, monkeypatch, COMPARE), pictures=True)
    first, second = result["matches"]
    assert (first["player"], first["against"]) == (second["against"], second["player"])
    assert first["win_rate"] + second["win_rate"] == pytest.approx(1, abs=0.11)  # but for games that nobody won
    assert result["games"] == {"matches": 20}


@pytest.mark.parametrize(
    "sets", [(), ("game.players=3", "games=21"), ("form=field", "opponents={pool=['random','osla:budget=5']}")]
)
@pytest.mark.parametrize("players", [["osla:budget=5", "random"], ["random", "osla:budget=5"]])
def test_a_comparison_ranks_its_players_at_tables_of_any_size(players, sets, tmp_path, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        "studies.report.pictures.plots.crosstable", lambda path, _, rows, *more: drawn.append(rows) or path
    )
    folder = start(tmp_path, monkeypatch, {**COMPARE, "players": players}, *sets)
    result = run(folder, pictures=True)
    first, second = result["ranking"]
    assert drawn == [[first["name"], second["name"]]]  # whoever was named first
    assert {first["name"], second["name"]} == {entry["player"] for entry in result["matches"]}
    assert first["elo"] == pytest.approx(-second["elo"])
    assert first["low"] < first["elo"] < first["high"]
    assert 0.5 <= first["above"] <= 1
    assert second["above"] is None
    assert first["stronger"] == {second["name"]: first["above"]}
    assert second["stronger"] == {first["name"]: pytest.approx(1 - first["above"])}
    assert f"| {first['name']} |  | {100 * first['above']:.1f} |" in (folder / REPORT).read_text()
    if not sets:
        won = {entry["player"]: entry["win_rate"] for entry in result["matches"]}
        assert first["share"] == pytest.approx(won[first["name"]])
        assert first["chance"] == 0.5


def test_a_study_is_worked_on_by_one_process_only(tmp_path, monkeypatch):
    folder = start(tmp_path, monkeypatch)
    with folder.locked(), pytest.raises(Exception, match="another process is working on this study"):
        run(folder)


def test_a_race_without_games_is_not_said_to_be_won():
    assert "race" not in no_better(0)
    assert "won the race" in no_better(8)
