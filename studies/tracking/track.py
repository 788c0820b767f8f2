"""MLflow: one experiment per game, one run per study, child runs for its finalists. The only file that imports mlflow.

All writing is done by one thread, in batches: the study hands over what happened and plays on. MLflow takes seconds to
load, so that too happens in the thread. A store that fails costs the copy in MLflow, never the study, whose own folder
has everything.
"""

import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from studies.tracking.store import NO_TELEMETRY, artifact_home, making_schema

EVERY = 5.0  # seconds between batches, in which games wait for the interpreter
BATCH, PARAMS = 1000, 100  # MLflow's limits of one call
LONGEST = 5000  # characters of a tag
ATTEMPTS = 4
ROLE = "bottega"  # the tag that tells a study's run from a finalist's and a candidate's


class Label(NamedTuple):
    """What a run is called and found by."""

    experiment: str
    name: str
    tags: Mapping[str, str]
    params: Mapping[str, Any]


class Child(NamedTuple):
    """A finalist, or with `track all` any candidate: a run under the study's."""

    name: str
    params: Mapping[str, Any]
    metrics: Mapping[str, float]
    tags: Mapping[str, str]


class Silent:
    """Tracking that is switched off."""

    run_id = ""

    def metrics(self, games: int, values: Mapping[str, float]) -> None:
        """Note metrics that are true after so many games."""

    def later(self, work: Callable[["Writer"], None]) -> None:
        """Queue any other writing, in its turn."""

    def close(self, status: str) -> str | None:
        """Nothing is open; None: nothing has failed."""
        return None


class Writer:
    """One run in one store: the calls to MLflow. Lives in the tracking thread."""

    def __init__(self, uri: str, label: Label, run_id: str) -> None:
        self.client = connect(uri)
        self.uri = uri
        again = self._is_there(run_id)
        if again:
            self.run_id = run_id
            self.client.update_run(run_id, status="RUNNING")
        else:
            self.run_id = self._new_run(label.experiment, label.name, label.tags, label.params)
        self.experiment_id: str = self.client.get_run(self.run_id).info.experiment_id
        known = self.client.get_run(self.run_id).data.metrics if again else ()
        self.written = {  # of each metric, the last step that is there
            name: max(point.step for point in self.client.get_metric_history(self.run_id, name)) for name in known
        }

    def log(self, points: Sequence[tuple[int, int, Mapping[str, float]]]) -> None:
        """Metrics by games played: (milliseconds, games, values); what an earlier life of the study wrote is left."""
        from mlflow.entities import Metric

        fresh = [
            Metric(key, value, stamp, games)
            for stamp, games, values in points
            for key, value in values.items()
            if games > self.written.get(key, -1)
        ]
        for start in range(0, len(fresh), BATCH):
            self.client.log_batch(self.run_id, metrics=fresh[start : start + BATCH])

    def result(self, values: Mapping[str, float], tags: Mapping[str, str]) -> None:
        """Write the figures and tags of the finished study."""
        self._batch(self.run_id, values, {}, tags)

    def table(self, name: str, columns: Mapping[str, Sequence[Any]]) -> None:
        """A table that MLflow's page shows as one."""
        self.client.log_table(self.run_id, {key: list(values) for key, values in columns.items()}, name)

    def artifacts(self, folder: Path, names: Sequence[str]) -> None:
        """Files of the study's folder, at the same places."""
        for name in names:
            place = Path(name).parent.as_posix()
            self.client.log_artifact(self.run_id, str(folder / name), None if place == "." else place)

    def children(self, experiment: str, children: Sequence[Child]) -> None:
        """A run under this one for each; those that an earlier life of the study wrote are left as they are."""
        place = self._experiment(experiment)
        known = self.client.search_runs([place], f"tags.mlflow.parentRunId = '{self.run_id}'", max_results=50_000)
        names = {run.info.run_name for run in known}
        for child in children:
            if child.name not in names:
                tags = {**child.tags, "mlflow.parentRunId": self.run_id}
                run = self._new_run(experiment, child.name, tags, child.params)
                self._batch(run, child.metrics, {}, {})
                self.client.set_terminated(run, "FINISHED")

    def end(self, status: str) -> None:
        """FINISHED, or KILLED when interrupted, or FAILED."""
        self.client.set_terminated(self.run_id, status)

    def _is_there(self, run_id: str) -> bool:
        """Whether the store still has the run of an earlier life of the study."""
        from mlflow.exceptions import MlflowException

        try:
            return bool(run_id) and self.client.get_run(run_id).info.lifecycle_stage == "active"
        except MlflowException:
            return False

    def _experiment(self, name: str) -> str:
        from mlflow.exceptions import MlflowException

        found = self.client.get_experiment_by_name(name)
        if found is None:
            try:
                return self.client.create_experiment(name, artifact_location=artifact_home(self.uri, name))
            except MlflowException:
                if (found := self.client.get_experiment_by_name(name)) is None:  # no other study has made it meanwhile
                    raise
        return found.experiment_id

    def _new_run(self, experiment: str, name: str, tags: Mapping[str, str], params: Mapping[str, Any]) -> str:
        short = {key: str(value)[:LONGEST] for key, value in tags.items()}
        run = self.client.create_run(self._experiment(experiment), run_name=name, tags=short)
        self._batch(run.info.run_id, {}, params, {})
        return run.info.run_id

    def _batch(
        self, run: str, metrics: Mapping[str, float], params: Mapping[str, Any], tags: Mapping[str, str]
    ) -> None:
        from mlflow.entities import Metric, Param, RunTag

        now = int(time.time() * 1000)
        figures = [Metric(key, value, now, 0) for key, value in metrics.items()]
        notes = [RunTag(key, str(value)[:LONGEST]) for key, value in tags.items()]
        self.client.log_batch(run, metrics=figures, tags=notes)
        settings = [Param(key, str(value)[:LONGEST]) for key, value in params.items()]
        for start in range(0, len(settings), PARAMS):
            self.client.log_batch(run, params=settings[start : start + PARAMS])


