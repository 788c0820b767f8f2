"""The vocabulary of tunable parameters: default, domain and documentation of a knob stand on its one line.

    class Params(NamedTuple):
        exploration: Annotated[float, Range(0.03, 30, log=True), "UCB1 constant"] = 1.4

Optuna, NTBEA, DEAP, the docs, the command line and MLflow all read that line.
"""

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from engine.errors import InputError, hint, shown
from engine.reading import number, whole

Number = int | float
MOST_SHOWN = 12  # values of a condition


@dataclass(frozen=True)
class Choice:
    """One of a few values without order. `accepts` are all that may be set by hand, where those are more."""

    values: tuple[Any, ...]
    accepts: tuple[Any, ...] | None = None

    def __str__(self) -> str:
        return "{" + ", ".join(word(value) for value in self.values) + "}"


@dataclass(frozen=True)
class Steps:
    """Numbers in order; a search moves between neighbours. `accepts` bounds what may be set by hand."""

    values: tuple[Number, ...]
    accepts: tuple[Number, Number] | None = None

    def __str__(self) -> str:
        return "{" + ", ".join(word(value) for value in self.values) + "}"


@dataclass(frozen=True)
class Range:
    """An interval; whole numbers for an int knob. `resolution` is its number of points on a grid."""

    low: Number
    high: Number
    log: bool = False
    resolution: int = 11
    accepts: tuple[Number, Number] | None = None

    def __str__(self) -> str:
        return f"[{word(self.low)}, {word(self.high)}]" + (" log" if self.log else "")


Domain = Choice | Steps | Range


@dataclass(frozen=True)
class When:
    """The knob matters only while another one has one of these values."""

    knob: str
    values: tuple[Any, ...]

    def __str__(self) -> str:
        words = [word(value) for value in self.values]
        shown = [*words[:3], "..."] if len(words) > MOST_SHOWN else words
        return f"{self.knob} in " + ", ".join(shown)


@dataclass(frozen=True)
class Within:
    """The bounds of a knob that can be set but is not searched unless a study gives it a domain."""

    low: Number
    high: Number


@dataclass(frozen=True)
class Requires:
    """The knob exists only for games that have this optional verb."""

    verb: str


@dataclass(frozen=True)
class File:
    """The knob names a file, which a study takes in."""


class Knob(NamedTuple):
    """One parameter as its declaration says. Without a domain it can be set but is never searched."""

    name: str
    kind: type
    default: Any
    domain: Domain | None
    doc: str
    when: When | None
    verb: str = ""  # that a game must have
    within: Within | None = None
    file: bool = False  # whether it names one


def word(value: Any) -> str:
    """A value as people write it."""
    if isinstance(value, IntEnum):
        return value.name.lower()
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def plain(value: Any) -> Any:
    """A value as JSON keeps it and as `cast` reads it back: an enum by its name, a numpy number as Python's own."""
    if isinstance(value, IntEnum):
        return word(value)
    return value.item() if hasattr(value, "item") else value


@functools.cache
def knobs_of(Params: type) -> dict[str, Knob]:
    """Every knob that a Params class declares, by name."""
    knobs = {}
    for name, declared in get_type_hints(Params, include_extras=True).items():
        kind, *notes = get_args(declared) if get_origin(declared) is Annotated else (declared,)
        domain = next((note for note in notes if isinstance(note, Choice | Steps | Range)), None)
        within = next((note for note in notes if isinstance(note, Within)), None)
        if domain is None and within is None and kind is bool:
            domain = Choice((False, True))
        if domain is None and isinstance(kind, type) and issubclass(kind, IntEnum):
            domain = Choice(tuple(kind))
        when = next((note for note in notes if isinstance(note, When)), None)
        verb = next((note.verb for note in notes if isinstance(note, Requires)), "")
        doc = next((note for note in notes if isinstance(note, str)), "")
        default = Params._field_defaults.get(name)  # type: ignore[attr-defined]
        file = any(isinstance(note, File) for note in notes)
        knobs[name] = Knob(name, kind, default, domain, doc, when, verb, within, file)
    return knobs


