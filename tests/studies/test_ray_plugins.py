"""A game of somebody else on real Ray nodes that do not have it: its code is shipped, and it plays as it does here."""

import json
import os
import subprocess
import sys

import pytest

from studies.commands import new
from tests.studies.commands import ROOT, bottega_process
from tests.studies.test_ray_farm import cluster, kept, nodes  # noqa: F401  fixtures

pytestmark = pytest.mark.xdist_group("ray")
STUDY = "compare", "nim", "random", "osla", "--games", "60", "--seed", "5", "--json", "--no-track"
SAYS_WHERE = """
import os
with open({note!r}, "a") as note:
    print(os.getpid(), __file__, file=note)
"""


def as_a_file(folder):
    """Options and the place where modules are found: nowhere but in the file."""
    return ("--plugin", str(folder / "nim.py")), str(ROOT)


def as_a_package(folder):
    """No options: pip leaves it in a place that only we look at."""
    site = folder.parent / "site"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--target", site, folder], check=True, capture_output=True)
    return (), f"{ROOT}{os.pathsep}{site}"


def figures(home, paths, *words):
    """What a study of its own process comes to, but for what it cost and where it lies; and that process."""
    home.mkdir()
    process = bottega_process(*words, cwd=home, PYTHONPATH=paths, BOTTEGA_HOME=str(home))
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    found = json.loads(out)
    return {key: found[key] for key in ("matches", "ranking", "games")}, process.pid


@pytest.mark.parametrize("brought", [as_a_file, as_a_package])
def test_a_plug_in_game_is_played_by_ray_workers_from_shipped_code_as_it_is_here(brought, tmp_path, cluster):  # noqa: F811
    new.run("game", "nim", tmp_path / "nim")
    note = tmp_path / "note"
    with (tmp_path / "nim" / "nim.py").open("a") as code:
        code.write(SAYS_WHERE.format(note=str(note)))
    options, paths = brought(tmp_path / "nim")
    here, _ = figures(tmp_path / "here", paths, *STUDY, *options)
    note.unlink()
    there, pid = figures(tmp_path / "there", paths, *STUDY, *options, "--farm", "ray", "--ray-address", cluster.address)
    loaded = [line.split(maxsplit=1) for line in note.read_text().splitlines()]
    workers = [file for process, file in loaded if int(process) != pid]
    assert workers
    assert not [file for file in workers if file.startswith(str(tmp_path))], "found where it was written"
    assert there == here
