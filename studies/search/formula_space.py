"""Value functions as what a study searches over: the weights of a given formula, the formula itself, a network."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from agents.catalog import WEIGHT, PlayerSpec, find_agent
from engine.catalog import find_game
from engine.errors import InputError
from engine.expression import Expression, Op, named_networks, weights
from engine.network import Network
from engine.simplify import simplify
from engine.space import Knob, Range, check_names
from engine.value import Value, parse_value
from optimisers.programming import Grammar
from optimisers.space import Space, narrow
from studies.play.setup import GameSetup
from studies.search.candidate_space import CandidateSpace
from studies.spec.players import VALUE, PlayerTemplate, Values
from studies.spec.study import EvolvedPart, LearntPart

GRID = 25  # points between the ends of a weight's range
MOST_DRAWN = 60  # weights beyond which they are neither listed nor drawn one by one
ROUND = "round"  # of the network that a candidate strives for; 0: none
NET = re.compile(r"\bnet\b(?!\s*\()")


class ValueSpace(CandidateSpace):
    """A player of which the value function is searched."""

    def __init__(self, player: str, value: str, setup: GameSetup, where: str) -> None:
        self.game = game = find_game(setup.game)
        template = PlayerTemplate(player, game)
        if not find_agent(template.agent).valued:
            raise InputError(f"{where}: {template.agent} strives for nothing, so it has no value function to replace")
        if VALUE in template.settings and value:
            raise InputError(f"{where}: the value function is given twice, in player and in value")
        if value:
            template = PlayerTemplate(template.text({VALUE: value}), game)
        self.name, self.template = template.agent, template

    def settings(self, values: Values) -> Values:
        """The player's settings that these values stand for."""
        return values

    def player(self, values: Values) -> PlayerSpec:
        """The player that strives for this."""
        return self.template.spec(self.settings(values))

    def text(self, values: Values) -> str:
        """The player that strives for this, as text."""
        return self.template.text(self.settings(values))

    def value(self, values: Values) -> Value:
        """The value function of a candidate."""
        value = self.player(values).value
        assert value is not None
        return value


class Weights(ValueSpace):
    """The named weights of a formula, and all weights of its networks."""

    def __init__(self, part: EvolvedPart, setup: GameSetup, where: str) -> None:
        super().__init__(part.player, part.value, setup, where)
        value = self.value({})
        defaults = weights(value.expression)
        if not defaults:
            raise InputError(f"{where}: there is no weight in {str(value)!r}; write one as {{name: default}}")
        check_names(defaults, part.space, f"{where}: weights")
        searched = part.space or dict.fromkeys(defaults)
        sizes = {name: size_of(network) for name, network in named_networks(value.expression).items()}
        knobs = (
            weight_knob(name, defaults[name], searched[name], sizes.get(name.partition(".")[0]), part.spread, where)
            for name in searched
        )
        self.default: Values = {name: defaults[name] for name in searched}
        self.domain = Space(tuple(knobs)).starting_at(tables_of(part, self.default), f"{where}: start")
        self.knobs: Space | None = self.domain if len(searched) <= MOST_DRAWN else None

    def settings(self, values: Values) -> Values:
        """The weights as a player's settings."""
        return {WEIGHT + name: value for name, value in values.items()}

    def describe(self) -> list[str]:
        """The weights and their domains."""
        lines = [f"  {knob.name:<24} {knob.domain}, default {knob.default:g}" for knob in self.domain.knobs]
        return [f"weights    {len(lines)}", *lines[:MOST_DRAWN], *(["  ..."] if len(lines) > MOST_DRAWN else [])]


def tables_of(part: EvolvedPart, default: Values) -> list[Values]:
    """Weights to be tried first: the default ones, and those of the study, each on top of the default."""
    for given in part.start:
        if not isinstance(given, dict):
            raise InputError(f"candidate.start: takes tables of weights, found {given!r}")
    return [default, *({**default, **given} for given in part.start)]


def size_of(network: Network) -> float:
    """How large a network's weights are: the root of their mean square; 1 if all are zero."""
    return float(np.sqrt(np.mean(np.square(list(network.weights("").values()))))) or 1.0


def weight_knob(name: str, default: float, narrowing: Any, size: float | None, spread: float, where: str) -> Knob:
    """A weight with its range: as the study says, or from nothing to some times its default.

    A weight of a network may change its sign: its range is to both sides of its default, in parts of their `size`.
    """
    if size is not None:
        low, high = default - (spread - 1) * size, default + (spread - 1) * size
    else:
        low, high = sorted((0.0, spread * default)) if default else (-spread, spread)
    knob = Knob(name, float, default, Range(low, high, resolution=GRID, accepts=(-1e9, 1e9)), "weight", None)
    return narrow(knob, narrowing, f"{where}: weights")


class Formula(ValueSpace):
    """A formula over the game's features."""

    knobs: Space | None = None

    def __init__(self, part: EvolvedPart, setup: GameSetup, where: str) -> None:
        super().__init__(part.player, part.value, setup, where)
        check_names(dict.fromkeys(self.game.FEATURES), part.features, f"{where}: features")
        if part.value or part.space:
            raise InputError(f"{where}: value and space belong to weights; formulas to begin with go under start")
        if wrong := [text for text in part.start if not isinstance(text, str)]:
            raise InputError(f"{where}: start takes formulas as text, found {wrong[0]!r}")
        self.domain = Grammar(tuple(part.features or self.game.FEATURES), tuple(part.start), VALUE)
        value = self.value({})
        self.default: Values = {VALUE: value if value.change else value.expression}

    def describe(self) -> list[str]:
        """The features of formulas."""
        return [f"features   {len(self.domain.features)}: {', '.join(self.domain.features)}"]


class Networks(ValueSpace):
    """A network that a study learns, round by round; the candidate is the number of a round."""

    domain = knobs = None

    def __init__(self, part: LearntPart, setup: GameSetup, where: str) -> None:
        super().__init__(part.player, "", setup, where)
        if not NET.search(part.value):
            raise InputError(f"{where}: value = {part.value!r} is not accepted; it takes a value with net in it")
        parse_value(NET.sub("1", part.value), self.game)
        self.default: Values = {ROUND: 0}
        self.form = part.value
        self.home = Path()  # where the networks' files are

    def file(self, number: int) -> Path:
        """The file of a round's network."""
        return self.home / f"network-{number}.json"

    def settings(self, values: Values) -> Values:
        """The setting of the player's value function."""
        if not values.get(ROUND):
            return {}
        return {VALUE: NET.sub(lambda _: f"net({json.dumps(str(self.file(values[ROUND])))})", self.form)}

    def describe(self) -> list[str]:
        """The value with the network, and that of the default."""
        return [f"value      {self.form} in place of {self.value(self.default)}"]


def shortest(value: Value) -> str:
    """The value function in its shortest form, weights filled in."""
    simple = simplify(fill_in(value.expression))
    return str(Value(simple, value.change))


def fill_in(tree: Expression) -> Expression:
    """The formula with its weights as plain numbers."""
    if tree.op == Op.WEIGHT:
        return Expression(Op.CONST, number=tree.number)
    return replace(tree, args=tuple(fill_in(arg) for arg in tree.args))
