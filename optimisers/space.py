"""What is searched: some knobs of a declaration, each with a domain, perhaps narrowed, perhaps tied to another knob.

A point of a space is a plain dict with the value of every knob that matters there; knobs whose condition is off are
left out, so that two points play the same exactly when they are equal.
"""

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution

from engine.errors import InputError, shown
from engine.space import Choice, Domain, Knob, Range, Steps, When, cast, check_names, knobs_of, plain, word
from optimisers import distributions

Values = dict[str, Any]
LOG = Knob("log", bool, False, Choice((False, True)), "", None)
RESOLUTION = Knob("resolution", int, 11, Range(1, 10_000), "points on the grid", None)


@dataclass(frozen=True)
class Space:
    """The searched knobs, a knob after the one that it depends on, and what was fixed beside them."""

    knobs: tuple[Knob, ...]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    starts: tuple[Values, ...] = ()  # points to be tried first, for instance a first population

    def starting_at(self, points: Iterable[Mapping[str, Any]], where: str = "space") -> "Space":
        """The space with points to be tried first, checked."""
        starts = []
        for point in points:
            check_names(self.names, point, where)
            values = {name: plain(cast(self[name], value, where)) for name, value in point.items()}
            for name, value in values.items():
                if not isinstance(self[name].domain, Range) and value not in grid(self[name]):
                    raise InputError(f"{where}: {name} = {word(value)} is not searched; there is {self[name].domain}")
            starts.append(self.settle(values))
        return replace(self, starts=tuple(starts))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(knob.name for knob in self.knobs)

    @functools.cached_property
    def _named(self) -> dict[str, Knob]:
        return {knob.name: knob for knob in self.knobs}

    def __getitem__(self, name: str) -> Knob:
        return self._named[name]

    def __add__(self, other: "Space") -> "Space":
        """Both spaces as one, for instance an agent's knobs and the weights of its value function."""
        if both := set(self.names) & set(other.names):
            raise InputError(f"space: {', '.join(sorted(both))} would be searched twice")
        return Space(self.knobs + other.knobs, {**self.fixed, **other.fixed})

    @property
    def size(self) -> int:
        """The number of different points on the grid; a knob that is off does not multiply."""
        return math.prod(self._branch(knob) for knob in self.knobs if knob.when is None)

    def _branch(self, knob: Knob) -> int:
        children = [child for child in self.knobs if child.when and child.when.knob == knob.name]
        return sum(
            math.prod(self._branch(child) for child in children if child.when and value in child.when.values)
            for value in grid(knob)
        )

    def settle(self, values: Mapping[str, Any]) -> Values:
        """The point that these values mean: knobs that are off left out, missing ones at their start."""
        point: Values = {}
        for knob in self.knobs:
            if is_on(knob, point):
                point[knob.name] = values[knob.name] if knob.name in values else start(knob)
        return point

    def default(self) -> Values:
        """The point of the declared defaults, or of the nearest values of a narrowed domain."""
        return self.settle({})

    def sample(self, rng: np.random.Generator) -> Values:
        """A uniform draw of every knob that matters."""
        point: Values = {}
        for knob in self.knobs:
            if is_on(knob, point):
                point[knob.name] = draw(knob, rng)
        return point


def is_on(knob: Knob, point: Mapping[str, Any]) -> bool:
    """Whether the knob matters at a point that already has the knobs before it."""
    return knob.when is None or point.get(knob.when.knob) in knob.when.values


@functools.cache
def distribution(knob: Knob) -> BaseDistribution:
    """The knob's domain for Optuna; steps go by their place, so that their order is known."""
    match knob.domain:
        case Range(low, high, log) if knob.kind is int:
            return IntDistribution(int(low), int(high), log=log)
        case Range(low, high, log):
            return FloatDistribution(float(low), float(high), log=log)
        case Steps(values):
            return IntDistribution(0, len(values) - 1)
        case Choice(values):
            return CategoricalDistribution(tuple(plain(value) for value in values))
    raise InputError(f"space: {knob.name} has no domain and cannot be searched")


@functools.cache
def grid(knob: Knob) -> tuple[Any, ...]:
    """The knob's values as a finite tuple, in order where there is one."""
    if isinstance(knob.domain, Range):
        return tuple(distributions.grid(distribution(knob), knob.domain.resolution))
    return tuple(plain(value) for value in knob.domain.values) if knob.domain else ()


def scale(knob: Knob, value: Any) -> float:
    """Where a value stands between the ends of its domain, 0 to 1; a step or a choice by its place."""
    if isinstance(knob.domain, Steps):
        value = grid(knob).index(value)
    return distributions.to_unit(distribution(knob), value)


def unscale(knob: Knob, place: float) -> Any:
    """The value that stands at `place`, the ends for anything beyond them."""
    value = distributions.from_unit(distribution(knob), place)
    return grid(knob)[value] if isinstance(knob.domain, Steps) else value


def nearest(knob: Knob, value: Any) -> int:
    """The place on the grid of the value nearest to this one."""
    values = grid(knob)
    if value in values:
        return values.index(value)
    if isinstance(knob.domain, Range):
        where = scale(knob, min(knob.domain.high, max(knob.domain.low, value)))
        return min(range(len(values)), key=lambda i: abs(scale(knob, values[i]) - where))
    if isinstance(knob.domain, Steps) and value is not None:
        return min(range(len(values)), key=lambda i: abs(values[i] - value))
    return 0


def start(knob: Knob) -> Any:
    """The knob's default if its domain has it, else the nearest value that it has."""
    value = plain(knob.default)
    if isinstance(knob.domain, Range) and value is not None and knob.domain.low <= value <= knob.domain.high:
        return value
    return grid(knob)[nearest(knob, value)]


