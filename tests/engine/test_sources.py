"""What a function can reach: the files whose content its compiled code is kept under."""

import sys
from pathlib import Path

import pytest

from engine import sources
from engine.catalog import GAMES
from engine.sources import ROOT, reach


def write(folder, **files):
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_imports_are_followed_wherever_and_however_they_are_written(tmp_path):
    package = "pack/__init__.py", "pack/inner/__init__.py"
    for name in package:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    write(
        tmp_path,
        start="import json, numpy\nif True:\n    import pack.first as first\nimport nowhere\n",
        pack__first="from . import second\ndef late():\n    from .inner.third import value, other\n",
        pack__second="import beside; x = 1\n",
        pack__inner__third="from ..fourth import (\n    thing,  # )\n)\n",
        pack__fourth="try:\n    import pack.fifth\nexcept ImportError:\n    import pack.sixth\n",
        pack__fifth="",
        pack__sixth="",
        pack__unused="",
        beside="import start\n",
    )
    found = {path.relative_to(tmp_path).as_posix() for path in reach(tmp_path / "start.py")}
    modules = "first", "second", "inner/third", "fourth", "fifth", "sixth"
    assert found == {*package, "start.py", "beside.py", *(f"pack/{name}.py" for name in modules)}


def test_a_game_reaches_its_own_folder_and_tables_and_no_other_game():
    for name, game in GAMES.items():
        files = {path.relative_to(ROOT).parts for path in reach(Path(game.verbs.__file__))}
        assert {parts[1] for parts in files if parts[1] in GAMES} == {name}
    splendor = reach(ROOT / "engine" / "splendor" / "rules.py")
    assert ROOT / "engine" / "splendor" / "cards.csv" in splendor


READERS = {
    "by its name": 'open("cards.json")',
    "in a folder": 'open(HERE / "cards" / "base" / NAME)',
    "by a path": 'open("cards/base/1.toml")',
    "by a pattern": 'HERE.glob("*.json")',
    "by its ending": 'open(f"{NAME}.json")',
    "as a package's data": 'files("nim.cards")',
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_what_code_outside_the_rooms_reads_is_part_of_it_and_nothing_else_beside_it(reader, tmp_path):
    write(tmp_path, start="import helper\n", helper=reader)
    others = "games.csv", "games.parquet", "notes.txt", "workshop/nim/cards.json", "workshop/nim/1.toml"
    mine = "cards.json", "cards/base/1.toml"
    for name in (*mine, *others):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    found = {path.relative_to(tmp_path).as_posix() for path in reach(tmp_path / "start.py")}
    assert found - {*mine} == {"start.py", "helper.py"}
    assert len(found & {*mine}) == 1


def test_the_same_content_at_another_path_is_the_same_source(tmp_path):
    for folder in ("one", "two"):
        write(tmp_path / folder, start="import other\n", other="x = 1\n")
    one, two = (sources.hash_of(reach(tmp_path / folder / "start.py")) for folder in ("one", "two"))
    assert one == two
    write(tmp_path / "three", start="import other\n", other="x = 2\n")
    assert sources.hash_of(reach(tmp_path / "three" / "start.py")) != one


def test_a_working_directory_that_is_gone_is_passed_over(tmp_path, monkeypatch):
    write(tmp_path, start="import beside_start\n", beside_start="")
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    assert reach(tmp_path / "start.py") == {tmp_path / "start.py", tmp_path / "beside_start.py"}
