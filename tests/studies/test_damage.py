"""A study's files after something happened to them: named in one line, or as good as before; never taken for true."""

import errno
import json
import os
import shutil

import numpy as np
import pytest

from engine.errors import InputError
from optimisers.optimiser import Candidate
from studies.play.games import no_games
from studies.report.ledger import read_ledger
from studies.report.views import view_of
from studies.run import Options, begin
from studies.search import ledger as ledgers
from studies.search.folder import CHAMPION, RESULT, STATE, STUDY, RunFolder, new_folder
from studies.search.ledger import Ledger
from studies.search.run import plan_of
from studies.spec.players import written_out
from studies.spec.seal import write_record
from studies.spec.study_file import as_toml, check, load, read_champion
from tests.studies.small import COMPARE, TUNE, start

RATE = {"win_rate": 0.5, "low": 0.4, "high": 0.6, "games": 100}
FOUND = {
    "kind": "tune",
    "name": "tiny-tune",
    "game": "splendor",
    "preset": "",
    "rules": {},
    "players": 2,
    "opponents": ["random"],
    "champion": {"player": "random_search:depth=2,k=4", "values": {"depth": 2}, **RATE},
    "default": {"player": "random_search", "values": {"depth": 1}, **RATE},
    "difference": {"mean": 0.1, "low": 0.0, "high": 0.2, "p": 0.04, "proven": True},
    "verdict": "The search helped.",
}