def draw(knob: Knob, rng: np.random.Generator) -> Any:
    """A uniform draw from the knob's domain (uniform in the logarithm where the domain says so)."""
    match knob.domain:
        case Range(low, high, log):
            if knob.kind is int and not log:
                return int(rng.integers(int(low), int(high) + 1))
            return unscale(knob, rng.random())
    values = grid(knob)
    return values[int(rng.integers(len(values)))]


def space_of(
    declared: type | Mapping[str, Knob],
    tune: Mapping[str, Any] | Sequence[str] | None = None,
    fix: Mapping[str, Any] | None = None,
    where: str = "space",
) -> Space:
    """The space of a declaration: a Params class, or its knobs by name.

    `tune` names the knobs to search (all that have a domain if it is None), each as it is declared (None) or narrowed:
    a list of values, or a table with low, high, log and resolution. `fix` sets others.
    """
    knobs = knobs_of(declared) if isinstance(declared, type) else declared
    asked = dict.fromkeys(tune) if isinstance(tune, Sequence) else tune
    check_names(knobs, [*(asked or {}), *(fix or {})], where)
    fixed = {name: plain(cast(knobs[name], value, where)) for name, value in (fix or {}).items()}
    if asked is None:
        asked = {name: None for name, knob in knobs.items() if knob.domain is not None and name not in fixed}
        forgiving = True
    else:
        forgiving = False
        if both := set(asked) & set(fixed):
            raise InputError(f"{where}: {', '.join(sorted(both))} is both fixed and searched; remove one of the two")
    searched = {name: narrow(knobs[name], narrowing, where) for name, narrowing in asked.items()}
    settled = {name: plain(knob.default) for name, knob in knobs.items() if name not in searched} | fixed
    return Space(tuple(_in_order(searched, settled, forgiving, where)), fixed)


def _in_order(searched: dict[str, Knob], settled: Mapping[str, Any], forgiving: bool, where: str) -> Iterable[Knob]:
    """The searched knobs, parents first; conditions on knobs that are not searched are decided here."""
    placed: dict[str, Knob | None] = {}

    def place(knob: Knob, above: tuple[str, ...]) -> None:
        if knob.name in placed:
            return
        if knob.name in above:
            raise InputError(f"{where}: the conditions of {', '.join(above)} depend on each other")
        placed[knob.name] = knob
        if knob.when is None:
            return
        when = When(knob.when.knob, tuple(plain(value) for value in knob.when.values))
        parent = searched.get(when.knob)
        if parent is not None:
            del placed[knob.name]
            place(parent, (*above, knob.name))
            possible = placed[when.knob] is not None and set(grid(parent)) & set(when.values)
            placed[knob.name] = knob._replace(when=when) if possible else None
        else:
            placed[knob.name] = knob._replace(when=None) if settled.get(when.knob) in when.values else None
        if placed[knob.name] is None and not forgiving:
            raise InputError(f"{where}: {knob.name} matters only while {when}, which never holds here")

    for knob in searched.values():
        place(knob, ())
    return [knob for knob in placed.values() if knob is not None]


def narrow(knob: Knob, narrowing: Any, where: str) -> Knob:
    """The knob with the part of its domain that a study names."""
    if narrowing is None and knob.domain is not None:
        return knob
    match narrowing:
        case Mapping():
            domain = _narrow_range(knob, narrowing, where)
        case list() | tuple() if narrowing:
            values = tuple(dict.fromkeys(cast(knob, value, where) for value in narrowing))
            ordered = knob.kind in (int, float) and not isinstance(knob.domain, Choice)
            domain = Steps(tuple(sorted(values))) if ordered else Choice(values)
        case _:
            takes = "a list of values, or a table with low and high"
            raise InputError(f"{where}: {knob.name} cannot be searched over {shown(narrowing)}; it takes {takes}")
    return knob._replace(domain=domain)


def _narrow_range(knob: Knob, table: Mapping[str, Any], where: str) -> Domain:
    declared = knob.domain if isinstance(knob.domain, Range) else Range(0, 0)
    if unknown := set(table) - {"low", "high", "log", "resolution"}:
        raise InputError(
            f"{where}: {knob.name} has no {', '.join(sorted(unknown))}; a range takes low, high, log, resolution"
        )
    if knob.kind not in (int, float) or isinstance(knob.domain, Choice):
        raise InputError(f"{where}: {knob.name} is no number and takes a list of values, not a range")
    if not isinstance(knob.domain, Range) and not {"low", "high"} <= set(table):
        raise InputError(f"{where}: {knob.name} needs both low and high")
    low, high = (cast(knob, table.get(end, getattr(declared, end)), where) for end in ("low", "high"))
    log = cast(LOG, table.get("log", declared.log), f"{where}: {knob.name}")
    resolution = cast(RESOLUTION, table.get("resolution", declared.resolution), f"{where}: {knob.name}")
    if low > high or (log and low <= 0) or resolution < (1 if low == high else 2):
        raise InputError(
            f"{where}: {knob.name} cannot be searched from {word(low)} to {word(high)} with {resolution} points"
            + (" on a logarithmic scale" if log else "")
        )
    return Range(low, high, log, 1 if low == high else resolution, declared.accepts)


def numbers_only(name: str, space: Space, least: int) -> list[Knob]:
    """The knobs that a method for numbers moves; a space that it cannot search is refused."""
    if choices := [knob.name for knob in space.knobs if isinstance(knob.domain, Choice)]:
        raise InputError(
            f"optimiser {name}: it searches numbers only, but {', '.join(choices)} has values without order"
        )
    varying = [knob for knob in space.knobs if len(grid(knob)) > 1]
    if len(varying) < least:
        raise InputError(f"optimiser {name}: it needs at least {least} numbers that vary, the space has {len(varying)}")
    return varying
