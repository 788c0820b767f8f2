"""The Ray farm on real nodes: equal results, whatever dies, hangs, joins or is out of reach meanwhile."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from engine.cache import cache_home
from engine.errors import InputError
from engine.sources import ROOT
from studies.commands import new
from studies.farm.dispatch import Timeouts
from studies.farm.kinds import open_farm
from studies.farm.local import WorkerLost
from studies.farm.ray_settings import prepare, worker_environment
from studies.play.setup import GameSetup
from studies.run import Options, resume_study
from studies.search.folder import RunFolder
from studies.spec.study_file import as_table, as_toml
from tests.studies import mishaps, small
from tests.studies.commands import bottega_process
from tests.studies.test_ray_dispatch import job

pytestmark = pytest.mark.xdist_group("ray")
MATCHES = ("games=600",)
PATIENCE = 300  # seconds for what happens at once on an idle machine
HEAD = {"num_cpus": 0, "include_dashboard": False, "no_monitor": True, "include_log_monitor": False}
RAYS_PATIENCE = {
    "RAY_kill_worker_timeout_milliseconds": "500",  # not 5000: so long does a worker that hangs hold its CPU
    "RAY_health_check_period_ms": "500",  # not 3000: five times that long is a node that was killed thought to be alive
}
NIM = "compare", "nim", "random", "osla", "--games", "60", "--seed", "5", "--json", "--no-track"
# The place is not in the code: what is compiled of it is kept from one run of the tests to the next.
SAYS_WHERE = """
import os
with open(os.environ["NOTE"], "a") as note:
    print(os.getpid(), __file__, file=note)
