"""What MLflow gets of a study: by which names it is found, what is charted, which files are kept."""

import re
from typing import Any, NamedTuple

from studies.play.matches import Contest
from studies.show.result import Result
from studies.study.folder import Folder
from studies.study.setup import Setup
from studies.study.study_file import as_table
from studies.tracking.provenance import provenance
from studies.tracking.track import ROLE, Child, Label, Writer
from studies.work.run import Findings

MEASURED = (
    "games",
    "undecided",
    *(figure + end for figure in ("advantage", "length") for end in ("", "_low", "_high")),
)


class Publication(NamedTuple):
    """A finished study as MLflow gets it."""

    result: Result
    files: list[str]  # in the study's folder
    children: dict[str, list[Child]]  # runs under the study's, by experiment


def label_of(folder: Folder, plan: Setup | Contest) -> Label:
    """Name, tags and parameters of the study's run."""
    study = plan.study
    tags = {
        ROLE: "study",
        "kind": study.kind,
        "game": study.game.name,
        "players": str(plan.n_players),
        "seed": str(study.seed),
        "study": folder.name,
        **study.tags,
        **provenance(),
    }
    if isinstance(plan, Setup):
        company = ", ".join(plan.company)
        tags |= {"agent": plan.subject.name, "optimiser": plan.study.optimiser.name, "opponents": company}
    if study.note:
        tags["mlflow.note.content"] = study.note
    return Label(study.game.name, study.name, tags, flatten(as_table(study)))


def flatten(table: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested tables as dotted keys."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= flatten(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


def children_of(setup: Setup, findings: Findings, result: Result, everyone: bool) -> dict[str, list[Child]]:
    """Runs under the study's, by experiment: the finalists, and on request all candidates in an experiment apart."""
    name, game, figure = setup.study.name, setup.study.game.name, setup.measure.name
    finalists = [
        Child(f"{name} finalist {f['place']}", f["values"], rate_entry(f), {ROLE: "finalist", "origin": f["origin"]})
        for f in result["finalists"]
    ]
    role = {ROLE: "candidate"}
    candidates = [
        Child(f"{name} {row.search}.{row.candidate}", row.values, {figure: row.rate, "games": row.games}, role)
        for row in findings.story.rows
    ]
    return {game: finalists, **({f"{game} candidates": candidates} if everyone else {})}


def publish(writer: Writer, folder: Folder, publication: Publication) -> None:
    """Write the results of a finished study into its run."""
    result = publication.result
    writer.result(final_metrics(result), {"verdict": result.get("verdict", ""), "state": "finished"})
    writer.artifacts(folder.path, publication.files)
    for experiment, children in publication.children.items():
        writer.children(experiment, children)


def final_metrics(result: Result) -> dict[str, float]:
    """The figures by which studies are compared, interval bounds beside every rate."""
    if result["kind"] == "compare":
        return {
            metric_name(f"{entry['player']} against {entry['against']}", name): float(value)
            for entry in result["matches"]
            for name, value in rate_entry(entry).items()
        }
    metrics = {
        f"{who}/{name}": value for who in ("champion", "default") for name, value in rate_entry(result[who]).items()
    }
    difference = result["difference"]
    gain = {
        "gain/points": difference["mean"],
        "gain/low": difference["low"],
        "gain/high": difference["high"],
        "gain/p": difference["p"],
    }
    return {**metrics, **gain, "games/total": float(sum(result["games"].values()))}


def rate_entry(entry: Result) -> dict[str, float]:
    """A rate with its interval, and what else was measured, as metrics."""
    name = "win_rate" if "win_rate" in entry else "fairness"
    bounds = {name: entry[name], f"{name}_low": entry["low"], f"{name}_high": entry["high"]}
    seats = {f"win_rate_of_seat_{i}": seat["win_rate"] for i, seat in enumerate(entry.get("seats", ()), 1)}
    measured = {key: float(entry[key]) for key in MEASURED if key in entry}
    return {**bounds, **measured, **seats}


def metric_name(subject: str, figure: str) -> str:
    """A name that MLflow accepts; charts are grouped by what stands before the slash."""
    return re.sub(r"[^\w .:-]", "-", subject)[:200] + f"/{figure}"
