"""The command line: good and bad input, exit codes, and nothing half-written."""

import importlib.metadata
import json
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import pytest

from studies.spec.study import KINDS
from studies.spec.study_file import as_toml
from studies.tracking import store
from tests.studies.commands import ROOT, bottega, bottega_process
from tests.studies.small import COMPARE, TUNE


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    """A working directory with a study file in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BOTTEGA_HOME", raising=False)
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    monkeypatch.setattr("studies.report.pictures.search_pictures", lambda *_: [])
    (tmp_path / "study.toml").write_text(as_toml(TUNE))
    (tmp_path / "compare.toml").write_text(as_toml(COMPARE))
    return tmp_path


def refused(monkeypatch, capsys, *words):
    """The one line that a command says when it refuses."""
    code = bottega(monkeypatch, *words)
    said = capsys.readouterr()
    assert code == 2, said
    assert said.err.count("\n") == 1, said.err
    assert not said.out
    return said.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["run", "stdy.toml"], "stdy.toml: no such file; did you mean study.toml?"),
        (["run", "."], ".: is a folder"),
        (
            ["run", "study.toml", "--set", "budget.gaems=3"],
            "study.toml: budget.gaems: there is no such key; did you mean games?",
        ),
        (["run", "study.toml", "--set", "seed=x"], "study.toml: seed = 'x' is not accepted; it takes a whole number"),
        (["run", "study.toml", "--set", "opponents=[]"], "study.toml: opponents: takes a list of players"),
        (["run", "study.toml", "--set", "game.name=chess"], "study.toml: unknown game 'chess'"),
        (["check", "study.toml", "--set", "candidate.player=mtcs"], "unknown agent 'mtcs'; did you mean mcts?"),
        (["tune", "splendor", "mtcs"], "bottega tune: candidate: unknown agent 'mtcs'; did you mean mcts?"),
        (["tune", "splendor", "mcts", "--optimiser", "tpa"], "unknown optimiser 'tpa'; did you mean tpe?"),
        (["evolve", "splendor", "--set", "candidate.features=['pionts']"], "did you mean points"),
        (["compare", "splendor", "osla"], "a round robin takes at least two players"),
        (["compare", "splendor", "osla", "@none.toml", "--players", "2"], "none.toml: no such file"),
        (["resume"], "there is no unfinished study here"),
        (["resume", "nothing"], "there is no study 'nothing'"),
        (["list"], "there is none here yet; run a study first"),
        (["show", "x"], "there is none here yet"),
        (["export", "x"], "there is none here yet"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words, says, workplace, monkeypatch, capsys):
    assert says in refused(monkeypatch, capsys, *words)
    assert sorted(path.name for path in workplace.iterdir()) == ["compare.toml", "study.toml"]


def test_what_the_other_commands_do_is_read_once_a_process(workplace, monkeypatch, capsys):
    assert bottega(monkeypatch, "agents") == 0
    monkeypatch.setattr("studies.cli.ast", None)
    assert bottega(monkeypatch, "agents") == 0


def test_check_says_what_running_would_mean(workplace, monkeypatch, capsys):
    assert bottega(monkeypatch, "check", "study.toml") == 0
    said = capsys.readouterr().out
    assert "a valid tune study of splendor for 2 players" in said
    assert "48 configurations of 4 knobs" in said
    assert "160 at most" in said
    assert "time       about" in said
    assert bottega(monkeypatch, "check", "compare.toml") == 0
    assert "matches    1 of 20 games" in capsys.readouterr().out


def test_json_is_the_only_thing_on_standard_output(workplace, monkeypatch, capsys):
    assert bottega(monkeypatch, "run", "study.toml", "--json", "--no-track") == 0
    said = capsys.readouterr()
    result = json.loads(said.out)
    assert result["name"] == "tiny-tune"
    assert not said.err


def test_lines_for_a_pipe_and_silence_when_asked_for(workplace, monkeypatch, capsys):
    assert bottega(monkeypatch, "run", "study.toml", "--no-track") == 0
    loud = capsys.readouterr()
    assert "search  0/160 games" in loud.err
    assert "\x1b" not in loud.err + loud.out
    assert "Default against champion" in loud.out
    assert bottega(monkeypatch, "run", "study.toml", "--no-track", "--quiet") == 0
    assert not capsys.readouterr().err


def test_a_locked_store_and_a_foreign_file_are_refused_before_the_first_game(workplace, monkeypatch, capsys):
    monkeypatch.setattr(store, "PATIENCE", 0.2)
    holder = sqlite3.connect("mlflow.db", isolation_level=None)
    holder.execute("CREATE TABLE t (x)")
    holder.execute("BEGIN EXCLUSIVE")
    for words in (["run", "study.toml", "-q"], ["list"]):
        assert "mlflow.db: locked by another process" in refused(monkeypatch, capsys, *words)
    holder.close()
    (workplace / "mlflow.db").write_text("not a database, but long enough to look at: " * 5)
    assert "file is not a database" in refused(monkeypatch, capsys, "run", "study.toml", "-q")
    assert not (workplace / "workshop").exists()


def test_a_port_in_use_is_refused(workplace, monkeypatch, capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port}: Address already in use; choose another one with --port" in refused(
            monkeypatch, capsys, "ui", "--port", port
        )


def test_an_unwritable_workshop_is_refused(workplace, monkeypatch, capsys):
    (workplace / "workshop").write_text("a file where the folder should be")
    assert "workshop: cannot be written" in refused(monkeypatch, capsys, "run", "study.toml", "--no-track")


@pytest.fixture
def little_room(tmp_path):
    """A folder with room for a few games: a small file system where that is permitted, else a limit on file sizes."""
    folder = tmp_path / "full"
    folder.mkdir()
    mounted = (
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", folder], capture_output=True).returncode == 0
    )
    if mounted:
        yield folder
        subprocess.run(["umount", folder], check=True)
    else:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (24_000, before[1]))
        yield folder
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def more_room(folder):
    """As if someone had tidied up."""
    if os.path.ismount(folder):
        subprocess.run(["mount", "-o", "remount,size=4m", folder], check=True)
    else:
        resource.setrlimit(
            resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
        )


def test_a_full_disk_stops_the_study_and_when_there_is_room_it_goes_on(workplace, little_room, monkeypatch, capsys):
    assert bottega(monkeypatch, "run", "study.toml", "--json", "--no-track") == 0
    expected = json.loads(capsys.readouterr().out)
    monkeypatch.setenv("BOTTEGA_HOME", str(little_room))
    assert bottega(monkeypatch, "run", "study.toml", "-q", "--no-track") == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "No space left on device" in said.err or "File too large" in said.err
    assert "go on with: bottega resume tiny-tune-" in said.err
    (folder,) = little_room.iterdir()
    assert not (folder / "result.json").exists()
    assert not list(folder.glob(".*"))  # no half-written drafts
    more_room(little_room)
    assert bottega(monkeypatch, "resume", "--json", "--no-track") == 0
    found = json.loads(capsys.readouterr().out)
    assert {key: found[key] for key in found if key != "folder"} == {
        key: expected[key] for key in expected if key != "folder"
    }


FULL_CACHE = """
import errno, sys
from pathlib import Path
from engine import cache

