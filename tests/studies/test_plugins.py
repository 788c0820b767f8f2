"""Plug-ins: files and packages of others that bring games, agents and optimisers to every command."""

import json
import os
import subprocess
import sys

import pytest

from engine.conformance import CHECKS
from engine.errors import InputError
from studies.commands import new
from studies.farm.ray_settings import shipped_code, worker_environment
from tests.studies.commands import ROOT, bottega_process

QUICK = ("--games", "40", "--json")


def bottega(*words, cwd, **environment):
    """Run a command in a process of its own; its exit code, standard output and standard error."""
    process = bottega_process(*words, cwd=cwd, **environment)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def python(code, *paths, **environment):
    """What a script prints, which finds modules in these places."""
    there = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), **environment}
    return subprocess.run([sys.executable, "-c", code], env=there, cwd="/", capture_output=True, text=True)


@pytest.fixture
def nim(tmp_path):
    """The file of a game that `bottega new` has written, in a folder of its own."""
    new.run("game", "nim", tmp_path / "nim")
    return tmp_path / "nim" / "nim.py"


def edit(path, old, text):
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, text))


def decisions(out):
    return json.loads(out)["mean_decisions"]


def test_a_file_is_a_game_for_every_command_and_an_edit_of_it_is_played_at_once(nim, tmp_path):
    """A heap that was tripled lasts three times as long: no compiled form of the old rules is played on."""
    match = "match", "nim", "random", "random", *QUICK
    code, before, err = bottega("--plugin", nim, *match, cwd=tmp_path)
    assert (code, err) == (0, "")
    edit(nim, "state.sticks = rules.sticks", "state.sticks = 3 * rules.sticks")
    code, after, _ = bottega(*match, f"--plugin={nim}", cwd=tmp_path)
    assert code == 0
    assert decisions(after) > 2 * decisions(before)
    code, out, _ = bottega("list-plugins", cwd=nim.parent, BOTTEGA_PLUGINS="nim")
    assert code == 0
    assert out.splitlines()[1].split()[:2] == ["game", "nim"]
    assert out.splitlines()[2].strip() == str(nim)


def test_an_edit_of_an_agent_s_helper_is_played_at_once(tmp_path):
    (tmp_path / "stubborn.py").write_text(
        "import sys\n"
        "from typing import NamedTuple\n"
        "from agents.agent import Agent\n"
        "from engine.game import legal\n"
        "from engine.workspace import Needs\n"
        "from habits import pick\n"
        "class Params(NamedTuple):\n    'Nothing.'\n"
        "def needs(params, budget, max_actions):\n    return Needs(actions=max_actions)\n"
        "def act(rules, state, workspace):\n"
        "    return workspace.actions[pick(legal(rules, state, workspace.actions))]\n"
        "AGENT = Agent('stubborn', 'Always the same', sys.modules[__name__], valued=False)\n"
    )
    habits = tmp_path / "habits.py"
    habits.write_text("from engine.jit import jit\n@jit\ndef pick(n):\n    return 0\n")
    new.run("game", "nim", tmp_path / "nim")
    plugins = "--plugin", "stubborn.py", "--plugin", "nim/nim.py"
    match = "match", "nim", "stubborn", "stubborn", "--set", "spread=0", *QUICK
    assert decisions(bottega(*match, *plugins, cwd=tmp_path)[1]) == 15  # one stick at a time
    edit(habits, "return 0", "return n - 1")
    assert decisions(bottega(*match, *plugins, cwd=tmp_path)[1]) == 5


def test_an_edit_of_a_file_that_a_game_reads_is_played_at_once(nim, tmp_path):
    (nim.parent / "tables").mkdir()
    heap = nim.parent / "tables" / "heap.json"
    heap.write_text("1")
    edit(nim, "import sys\n", "import json\nimport sys\nfrom pathlib import Path\n")
    edit(nim, "STATE = ", 'HEAP = json.loads((Path(__file__).parent / "tables" / "heap.json").read_text())\nSTATE = ')
    edit(nim, "state.sticks = rules.sticks", "state.sticks = HEAP * rules.sticks")
    match = "match", "nim", "random", "random", *QUICK, "--plugin", nim
    before = decisions(bottega(*match, cwd=tmp_path)[1])
    heap.write_text("3")
    assert decisions(bottega(*match, cwd=tmp_path)[1]) > 2 * before