def damages(data, seed=1):
    """What can happen to a file: bits flip, it is cut off, something gets in between, parts are lost or doubled."""
    rng = np.random.default_rng(seed)
    places = sorted({0, len(data) - 1, *map(int, rng.integers(0, len(data), 60))})
    for at in places:
        for bit in (0, 5):
            yield data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]
        yield data[:at]
        yield data[:at] + b"\0" + data[at:]
        yield data[:at] + b"7" + data[at:]
        yield data[:at] + data[at + 9 :]
        yield data[:at] + data[at : at + 9] + data[at:]
    yield b"\xff" * len(data)
    yield b"{}"
    yield b"[]"
    yield b"null"
    yield data + data
    yield bytes(rng.integers(0, 256, len(data), dtype=np.uint8))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A study that is begun, with a result as if it were finished."""
    found = start(tmp_path, monkeypatch)
    found.note(run="abc", store="sqlite:///x.db")
    found.write(RESULT, write_record(FOUND))
    found.write(CHAMPION, view_of(FOUND).champion_file(FOUND))
    return found


READERS = {
    STUDY: lambda folder: folder.study,
    STATE: lambda folder: folder.state,
    RESULT: lambda folder: folder.result,
    CHAMPION: lambda folder: written_out(f"@{folder / CHAMPION}"),
}


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_file_is_named_in_one_line_and_never_taken_for_true(folder, name):
    path, read = folder / name, READERS[name]
    whole, truth = path.read_bytes(), read(folder)
    said = []
    for damaged in damages(whole):
        path.write_bytes(damaged)
        try:
            assert read(folder) == truth, damaged
        except InputError as error:
            said.append(str(error))
    assert len(said) > 300
    assert all(line.startswith(str(path)) and "\n" not in line for line in said)
    path.write_bytes(whole)
    assert read(folder) == truth


def test_a_damaged_file_ends_a_command_with_exit_code_2(folder, bottega):
    for name in (STUDY, STATE, RESULT):
        path = folder / name
        whole = path.read_bytes()
        path.write_bytes(whole.replace(b"tiny", b"tuny").replace(b"abc", b"abd"))
        code, out, said = bottega("resume", str(folder.path), "--no-track")
        assert (code, out, said.count("\n")) == (2, "", 1), said
        assert f"bottega: {path}: " in said
        path.write_bytes(whole)


def some_games(first, n):
    games = np.zeros(n, no_games(2).dtype)
    games["number"] = np.arange(first, first + n)
    games["points"] = games["number"][:, None] % 16
    return games


def test_a_damaged_ledger_is_named_with_its_place_or_has_lost_only_its_end(tmp_path):
    path = tmp_path / "search-1.ledger"
    with Ledger(path, 2, 2) as ledger:
        for owner in range(4):
            ledger.enter(Candidate(owner, {"depth": owner}), 7)
            ledger.record([(owner, some_games(0, 20)), (owner, some_games(20, 10))])
    whole = path.read_bytes()
    truth = {owned.owner["id"]: owned.games for owned in read_ledger(path)}
    said = []
    for damaged in damages(whole):
        path.write_bytes(damaged)
        try:
            with Ledger(path, 2, 2) as ledger:
                for owner in truth:
                    games = ledger.known(owner)
                    assert np.array_equal(games, truth[owner][: len(games)])
        except InputError as error:
            said.append(str(error))
    assert len(said) > 200
    assert all(line.startswith(str(path)) and "\n" not in line for line in said)
    assert not any("another process" in line for line in said)


def test_a_champion_may_be_written_by_hand_and_an_edited_one_says_how_to_make_it_ones_own(folder):
    path = folder / CHAMPION
    path.write_text(path.read_text().replace("depth=2", "depth=3"))
    with pytest.raises(InputError, match=r"champion.toml: damaged or edited.*delete the line that begins"):
        read_champion(path)
    path.write_text("\n".join(line for line in path.read_text().splitlines() if not line.startswith("checksum")))
    assert written_out(f"@{path}") == "random_search:depth=3,k=4"
    path.write_text('player = "greedy"\n')
    assert written_out(f"@{path}") == "greedy"
    path.write_text('plaier = "greedy"\n')
    with pytest.raises(InputError, match="there is no parameter 'plaier'; did you mean player"):
        written_out(f"@{path}")


def test_an_edited_study_is_another_study(folder):
    path = folder / STUDY
    path.write_text(path.read_text().replace("games = 120", "games = 240"))
    with pytest.raises(InputError, match=r"study.toml: edited since the study was begun; .* bottega run .*study.toml"):
        _ = folder.study
    assert load(path).budget.games == 240  # as a new one it is good


@pytest.fixture
def own_cards(tmp_path, monkeypatch):
    """A study file with cards and a champion beside it, and another working directory."""
    monkeypatch.setenv("BOTTEGA_HOME", str(tmp_path / "workshop"))
    place = tmp_path / "studies"
    place.mkdir()
    shutil.copy("engine/splendor/cards.csv", place / "my.csv")
    (place / "own.toml").write_text('player = "osla:budget=5"\n')
    table = {**COMPARE, "game": {**COMPARE["game"], "cards": "my.csv"}, "players": ["@own.toml", "random"]}
    (place / "study.toml").write_text(as_toml(table))
    monkeypatch.chdir(tmp_path)
    return place


def test_a_study_takes_its_cards_and_champions_with_it(own_cards):
    study = load(own_cards / "study.toml")
    assert study.game.rules["cards"] == str(own_cards / "my.csv")  # from where the study file lies
    plan, folder, options = begin(plan_of(study, "study.toml"), Options(track=False))
    options.open_farm().close()
    text = (folder / STUDY).read_text()
    assert 'cards = "inputs/cards.csv"' in text
    assert '"osla:budget=5"' in text
    shutil.rmtree(own_cards)
    assert folder.study == plan.study
    moved = RunFolder(folder.path.rename(folder.path.with_name("moved")))
    assert moved.study.game.rules["cards"] == str(moved / "inputs/cards.csv")


@pytest.mark.parametrize("copy", ["cards.csv", "proof-cards.csv"])
def test_edited_cards_of_a_study_are_refused(own_cards, copy):
    shutil.copy(own_cards / "my.csv", own_cards / "other.csv")
    table = {**TUNE, "game": {**TUNE["game"], "cards": "my.csv"}, "proof": {"cards": "other.csv"}}
    (own_cards / "study.toml").write_text(as_toml(table))
    study = load(own_cards / "study.toml")
    assert study.proof["cards"] == str(own_cards / "other.csv")
    folder = new_folder(study)
    cards = folder / "inputs" / copy
    assert str(cards) in (folder.study.game.rules["cards"], folder.study.proof["cards"])
    cards.write_text(cards.read_text().replace("1,", "2,", 1))
    with pytest.raises(InputError, match=rf"/{copy}: edited since the study was begun; put it back"):
        _ = folder.study


@pytest.mark.parametrize("preset", ["rules.toml", "@rules.toml", "more/rules.toml"])
def test_rules_in_a_file_and_cards_that_it_names_are_found_from_where_each_lies(own_cards, preset):
    place = (own_cards / preset.removeprefix("@")).parent
    place.mkdir(exist_ok=True)
    shutil.copy(own_cards / "my.csv", place / "beside.csv")
    (place / "rules.toml").write_text('game = "splendor"\n[rules]\ncards = "beside.csv"\nend_points = 7\n')
    table = {**COMPARE, "game": {"name": "splendor", "preset": preset, "players": 2}}
    (own_cards / "study.toml").write_text(as_toml(table))
    rules = load(own_cards / "study.toml").game.rules
    assert rules == {"cards": str(place / "beside.csv"), "end_points": 7, "players": 2}


def test_a_file_that_cannot_be_taken_in_leaves_no_folder(own_cards, tmp_path):
    study = load(own_cards / "study.toml")
    (own_cards / "my.csv").unlink()
    with pytest.raises(InputError, match=r"my.csv: no such file"):
        new_folder(study)
    assert not list((tmp_path / "workshop").iterdir())


def test_a_network_that_was_changed_is_refused_and_its_copy_named(tmp_path, monkeypatch):
    monkeypatch.setenv("BOTTEGA_HOME", str(tmp_path / "workshop"))
    net = tmp_path / "net.json"
    layer = {"activation": "linear", "biases": [0], "weights": [[1]]}
    net.write_text(json.dumps({"inputs": [{"feature": "points"}], "layers": [layer], "outputs": [{"name": "x"}]}))
    study = check({**TUNE, "opponents": [f"greedy:value=@{net}"]}, "x")
    folder = new_folder(study)
    assert folder.study == study
    net.write_text(net.read_text().replace("[[1]]", "[[2]]"))
    with pytest.raises(InputError, match=r"net.json: edited since .*; its copy is .*inputs/.*-net.json"):
        _ = folder.study


@pytest.mark.parametrize("cut", [True, False])
def test_after_a_full_disk_a_ledger_can_be_read_and_written_again(cut, tmp_path, monkeypatch):
    path, room, write = tmp_path / "x.ledger", [400], os.write

    def little_room(file, text):
        taken = min(len(text), room[0])
        room[0] -= taken
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, text[:taken])

    def no_cut(file, size):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(ledgers.os, "write", little_room)
    if not cut:  # the disk does not even take the half frame back
        monkeypatch.setattr(ledgers.os, "ftruncate", no_cut)
    with Ledger(path, 2, 2) as ledger:
        ledger.enter(Candidate(0, {}), 7)
        ledger.record([(0, some_games(0, 4))])
        with pytest.raises(OSError, match="No space"):
            ledger.record([(0, some_games(4, 100))])
        room[0] = 10_000
        ledger.record([(0, some_games(4, 100))])  # nothing may follow what is missing
    monkeypatch.undo()
    with Ledger(path, 2, 2) as again:
        assert len(again.known(0)) == 4
        again.record([(0, some_games(4, 100))])
        assert again.games == 104