def accepted(knob: Knob) -> str:
    """What may be set by hand, in words."""
    if isinstance(knob.domain, Choice):
        return "one of " + ", ".join(word(value) for value in knob.domain.accepts or knob.domain.values)
    if knob.kind is bool:
        return "one of false, true"
    kind = {int: "a whole number", float: "a number", str: "text"}.get(knob.kind, knob.kind.__name__)
    bounds = limits(knob)
    return kind if bounds is None else f"{kind} from {word(bounds[0])} to {word(bounds[1])}"


def limits(knob: Knob) -> tuple[Number, Number] | None:
    """The smallest and largest number that may be set by hand."""
    match knob.domain:
        case Steps(values, accepts):
            return accepts or (min(values), max(values))
        case Range(low, high, accepts=accepts):
            return accepts or (low, high)
    return (knob.within.low, knob.within.high) if knob.within else None


def cast(knob: Knob, value: Any, where: str) -> Any:
    """`value` (perhaps text) as the knob's own type, checked; `where` begins the error message."""
    try:
        result = _convert(knob.kind, value)
    except (ValueError, TypeError, KeyError):
        result = None
    bounds = limits(knob)
    inside = result is not None and (bounds is None or bounds[0] <= result <= bounds[1])
    if isinstance(knob.domain, Choice) and result not in (knob.domain.accepts or knob.domain.values):
        inside = False
    if not inside:
        takes = f"it takes {accepted(knob)}"
        if isinstance(knob.domain, Choice) and isinstance(value, str):
            takes = hint(value.lower(), map(word, knob.domain.accepts or knob.domain.values), "it takes one of {}")
        raise InputError(f"{where}: {knob.name} = {shown(value)} is not accepted; {takes}")
    return result


def _convert(kind: type, value: Any) -> Any:
    if issubclass(kind, IntEnum):
        named = isinstance(value, str) and not value.strip().isdecimal()
        return kind["_".join(value.upper().replace("-", " ").split())] if named else kind(whole(value))
    if kind is bool:
        if isinstance(value, str):
            return {"true": True, "false": False, "1": True, "0": False}[value.strip().lower()]
        if isinstance(value, int | float) and value in (0, 1):
            return bool(value)
        raise ValueError
    if kind is int:
        return whole(value)
    if kind is float:
        return number(value)
    if isinstance(value, list | Mapping):
        raise ValueError
    return str(value)


def check_names(knobs: Iterable[str], names: Iterable[str], where: str) -> None:
    """Refuse a name that is no knob, with the near ones."""
    known = list(knobs)
    for name in names:
        if name not in known:
            raise InputError(f"{where}: there is no parameter {shown(name)}; {hint(name, known, 'it takes {}')}")


def build(Params: type, values: Mapping[str, Any], where: str) -> Any:
    """The only way from raw values to Params: cast to the declared types, unknown names refused with the near ones."""
    knobs = knobs_of(Params)
    check_names(knobs, values, where)
    return Params(**{name: cast(knobs[name], value, where) for name, value in values.items()})


def read_settings(text: str, where: str) -> tuple[str, dict[str, str]]:
    """`name:key=value,key=value` as the name and its settings; commas inside brackets belong to a value."""
    name, _, rest = text.partition(":")
    values: dict[str, str] = {}
    for part in split_outside_brackets(rest):
        key, sign, value = part.partition("=")
        if not sign or not key.strip() or key.strip() in values:
            why = "given twice" if key.strip() in values else "not of the form name=value"
            raise InputError(f"{where} {shown(text)}: {shown(part.strip())} is {why}")
        values[key.strip()] = value.strip()
    return name.strip(), values


def split_outside_brackets(text: str) -> list[str]:
    """The parts between commas, but for commas inside brackets or quotes."""
    parts, begin, depth, quote = [], 0, 0, ""
    for mark in re.finditer(r"""[,'"()[\]{}]""", text):
        letter = mark[0]
        if letter in "'\"":
            if quote in ("", letter):
                quote = "" if quote else letter
        elif quote:
            continue
        elif letter != ",":
            depth += 1 if letter in "([{" else -1
        elif depth == 0:
            parts.append(text[begin : mark.start()])
            begin = mark.end()
    return [part for part in (*parts, text[begin:]) if part.strip()]