def test_a_study_is_resumed_though_its_games_were_written_beside_the_plug_in(nim):
    run = "compare", "nim", "random", "random:name=other", "--games", "10", "--no-track", "--quiet"
    assert bottega(*run, "--plugin", "nim.py", cwd=nim.parent)[0] == 0
    (folder,) = (nim.parent / "workshop").iterdir()
    assert bottega("ledger", folder.name, "--to", "games.csv", "--plugin", "nim.py", cwd=nim.parent)[0] == 0
    (folder / "result.json").unlink()
    code, _, err = bottega("resume", folder.name, "--no-track", "--quiet", "--plugin", "nim.py", cwd=nim.parent)
    assert (code, err) == (0, "")


def test_the_match_line_of_a_champion_names_its_plug_in_and_plays(nim, tmp_path):
    quick = "--games", "40", "--set", "budget.confirm=20", "--no-track", "--quiet"
    code, out, _ = bottega("tune", "nim", "mcts:budget=20", *quick, "--plugin", nim, cwd=tmp_path)
    assert code == 0
    (line,) = (line for line in out.splitlines() if line.startswith("champion   bottega"))
    assert line.endswith(" --plugin nim/nim.py")
    words = line.split()[2:]  # without `champion bottega`
    assert bottega(*words, "--games", "4", "--quiet", cwd=tmp_path)[0] == 0


def test_a_study_notes_its_plug_ins_and_is_not_resumed_with_others(nim, tmp_path):
    run = "compare", "nim", "random", "random:name=other", "--games", "10", "--no-track", "--quiet"
    assert bottega(*run, "--plugin", nim, cwd=tmp_path)[0] == 0
    (folder,) = (tmp_path / "workshop").iterdir()
    (note,) = json.loads((folder / "state.json").read_text())["plugins"]
    assert (note["kind"], note["name"], note["file"]) == ("GAME", "nim", str(nim))
    (folder / "result.json").unlink()
    code, _, err = bottega("resume", folder.name, cwd=tmp_path)
    assert (code, err.count("\n")) == (2, 1)
    assert f"uses game nim of plug-in nim, which is not here: install it, or give --plugin {nim}" in err
    edit(nim, "Nothing is hidden", "Nothing at all is hidden")
    code, _, err = bottega("resume", folder.name, "--plugin", nim, cwd=tmp_path)
    assert code == 2
    assert f"had content {note['content']} when the study began, now " in err
    edit(nim, "Nothing at all is hidden", "Nothing is hidden")
    assert bottega("resume", folder.name, "--no-track", "--quiet", "--plugin", nim, cwd=tmp_path)[0] == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = 1\n", "brings nothing; it takes a module with GAME, AGENT, OPTIMISER"),
        ("import nowhere_at_all\n", "cannot be loaded (ModuleNotFoundError: No module named 'nowhere_at_all')"),
        ("def broken(:\n", "cannot be loaded (SyntaxError"),
        ("raise SystemExit('done')\n", "cannot be loaded (SystemExit: done)"),
        ("GAME = 3\n", "GAME is not accepted (TypeError: found int, a Game is wanted)"),
        ("from engine.splinter import GAME\n", "there is 'splinter' already, from bottega"),
    ],
)
def test_a_file_that_is_no_plug_in_is_refused_in_one_line(text, says, tmp_path):
    (tmp_path / "odd.py").write_text(text)
    code, out, err = bottega("rules", "--plugin", "odd.py", cwd=tmp_path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


def test_names_that_are_taken_or_not_there_are_refused(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "json.py").write_text("GAME = 1\n")
    taken = "mine/json.py", "another module is called json"
    for text, says in (taken, ("no.py", "no such file"), ("", "takes a file")):
        code, _, err = bottega("rules", "--plugin", text, cwd=tmp_path)
        assert (code, err.count("\n")) == (2, 1)
        assert says in err


def declare(folder, name, group, point):
    """A package as pip leaves it."""
    info = folder / f"{name}-1.2.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{point}\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import nowhere_at_all\n", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("import sys\nsys.exit('done')\n", "SystemExit: done"),
        ("GAME = 3\n", "TypeError: found int, a Game is wanted"),
    ],
)
def test_a_broken_package_is_named_and_left_out(text, why, nim, tmp_path):
    (tmp_path / "broken.py").write_text(text)
    declare(tmp_path, "broken", "bottega.games", "bad = broken:GAME")
    declare(tmp_path, "whole", "bottega.games", "nim = nim:GAME")
    done = python("from engine.catalog import GAMES; print(*GAMES)", ROOT, tmp_path, nim.parent)
    assert done.stdout.split()[-1:] == ["nim"]
    assert done.stderr == f"bottega: plug-in broken 1.2, bottega.games: bad = broken:GAME: left out ({why})\n"
    asked = python("from engine.catalog import find_game; find_game('bad')", ROOT, tmp_path, nim.parent)
    assert f"that of plug-in broken was left out ({why})" in asked.stderr


