"""What MLflow gets: one run per study with curves, children and files, however often it was interrupted."""

import errno
import json
import os
import sqlite3
import subprocess
import sys
import threading

import pytest

from studies.search.folder import CHAMPION, RESULT, RunFolder
from studies.spec.study_file import as_toml
from studies.tracking import runs, store, track
from tests.studies.commands import ROOT, bottega, bottega_process
from tests.studies.small import COMPARE, TUNE, run, start


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A store with one finished study in it."""
    home = tmp_path_factory.mktemp("tracked")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{home}/mlflow.db")
        folder = start(home / "workshop", patch, TUNE, "tags.purpose=test", "note=a note")
        run(folder, track=True, track_all=True, pictures=True)
    return home


@pytest.fixture
def tracked(place, monkeypatch):
    """That store in use, and the study's folder."""
    monkeypatch.chdir(place)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{place}/mlflow.db")
    monkeypatch.setenv("BOTTEGA_HOME", str(place / "workshop"))
    return RunFolder(next((place / "workshop").iterdir()))


def test_a_study_is_one_run_of_its_games_experiment(tracked):
    client = track.connect(store.store_uri())
    (found,) = runs.all_runs()
    assert client.get_experiment(found.experiment).name == "splendor"
    assert found.status == "FINISHED"
    wanted = {
        "kind": "tune",
        "game": "splendor",
        "players": "2",
        "agent": "random_search",
        "optimiser": "ntbea",
        "seed": "1",
    }
    assert wanted.items() <= found.tags.items()
    assert {"purpose", "git.commit", "version.numba", "machine.cpu", "opponents", "study", "verdict"} <= set(found.tags)
    params = client.get_run(found.id).data.params
    assert params["budget.games"] == "120"
    assert params["candidate.space.depth"] == "[1, 2, 4]"


def test_curves_go_by_games_played_and_have_their_interval(tracked):
    client = track.connect(store.store_uri())
    (found,) = runs.all_runs()
    rates = client.get_metric_history(found.id, "search/win_rate")
    lows = client.get_metric_history(found.id, "search/win_rate_low")
    highs = client.get_metric_history(found.id, "search/win_rate_high")
    assert len(rates) == len(lows) > 5
    assert [point.step for point in rates] == sorted({point.step for point in rates})
    assert max(point.step for point in highs) == tracked.result["games"]["search"]
    assert all(low.value <= rate.value for low, rate in zip(lows, rates, strict=True))
    result = tracked.result
    assert found.metrics["champion/win_rate"] == result["champion"]["win_rate"]
    assert found.metrics["gain/points_low"] <= found.metrics["gain/points"] <= found.metrics["gain/points_high"]


def test_finalists_are_children_and_all_candidates_are_apart(tracked):
    client = track.connect(store.store_uri())
    (found,) = runs.all_runs()
    children = client.search_runs([found.experiment], f"tags.mlflow.parentRunId = '{found.id}'")
    assert len(children) == len(tracked.result["finalists"])
    assert all({"depth", "k"} <= set(child.data.params) for child in children)
    assert all({"win_rate", "win_rate_low", "win_rate_high"} <= set(child.data.metrics) for child in children)
    apart = client.get_experiment_by_name("splendor candidates")
    assert len(client.search_runs([apart.experiment_id])) == tracked.result["evaluations"]


def test_files_are_copies_of_those_in_the_folder(tracked):
    (found,) = runs.all_runs()
    assert runs.fetch_text(found, CHAMPION) == (tracked / CHAMPION).read_text()
    assert runs.fetch_text(found, RESULT) == (tracked / RESULT).read_text()
    names = {entry.path for entry in track.connect(store.store_uri()).list_artifacts(found.id)}
    assert {"study.toml", "report.md", "trials.csv", "replay.html", "plots"} <= names
    assert runs.fetch_text(found, "nothing") is None


def test_list_show_export_and_match_take_it_from_there(tracked, monkeypatch, capsys, tmp_path):
    assert bottega(monkeypatch, "list", "--json") == 0
    assert [entry["name"] for entry in json.loads(capsys.readouterr().out)] == ["tiny-tune"]
    assert bottega(monkeypatch, "list") == 0
    assert "tiny-tune" in capsys.readouterr().out
    for words in (["show", "tiny-tune"], ["show"]):
        assert bottega(monkeypatch, *words) == 0
        assert tracked.result["verdict"][:30] in capsys.readouterr().out
    target = tmp_path / "champion.toml"
    assert bottega(monkeypatch, "export", "tiny-tune", "--to", target) == 0
    assert bottega(monkeypatch, "export", "tiny-tune", "--to", target) == 2
    capsys.readouterr()
    words = "match", "splendor", f"@{target}", "random", "--games", 4, "--set", "end_points=4", "--json"
    assert bottega(monkeypatch, *words) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4
    assert bottega(monkeypatch, "show", "unknown") == 2


def test_the_link_lands_on_the_comparison(tracked):
    link = runs.comparison_link("http://127.0.0.1:5000")
    assert link.startswith("http://127.0.0.1:5000/#/experiments/")
    assert link.endswith("/runs?workflowType=machine_learning&compareRunsMode=CHART")