class Tracker:
    """The study's side of the thread: every call returns at once."""

    def __init__(self, uri: str, label: Label, run_id: str, on_open: Callable[[str, str], None]) -> None:
        self.failure: str | None = None
        self._on_open = on_open  # told the run's id and its experiment's, to keep them
        self._queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, args=(uri, label, run_id), daemon=True, name="tracking")
        self._thread.start()

    def metrics(self, games: int, values: Mapping[str, float]) -> None:
        """Note metrics that are true after so many games."""
        self._queue.put((int(time.time() * 1000), games, dict(values)))

    def later(self, work: Callable[[Writer], None]) -> None:
        """Queue any other writing, in its turn."""
        self._queue.put(work)

    def close(self, status: str) -> str | None:
        """Wait until all is written; what went wrong, if anything did."""
        self._queue.put(lambda writer: writer.end(status))
        self._queue.put(None)
        self._thread.join()
        return self.failure

    def _write(self, uri: str, label: Label, run_id: str) -> None:
        try:
            writer = Writer(uri, label, run_id)
            self._on_open(writer.run_id, writer.experiment_id)
            while True:
                points, works, ended = self._gather()
                if points:
                    persist(lambda points=points: writer.log(points))  # type: ignore[misc]
                for work in works:
                    persist(lambda work=work: work(writer))  # type: ignore[misc]
                if ended:
                    return
        except Exception as error:  # whatever MLflow or its store throws: the study goes on without the copy
            self.failure = " ".join(str(error).split())[:300] or type(error).__name__

    def _gather(self) -> tuple[list[Any], list[Any], bool]:
        """What came in until the next batch is due, or until work other than metrics comes."""
        points: list[Any] = []
        works: list[Any] = []
        due = time.monotonic() + EVERY
        while (left := due - time.monotonic()) > 0:
            try:
                item = self._queue.get(timeout=left)
            except queue.Empty:
                break
            if item is None:
                return points, works, True
            if callable(item):
                works.append(item)
                due = min(due, time.monotonic() + 0.01)
            else:
                points.append(item)
        return points, works, False


def persist(work: Callable[[], None]) -> None:
    """Do it; when the store is busy, again after a while."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return work()
        except Exception:
            if attempt == ATTEMPTS:
                raise
            time.sleep(2.0**attempt / 4)


def connect(uri: str) -> Any:
    """MLflow's client, without its chatter."""
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    os.environ.setdefault("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "3")
    os.environ.setdefault(*NO_TELEMETRY)
    os.environ.setdefault("MLFLOW_ENABLE_ARTIFACTS_PROGRESS_BAR", "false")
    import mlflow

    for name in ("alembic", "mlflow"):
        logging.getLogger(name).setLevel(logging.ERROR)
    with making_schema(uri):
        return mlflow.MlflowClient(uri)