real, write = cache.cache_folder, Path.write_bytes
cache.cache_folder = lambda name: Path("cache") / name if name.startswith("agents.uniform") else real(name)

def no_room(path, data):
    write(path, data[: len(data) // 2])
    raise OSError(errno.ENOSPC, "No space left on device")

cache.Path.write_bytes = no_room
from studies.cli import main
main()
"""


def test_a_disk_that_fills_while_code_is_compiled_costs_only_the_cache(workplace):
    words = ["run", "study.toml", "--json", "--no-track", "--workers", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", FULL_CACHE, *words], cwd=workplace, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["champion"]
    tried = list((workplace / "cache").iterdir())  # something was compiled,
    assert tried
    assert not [path for path in (workplace / "cache").rglob("*") if path.is_file()]  # and no draft stays


def test_interrupted_a_process_says_how_to_go_on_and_a_killed_one_can_be_resumed(workplace, monkeypatch, capsys):
    """As a user does it: Ctrl-C, then kill -9, then resume; and all of that changes nothing."""
    sets = "--set", "budget.games=1200", "--no-track"
    with monkeypatch.context() as patch:
        patch.setenv("BOTTEGA_HOME", "undisturbed")
        assert bottega(patch, "run", "study.toml", "--json", *sets) == 0
    expected = json.loads(capsys.readouterr().out)
    first = bottega_process("run", "study.toml", *sets, cwd=workplace)
    wait_for_games(workplace)
    first.send_signal(signal.SIGINT)
    said = first.communicate()[1]
    assert first.returncode == 130
    assert "stopped; nothing is lost. Go on with: bottega resume tiny-tune-" in said
    played = wait_for_games(workplace)
    second = bottega_process("resume", "--no-track", cwd=workplace)
    wait_for_games(workplace, played + 4_000)
    second.kill()
    second.communicate()
    third = bottega_process("resume", "--json", "--no-track", cwd=workplace)
    found = json.loads(third.communicate()[0])
    assert found["champion"] == expected["champion"]
    assert found["finalists"] == expected["finalists"]


def wait_for_games(workplace, size=4_000, patience=300):
    """Until a study has written so many bytes of games down; how many there are."""
    due = time.monotonic() + patience
    while time.monotonic() < due:
        ledgers = list(workplace.glob("workshop/*/search-1.ledger"))
        if ledgers and (written := ledgers[0].stat().st_size) > size:
            return written
        time.sleep(0.05)
    raise AssertionError("no games were played")


def test_the_version_is_the_package_s(monkeypatch, capsys):
    assert bottega(monkeypatch, "--version") == 0
    assert capsys.readouterr().out == f"bottega {importlib.metadata.version('bottega')}\n"


def test_every_kind_of_study_can_be_listed(monkeypatch, capsys):
    assert bottega(monkeypatch, "list", "--help") == 0
    said = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert all(kind in said for kind in KINDS)
