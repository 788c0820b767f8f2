"""A study's search as `bottega` runs it: ledger, progress and perhaps tracking included."""

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from studies.farm.local import Farm
from studies.report.progress import ProgressDisplay
from studies.run import Options, open_tracker
from studies.search.folder import new_folder
from studies.search.history import History
from studies.search.plan import SearchPlan
from studies.search.run import RunContext, plan_of, search_once
from studies.spec.study_file import check


class Searching:
    """The same search again and again, in a workplace."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table

    def play(self, farm: Farm, track: bool = False) -> int:
        """Search; how many games."""
        study = check(self.table, "bench")
        plan = plan_of(study, "bench")
        assert isinstance(plan, SearchPlan)
        self.plan = plan
        folder = new_folder(study)
        self.tracker = open_tracker(folder, self.plan, Options(track=track))
        with ProgressDisplay(self.plan.search_games, quiet=True) as progress:
            context = RunContext(folder, farm, progress, self.tracker.metrics, threading.Event())
            search_once(self.plan, context, 0, History(self.plan.measure))
        return self.plan.search_games

    def finish(self) -> None:
        """Wait for the tracking."""
        failure = self.tracker.close("FINISHED")
        assert failure is None, failure


@contextmanager
def workplace() -> Iterator[None]:
    """A temporary home with a tracking store of its own."""
    with tempfile.TemporaryDirectory() as home:
        places = {"MLFLOW_TRACKING_URI": f"sqlite:///{home}/mlflow.db", "BOTTEGA_HOME": f"{home}/workshop"}
        with patch.dict(os.environ, places):
            yield
