"""What a search leaves for later ones: its space, what every point got in it, and its champion."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.errors import InputError
from engine.reading import read_text
from engine.space import word
from optimisers.optimiser import Known
from optimisers.space import Space, grid
from studies.play.balance import Measure
from studies.search.folder import statistics_file
from studies.spec.seal import read_record, write_record

KEYS = ("measure", "space", "champion", "points")
MOST_SHOWN = 5  # values of a knob in an error
CURE = "delete result.json and statistics.json of that study and bottega resume: both are made again from its ledgers"
Domains = dict[str, dict[str, Any]]


class Earlier(NamedTuple):
    """An earlier study."""

    champion: Mapping[str, Any]
    points: list[Known]

    @property
    def games(self) -> int:
        """The number of games that its statistics are from."""
        return sum(point.games for point in self.points)


def statistics(space: Space, measure: Measure, champion: Mapping[str, Any], points: Sequence[Known]) -> str:
    """A file for later studies."""
    record = (measure.name, domains(space), champion, points)
    return write_record(dict(zip(KEYS, record, strict=True)))


def domains(space: Space) -> Domains:
    """What must be the same for results to be taken over."""
    return {
        knob.name: {"values": list(grid(knob)), "when": str(knob.when) if knob.when else ""} for knob in space.knobs
    }


def earlier_study(study: str, space: Space, measure: Measure) -> Earlier:
    """What an earlier study knows; one of another space is refused."""
    path = statistics_file(study)
    record = read_record(read_text(path), str(path), CURE)
    if set(record) != set(KEYS):
        raise InputError(f"{path}: no statistics of a study; it has {', '.join(record)}")
    found = difference(record["space"], domains(space))
    if record["measure"] != measure.name:
        found = f"it measured {record['measure']}, this one {measure.name}"
    if found:
        raise InputError(f"start_from = {study}: a study of another space: {found}")
    return Earlier(record["champion"], [Known(*point) for point in record["points"]])


def difference(theirs: Domains, ours: Domains) -> str:
    """The first knob in which two spaces differ, in words; nothing if they are the same."""
    for name in dict.fromkeys((*ours, *theirs)):
        if name not in theirs or name not in ours:
            return f"{name} is searched in {'this' if name in ours else 'that'} one only"
        for key in ("values", "when"):
            if theirs[name][key] != ours[name][key]:
                return f"{name} has {shown(theirs[name][key])} there and {shown(ours[name][key])} here"
    return ""


def shown(found: Any) -> str:
    """Some values of a knob, or its condition."""
    if not isinstance(found, list):
        return found or "no condition"
    words = [word(value) for value in found]
    return "{" + ", ".join([*words[:MOST_SHOWN], "..."] if len(words) > MOST_SHOWN + 1 else words) + "}"
