"""What MLflow gets of a study: by which names it is found, what is charted, which files are kept."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from studies.report.views import ResultData, view_of
from studies.search.folder import REPORT, RunFolder
from studies.search.history import TrialRow
from studies.search.run import StudyPlan
from studies.spec.study_file import as_table
from studies.tracking.provenance import provenance
from studies.tracking.track import ROLE, Child, Label, Writer

DESCRIPTION = "mlflow.note.content"  # the tag that the page shows as the run's description
MATCHES = "matches.json"
LONGEST = 4900  # letters of it
MEASURED = (
    "undecided",
    *(figure + end for figure in ("advantage", "length") for end in ("", "_low", "_high")),
)


class Publication(NamedTuple):
    """A finished study as MLflow gets it."""

    result: ResultData
    files: list[str]  # in the study's folder
    trials: Sequence[TrialRow] = ()  # those that get a run of their own


def label_of(folder: RunFolder, plan: StudyPlan) -> Label:
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
        **plan.tags,
    }
    for note in folder.state.get("plugins", ()):
        tags[f"plugin.{note['name']}"] = " ".join(filter(None, map(note.get, ("package", "version", "content"))))
    if study.note:
        tags[DESCRIPTION] = study.note
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


def children_of(publication: Publication) -> dict[str, list[Child]]:
    """Runs under the study's, by experiment: the finalists, and on request all candidates in an experiment apart."""
    result = publication.result
    name, game = result["name"], result["game"]
    finalists = [
        Child(f"{name} finalist {f['place']}", f["values"], rate_entry(f), {ROLE: "finalist", "origin": f["origin"]})
        for f in result.get("finalists", ())
    ]
    candidates = [
        Child(
            f"{name} {row.search}.{row.candidate}",
            row.values,
            {figure_of(result["champion"]): row.rate, "games": row.games},
            {ROLE: "candidate"},
        )
        for row in publication.trials
    ]
    found = {game: finalists, f"{game} candidates": candidates}
    return {experiment: children for experiment, children in found.items() if children}


def publish(writer: Writer, folder: RunFolder, publication: Publication) -> None:
    """Write the results of a finished study into its run."""
    result = publication.result
    tags = {"verdict": result.get("verdict", ""), "state": "finished", DESCRIPTION: description_of(folder)}
    writer.result(final_metrics(result), tags)
    if "matches" in result:
        writer.table(MATCHES, columns_of(result["matches"]))
    writer.artifacts(folder.path, publication.files)
    for experiment, children in children_of(publication).items():
        writer.children(experiment, children)


def description_of(folder: RunFolder) -> str:
    """What MLflow shows above everything else of the run: the study's own note and its report, in whole lines."""
    report = (folder / REPORT).read_text(encoding="utf-8").partition("\n\n")[2]  # the page has the title already
    text = "\n\n".join(filter(None, (folder.study.note, report)))
    return text if len(text) <= LONGEST else text[:LONGEST].rpartition("\n")[0] + "\n\n..."


def columns_of(matches: Sequence[ResultData]) -> dict[str, list[Any]]:
    """A table of matches, a line a match: who, against whom, rate and interval, and what else was measured."""
    rows = [{"player": entry["player"], "against": entry["against"], **rate_entry(entry)} for entry in matches]
    return {name: [row.get(name) for row in rows] for name in dict.fromkeys(key for row in rows for key in row)}


def final_metrics(result: ResultData) -> dict[str, float]:
    """The figures by which studies are compared, interval bounds beside every rate; charts go by what is before a /."""
    rated = {} if "matches" in result else view_of(result).rated(result)  # those are one table, not charts
    metrics = {f"{who}/{name}": value for who, entry in rated.items() for name, value in rate_entry(entry).items()}
    if gain := result.get("difference"):
        ends = {"points": "mean", "points_low": "low", "points_high": "high", "p": "p"}
        metrics |= {f"gain/{name}": gain[key] for name, key in ends.items()}
    metrics["games/total"] = float(sum(result["games"].values()))
    return metrics


def rate_entry(entry: ResultData) -> dict[str, float]:
    """A rate with its interval, and what else was measured, as metrics."""
    name = figure_of(entry)
    bounds = {name: entry[name], f"{name}_low": entry["low"], f"{name}_high": entry["high"]}
    seats = {f"win_rate_of_seat_{i}": seat["win_rate"] for i, seat in enumerate(entry.get("seats", ()), 1)}
    measured = {key: float(entry[key]) for key in MEASURED if key in entry}
    measured[f"{name}_games"] = float(entry["games"])  # by this name it stands behind the rate, not before it
    return {**bounds, **measured, **seats}


def figure_of(entry: ResultData) -> str:
    """The name of the figure that was raised."""
    return "win_rate" if "win_rate" in entry else "fairness"
