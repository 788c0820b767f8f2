"""Run one experiment: a study through the same code as `bottega run`, or a measurement; then write its record."""

import shutil
import time
from contextlib import suppress
from pathlib import Path

from engine.errors import InputError
from studies.commands.launch import go_on, start
from studies.commands.options import RunOptions
from studies.play.setup import prepare_game
from studies.report.pictures import PLOTS
from studies.report.views import ResultData, view_of
from studies.reproductions.experiment import Experiment, fingerprint
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.record import Record, about, place_of, read_record, row_data, write_record
from studies.reproductions.rows import rows_of
from studies.search.folder import RunFolder, all_folders
from studies.search.plan import setup_of
from studies.search.run import StudyPlan, plan_of
from studies.spec.study import AnyStudy
from studies.tracking.provenance import git


def perform(experiment: Experiment, docs: Path, scale: float, again: bool, options: RunOptions) -> bool:
    """Bring the experiment's record up to date; False if nothing had to be played."""
    work = scaled(experiment, scale)
    known = read_record(place_of(docs, experiment))
    if known is not None and known["scale"] == scale and not again and is_present(known, experiment):
        write_record(docs, experiment, {**known, **about(experiment)})
        return False
    start = time.monotonic()
    if isinstance(work, Measurement):
        outcome = measured(experiment, work, docs, scale)
    else:
        outcome = played(experiment, work, docs, options)
    made = {"hash": fingerprint(work), "scale": scale, "seconds": round(time.monotonic() - start)}
    commit = git("rev-parse", "--short", "HEAD")
    write_record(docs, experiment, {**about(experiment), **made, "commit": commit, **outcome})
    return True


def scaled(experiment: Experiment, scale: float) -> AnyStudy | Measurement:
    """What is played at a scale; a measurement scales itself."""
    work = experiment.work
    if isinstance(work, Measurement) or (share := scale * experiment.share) == 1:
        return work
    return work.scaled(share, prepare_game(setup_of(work.game, experiment.where)).n_players)


def is_present(record: Record, experiment: Experiment) -> bool:
    """Whether a record is of the experiment as it is now."""
    return bool(record["hash"] == fingerprint(scaled(experiment, record["scale"])))


def measured(experiment: Experiment, work: Measurement, docs: Path, scale: float) -> Record:
    """The record of a measurement."""
    prepared = prepare_game(setup_of(work.game, experiment.where))
    folder = place_of(docs, experiment).parent
    found: Measured = work.measure(Order(prepared, scale * experiment.share, work.seed, folder, experiment.file))
    return {
        "games": found.games,
        "note": found.note,
        "pictures": list(found.pictures),
        "rows": [row_data(row) for row in found.rows],
    }


def played(experiment: Experiment, study: AnyStudy, docs: Path, options: RunOptions) -> Record:
    """What a study came to, run to its end."""
    plan = plan_of(study, experiment.where)
    check_rows(experiment, plan)
    started = unfinished(study)
    folder = go_on(started, options) if started else start(plan, options)
    result = folder.result or {}
    pictures = []
    if experiment.source.picture and experiment.first:
        target = place_of(docs, experiment).with_name(f"{experiment.file}-{experiment.source.picture}")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(folder / PLOTS / experiment.source.picture, target)
        pictures.append(target.name)
    return {
        "games": sum(result["games"].values()),
        **words_of(result),
        "pictures": pictures,
        "rows": [row_data(row) for row in rows_of(result)],
    }


def words_of(result: ResultData) -> Record:
    """Whom a search found, as a player and in words."""
    if "champion" not in result:
        return {"note": ""}
    view = view_of(result)
    player = {"champion": result["champion"]["player"]} if view.portable else {}
    return {**player, "note": f"The champion {view.found(result)}. {result['verdict']}"}


def check_rows(experiment: Experiment, plan: StudyPlan) -> None:
    """Refuse a figure of the document for a row that there will never be, before anything is played."""
    for name in experiment.source.says:
        if name.split(": ")[0] not in plan.rows:
            rows = ", ".join(dict.fromkeys(plan.rows))
            raise InputError(f"{experiment.where}: source.says has {name!r}; the rows are {rows}")


def unfinished(study: AnyStudy) -> RunFolder | None:
    """An interrupted run of this very study; what cannot be gone on with is passed over."""
    mine = fingerprint(study)
    for folder in all_folders():
        with suppress(InputError):  # begun by an earlier version, edited or damaged
            if folder.name.startswith(study.name) and folder.result is None and fingerprint(folder.study) == mine:
                return folder
    return None
