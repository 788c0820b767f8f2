"""Learn studies: rounds of games and training, proven like every study, repeatable and resumable."""

import json
import threading
import time

import numpy as np
import pytest

from engine.errors import InputError
from engine.network import read_network
from studies.farm.local import LocalFarm
from studies.learn.collect import collect_games
from studies.learn.dataset import read
from studies.reproductions.rows import rows_of
from studies.run import Options, resume_study
from studies.search.run import plan_of
from studies.search.store import Stopped
from studies.spec.players import player_spec_of, written_out
from studies.spec.study_file import as_toml
from studies.tracking import runs, store, track
from tests.studies.commands import bottega_process
from tests.studies.small import TUNE, run, start, study_of

LEARN = {
    "kind": "learn",
    "name": "tiny-learn",
    "game": TUNE["game"],
    "candidate": {"player": "greedy", "value": "10*winloss + net"},
    "opponents": ["random"],
    "positions": {"players": ["random"], "rate": 0.2},
    "training": {"hidden": [4], "epochs": 6, "learning_rate": 0.01},
    "budget": {"games": 300, "rounds": 2, "confirm": 20},
}


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A study of two rounds, run to its end."""
    with pytest.MonkeyPatch.context() as patch:
        folder = start(tmp_path_factory.mktemp("learn"), patch, LEARN)
        return folder, run(folder, pictures=True)


def test_the_networks_of_the_last_rounds_race(tmp_path, monkeypatch):
    result = run(start(tmp_path, monkeypatch, LEARN, "budget.finalists=1"))
    assert {entry["origin"] for entry in result["finalists"]} == {"round 2", "default"}


def test_every_round_makes_a_network_and_the_winner_of_their_race_is_proven_on_fresh_deals(done):
    folder, result = done
    assert [part["games"] for part in result["rounds"]] == [120, 120]
    assert result["rounds"][1]["positions"] > 1.5 * result["rounds"][0]["positions"]  # earlier positions are kept
    assert {entry["origin"] for entry in result["finalists"]} == {"round 1", "round 2", "default"}
    assert result["champion"]["games"] == result["default"]["games"] == 20
    assert sum(result["games"].values()) <= 340
    assert result["verdict"].startswith("The search")
    for number in (1, 2):
        network = read_network(str(folder / f"network-{number}.json"))
        assert network.shape[1:] == (4, 1)
        assert 0 < result["rounds"][number - 1]["held_out"] < 1.2
    assert (folder / "plots/losses.png").exists()
    assert "held out" in (folder / "report.md").read_text()


def test_every_rounds_network_has_a_row_even_if_none_is_the_champion(done):
    rows = {row.row: row for row in rows_of(done[1])}
    races = {entry["origin"]: entry["win_rate"] for entry in done[1]["finalists"]}
    assert list(rows) == ["default", "champion", "gain", *(f"network of round {i}, in the race" for i in (1, 2))]
    assert rows["network of round 2, in the race"].value == races["round 2"]


def test_the_champion_is_a_player_like_any_other(done):
    folder, result = done
    text = written_out(f"@{folder / 'champion.toml'}")
    assert text == result["champion"]["player"]
    assert player_spec_of("splendor", text).agent == "greedy"


def test_the_second_round_is_played_by_the_first_rounds_network(done):
    folder, _ = done
    plan = plan_of(folder.study, "test")
    plan.space.home = folder.path
    first, second = plan.collect_job(1), plan.collect_job(2)
    assert [player.agent for player in first.players] == ["random", "random"]
    assert all("network-1.json" in player.name for player in second.players)
    assert first.stream != second.stream


def without_paths(result, folder):
    return str(result).replace(str(folder.path), "")


def test_the_same_seed_gives_the_same_study_with_any_number_of_workers(done, tmp_path, monkeypatch):
    folder, result = done
    other = start(tmp_path, monkeypatch, LEARN)
    assert without_paths(run(other, workers=1), other) == without_paths(result, folder)
    assert (other / "network-2.json").read_text() == (folder / "network-2.json").read_text()


class Impatient(LocalFarm):
    """Asks to stop when so many parts were begun."""

    def __init__(self, stop, after):
        super().__init__(1)
        self.stop, self.left = stop, after

    def submit(self, function, /, *arguments):
        def work():
            self.left -= 1
            if self.left <= 0:
                self.stop.set()
            return function(*arguments)

        return super().submit(work)


@pytest.mark.parametrize("after", [3, 12, 18])  # in the first round, in the second, in the race
def test_what_was_interrupted_goes_on_and_plays_nothing_twice(after, done, tmp_path, monkeypatch):
    folder, result = done
    other = start(tmp_path, monkeypatch, LEARN)
    stop = threading.Event()
    monkeypatch.setattr("studies.run.stoppable", lambda: _yielding(stop))
    with pytest.raises(Stopped):
        resume_study(other, Options(lambda: Impatient(stop, after), quiet=True, track=False))
    kept = {path: path.stat().st_mtime_ns for path in other.path.rglob("*.npz")}
    assert kept
    stop.clear()
    time.sleep(0.01)
    assert without_paths(run(other), other) == without_paths(result, folder)
    assert all(path.stat().st_mtime_ns == stamp for path, stamp in kept.items())


def _yielding(stop):
    from contextlib import nullcontext

    return nullcontext(stop)


def test_a_killed_process_goes_on_where_it_was(done, tmp_path):
    (tmp_path / "study.toml").write_text(as_toml(LEARN))
    where = {"cwd": tmp_path, "BOTTEGA_HOME": "workshop"}
    first = bottega_process("run", "study.toml", "--no-track", **where)
    due = time.monotonic() + 120
    while len(list(tmp_path.glob("workshop/*/positions/*.npz"))) < 3:
        assert time.monotonic() < due, "no positions were collected"
        time.sleep(0.02)
    first.kill()  # SIGKILL
    first.communicate()
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("workshop/*/positions/*.npz")}
    second = bottega_process("resume", "--json", "--no-track", **where)
    found = json.loads(second.communicate()[0])
    assert all(path.stat().st_mtime_ns == stamp for path, stamp in kept.items())
    for part in ("champion", "default"):
        assert found[part]["win_rate"] == done[1][part]["win_rate"]
    (folder,) = (tmp_path / "workshop").glob("tiny-learn-*")
    assert (folder / "network-2.json").read_text() == (done[0] / "network-2.json").read_text()


def test_both_losses_of_every_pass_are_in_mlflow(done, tmp_path, monkeypatch):
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{tmp_path}/mlflow.db")
    run(start(tmp_path / "workshop", monkeypatch, LEARN), track=True)
    (found,) = runs.all_runs()
    client = track.connect(store.store_uri())
    rounds = [json.loads((done[0] / f"round-{number}.json").read_text()) for number in (1, 2)]
    passes = [losses for part in rounds for losses in part["losses"]]
    for i, name in enumerate(("loss/training", "loss/held_out")):
        history = client.get_metric_history(found.id, name)
        assert [point.step for point in history] == list(range(1, len(passes) + 1))
        assert [point.value for point in history] == pytest.approx([losses[i] for losses in passes])


@pytest.mark.parametrize(
    ("target", "fits"),
    [
        ("share", lambda game: set(game.targets[:, 0]) <= {0, 0.5, 1}),
        ("points_to_come", lambda game: (game.targets >= 0).all() and game.targets.max() >= 4),
        ("search", lambda game: len(np.unique(game.targets)) > 2),
        ("3*points - lead", lambda game: np.array_equal(game.targets % 1, np.zeros_like(game.targets))),
    ],
)
def test_a_study_learns_outcomes_points_to_come_looks_ahead_and_any_value_of_the_game(target, fits):
    sets = (f"positions.target={target}", "positions.teacher=greedy", "positions.plies=2", "positions.samples=2")
    job = plan_of(study_of(LEARN, *sets), "test").collect_job(1)
    game = collect_games(job._replace(last=4))
    assert game.outputs == (target,)
    assert np.isfinite(game.targets).all()
    assert fits(game)


def test_positions_that_cannot_be_read_are_named(done, tmp_path):
    folder, _ = done
    whole = sorted(folder.path.rglob("*.npz"))[0]
    dataset = read(whole)
    assert dataset.features.dtype == np.float32
    assert dataset.outputs == ("share",)
    broken = tmp_path / "half.npz"
    broken.write_bytes(whole.read_bytes()[:200])
    with pytest.raises(InputError, match=r"half\.npz: cannot be read"):
        read(broken)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("candidate.player=random", "random strives for nothing"),
        ("candidate.value=points", "it takes a value with net in it"),
        ("candidate.value='net + pionts'", "unknown feature 'pionts'; did you mean points"),
        ("positions.target=pionts", "unknown feature 'pionts'"),
        ("positions.target=search", "takes a teacher"),
        ("positions.teacher=nobody", "unknown agent 'nobody'"),
        ("positions.players=['random', 'random', 'random']", "3 players given; splendor takes 2"),
        ("positions.features=['pionts']", "no parameter 'pionts'; did you mean points"),
        ("positions.explore=1.5", "positions.explore = 1.5 is not accepted; it takes less than 1"),
        ("training.hidden=[0]", "training.hidden.0 = 0 is not accepted; it takes 1 or more"),
        ("training.activation=sin", "training.activation = 'sin' is not accepted"),
        ("training.learning_rate=0.0", "training.learning_rate = 0.0 is not accepted"),
        ("budget.games=30", "budget.games = 30 is not accepted; it takes 50 or more"),
        ("budget.confirm=3", "budget.confirm = 3 is not accepted; it takes a multiple of 2"),
        ("optimiser.name=ga", "optimiser: there is no such key"),
    ],
)
def test_what_does_not_exist_or_fit_is_refused_before_anything_is_played(change, says):
    with pytest.raises(InputError) as error:
        plan_of(study_of(LEARN, change), "test")
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_plan_says_what_it_learns_and_from_how_many_games():
    lines = plan_of(study_of(LEARN), "test").describe()
    assert any("share in 2 x 120 games" in line for line in lines)
    assert any("10*winloss + net in place of" in line for line in lines)


@pytest.mark.parametrize("optimiser", ["cmaes", "spsa", "ga"])
def test_the_weights_of_a_network_are_a_search_space(optimiser, done, tmp_path, monkeypatch):
    network = read_network(str(done[0] / "network-1.json"))
    table = {
        "kind": "evolve",
        "name": "tiny-weights",
        "game": TUNE["game"],
        "candidate": {"player": "greedy", "what": "weights", "value": f"@{done[0] / 'network-1.json'}"},
        "opponents": ["random"],
        "optimiser": {"name": optimiser},
        "evaluation": {"games": 4},
        "budget": {"games": 100, "finalists": 2, "confirm": 8},
    }
    plan = plan_of(study_of(table), "test")
    assert len(plan.space.domain.knobs) == network.n_weights
    result = run(start(tmp_path, monkeypatch, table))
    assert len(result["champion"]["values"]) == network.n_weights
    values = {name: value + 1.0 for name, value in plan.default.items()}
    changed = player_spec_of("splendor", plan.space.text(values)).value  # as text the player is the same
    assert changed == plan.space.player(values).value