"""


@pytest.fixture(scope="module")
def nodes(tmp_path_factory):
    """A head without workers and two nodes with one each, on this machine, as strangers: the code must be shipped."""
    prepare("")
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_CACHE_DIR", str(cache_home().resolve()))
        patch.setenv("PYTHONPATH", str(ROOT))  # for tests/studies/mishaps.py
        patch.setenv("NOTE", str(tmp_path_factory.mktemp("plugins") / "note"))
        for name, value in RAYS_PATIENCE.items():
            patch.setenv(name, value)
        patch.setattr("studies.farm.ray_farm.ROLL_CALL", 0.2)
        patch.setattr("studies.farm.ray_farm.AGAIN", 0.2)
        cluster = Cluster(True, head_node_args=HEAD)
        for _ in range(2):
            cluster.add_node(num_cpus=1)
        yield cluster
        cluster.shutdown()


class Kept:
    """A farm on the nodes that tests use one after the other, until one wants them for itself."""

    def __init__(self, nodes):
        self.nodes, self.farm = nodes, None

    def open(self):
        from studies.farm.ray_farm import RayFarm

        while len(self.nodes.worker_nodes) < 2:
            self.nodes.add_node(num_cpus=1)
        self.farm = self.farm or RayFarm(self.nodes.address)
        wait_for(lambda: self.farm.workers == 2)
        return self.farm

    def close(self):
        if self.farm:
            self.farm.close()
        self.farm = None


@pytest.fixture(scope="module")
def kept(nodes):
    kept = Kept(nodes)
    yield kept
    kept.close()


@pytest.fixture
def farm(kept):
    """Two workers on two nodes, whatever happened to them before."""
    return kept.open()


@pytest.fixture
def cluster(kept):
    """The nodes, and nobody who has workers there."""
    kept.close()
    return kept.nodes


class Slow:
    """The farm, with jobs that take a while; it counts them."""

    dashboard = status = ""
    workers = 2

    def __init__(self, farm):
        self.farm, self.finished = farm, 0

    def submit(self, function, *arguments):
        future = self.farm.submit(mishaps.slowly, *arguments)
        future.add_done_callback(self._count)
        return future

    def _count(self, future):
        self.finished += 1

    def close(self, *, cancel=False):
        """It is used by other tests."""


def wait_for(true, seconds=PATIENCE):
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)


def undisturbed(home, monkeypatch, table, *sets):
    folder = small.start(home / "undisturbed", monkeypatch, table, *sets)
    return small.run(folder), small.ledger_lines(folder)


def compare(home, monkeypatch, farm, mishap, table, *sets):
    """A study that meets a mishap on the way ends as one that meets none: same result, same games in its ledger."""
    expected = undisturbed(home, monkeypatch, table, *sets)
    folder, slow = small.start(home / "ray", monkeypatch, table, *sets), Slow(farm)
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(resume_study, folder, Options(lambda: slow, quiet=True, track=False))
        wait_for(lambda: done.done() or slow.finished > 10)
        mishap()
        assert (done.result(PATIENCE).data, small.ledger_lines(folder)) == expected


def pids(farm):
    return [member.handle.hello.result().pid for member in list(farm._dispatch.members.values())]


def test_one_worker_compiles_and_the_others_load(cluster, tmp_path, monkeypatch):
    from studies.farm import ray_farm

    settings = worker_environment() | {"NUMBA_CACHE_DIR": str(tmp_path / "numba")}
    monkeypatch.setattr(ray_farm, "worker_environment", lambda: settings)
    farm = ray_farm.RayFarm(cluster.address)
    wait_for(lambda: farm.workers == 2)
    table = GameSetup("splinter")
    futures = [farm.submit(mishaps.slowly, job(2 * i, 2 * i + 2, setup=table)) for i in range(4)]
    assert [len(future.result(PATIENCE)) for future in futures] == [2] * 4
    spent = dict(future.result(PATIENCE) for future in [farm.submit(mishaps.compiled_here) for _ in range(2)])
    assert set(spent) == set(pids(farm))
    assert sorted(seconds > 0 for seconds in spent.values()) == [False, True], spent
    farm.close()


def test_a_search_gives_the_same_on_ray_bit_for_bit(farm, tmp_path, monkeypatch):
    compare(tmp_path, monkeypatch, farm, lambda: None, small.TUNE)
    assert farm.status == "2 workers on 2 nodes"


def test_workers_load_only_what_they_need(farm):
    assert farm.submit(mishaps.loaded).result(PATIENCE) <= {"numba"}


def test_workers_do_not_stand_where_ray_may_unpack_the_code_anew(farm):
    assert farm.submit(os.getcwd).result(PATIENCE) == str(cache_home().resolve())


def test_a_late_node_with_other_versions_gets_no_work_and_the_user_sees_why(farm, nodes, monkeypatch):
    from studies.farm import ray_farm

    here = {**ray_farm.versions(), "numba": "0.1"}
    monkeypatch.setattr(ray_farm, "versions", lambda: here)
    late = nodes.add_node(num_cpus=1)
    wait_for(lambda: "one refused: node" in farm.status and "(here 0.1)" in farm.status)
    assert farm.workers == 2
    nodes.remove_node(late)


def test_a_worker_process_killed(farm, tmp_path, monkeypatch):
    first = pids(farm)

    def mishap():
        os.kill(first[0], signal.SIGKILL)

    compare(tmp_path, monkeypatch, farm, mishap, small.COMPARE, *MATCHES)
    wait_for(lambda: farm.workers == 2)
    assert first[0] not in pids(farm)


def test_a_worker_killed_that_has_nothing_to_do_is_missed_and_replaced(farm, monkeypatch):
    first = pids(farm)
    monkeypatch.setattr(farm._dispatch, "timeouts", Timeouts(reply=PATIENCE))  # nobody asks it whether it lives
    os.kill(first[0], signal.SIGKILL)
    wait_for(lambda: farm.workers == 2 and first[0] not in pids(farm))


def test_a_worker_that_hangs(farm, tmp_path, monkeypatch):
    first = pids(farm)

    def mishap():
        with monkeypatch.context() as patch:  # no longer: on a busy machine who has just come is silent for a while
            patch.setattr(farm._dispatch, "timeouts", Timeouts(reply=1.0, poll=0.2))
            os.kill(first[1], signal.SIGSTOP)
            wait_for(lambda: first[1] not in pids(farm))

    compare(tmp_path, monkeypatch, farm, mishap, small.COMPARE, *MATCHES)
    wait_for(lambda: farm.workers == 2)


def test_a_node_killed_and_a_node_joining(farm, nodes, tmp_path, monkeypatch):
    def mishap():
        nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)
        for _ in range(2):
            nodes.add_node(num_cpus=1)

    compare(tmp_path, monkeypatch, farm, mishap, small.COMPARE, *MATCHES)
    wait_for(lambda: farm.status == "3 workers on 3 nodes")
    nodes.remove_node(next(iter(nodes.worker_nodes)))  # as it was


def test_the_head_out_of_reach_for_a_while(farm, nodes, tmp_path, monkeypatch):
    head = nodes.head_node.all_processes["gcs_server"][0].process.pid
    times = []

    def mishap():
        victim = pids(farm)[0]
        os.kill(head, signal.SIGSTOP)
        try:
            os.kill(victim, signal.SIGKILL)  # and meanwhile nobody can send for another worker
            wait_for(lambda: farm.workers == 1)
            time.sleep(1.5)
            times.append(farm.workers)
        finally:
            os.kill(head, signal.SIGCONT)

    compare(tmp_path, monkeypatch, farm, mishap, small.COMPARE, *MATCHES)
    wait_for(lambda: times and farm.workers == 2)
    assert times == [1]


def test_a_game_that_kills_every_worker_is_reported_with_its_seed_and_the_rest_is_played(farm):
    jobs = [job(8 * i, 8 * i + 8) for i in range(6)]
    futures = [farm.submit(mishaps.deadly, part) for part in jobs]
    with pytest.raises(WorkerLost, match=rf"game {mishaps.DEADLY} of stream 7 .* deal seed \d+"):
        futures[mishaps.DEADLY // 8].result(PATIENCE)
    for part, future in zip(jobs, futures, strict=True):
        if not part.first <= mishaps.DEADLY < part.last:
            assert np.array_equal(future.result(PATIENCE), mishaps.evaluate(part))


def test_the_driver_killed_and_resumed(cluster, tmp_path, monkeypatch):
    home = tmp_path / "killed"
    study = tmp_path / "study.toml"
    study.write_text(as_toml(as_table(small.study_of(small.COMPARE, "games=20000"))))
    command = [sys.executable, "-m", "studies.cli"]
    options = ["--ray-address", cluster.address, "--no-track", "--quiet"]
    environment = {**os.environ, "BOTTEGA_HOME": str(home)}
    driver = subprocess.Popen([*command, "run", str(study), *options], cwd=ROOT, env=environment)
    wait_for(lambda: any(path.stat().st_size > 4_000 for path in home.glob("*/matches.ledger")))
    driver.kill()
    driver.wait()
    folder = RunFolder(next(home.iterdir()))
    assert folder.result is None
    resumed = subprocess.Popen([*command, "resume", folder.name, *options], cwd=ROOT, env=environment)
    expected = undisturbed(tmp_path, monkeypatch, small.COMPARE, "games=20000")
    assert resumed.wait(PATIENCE) == 0
    assert (folder.result, small.ledger_lines(folder)) == expected


def test_workers_that_die_before_their_hello_are_sent_for_again(cluster, tmp_path, monkeypatch):
    from studies.farm import ray_farm

    monkeypatch.setattr(ray_farm, "Worker", mishaps.dies_at_first(str(tmp_path / "died")))
    farm = ray_farm.RayFarm(cluster.address, 1)
    assert farm.workers == 1
    assert (tmp_path / "died").exists()
    farm.close()


def test_where_every_worker_dies_no_study_is_begun(cluster, monkeypatch):
    from studies.farm import ray_farm

    monkeypatch.setattr(ray_farm, "Worker", mishaps.Dying)
    with pytest.raises(InputError, match="died"):
        ray_farm.RayFarm(cluster.address, 1)


def test_other_versions_on_the_nodes_are_refused(cluster, monkeypatch):
    from studies.farm import ray_farm

    here = {**ray_farm.versions(), "numba": "0.1"}
    monkeypatch.setattr(ray_farm, "versions", lambda: here)
    with pytest.raises(InputError, match=r"node .* has numba \d.* \(here 0.1\); .* install the same there"):
        ray_farm.RayFarm(cluster.address)


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
    out, err = process.communicate(timeout=2 * PATIENCE)
    assert process.returncode == 0, err
    found = json.loads(out)
    return {key: found[key] for key in ("matches", "ranking", "games")}, process.pid


@pytest.mark.parametrize("brought", [as_a_file, as_a_package])
def test_a_plug_in_game_is_played_by_ray_workers_from_shipped_code_as_it_is_here(brought, tmp_path, cluster):
    """The nodes do not have it."""
    new.run("game", "nim", tmp_path / "nim")
    with (tmp_path / "nim" / "nim.py").open("a") as code:
        code.write(SAYS_WHERE)
    options, paths = brought(tmp_path / "nim")
    here, _ = figures(tmp_path / "here", paths, *NIM, *options)
    note = Path(os.environ["NOTE"])
    note.unlink()
    there, pid = figures(tmp_path / "there", paths, *NIM, *options, "--farm", "ray", "--ray-address", cluster.address)
    loaded = [line.split(maxsplit=1) for line in note.read_text().splitlines()]
    workers = [file for process, file in loaded if int(process) != pid]
    assert workers
    assert not [file for file in workers if file.startswith(str(tmp_path))], "found where it was written"
    assert there == here


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("ray://127.0.0.1:10001", "Ray Client is not accepted"),
        ("127.0.0.1:1", "nobody answers there"),
        ("head", "takes HOST:PORT"),
    ],
)
def test_an_address_that_cannot_be_is_refused_at_once(address, said):
    with pytest.raises(InputError, match=said):
        open_farm("ray", None, address)


def test_an_unknown_farm_is_refused():
    with pytest.raises(InputError, match="no such farm; there are local, ray"):
        open_farm("cloud")
