"""Studies as MLflow knows them: list them, find one, fetch its files."""

import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from engine.errors import InputError
from studies.tracking.store import check_store, database, store_uri
from studies.tracking.track import ROLE, connect

CHARTS = "runs?workflowType=machine_learning&compareRunsMode=CHART"  # not MLflow's GenAI page


class Run(NamedTuple):
    """A study's run."""

    id: str
    name: str
    status: str
    started: str
    tags: dict[str, str]
    metrics: dict[str, float]
    experiment: str


def open_store() -> Any:
    """MLflow's client of the store in use; a store that is not there yet is an error."""
    uri = store_uri()
    path = database(uri)
    if path is not None and not path.exists():
        raise InputError(
            f"tracking store {path}: there is none here yet; run a study first, or set MLFLOW_TRACKING_URI"
        )
    check_store(uri)
    return connect(uri)


def all_runs(most: int = 1000) -> list[Run]:
    """Every study, the latest first."""
    client = open_store()
    experiments = [experiment.experiment_id for experiment in client.search_experiments()]
    found = client.search_runs(experiments, f"tags.{ROLE} = 'study'", order_by=["start_time DESC"], max_results=most)
    return [as_run(run) for run in found]


def as_run(run: Any) -> Run:
    """MLflow's record as ours."""
    started = time.strftime("%Y-%m-%d %H:%M", time.localtime(run.info.start_time / 1000))
    info = run.info
    return Run(info.run_id, info.run_name, info.status, started, run.data.tags, run.data.metrics, info.experiment_id)


def find_run(name: str) -> Run:
    """A study by the beginning of its run's id, by its name or by its folder's; the latest of several or of all."""
    runs = all_runs()
    for run in runs:
        if run.id.startswith(name) or name in (run.name, run.tags.get("study")):
            return run
    known = ", ".join(f"{run.id[:8]} {run.name}" for run in runs[:5]) or "none"
    raise InputError(f"there is no run {name!r} in {store_uri()}; the latest are: {known}")


def fetch_text(run: Run, artifact: str) -> str | None:
    """One of the run's files, or None if it has none of that name."""
    client = open_store()
    if artifact not in [entry.path for entry in client.list_artifacts(run.id)]:
        return None
    with tempfile.TemporaryDirectory() as folder:
        return Path(client.download_artifacts(run.id, artifact, folder)).read_text(encoding="utf-8")


def comparison_link(server: str) -> str:
    """The page that compares the studies of the game that was studied last; the front page if there is none."""
    runs = all_runs(1)
    return f"{server}/#/experiments/{quote(runs[0].experiment)}/{CHARTS}" if runs else server
