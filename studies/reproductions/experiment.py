"""Finding experiments: study files under `studies/specs/<document>` and measurements, once for each rule set."""

import ast
import hashlib
import inspect
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import InputError, hint
from studies.reproductions.documents import DOCUMENTS, NUMBERS
from studies.reproductions.measurement import Measurement
from studies.reproductions.measurements import MEASUREMENTS
from studies.spec.study import AnyStudy, SourcePart
from studies.spec.study_file import as_table, load

SPECS = Path(__file__).resolve().parents[1] / "specs"
WITHOUT_EFFECT = ("name", "note", "tags", "farm", "source")  # keys that change no game


class Experiment(NamedTuple):
    """One experiment under one set of rules."""

    document: str
    name: str
    variant: str  # the rules' preset; empty where there is only one
    source: SourcePart
    work: AnyStudy | Measurement
    where: str  # for error messages

    @property
    def label(self) -> str:
        """The experiment's name on the command line."""
        return f"{self.document}/{self.file}"

    @property
    def first(self) -> bool:
        """Whether these are the document's own rules."""
        return not self.variant or self.variant == self.source.presets[0]

    @property
    def file(self) -> str:
        """The name of its data, without the ending: only the first rule set has the bare name."""
        return self.name if self.first else f"{self.name}.{self.variant}"

    @property
    def share(self) -> float:
        """The share of the experiment's games that these rules get."""
        return 1.0 if self.first else self.source.others


def all_experiments() -> list[Experiment]:
    """Every experiment, in the order of documents and names."""
    found = [
        experiment
        for document in DOCUMENTS
        for path in sorted((SPECS / document).glob("*.toml"))
        for experiment in from_file(document, path)
    ]
    found += [experiment for measurement in MEASUREMENTS for experiment in from_measurement(measurement)]
    order = list(DOCUMENTS)
    return sorted(found, key=lambda experiment: (order.index(experiment.document), experiment.name))


def from_file(document: str, path: Path) -> list[Experiment]:
    """A study file as an experiment, once for each of its rule sets."""
    study = load(path)
    if study.source is None:
        raise InputError(f"{path}: source is missing; an experiment says which question of which document it answers")
    return [
        Experiment(document, path.stem, preset, study.source, named(study, document, path.stem, preset), str(path))
        for preset in study.source.presets or [""]
    ]


def named(study: AnyStudy, document: str, name: str, preset: str) -> AnyStudy:
    """The study under a preset, and by a name that tells it apart."""
    game = study.game.model_copy(update={"preset": preset}) if preset else study.game
    full = f"{document}-{name}" + (f"-{preset}" if preset else "")
    tags = {**study.tags, "reproduces": f"{document}/{name}"}
    return study.model_copy(update={"game": game, "name": full, "tags": tags})


def from_measurement(measurement: Measurement) -> list[Experiment]:
    """A measurement as an experiment, once for each of its rule sets."""
    where = f"measurement {measurement.document}/{measurement.name}"
    found = []
    for preset in measurement.source.presets or [""]:
        game = measurement.game.model_copy(update={"preset": preset} if preset else {})
        work = measurement._replace(game=game)
        found.append(Experiment(measurement.document, measurement.name, preset, measurement.source, work, where))
    return found


def chosen(names: Sequence[str], experiments: Sequence[Experiment]) -> list[Experiment]:
    """The experiments that names stand for: documents, experiments with or without their document; all if none."""
    wanted: dict[str, Experiment] = {}
    for name in names:
        document = NUMBERS.get(name, name)
        matches = [
            e for e in experiments if document in (e.document, e.name, e.file, e.label, f"{e.document}/{e.name}")
        ]
        if not matches and document not in DOCUMENTS:
            known = [*DOCUMENTS, *NUMBERS, *(e.name for e in experiments), *(e.label for e in experiments)]
            said = hint(name, known, "bottega reproduce --list shows all")
            raise InputError(f"there is no document or experiment {name!r}; {said}")
        wanted |= {experiment.label: experiment for experiment in matches}
    return list(wanted.values()) if names else list(experiments)


def fingerprint(work: AnyStudy | Measurement) -> str:
    """A name of all that decides the outcome: what is played, or the code that measures."""
    if isinstance(work, Measurement):
        plain: Any = [code_of(work), work.name, work.game.model_dump(), work.seed]
    else:
        plain = {key: value for key, value in as_table(work).items() if key not in WITHOUT_EFFECT}
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]


def code_of(measurement: Measurement) -> str:
    """The code of a measurement's file and of those beside it that it imports, without what is said there."""
    first = Path(inspect.getfile(measurement.measure))
    modules: dict[str, ast.Module] = {}
    ahead = [first.stem]
    while ahead:
        name = ahead.pop()
        modules[name] = ast.parse((first.parent / f"{name}.py").read_text(encoding="utf-8"))
        ahead += [name for name in neighbours(modules[name], first.parent) if name not in modules]
    return "\n".join(statement for name in sorted(modules) for statement in statements(modules[name]))


def neighbours(module: ast.Module, folder: Path) -> list[str]:
    """The files of a folder that a module imports from."""
    imports = [node.module.split(".") for node in ast.walk(module) if isinstance(node, ast.ImportFrom) and node.module]
    return [name for *package, name in imports if package[-1:] == [folder.name] and (folder / f"{name}.py").exists()]


def statements(module: ast.Module) -> list[str]:
    """A module's code, without docstrings, imports (where code lies changes nothing) and what measurements say."""
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            del node.body[0]
    return [
        ast.dump(statement)
        for statement in module.body
        if not isinstance(statement, ast.Import | ast.ImportFrom)
        and not (isinstance(statement, ast.Assign) and "MEASUREMENT" in ast.unparse(statement.targets[0]))
    ]