SHIP = """
import shutil, sys
from pathlib import Path
from engine import sources
sources.INSTALLED |= {{Path(place) for place in {installed}}}
from engine.catalog import GAMES
from studies.farm.ray_settings import shipped_code
with shipped_code() as code:
    shutil.copytree(code, {target!r})
"""
LIST = "from engine.catalog import GAMES; from engine.plugins import PLUGINS; print(PLUGINS)"


def with_helpers(nim):
    """The game with a module beside it, and with one and a file in folders below."""
    for name, text in (("luck.py", "LUCK = 1\n"), ("parts/more.py", "MORE = 2\n"), ("tables/heap.json", "3")):
        (nim.parent / name).parent.mkdir(exist_ok=True)
        (nim.parent / name).write_text(text)
    edit(
        nim,
        "import sys\n",
        "import sys\nfrom pathlib import Path\nfrom luck import LUCK\nfrom parts.more import MORE\n"
        'HEAP = (Path(__file__).parent / "tables" / "heap.json").read_text()\n',
    )


def test_ray_workers_get_the_code_of_plug_ins_and_find_them_as_we_do(nim, tmp_path):
    with_helpers(nim)
    shipped = tmp_path / "shipped"
    assert python(SHIP.format(installed=[], target=str(shipped)), ROOT, BOTTEGA_PLUGINS=str(nim)).returncode == 0
    there, here = python(LIST, shipped, **worker_environment()), python(LIST, ROOT, BOTTEGA_PLUGINS=str(nim))
    assert str(shipped / "nim.py") in there.stdout
    assert there.stdout.split("content=")[1].split(",")[0] == here.stdout.split("content=")[1].split(",")[0]
    with shipped_code() as code:
        assert not (code / "nim.py").exists()  # nothing but plug-ins in use


def test_ray_workers_get_all_of_a_package_that_pip_has_copied(nim, tmp_path):
    with_helpers(nim)
    site, shipped = tmp_path / "site", tmp_path / "shipped"
    edit(
        nim.parent / "pyproject.toml",
        'py-modules = ["nim"]',
        'py-modules = ["nim", "luck"]\npackages = ["parts", "tables"]\npackage-data = {tables = ["*.json"]}',
    )
    install(nim.parent, site)
    done = python(SHIP.format(installed=[str(site)], target=str(shipped)), ROOT, site)
    assert done.returncode == 0, done.stderr
    there = python(LIST, shipped, **worker_environment())
    assert str(shipped / "nim.py") in there.stdout, there.stderr
    assert not (shipped / "numpy").exists()


def install(folder, site):
    """Have pip copy a package to a place."""
    options = "--quiet", "--no-deps", "--no-build-isolation", "--target", str(site)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", *options, str(folder)]
    subprocess.run(pip, check=True, capture_output=True)


@pytest.mark.parametrize("kind", new.KINDS)
def test_what_new_writes_can_be_installed_and_passes_its_tests(kind, tmp_path):
    new.run(kind, "mine", tmp_path / "mine")
    install(tmp_path / "mine", tmp_path / "site")
    _, out, _ = bottega("list-plugins", cwd="/", PYTHONPATH=f"{ROOT}{os.pathsep}{tmp_path / 'site'}")
    assert out.splitlines()[1].split()[:4] == [kind, "mine", "mine", "0.1.0"]
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "mine")]
    there = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(tests, cwd=tmp_path / "mine", env=there, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("kind", "name", "says"),
    [
        ("gam", "nim", "did you mean game"),
        ("game", "My Game", "takes a Python name"),
        ("game", "class", "takes a Python name"),
        ("agent", "json", "Python has something of that name"),
        ("optimiser", "mcts", "bottega has something of that name"),
        ("game", "here", "cannot be made"),
    ],
)
def test_what_new_cannot_write_is_refused(kind, name, says, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=says):
        new.run(kind, name)
    assert [path.name for path in tmp_path.rglob("*")] == ["here"]


def test_conformance_names_the_promise_that_is_not_kept(nim, tmp_path):
    edit(nim, "return fold(np.uint64(0), np.uint64(2 * state.sticks + state.to_move))", "return np.uint64(7)")
    code, out, _ = bottega("conformance", "nim", "--plugin", nim, cwd=tmp_path)
    assert code == 1
    assert "NOT KEPT  equal positions have equal keys and a move changes the key" in out
    assert max(map(len, out.splitlines())) <= 80
    assert out.endswith(f"nim: {len(CHECKS) - 1} of {len(CHECKS)} promises are kept\n")
