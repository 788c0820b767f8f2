"""The compile cache: shared, found by content, never stale, and keyed on no more than a function can reach.

Two small games and two small agents in a copy of the engine, each run in a process of its own that tells what it had to
compile.
"""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from agents.catalog import AGENTS
from engine import sources
from engine.catalog import GAMES
from engine.jit import jit, jit_inline, jit_with_arrays
from engine.sources import ROOMS, ROOT

GAME = '''
"""A game of one number."""
from pathlib import Path
from types import SimpleNamespace
import numpy as np
from engine.game import bind
from engine.jit import jit
from engine.{name} import rules
bind(SimpleNamespace(STATE=rules.STATE, verbs=rules))
'''
RULES = """
from pathlib import Path
import numpy as np
from engine.{name}.bonus import bonus
STATE = np.dtype([("{name}", "i8")])
PRICE = int((Path(__file__).parent / "price.csv").read_text())
def points(rules, state, player):
    return state.{name} + bonus(player) + PRICE
"""
BONUS = """
from engine.jit import jit
@jit
def bonus(player):
    return 10 * player
"""
AGENT = """
from agents.shared import twice
from engine.game import points
from engine.jit import jit
@jit
def {name}(rules, state, player):
    return twice(points(rules, state, player)) + 1
"""
SHARED = """
from engine.jit import jit
@jit
def twice(n):
    return 2 * n
"""
SCRIPT = """
import sys
import numpy as np
from numba.core import event
import engine.separate
engine.separate.SMALL = {small}
class Listener(event.Listener):
    def on_start(self, moment):
        function = moment.data["dispatcher"].py_func
        args = str(moment.data["args"])
        game = "alpha" if "alpha" in args else "beta" if "beta" in args else "any"
        compiled.append(f"{{function.__module__}}.{{function.__qualname__}}:{{game}}")
    def on_end(self, moment):
        pass
compiled, values = [], []
event.register("numba:compile", Listener())
import engine.alpha, engine.beta
from agents import one, two
{more}
for game in (engine.alpha, engine.beta):
    state = np.ones(1, game.rules.STATE).view(np.recarray)[0]
    for act in (one.one, two.two, *others):
        values.append(int(act(0, state, 3)))
print((values, compiled))
"""
PLUG_IN = """
from engine.game import points
from engine.jit import jit
from plug_in_helper import thrice
@jit
def three(rules, state, player):
    return thrice(points(rules, state, player))
"""
HELPER = "from engine.jit import jit\n@jit\ndef thrice(n):\n    return 3 * n\n"
VALUES = [2 * (1 + 30 + 5) + 1] * 4


class Tree(NamedTuple):
    """A copy of the engine with two games and two agents, and its cache."""

    folder: Path
    cache: Path

    def write(self, name: str, text: str):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.strip() + "\n")

    def edit(self, name: str, old: str, new: str):
        text = (self.folder / name).read_text()
        assert old in text
        (self.folder / name).write_text(text.replace(old, new))

    def run(self, more="others = ()", small="100") -> tuple[list[int], set[str]]:
        """What the agents answer in both games, and what was compiled for it."""
        environment = os.environ | {"NUMBA_CACHE_DIR": str(self.cache / small), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT.format(more=more, small=small)],
            cwd=self.folder,
            env=environment | {"PYTHONPATH": ""},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        values, compiled = ast.literal_eval(done.stdout)
        return values, set(compiled)


