"""Run one experiment: a study through the same code as `bottega run`, or a measurement; then write its record."""

import shutil
import time
from pathlib import Path

from engine.errors import InputError
from studies.play.evaluate import open_table
from studies.play.matches import Contest
from studies.reproductions.experiment import Experiment, fingerprint
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.record import Record, about, is_current, place_of, read_record, row_data, write_record
from studies.reproductions.rows import rows_of
from studies.reproductions.scaling import scaled
from studies.show.pictures import PLOTS
from studies.show.report import changes
from studies.show.result import Result
from studies.study.evolved import VALUE
from studies.study.folder import Folder, all_folders, new_folder
from studies.study.players import player_spec_of
from studies.study.setup import table_of
from studies.study.spec import AnyStudy
from studies.tracking.provenance import git
from studies.work.launch import finish
from studies.work.options import How
from studies.work.workshop import ready


def perform(experiment: Experiment, docs: Path, scale: float, again: bool, how: How) -> bool:
    """Bring the experiment's record up to date; False if nothing had to be played."""
    work = experiment.work
    if not isinstance(work, Measurement):
        work = scaled(work, scale * experiment.share, experiment.where)
    known = read_record(place_of(docs, experiment))
    if known is not None and is_current(known, work, scale) and not again:
        write_record(docs, experiment, {**known, **about(experiment)})
        return False
    start = time.monotonic()
    if isinstance(work, Measurement):
        outcome = measured(experiment, work, docs, scale)
    else:
        outcome = played(experiment, work, docs, how)
    made = {"hash": fingerprint(work), "scale": scale, "seconds": round(time.monotonic() - start)}
    commit = git("rev-parse", "--short", "HEAD")
    write_record(docs, experiment, {**about(experiment), **made, "commit": commit, **outcome})
    return True


def measured(experiment: Experiment, work: Measurement, docs: Path, scale: float) -> Record:
    """What a measurement came to."""
    table = open_table(table_of(work.game, experiment.where))
    folder = place_of(docs, experiment).parent
    found: Measured = work.measure(Order(table, scale * experiment.share, work.seed, folder, experiment.file))
    return {
        "games": found.games,
        "note": found.note,
        "pictures": list(found.pictures),
        "rows": [row_data(row) for row in found.rows],
    }


def played(experiment: Experiment, study: AnyStudy, docs: Path, how: How) -> Record:
    """What a study came to, run to its end."""
    check_rows(experiment, study)
    folder = unfinished(study) or new_folder(study)
    finish(folder, how)
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


def words_of(result: Result) -> Record:
    """Whom a search found, as a player and in words."""
    if "champion" not in result:
        return {"note": ""}
    champion = result["champion"]
    if result["kind"] == "design":
        return {"note": f"The champion changes `{changes(result, champion['values'])}`. {result['verdict']}"}
    evolved = VALUE in champion["values"] and "formula" in result
    found = f"strives for `{result['formula']}`" if evolved else f"is `{champion['player']}`"
    return {"champion": champion["player"], "note": f"The champion {found}. {result['verdict']}"}


def check_rows(experiment: Experiment, study: AnyStudy) -> None:
    """Refuse a figure of the document for a row that there will never be, before anything is played."""
    plan = ready(study, experiment.where)
    if isinstance(plan, Contest):
        pairs = [(match.row, match.column) for match in plan.matches]
        pairs += [pair[::-1] for pair in pairs]
        known = [name for row, column in pairs for name in (row, f"{row} against {column}")]
        known += [player_spec_of(study.game.name, text).name for text in getattr(study, "players", [])]
    else:
        known = ["default", "champion", "gain", *(f"search {i + 1}" for i in range(plan.study.budget.repeats))]
    for name in experiment.source.says:
        if name.split(": ")[0] not in known:
            rows = ", ".join(dict.fromkeys(known))
            raise InputError(f"{experiment.where}: source.says has {name!r}; the rows are {rows}")


def unfinished(study: AnyStudy) -> Folder | None:
    """An interrupted run of this very study."""
    mine = fingerprint(study)
    for folder in all_folders():
        if folder.name.startswith(study.name) and folder.result is None and fingerprint(folder.study) == mine:
            return folder
    return None
