"""A study from start to end: folder, farm, terminal, tracking, results. It can be interrupted and resumed any time."""

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

from studies.play.deals import SHOW, fixtures, stream_seed
from studies.play.evaluate import open_table
from studies.play.matches import Contest
from studies.show.replay import page_of
from studies.show.report import markdown
from studies.show.result import Result, compare_result, search_result
from studies.study.folder import CHAMPION, REPLAY, REPORT, RESULT, STUDY, TRIALS, Folder
from studies.study.players import seated
from studies.study.setup import Setup
from studies.study.spec import AnyStudy, Compare
from studies.tracking.publish import Publication, children_of, label_of, publish
from studies.tracking.store import check_store, store_uri
from studies.tracking.track import Silent, Tracker
from studies.work.champion import champion_toml
from studies.work.keeper import Farm, Stopped
from studies.work.progress import Watch
from studies.work.run import Desk, Findings, play_matches, search_and_prove
from studies.work.story import trial_table


class Options(NamedTuple):
    """What belongs to the machine and the moment, not to the study."""

    open_farm: Callable[[], Farm]
    quiet: bool = False
    track: bool = True
    track_all: bool = False  # a run in MLflow for every candidate, in an experiment of their own


class Done(NamedTuple):
    """A finished study."""

    folder: Folder
    result: Result
    tracking_failure: str | None


def ready(study: AnyStudy, where: str) -> Setup | Contest:
    """The study with all its names looked up; anything wrong with it is said now."""
    return Contest(study, where) if isinstance(study, Compare) else Setup(study, where)


def conduct(folder: Folder, options: Options) -> Done:
    """Run the study of this folder to its end, from wherever it stands."""
    with folder.locked():
        plan = ready(folder.study, str(folder / STUDY))
        known = folder.result
        if known is not None and not options.track:
            return Done(folder, known, None)
        tracker = open_tracker(folder, plan, options)
        try:
            publication = work(folder, plan, options, tracker)
        except BaseException as error:
            tracker.close("KILLED" if isinstance(error, Stopped | KeyboardInterrupt) else "FAILED")
            raise
        tracker.later(lambda writer: publish(writer, folder, publication))
        return Done(folder, publication.result, tracker.close("FINISHED"))


def work(folder: Folder, plan: Setup | Contest, options: Options, tracker: Tracker | Silent) -> Publication:
    """Play, write the study's files, and say what MLflow is to get of them."""
    farm = options.open_farm()
    try:
        with Watch(total_games(plan), options.quiet) as watch, stoppable() as stop:
            desk = Desk(folder, farm, watch, tracker, stop)
            watch.crew = lambda: farm.crew
            if isinstance(plan, Setup) and (few := plan.study.evaluation.in_flight) < farm.workers:
                watch.say(f"evaluation.in_flight = {few} keeps only {few} of {farm.workers} workers busy in the search")
            if farm.dashboard:
                watch.say(f"Ray dashboard  {farm.dashboard}")
            if isinstance(plan, Contest):
                publication = compare(plan, desk)
            else:
                publication = search(plan, desk, options.track_all)
    finally:
        farm.close(cancel=True)
    folder.write(REPORT, markdown(publication.result))
    folder.write(RESULT, json.dumps(publication.result, indent=1))  # last: it says that the study is finished
    return publication


def search(setup: Setup, desk: Desk, track_all: bool) -> Publication:
    """A study that searches."""
    from studies.show.pictures import search_pictures  # matplotlib takes a second to load: not before the games

    findings = search_and_prove(setup, desk)
    result = search_result(setup, findings)
    desk.watch.enter("drawing")
    desk.folder.write(TRIALS, trial_table(findings.story.rows))
    desk.folder.write(CHAMPION, champion_toml(result))
    desk.folder.write(REPLAY, champion_replay(setup, findings))
    files = [STUDY, REPORT, RESULT, TRIALS, CHAMPION, REPLAY, *search_pictures(setup, findings, desk.folder)]
    return Publication(result, files, children_of(setup, findings, result, track_all))


def champion_replay(setup: Setup, findings: Findings) -> str:
    """One game of the champion against its opponents, on a deal that nobody has played."""
    stream = stream_seed(setup.study.seed, SHOW)
    job = setup.job(findings.champion.values, stream, 0, 1)
    game, params, rules, n_players = open_table(job.table)
    texts = (job.player, *job.field.at(stream, 0, n_players - 1))
    players = [seated(game.name, params, text) for text in texts]
    title = f"{game.title}: the champion of {setup.study.name}, {setup.company_text}"
    return page_of(game, rules, players, fixtures(stream, [0], n_players)[0], title)


def compare(contest: Contest, desk: Desk) -> Publication:
    """A table of matches."""
    from studies.show.pictures import match_pictures

    entries = play_matches(contest, desk)
    files = [STUDY, REPORT, RESULT, *match_pictures(contest, entries, desk.folder)]
    return Publication(compare_result(contest, entries), files, {})


def total_games(plan: Setup | Contest) -> int:
    """How many games the study will take at most."""
    return plan.games if isinstance(plan, Contest) else plan.study.budget.games + 2 * plan.study.budget.confirm


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


def open_tracker(folder: Folder, plan: Setup | Contest, options: Options) -> Tracker | Silent:
    """Tracking in its thread; a store that cannot be used is refused before the first game."""
    if not options.track:
        return Silent()
    uri = store_uri()
    check_store(uri)
    known = folder.state
    run_id = known.get("run", "") if known.get("store") == uri else ""
    return Tracker(uri, label_of(folder, plan), run_id, lambda run: folder.note(run=run, store=uri))
