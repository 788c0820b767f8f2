"""What is kept of an experiment: one small JSON file, from which the page is written."""

import json
from pathlib import Path
from typing import Any

from engine.errors import InputError
from studies.reproductions.experiment import Experiment
from studies.reproductions.measurement import Measurement
from studies.reproductions.rows import Row
from studies.search.folder import RunFolder

Record = dict[str, Any]
HOME = "reproductions"


def place_of(docs: Path, experiment: Experiment) -> Path:
    """The path of an experiment's record."""
    return docs / HOME / experiment.document / f"{experiment.file}.json"


def read_record(path: Path) -> Record | None:
    """A record, or None if there is none."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({error})") from None


def write_record(docs: Path, experiment: Experiment, record: Record) -> Path:
    """Write a record whole, one field and one row a line so that changes can be read."""
    fields = {key: json.dumps(value, ensure_ascii=False) for key, value in record.items()}
    fields["rows"] = "[\n  " + ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in record["rows"]) + "\n ]"
    text = "{\n" + ",\n".join(f' "{key}": {value}' for key, value in fields.items()) + "\n}\n"
    path = place_of(docs, experiment)
    return RunFolder(path.parent).write(path.name, text)


def about(experiment: Experiment) -> Record:
    """What a record says of its experiment: renewed without playing when only the words have changed."""
    return {
        "document": experiment.document,
        "experiment": experiment.name,
        "variant": experiment.variant,
        "source": experiment.source.model_dump(exclude_defaults=True),
        "players": "" if isinstance(experiment.work, Measurement) else experiment.work.summary,
    }


def row_data(row: Row) -> Record:
    """A row with figures rounded to what they are worth."""
    digits = {name: float(f"{getattr(row, name):.5g}") for name in ("value", "low", "high")}
    return {**row._asdict(), **digits}
