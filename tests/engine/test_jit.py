"""The compile cache: shared, found by content, never stale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.jit import jit, jit_inline, jit_with_arrays
from engine.sources import ROOMS, ROOT

SCRIPT = """
from engine.jit import compiling
from engine.catalog import find_game
game = find_game("splendor")
rules = game.prepare(game.Params(players=2))
state = game.new_deal(rules, 1)
print(int(state.bank), round(compiling.seconds, 3))
"""


@pytest.fixture
def copy(tmp_path):
    """A copy of the rooms that may be edited."""
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / "copy" / room, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "copy"


def run(folder: Path, cache: Path, script=SCRIPT):
    """Bank after a deal, and seconds spent compiling, in a process of its own."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    bank, seconds = done.stdout.split()
    return int(bank), float(seconds)


def edit(path: Path, old: str, new: str):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_changed_rule_is_never_played_from_a_stale_cache(copy, tmp_path):
    cache = tmp_path / "cache"
    first, compiled = run(copy, cache)
    again, cached = run(copy, cache)
    assert first == again
    assert compiled > 0.0
    assert cached == 0.0
    # not the file that `deal` stands in
    edit(copy / "engine" / "splendor" / "lanes.py", "ONE_GOLD = np.uint64(1 << 56)", "ONE_GOLD = np.uint64(2 << 56)")
    other, compiled = run(copy, cache)
    assert compiled > 0.0
    assert other != first


def test_a_copy_at_another_path_shares_the_cache(copy, tmp_path):
    cache = tmp_path / "cache"
    run(copy, cache)
    moved = copy.rename(tmp_path / "moved")
    assert run(moved, cache)[1] == 0.0


def test_a_function_outside_the_rooms_is_recompiled_when_a_rule_changes(copy, tmp_path):
    cache = tmp_path / "cache"
    (copy / "mine.py").write_text(
        "import numpy as np\nfrom engine.jit import jit\nfrom engine.game import deal\n"
        "@jit\ndef bank(rules, state):\n    deal(rules, state, np.uint64(1))\n    return state.bank\n"
    )
    script = SCRIPT + "import mine\nprint(mine.bank(rules, state), compiling.seconds)\n"
    script = script.replace("print(int(state.bank), round(compiling.seconds, 3))\n", "")
    first, _ = run(copy, cache, script)
    assert run(copy, cache, script) == (first, 0.0)
    edit(copy / "engine" / "splendor" / "rules.py", "gold = np.uint64(rules.gold)", "gold = np.uint64(rules.gold + 1)")
    assert run(copy, cache, script)[0] == first + 2**56


@pytest.mark.parametrize(("decorate", "inlined"), [(jit, False), (jit_with_arrays, False), (jit_inline, True)])
def test_whether_a_function_becomes_a_part_of_its_callers_is_always_said(decorate, inlined):
    """Where it is not, numba takes it from whichever caller is compiled first."""

    def triple(x):
        return 3 * x

    assert decorate(triple).targetoptions["forceinline"] is inlined