BY_NAME = {"small": "-1"}  # nothing is too small to be called by name
HOW = pytest.mark.parametrize("how", [{}, BY_NAME], ids=["as parts", "by name"])
FIRST = {  # what is compiled by a process that finds nothing
    *(f"agents.{agent}.{agent}:{game}" for agent in ("one", "two") for game in ("alpha", "beta")),
    *(f"engine.{game}.{name}" for game in ("alpha", "beta") for name in (f"rules.points:{game}", "bonus.bonus:any")),
    "agents.shared.twice:any",
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A tree that has been run."""
    folder = tmp_path_factory.mktemp("tree") / "copy"
    (folder / "agents").mkdir(parents=True)
    (folder / "engine").mkdir()
    for path in (ROOT / "engine").glob("*.py"):
        shutil.copy(path, folder / "engine")
    tree = Tree(folder, folder.parent / "cache")
    for name in ("alpha", "beta"):
        tree.write(f"engine/{name}/__init__.py", GAME.format(name=name))
        tree.write(f"engine/{name}/rules.py", RULES.format(name=name))
        tree.write(f"engine/{name}/bonus.py", BONUS)
        tree.write(f"engine/{name}/price.csv", "5")
    for name in ("one", "two"):
        tree.write(f"agents/{name}.py", AGENT.format(name=name))
    tree.write("agents/__init__.py", "")
    tree.write("agents/shared.py", SHARED)
    for how in ({}, BY_NAME):
        assert tree.run(**how) == (VALUES, FIRST)
    return tree


@pytest.fixture
def tree(compiled, tmp_path):
    """A copy of it, at another path, with all that has been compiled."""
    shutil.copytree(compiled.folder, tmp_path / "tree")
    shutil.copytree(compiled.cache, tmp_path / "cache")
    return Tree(tmp_path / "tree", tmp_path / "cache")


@HOW
def test_what_is_compiled_once_is_loaded_by_other_processes_and_by_copies_at_other_paths(tree, how):
    assert tree.run(**how) == (VALUES, set())


@HOW
def test_an_edited_game_is_compiled_anew_in_every_agent_and_no_other_game_is(tree, how):
    tree.edit("engine/alpha/rules.py", "state.alpha +", "state.alpha + 1 +")
    values, compiled = tree.run(**how)
    assert values == [VALUES[0] + 2, VALUES[1] + 2, *VALUES[2:]]
    assert {"agents.one.one:alpha", "agents.two.two:alpha", "engine.alpha.rules.points:alpha"} <= compiled
    assert not [name for name in compiled if "beta" in name]


def test_a_rule_s_helpers_and_tables_are_the_rule(tree):
    tree.edit("engine/alpha/bonus.py", "10 *", "20 *")
    tree.edit("engine/beta/price.csv", "5", "6")
    assert tree.run(**BY_NAME)[0] == [VALUES[0] + 60] * 2 + [VALUES[2] + 2] * 2


def test_an_edited_agent_is_compiled_anew_and_no_other_agent_is(tree):
    tree.edit("agents/one.py", "+ 1", "+ 2")
    values, compiled = tree.run()
    assert values == [VALUES[0] + 1, VALUES[1]] * 2
    assert compiled == {"agents.one.one:alpha", "agents.one.one:beta"}


def test_an_edited_file_that_agents_share_is_compiled_anew_in_all_of_them_and_no_rule_is(tree):
    tree.edit("agents/shared.py", "2 * n", "4 * n")
    values, compiled = tree.run()
    assert values == [2 * VALUES[0] - 1] * 4
    assert {"agents.one.one:alpha", "agents.two.two:beta"} <= compiled
    assert not [name for name in compiled if name.startswith("engine")]


def test_an_edit_of_what_all_use_leaves_nothing_as_it_was(tree):
    tree.edit("engine/jit.py", "OPTIONS: dict", "EDITED = True\nOPTIONS: dict")
    assert tree.run() == (VALUES, FIRST)


def test_a_plug_in_is_compiled_anew_when_its_helper_or_a_rule_changes(tree):
    tree.write("plug_in.py", PLUG_IN)
    tree.write("plug_in_helper.py", HELPER)
    more = "import plug_in; others = (plug_in.three,)"
    assert tree.run(more)[0] == [VALUES[0], VALUES[1], 3 * 36] * 2
    assert tree.run(more)[1] == set()
    tree.edit("plug_in_helper.py", "3 * n", "5 * n")
    values, compiled = tree.run(more)
    assert values[2] == 5 * 36
    assert all(name.startswith("plug_in") for name in compiled)
    tree.edit("engine/alpha/bonus.py", "10 *", "20 *")
    assert tree.run(more)[0][2::3] == [5 * 66, 5 * 36]


def test_code_that_is_lost_from_the_cache_is_compiled_again_before_its_callers_are_loaded(tree):
    for path in [*tree.cache.glob("*/*/twice.*"), *tree.cache.glob("*/*/bonus.*")]:
        path.unlink()
    lost = {"agents.shared.twice:any", "engine.alpha.bonus.bonus:any", "engine.beta.bonus.bonus:any"}
    assert tree.run(**BY_NAME) == (VALUES, lost)


def test_a_caller_whose_callee_cannot_be_loaded_is_compiled_again(tree):
    """LLVM would end the process without a word."""
    values, compiled = tree.run(more="engine.separate.Load.__call__ = lambda self: None\nothers = ()", **BY_NAME)
    assert values == VALUES
    assert "agents.one.one:alpha" in compiled


def test_a_damaged_file_is_compiled_again(tree):
    for path in tree.cache.glob("*/agents.one+*/*"):
        path.write_bytes(path.read_bytes()[:100])
    assert tree.run() == (VALUES, {"agents.one.one:alpha", "agents.one.one:beta"})


def test_threads_that_compile_at_once_get_the_same(tree):
    more = """
from concurrent.futures import ThreadPoolExecutor
def ask(i):
    game = (engine.alpha, engine.beta)[i % 2]
    return int((one.one, two.two)[i // 2 % 2](0, np.ones(1, game.rules.STATE).view(np.recarray)[0], 3))
with ThreadPoolExecutor(8) as threads:
    assert set(threads.map(ask, range(32))) == {73}
others = ()
"""
    shutil.rmtree(tree.cache)
    assert tree.run(more, **BY_NAME) == (VALUES, FIRST)


def test_no_agent_reaches_a_catalogue_another_agent_or_a_game_that_it_does_not_name():
    """Which would tie its code to those of other agents or games."""
    files = {Path(agent.module.__file__) for agent in AGENTS.values()}
    for agent in AGENTS.values():
        path = Path(agent.module.__file__)
        assert sources.reach(path) & files == {path}
        reached = {other.relative_to(ROOT).parts for other in sources.reach(path)}
        assert not reached & {("agents", "catalog.py"), ("engine", "catalog.py")}
        games = {parts[1] for parts in reached if parts[0] == "engine"} & set(GAMES)
        assert games <= set(agent.games), f"{path.name} reaches {games}"


@pytest.mark.parametrize(("decorate", "inlined"), [(jit, False), (jit_with_arrays, False), (jit_inline, True)])
def test_whether_a_function_becomes_a_part_of_its_callers_is_always_said(decorate, inlined):
    """Where it is not, numba takes it from whichever caller is compiled first."""

    def triple(x):
        return 3 * x

    assert decorate(triple).targetoptions["forceinline"] is inlined


def test_the_rooms_are_all_there_are():
    assert all((ROOT / room / "__init__.py").exists() for room in ROOMS)
