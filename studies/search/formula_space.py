"""Value functions as what a study searches over: the weights of a given formula, or the formula itself."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from agents.catalog import WEIGHT, PlayerSpec, find_agent
from engine.errors import InputError
from engine.expression import SIGNS, Expression, Op, number_text, weights
from engine.game import Game
from engine.simplify import simplify
from engine.space import Knob, Range, check_names
from engine.value import Value
from optimisers.programming import Grammar
from optimisers.space import Space, narrow
from studies.search.candidate_space import CandidateSpace
from studies.spec.players import VALUE, PlayerTemplate
from studies.spec.study import EvolvedPart

Values = Mapping[str, Any]
GRID = 25  # points between the ends of a weight's range


class ValueSpace(CandidateSpace):
    """A player of which the value function is searched."""

    def __init__(self, part: EvolvedPart, game: Game, where: str) -> None:
        template = PlayerTemplate(part.player, game)
        if not find_agent(template.agent).valued:
            raise InputError(f"{where}: {template.agent} strives for nothing, so it has no value function to evolve")
        if VALUE in template.settings and part.value:
            raise InputError(f"{where}: the value function is given twice, in player and in value")
        if part.value:
            template = PlayerTemplate(template.text({VALUE: part.value}), game)
        self.name, self.template = template.agent, template

    def settings(self, values: Values) -> Values:
        """The player's settings that these values stand for."""
        return values

    def player(self, values: Values) -> PlayerSpec:
        """The player that strives for this."""
        return self.template.spec(self.settings(values))

    def text(self, values: Values) -> str:
        """The same as text."""
        return self.template.text(self.settings(values))

    def value(self, values: Values) -> Value:
        """What it strives for."""
        value = self.player(values).value
        assert value is not None
        return value


class Weights(ValueSpace):
    """The named weights of a formula."""

    def __init__(self, part: EvolvedPart, game: Game, where: str) -> None:
        super().__init__(part, game, where)
        value = self.value({})
        defaults = weights(value.expression)
        if not defaults:
            raise InputError(f"{where}: there is no weight in {str(value)!r}; write one as {{name: default}}")
        check_names(defaults, part.space, f"{where}: weights")
        searched = part.space or dict.fromkeys(defaults)
        knobs = (weight_knob(name, defaults[name], searched[name], part, where) for name in searched)
        self.default: Values = {name: defaults[name] for name in searched}
        self.domain = Space(tuple(knobs)).starting_at(tables_of(part, self.default), f"{where}: start")
        self.knobs: Space | None = self.domain

    def settings(self, values: Values) -> Values:
        """The weights as a player's settings."""
        return {WEIGHT + name: value for name, value in values.items()}

    def describe(self) -> list[str]:
        """The weights and their domains."""
        lines = [f"  {knob.name:<24} {knob.domain}, default {knob.default:g}" for knob in self.domain.knobs]
        return [f"weights    {len(lines)}", *lines]


def tables_of(part: EvolvedPart, default: Values) -> list[Values]:
    """Weights to be tried first: the default ones, and those of the study, each on top of the default."""
    for given in part.start:
        if not isinstance(given, dict):
            raise InputError(f"candidate.start: takes tables of weights, found {given!r}")
    return [default, *({**default, **given} for given in part.start)]


def weight_knob(name: str, default: float, narrowing: Any, part: EvolvedPart, where: str) -> Knob:
    """A weight with its range: from nothing to some times its default, or as the study says."""
    low, high = sorted((0.0, part.spread * default)) if default else (-part.spread, part.spread)
    knob = Knob(name, float, default, Range(low, high, resolution=GRID, accepts=(-1e9, 1e9)), "weight", None)
    return narrow(knob, narrowing, f"{where}: weights")


class Formula(ValueSpace):
    """A formula over the game's features."""

    knobs: Space | None = None

    def __init__(self, part: EvolvedPart, game: Game, where: str) -> None:
        super().__init__(part, game, where)
        check_names(dict.fromkeys(game.FEATURES), part.features, f"{where}: features")
        if part.value or part.space:
            raise InputError(f"{where}: value and space belong to weights; formulas to begin with go under start")
        if wrong := [text for text in part.start if not isinstance(text, str)]:
            raise InputError(f"{where}: start takes formulas as text, found {wrong[0]!r}")
        self.domain = Grammar(tuple(part.features or game.FEATURES), tuple(part.start), VALUE)
        value = self.value({})
        self.default: Values = {VALUE: value if value.change else value.expression}

    def describe(self) -> list[str]:
        """What formulas are made of."""
        return [f"features   {len(self.domain.features)}: {', '.join(self.domain.features)}"]


class Branch(NamedTuple):
    """A node of a formula, to be drawn."""

    label: str
    branches: tuple["Branch", ...]


def as_branch(tree: Expression) -> Branch:
    """A formula to be drawn."""
    match tree.op:
        case Op.CONST:
            label = number_text(tree.number)
        case Op.FEATURE | Op.NET:
            label = tree.name
        case Op.WEIGHT:
            label = f"{tree.name}: {number_text(tree.number)}"
        case _:
            label = SIGNS.get(tree.op, tree.op.name.lower()).strip()
    return Branch(label, tuple(as_branch(arg) for arg in tree.args))


def shortest(value: Value) -> str:
    """The value function in its shortest form, weights filled in."""
    simple = simplify(fill_in(value.expression))
    return str(Value(simple, value.change))


def fill_in(tree: Expression) -> Expression:
    """The formula with its weights as plain numbers."""
    if tree.op == Op.WEIGHT:
        return Expression(Op.CONST, number=tree.number)
    return replace(tree, args=tuple(fill_in(arg) for arg in tree.args))
