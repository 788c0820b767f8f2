"""Value functions: what agents strive for, as text, as a tree, and as the program that compiled code runs.

A value is an expression over the game's features, or `change(expression)`: how much a move changed it for its mover.
The first values positions (Bravi et al. 2019), the second moves (Hepworth 2016). `ply` counts decisions since the
position that is being thought about, so that `change((...)*0.9**ply)` is worth less the further away it is. A network
over the features (engine.network) is a value, `@net.json`, and a part of one, `100*winloss + net("net.json")`.
"""

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engine.errors import InputError
from engine.expression import Expression, Op, features, nodes, with_weights
from engine.expression_parse import PLY, Reader, read_python
from engine.forward import section
from engine.game import Game
from engine.interpreter import LOAD, ON_STACK, PLY_INDEX, PROGRAM_HEADER, tabulate
from engine.network import Network

Entry = str | float | tuple[Network, int]  # of a program's table: a feature, a constant, an output of a network
FILE = "@"


class Value(NamedTuple):
    """A value function: what an agent strives for."""

    expression: Expression
    change: bool = False

    def __str__(self) -> str:
        return f"change({self.expression})" if self.change else str(self.expression)


class Named(Mapping[str, Expression]):
    """A game's named values, as parts of another one; those that value moves only fit into one that does so too."""

    def __init__(self, game: Game, change: bool):
        self.game, self.change = game, change

    def __getitem__(self, name: str) -> Expression:
        value = parse_value(self.game.values[name], self.game)
        if value.change and not self.change:
            raise InputError(f"value: {name} is {value}, which values moves; write change(...) around the whole")
        return value.expression

    def __iter__(self) -> Iterator[str]:
        return iter(self.game.values)

    def __len__(self) -> int:
        return len(self.game.values)


def parse_value(text: str, game: Game) -> Value:
    """The value that `text` names or writes, over the features and the named values of a game; @file is a network."""
    if text.startswith(FILE):
        text = f"net({json.dumps(text.removeprefix(FILE).strip())})"
    elif text not in game.FEATURES:
        text = game.values.get(text, text)
    body = read_python(text).body
    change = isinstance(body, ast.Call) and isinstance(body.func, ast.Name) and body.func.id == "change"
    if change:
        if len(body.args) != 1 or body.keywords:  # type: ignore[attr-defined]
            raise InputError(f"value {text!r}: change(...) takes one expression")
        body = body.args[0]  # type: ignore[attr-defined]
    return Value(Reader(text, game.FEATURES, Named(game, change)).read(body), change)


def value_of(given: Value | Expression | str, game: Game, weights: Mapping[str, float]) -> Value:
    """A value that is given as one, as its expression or as text, with its weights filled in."""
    if isinstance(given, Expression):
        given = Value(given)
    value = parse_value(given, game) if isinstance(given, str) else given
    return Value(with_weights(value.expression, weights), value.change)


def default_value(game: Game, agent: str = "") -> str:
    """What an agent, or any, strives for when nobody says otherwise: a name or an expression."""
    usual = "default" if "default" in game.values else game.FEATURES[0]
    return game.agent_defaults.get(agent, {}).get("value", usual)


def compile_value(value: Value | Expression, names: Sequence[str]) -> np.ndarray:
    """The program of a value over the features `names` (a game's FEATURES, or the columns of a table)."""
    tree, change = value if isinstance(value, Value) else (value, False)
    used = sorted(features(tree), key=PLY.__eq__)  # which comes last
    places = {name: i for i, name in enumerate(names)} | ({} if PLY in names else {PLY: PLY_INDEX})
    for name in used:
        if name not in places:
            raise InputError(f"value {tree}: unknown feature {name!r}; there are {', '.join(names)}")
    leaves = [node for node in nodes(tree) if not node.args]
    constants = dict.fromkeys(node.number for node in leaves if node.op in (Op.CONST, Op.WEIGHT))
    outputs = dict.fromkeys(entry(node) for node in leaves if node.op == Op.NET)
    start = PROGRAM_HEADER + len(used)
    table: dict[Entry, int] = {key: start + i for i, key in enumerate([*used, *constants, *outputs])}
    first = start + len(table)
    networks = emit_networks(leaves, table, first)
    tokens: list[float] = []
    room = emit(tree, table, tokens)
    head = [float(change), len(used), start, first, first + len(networks), first + len(networks) + len(tokens)]
    values = [*[0.0] * len(used), *constants, *[0.0] * len(outputs)]
    return np.array([*head, *(places[name] for name in used), *values, *networks, *tokens, *[0.0] * room])


def entry(leaf: Expression) -> Entry:
    """Under which key a leaf has its place in the table: equal ones share it."""
    if leaf.network is not None:
        return leaf.network, int(leaf.number)
    return leaf.name if leaf.op == Op.FEATURE else leaf.number


def emit_networks(leaves: Sequence[Expression], table: Mapping[Entry, int], start: int) -> list[float]:
    """The sections of all networks, each once, from place `start` on."""
    numbers: list[float] = []
    for network in dict.fromkeys(leaf.network for leaf in leaves if leaf.network is not None):
        outputs = {unit: table[network, unit] for unit in range(len(network.outputs)) if (network, unit) in table}
        inputs = [table[name] for name in network.features]
        numbers += section(network, start + len(numbers), inputs, outputs)
    return numbers


def emit(node: Expression, table: Mapping[Entry, int], tokens: list[float]) -> int:
    """Append the tokens of `node` and return how much stack they need."""
    if not node.args:
        tokens += [LOAD, table[entry(node)]]
        return 1
    *first, last = node.args
    room = max((emit(arg, table, tokens) + i for i, arg in enumerate(first)), default=0)
    if last.args or not first:
        room = max(room, emit(last, table, tokens) + len(first))
        tokens += [node.op, ON_STACK]
    else:
        tokens += [node.op, table[entry(last)]]
    return room


def evaluate(tree: Expression, names: Sequence[str], rows: np.ndarray) -> np.ndarray:
    """The expression on every row of `rows`, whose columns are `names`."""
    out = np.empty(len(rows))
    tabulate(compile_value(tree, names), np.ascontiguousarray(rows, np.float64), out)
    return out
