"""A Ray cluster started for a study: it listens on 127.0.0.1 only, wants a token, and shows itself to the user."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.sources import ROOT
from studies.farm.kinds import open_farm
from tests.studies import mishaps, small
from tests.studies.test_ray_dispatch import job

pytestmark = pytest.mark.xdist_group("ray")
STRANGER = """
import ray
try:
    ray.init({address!r}, log_to_driver=False)
except BaseException as error:
    print("refused:", type(error).__name__, error)
else:
    print("let in")
"""


@pytest.fixture(scope="module")
def farm():
    farm = open_farm("ray", 1)
    yield farm
    farm.close()


def descendants(pid):
    """The process and all that it started."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has just ended
            continue
    found, new = set(), {pid}
    while new:
        found |= new
        new = {child for child, parent in parents.items() if parent in found} - found
    return found


def listening(pids):
    """The addresses, as the kernel writes them, at which these processes take connections."""
    inodes = set()
    for pid in pids:
        for link in Path(f"/proc/{pid}/fd").glob("*"):
            try:
                inodes.add(os.readlink(link))
            except OSError:
                continue
    hosts = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            cells = line.split()
            if cells[3] == "0A" and f"socket:[{cells[9]}]" in inodes:
                hosts.append(cells[1].partition(":")[0])
    return hosts


def test_nothing_listens_beyond_this_machine(farm):
    hosts = listening(descendants(os.getpid()))
    assert len(hosts) > 4
    assert set(hosts) <= {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}


def test_jobs_run_and_the_user_sees_where(farm):
    assert np.array_equal(farm.submit(mishaps.evaluate, job(0, 4)).result(300), mishaps.evaluate(job(0, 4)))
    assert farm.status == "1 worker on 1 node"
    assert farm.dashboard.startswith("http://127.0.0.1:")


def test_a_stranger_without_the_token_is_refused(farm):
    import ray

    address = ray.get_runtime_context().gcs_address
    known = {name: value for name, value in os.environ.items() if not name.startswith("RAY_AUTH")}
    known["RAY_NUM_REDIS_GET_RETRIES"] = "1"  # else a stranger asks 20 times, a second apart
    strangers = []
    for claim in ({"RAY_AUTH_MODE": "disabled"}, {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "0" * 64}):
        command = [sys.executable, "-c", STRANGER.format(address=address)]
        strangers.append(
            subprocess.Popen(command, env=known | claim, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        )
    for said in [stranger.communicate(timeout=300)[0] for stranger in strangers]:
        assert "refused" in said
        assert "InvalidAuthToken" in said
        assert "let in" not in said


def test_the_command_line_shows_workers_nodes_and_dashboard(tmp_path):
    command = [sys.executable, "-m", "studies.cli", "compare", "splendor", *small.COMPARE["players"]]
    options = ["--players", "2", "--games", "200", "--farm", "ray", "--workers", "2", "--no-track"]
    environment = {**os.environ, "BOTTEGA_HOME": str(tmp_path), "RAY_AUTH_TOKEN": ""}
    done = subprocess.run([*command, *options], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "Ray dashboard  http://127.0.0.1:" in done.stderr
    assert "workers on 1 node" in done.stderr or "1 worker on 1 node" in done.stderr
