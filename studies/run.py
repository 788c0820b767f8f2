"""A study from start to end: folder, farm, terminal, tracking, results. It can be interrupted and resumed any time.

from studies.run import Options, run_study
from studies.spec.study_file import load

result = run_study(load(Path("study.toml")), Options(track=False))
print(result.data["verdict"], result.folder.path)
"""

import functools
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

from studies.farm.kinds import open_farm
from studies.farm.local import Farm, LocalFarm
from studies.report.progress import ProgressDisplay
from studies.report.text import markdown
from studies.report.views import VIEWS, ResultData
from studies.search.context import RunContext
from studies.search.folder import REPORT, RESULT, STUDY, RunFolder, new_folder
from studies.search.run import StudyPlan, plan_of, play_plan
from studies.search.store import Stopped
from studies.spec.plugins import check_unchanged, used_by
from studies.spec.seal import write_record
from studies.spec.study import AnyStudy
from studies.tracking.publish import Publication, label_of, publish
from studies.tracking.store import check_store, store_uri
from studies.tracking.track import Silent, Tracker


class Options(NamedTuple):
    """What belongs to the machine and the moment, not to the study: nothing of it changes a result."""

    open_farm: Callable[[], Farm] = LocalFarm
    quiet: bool = False
    track: bool = True
    track_all: bool = False  # a run in MLflow for every candidate, in an experiment of their own

    @classmethod
    def of(cls, study: AnyStudy, workers: int | None, farm: str, ray_address: str, *more: bool) -> "Options":
        """With the farm that is asked for, or else the one that the study names."""
        kind = farm or ("ray" if ray_address else study.farm)
        return cls(functools.partial(open_farm, kind, workers, ray_address), *more)


class Result(NamedTuple):
    """A finished study."""

    folder: RunFolder
    data: ResultData
    tracking_failure: str | None


def run_study(study: AnyStudy, options: Options = Options(), where: str = "study") -> Result:  # noqa: B008  immutable
    """Run a new study to its end."""
    return run_plan(*begin(plan_of(study, where), options))


def resume_study(folder: RunFolder, options: Options = Options()) -> Result:  # noqa: B008  immutable
    """Go on with a study from wherever it stands."""
    return run_plan(plan_again(folder), folder, options)


def plan_again(folder: RunFolder) -> StudyPlan:
    """The study of a folder, planned; refused if a plug-in that it began with has changed."""
    check_unchanged(folder.state.get("plugins", ()), folder.path)
    return plan_of(folder.study, str(folder / STUDY))


def begin(plan: StudyPlan, options: Options) -> tuple[StudyPlan, RunFolder, Options]:
    """A new study with a folder of its own, and options with its farm open.

    What can be wrong is said before anything is written: the study, the store, the farm.
    """
    study = plan.study
    if options.track:
        check_store(store_uri())
    farm = options.open_farm()
    try:
        folder = new_folder(study)
        if plugins := used_by(study):
            folder.note(plugins=plugins)
        if folder.study != study:  # it took in what it reads
            plan = plan_of(folder.study, str(folder / STUDY))
    except BaseException:
        farm.close(cancel=True)
        raise
    return plan, folder, options._replace(open_farm=lambda: farm)


def run_plan(plan: StudyPlan, folder: RunFolder, options: Options) -> Result:
    """Run the study of this folder to its end."""
    with folder.locked():
        known = folder.result
        if known is not None and not options.track:
            return Result(folder, known, None)
        if folder.state.get("games") != plan.games:
            folder.note(games=plan.games)  # for who watches
        tracker = open_tracker(folder, plan, options)
        try:
            publication = play(plan, folder, options, tracker)
        except BaseException as error:
            tracker.close("KILLED" if isinstance(error, Stopped | KeyboardInterrupt) else "FAILED")
            raise
        tracker.later(lambda writer: publish(writer, folder, publication))
        return Result(folder, publication.result, tracker.close("FINISHED"))


def play(plan: StudyPlan, folder: RunFolder, options: Options, tracker: Tracker | Silent) -> Publication:
    """Play, write the study's files, and say what MLflow is to get of them."""
    farm = options.open_farm()
    try:
        with ProgressDisplay(plan.games, options.quiet, lambda: farm.status) as progress, stoppable() as stop:
            if farm.dashboard:
                progress.say(f"Ray dashboard  {farm.dashboard}")
            context = RunContext(folder, farm, progress, tracker.metrics, stop)
            found, view = play_plan(plan, context), VIEWS[plan.study.kind]
            result = view.result(plan, found)
            progress.enter("drawing")
            files = [STUDY, REPORT, RESULT, *view.write(plan, found, result, folder)]
    finally:
        farm.close(cancel=True)
    folder.write(REPORT, markdown(result))
    folder.write(RESULT, write_record(result))  # last: it says that the study is finished
    return Publication(result, files, view.trials(found) if options.track_all else ())


@contextmanager
def stoppable() -> Iterator[threading.Event]:
    """Ctrl-C or a polite kill sets the event: games being played are finished and written. The second ends at once."""
    stop = threading.Event()

    def ask(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()
        print("\nstopping after the games that are being played (once more: at once)", file=sys.stderr, flush=True)

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def open_tracker(folder: RunFolder, plan: StudyPlan, options: Options) -> Tracker | Silent:
    """Tracking in its thread; a store that cannot be used is refused before the first game."""
    if not options.track:
        return Silent()
    uri = store_uri()
    check_store(uri)
    known = folder.state
    run_id = known.get("run", "") if known.get("store") == uri else ""
    return Tracker(
        uri,
        label_of(folder, plan),
        run_id,
        lambda run, experiment: folder.note(run=run, experiment=experiment, store=uri),
    )