def test_a_resumed_study_writes_into_the_same_run_and_nothing_twice(tracked):
    client = track.connect(store.store_uri())
    (found,) = runs.all_runs()
    before = client.get_metric_history(found.id, "search/win_rate")
    (tracked / RESULT).unlink()
    run(tracked, track=True)
    assert [entry.id for entry in runs.all_runs()] == [found.id]
    assert len(client.get_metric_history(found.id, "search/win_rate")) == len(before)
    children = client.search_runs([found.experiment], f"tags.mlflow.parentRunId = '{found.id}'")
    assert len(children) == len(tracked.result["finalists"])


def test_a_store_that_fails_on_the_way_costs_only_the_copy(tmp_path, monkeypatch):
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{tmp_path}/mlflow.db")
    monkeypatch.setattr(track, "ATTEMPTS", 1)

    def fail(*_):
        raise OSError("the store has gone")

    monkeypatch.setattr(track.Writer, "artifacts", fail)
    folder = start(tmp_path / "workshop", monkeypatch, COMPARE)
    with pytest.raises(AssertionError, match="the store has gone"):
        run(folder, track=True)
    assert folder.result["matches"]
    monkeypatch.undo()
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{tmp_path}/mlflow.db")
    run(folder, track=True)  # writes it again
    (found,) = runs.all_runs()
    assert found.status == "FINISHED"


@pytest.mark.parametrize(
    "error", [sqlite3.OperationalError("database or disk is full"), OSError(errno.ENOSPC, "No space left on device")]
)
def test_a_full_disk_under_the_store_is_one_line_and_resume_writes_the_rest(error, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{tmp_path}/mlflow.db")
    (tmp_path / "study.toml").write_text(as_toml(COMPARE))

    def full(*_):
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(track, "ATTEMPTS", 1)
        patch.setattr(track.Writer, "result", full)
        assert bottega(monkeypatch, "run", "study.toml", "--quiet", "--workers", "1") == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "full" in said or "No space" in said
    assert bottega(monkeypatch, *said.partition("with: bottega ")[2].split(), "--quiet") == 0


def test_a_store_that_is_busy_for_a_while_is_waited_for(tmp_path, monkeypatch):
    uri = f"sqlite:///{tmp_path}/mlflow.db"
    tracker = track.Tracker(uri, track.Label("splendor", "busy", {}, {}), "", lambda run, experiment: None)
    opened = threading.Event()
    tracker.later(lambda writer: opened.set())
    assert opened.wait(60)
    holder = sqlite3.connect(tmp_path / "mlflow.db", isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN EXCLUSIVE")
    for games, rate in ((1, 0.5), (2, 0.6)):
        tracker.metrics(games, {"search/win_rate": rate})
    assert holder.in_transaction  # the games do not wait
    threading.Timer(3.0, holder.close).start()
    assert tracker.close("FINISHED") is None
    (found,) = track.connect(uri).search_runs(["1"])
    assert found.data.metrics == {"search/win_rate": 0.6}


def test_an_experiment_that_another_study_makes_meanwhile_is_shared(tmp_path, monkeypatch):
    uri = f"sqlite:///{tmp_path}/mlflow.db"
    label = track.Label("splendor", "name", {}, {})
    first = track.Writer(uri, label, "")
    from mlflow import MlflowClient

    found = [None, first.client.get_experiment_by_name("splendor")]  # a moment before, it was not there
    monkeypatch.setattr(MlflowClient, "get_experiment_by_name", lambda *_: found.pop(0))
    assert track.Writer(uri, label, "").experiment_id == first.experiment_id


def test_two_studies_at_once_make_and_share_one_store(tmp_path):
    (tmp_path / "study.toml").write_text(as_toml(COMPARE))
    both = [bottega_process("run", "study.toml", "-q", "--set", f"seed={i}", cwd=tmp_path) for i in (1, 2)]
    for process in both:
        said = process.communicate()
        assert process.returncode == 0, said
    listed = bottega_process("list", "--json", cwd=tmp_path)
    found = json.loads(listed.communicate()[0])
    assert [entry["status"] for entry in found] == ["FINISHED"] * 2
    assert {entry["tags"]["seed"] for entry in found} == {"1", "2"}
    assert len(list((tmp_path / "workshop").iterdir())) == 2


def test_the_report_is_the_runs_description_and_the_link_leads_to_the_run(tracked):
    (found,) = runs.all_runs()
    description = found.tags["mlflow.note.content"]
    assert description.startswith("a note\n\n**The search ")
    assert tracked.result["verdict"] in description
    link = store.run_link(store.store_uri(), tracked.state["experiment"], tracked.run)
    assert (
        link == f"http://127.0.0.1:5000/#/experiments/{found.experiment}/runs/{found.id}?workflowType=machine_learning"
    )
    assert (
        store.run_link("https://x.org/", "1", "2")
        == "https://x.org/#/experiments/1/runs/2?workflowType=machine_learning"
    )
    assert not [name for name in found.metrics if name.startswith("best")]


def test_mlflow_tells_nobody(tmp_path):
    """In a process that knows nothing of tests or CI, where MLflow would be silent of its own accord."""
    code = (
        "from studies.tracking.track import connect; connect('sqlite:///mlflow.db')\n"
        "from mlflow.telemetry.client import get_telemetry_client; print(get_telemetry_client())\n"
    )
    there = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=there, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "None\n"), done.stderr
