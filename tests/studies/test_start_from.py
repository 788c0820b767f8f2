"""Studies that start from an earlier one of the same space."""

import shutil

import numpy as np
import pytest

from engine.errors import InputError
from studies.benchmarks.parts.simulated_studies import landscape, warm_gain
from studies.run import Options, begin, plan_again
from studies.search.folder import RESULT, STATISTICS, STUDY
from studies.search.run import plan_of
from tests.studies.small import COMPARE, TUNE, ledger_lines, run, start, study_of

OTHERS = ("seed=2", "opponents=['osla:budget=5']", "budget.games=60")


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The workshop with a finished study in it, and the study's folder."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("workshop")
        folder = start(home, patch)
        run(folder)
    return folder


@pytest.fixture
def earlier(finished, tmp_path, monkeypatch):
    """A copy of it, which may be changed."""
    monkeypatch.setenv("BOTTEGA_HOME", str(tmp_path))
    return type(finished)(shutil.copytree(finished.path, tmp_path / "earlier"))


def refusal(*sets, table=TUNE):
    with pytest.raises(InputError) as caught:
        begin(plan_of(study_of(table, *sets), "study.toml"), Options(track=False))
    return str(caught.value)


def test_the_same_seed_is_the_same_study_and_the_earlier_one_is_not_needed_to_resume(earlier, tmp_path, monkeypatch):
    cold = run(start(tmp_path, monkeypatch, TUNE, *OTHERS))
    folders = [start(tmp_path, monkeypatch, TUNE, *OTHERS, "start_from=earlier") for _ in range(2)]
    assert 'study = "inputs/start_from.json"' in (folders[0] / STUDY).read_text()
    shutil.rmtree(earlier.path)
    results = [run(folder, workers) for folder, workers in zip(folders, (1, 3), strict=True)]
    assert results[0] == results[1]
    assert ledger_lines(folders[0]) == ledger_lines(folders[1])
    assert results[0]["finalists"] != cold["finalists"]
    (folders[0] / RESULT).unlink()
    (folders[0] / "search-1.ledger").unlink()
    assert run(folders[0]) == results[0]


def test_the_earlier_champion_is_a_given_start_and_the_plan_says_what_is_believed(earlier, tmp_path, monkeypatch):
    plan = plan_again(start(tmp_path, monkeypatch, TUNE, f"start_from={{study='{earlier.path}', weight=0.25}}"))
    assert earlier.result["champion"]["values"] in plan.optimisers[0].starts
    assert any("108 games, each as 0.25 of one" in line for line in plan.describe())


def test_edited_statistics_are_refused(earlier, tmp_path, monkeypatch):
    folder = start(tmp_path, monkeypatch, TUNE, "start_from=earlier")
    for path in (earlier / STATISTICS, folder / "inputs/start_from.json"):
        path.write_text(path.read_text().replace("108", "109").replace("0.5", "0.75"))
    with pytest.raises(InputError, match=r"start_from.json: edited since the study was begun"):
        _ = folder.study
    assert "statistics.json: damaged or edited" in refusal("start_from=earlier")


def test_what_cannot_be_started_from_is_refused_with_the_reason(earlier):
    assert "k has {1, 2, 4, 8} there and {1, 2} here" in refusal("start_from=earlier", "candidate.space.k=[1, 2]")
    assert "redeterminize is searched in that one only" in refusal("start_from=earlier", "candidate.tune=['draws']")
    assert "optimiser tpe: it cannot start from the games of another study; these can: ntbea" in refusal(
        "start_from=earlier", "optimiser.name=tpe"
    )
    assert "there is no study 'nobody'" in refusal("start_from=nobody")
    assert "no statistics of a study" in refusal(f"start_from={earlier / RESULT}")
    assert "start_from: there is no such key" in refusal_of_file("start_from=earlier")
    (earlier / STATISTICS).unlink()
    assert "statistics.json: no such file; a search writes it at its end" in refusal("start_from=earlier")


def refusal_of_file(*sets):
    with pytest.raises(InputError) as caught:
        study_of(COMPARE, *sets)
    return str(caught.value)


@pytest.mark.parametrize("landscapes", [3, pytest.param(6, marks=pytest.mark.slow)])
def test_a_study_gains_by_an_earlier_one_that_agrees_and_loses_little_by_one_that_does_not(landscapes):
    agreeing = [warm_gain(seed, landscape(seed) + 0.2) for seed in range(landscapes)]  # against weaker opponents
    assert np.mean(agreeing) > 0.04
    unlike = [warm_gain(seed, landscape(seed + 50)) for seed in range(landscapes)]
    assert np.mean(unlike) > -0.02
