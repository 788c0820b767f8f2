"""`bottega watch`: a study as another terminal sees it, which only reads."""

import shutil

import pytest

from studies.report.analysis import marginals_of
from studies.report.console import plain_console
from studies.report.watch import look_at
from studies.search.folder import RunFolder
from studies.search.history import TrialRow
from studies.search.ledger import OWNED, OWNER, Ledger, frame
from tests.studies.small import COMPARE, TUNE, run, start


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A tune study and a comparison that have been played."""
    with pytest.MonkeyPatch.context() as patch:
        folders = [start(tmp_path_factory.mktemp("home"), patch, table) for table in (TUNE, COMPARE)]
    for folder in folders:
        run(folder)
    return folders


@pytest.fixture
def study_at(finished, tmp_path, monkeypatch):
    """The study as it was when these files were not there yet."""
    monkeypatch.setenv("BOTTEGA_HOME", str(tmp_path))

    def copy(*missing, which=0):
        folder = RunFolder(tmp_path / finished[which].name)
        shutil.copytree(finished[which].path, folder.path)
        for name in missing:
            (folder / name).unlink()
        return folder

    return copy


def contents(folder):
    """Every file with its bytes and when it was last changed."""
    files = [path for path in folder.path.rglob("*") if path.is_file()]
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def test_a_search_shows_its_leaders_marginals_games_and_time_left(study_at, bottega):
    folder = study_at("result.json", "finals.ledger")
    seen = look_at(folder)
    assert seen.phase == "search"
    assert 0 < seen.games < seen.total == 160
    assert seen.left() > 0
    assert seen._replace(games=seen.games + 10, seen=seen.seen + 5).left(seen) == (seen.total - seen.games - 10) / 2
    assert all(0 <= rate.low < rate.high <= 1 for _, rate in seen.leaders)
    assert sum(rate.games for _, rate in seen.leaders) == seen.games
    assert {found.knob for found in seen.marginals} >= {"depth", "k"}
    code, out, _ = bottega("watch", "--once")
    assert code == 0
    assert all(word in out for word in (folder.name, "search; ", "160 at most", " left", "leaders", "depth", "[95 %]"))


def test_a_number_of_many_values_is_told_by_quarters():
    rows = [TrialRow(1, i, {"c": 1.5 * i, "d": i % 2, "name": f"x{i}"}, 2, float(i >= 30), {}) for i in range(40)]
    c, d, name = marginals_of(rows, 12)
    assert [(value, rate.games, rate.mean) for value, rate in c.rates] == [
        ("0 to 13.5", 20, 0), ("15 to 28.5", 20, 0), ("30 to 43.5", 20, 0), ("45 to 58.5", 20, 1)
    ]  # fmt: skip
    assert [value for value, _ in d.rates] == ["0", "1"]
    assert len(name.rates) == 40
    assert c.importance > 0.5


def test_a_continuous_knob_is_watched_too(tmp_path, monkeypatch):
    table = {**TUNE, "candidate": {"player": "mcts:budget=5", "space": {"c": {"low": 0.1, "high": 9.0}}}}
    folder = start(tmp_path, monkeypatch, {**table, "optimiser": {"name": "random"}}, "budget.games=60")
    run(folder)
    (found,) = look_at(folder).marginals
    assert found.knob == "c"
    assert len(found.rates) == 4
    assert all(" to " in value for value, _ in found.rates)


def test_race_proof_and_end_are_told_apart(study_at):
    folder = study_at("result.json")
    seen = look_at(folder)
    assert seen.phase == "confirm"
    assert {name.split()[0] for name, _ in seen.leaders} == {"confirmed=champion", "confirmed=default"}
    ledger = (folder / "finals.ledger").read_bytes()
    (folder / "finals.ledger").write_bytes(ledger[: ledger.index(b'{"id":1000') - 13])  # before the first of its frame
    seen = look_at(folder)
    assert seen.phase == "race"
    assert all(name.startswith("finalist=") for name, _ in seen.leaders)
    shutil.rmtree(folder.path)
    seen = look_at(study_at())
    assert seen.finished
    assert seen.left() is None


def test_a_comparison_and_a_study_that_has_just_begun_can_be_watched(study_at, tmp_path, monkeypatch, bottega):
    seen = look_at(study_at("result.json", which=1))
    assert (seen.phase, seen.games, seen.total) == ("matches", 20, 20)
    assert [name for name, _ in seen.leaders] == ["player=osla:budget=5 opponents=random"]
    folder = start(tmp_path, monkeypatch)
    (folder / "search-1.ledger").touch()  # opened, and nothing written yet
    code, out, _ = bottega("watch", folder.name)
    assert code == 0
    assert "search; 0 games" in out


def test_watching_only_reads_and_neither_hinders_the_writer_nor_minds_it(study_at):
    folder = study_at("result.json", "finals.ledger")
    before = look_at(folder).games
    with folder.locked(), Ledger(folder / "search-1.ledger", 2, 2):
        owner = frame(OWNER, OWNED.pack(999) + b'{"id":999,"values":{"depth":1},"stream":1}')
        with (folder / "search-1.ledger").open("ab") as file:
            file.write(owner + owner[:5])  # its games are on their way, half a frame of them has come
        files = contents(folder)
        assert look_at(folder).games == before
        assert contents(folder) == files


def test_the_picture_is_refreshed_until_the_study_ends(study_at, bottega, monkeypatch):
    folder = study_at("result.json")
    waits = []

    def wait(seconds):
        waits.append(seconds)
        if len(waits) == 2:
            (folder / "result.json").touch()

    monkeypatch.setattr("studies.commands.watch.plain_console", lambda: plain_console(force_terminal=True))
    monkeypatch.setattr("studies.commands.watch.time.sleep", wait)
    code, out, _ = bottega("watch", folder.name, "--every", "0.5")
    assert code == 0
    assert len(waits) == 2
    assert min(waits) >= 0.5
    assert "finished" in out
