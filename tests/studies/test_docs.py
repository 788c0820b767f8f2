"""What the documentation shows runs as it is printed."""

import os
import re
import shlex
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient

from tests.studies.commands import ROOT

DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```(python|bash)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^# (\w+\.py)\n")  # how a block begins that is a file


def run(words, cwd):
    there = {**os.environ, "PYTHONPATH": str(ROOT), "BOTTEGA_HOME": str(cwd / "workshop")}
    done = subprocess.run(words, cwd=cwd, env=there, capture_output=True, text=True)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("page", ["python", "optimisers"])
def test_the_snippets_of_a_page_run_one_after_the_other(page, tmp_path):
    blocks = [text for kind, text in BLOCK.findall((DOCS / f"{page}.md").read_text()) if kind == "python"]
    assert len(blocks) > 1
    run([sys.executable, "-c", "\n".join(blocks)], tmp_path)


def test_your_own_game_from_nim_to_simultaneous_picks(tmp_path):
    commands = 0
    for kind, text in BLOCK.findall((DOCS / "your-own-game.md").read_text()):
        if kind == "python":
            (tmp_path / FILE.match(text)[1]).write_text(FILE.sub("", text))
            continue
        for line in text.splitlines():
            program, *words = shlex.split(line, comments=True)
            assert program == "bottega"
            run([sys.executable, "-m", "studies.cli", *words], tmp_path)
            commands += 1
    assert commands == 6


def test_the_notebook_runs_and_shows_what_it_has_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    kept = nbformat.read(DOCS / "python.ipynb", as_version=4)
    again = NotebookClient(nbformat.from_dict(kept), timeout=300, resources={"metadata": {"path": tmp_path}}).execute()
    for before, after in zip(kept.cells, again.cells, strict=True):
        assert shown(before) == shown(after)
    assert {"text/html", "image/png"} <= {kind for cell in again.cells for kind in shown(cell)}


def shown(cell):
    """The kinds of what a cell shows."""
    return [kind for output in cell.get("outputs", ()) for kind in sorted(output.get("data", ()))]


@pytest.mark.parametrize("page", ["README.md", "docs/networks.md"])
def test_figures_with_intervals_are_those_of_the_records(page):
    texts = [
        (ROOT / name).read_text().replace(" %", "").replace(" points", "") for name in (page, "docs/reproductions.md")
    ]
    figures = re.findall(r"[\d.]+ \[[-\d.]+, [-\d.]+\]", texts[0])
    assert len(figures) > 10
    assert [figure for figure in figures if figure not in texts[1]] == []
