"""A space as Optuna knows it."""

from collections.abc import Mapping
from typing import Any

from optuna.distributions import BaseDistribution

from engine.space import Knob, Steps
from optimisers.space import Space, Values, distribution, grid


def to_optuna(knob: Knob, value: Any) -> Any:
    """A value as Optuna's distribution has it."""
    return grid(knob).index(value) if isinstance(knob.domain, Steps) else value


def from_optuna(knob: Knob, value: Any) -> Any:
    """The value that Optuna's one stands for."""
    return grid(knob)[value] if isinstance(knob.domain, Steps) else value


def distributions(space: Space) -> dict[str, BaseDistribution]:
    """Every knob's distribution by name."""
    return {knob.name: distribution(knob) for knob in space.knobs}


def params_of(space: Space, point: Mapping[str, Any]) -> dict[str, Any]:
    """A point as an Optuna trial has it."""
    return {name: to_optuna(space[name], value) for name, value in point.items()}


def point_of(space: Space, params: Mapping[str, Any]) -> Values:
    """The point that the parameters of an Optuna trial stand for."""
    known = {name: from_optuna(space[name], value) for name, value in params.items()}
    return space.settle(known)


def conditions(space: Space) -> dict[str, tuple[str, tuple[Any, ...]]]:
    """Which knob depends on which values of another, in Optuna's values."""
    found = {}
    for knob in space.knobs:
        if knob.when is not None:
            parent = space[knob.when.knob]
            values = [value for value in grid(parent) if value in knob.when.values]
            found[knob.name] = (parent.name, tuple(to_optuna(parent, value) for value in values))
    return found
