"""Value functions: what agents strive for, as text, as a tree, and as the program that compiled code runs.

A value is an expression over the game's features, or `change(expression)`: how much a move changed it for its mover.
The first values positions (Bravi et al. 2019), the second moves (Hepworth 2016). `ply` counts decisions since the
position that is being thought about, so that `change((...)*0.9**ply)` is worth less the further away it is.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engine.errors import InputError
from engine.expression import Expression, Op, features, nodes, with_weights
from engine.expression_parse import PLY, Reader, read_python
from engine.game import Game
from engine.interpreter import LOAD, ON_STACK, PLY_INDEX, PROGRAM_HEADER, tabulate


class Value(NamedTuple):
    """What an agent strives for."""

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
    """The value that `text` names or writes, over the features and the named values of a game."""
    if text not in game.FEATURES:
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


def default_value(game: Game) -> str:
    """The name of what agents strive for when nobody says otherwise."""
    return "default" if "default" in game.values else game.FEATURES[0]


def compile_value(value: Value | Expression, names: Sequence[str]) -> np.ndarray:
    """The program of a value over the features `names` (a game's FEATURES, or the columns of a table)."""
    tree, change = value if isinstance(value, Value) else (value, False)
    used = features(tree)
    places = {name: i for i, name in enumerate(names)} | ({} if PLY in names else {PLY: PLY_INDEX})
    for name in used:
        if name not in places:
            raise InputError(f"value {tree}: unknown feature {name!r}; there are {', '.join(names)}")
    table: dict[str | float, int] = {}  # features by name, then constants by value
    start = PROGRAM_HEADER + len(used)
    for name in used:
        table[name] = start + len(table)
    for node in nodes(tree):
        if node.op in (Op.CONST, Op.WEIGHT):
            table.setdefault(node.number, start + len(table))
    tokens: list[float] = []
    room = emit(tree, table, tokens)
    head = [float(change), len(used), start, start + len(table), start + len(table) + len(tokens)]
    constants = [key for key in table if not isinstance(key, str)]
    return np.array([*head, *(places[name] for name in used), *[0.0] * len(used), *constants, *tokens, *[0.0] * room])


def emit(node: Expression, table: Mapping[str | float, int], tokens: list[float]) -> int:
    """Append the tokens of `node` and return how much stack they need."""
    if not node.args:
        tokens += [LOAD, table[node.name if node.op == Op.FEATURE else node.number]]
        return 1
    *first, last = node.args
    room = max((emit(arg, table, tokens) + i for i, arg in enumerate(first)), default=0)
    if last.args or not first:
        room = max(room, emit(last, table, tokens) + len(first))
        tokens += [node.op, ON_STACK]
    else:
        tokens += [node.op, table[last.name if last.op == Op.FEATURE else last.number]]
    return room


def evaluate(tree: Expression, names: Sequence[str], rows: np.ndarray) -> np.ndarray:
    """The expression on every row of `rows`, whose columns are `names`."""
    out = np.empty(len(rows))
    tabulate(compile_value(tree, names), np.ascontiguousarray(rows, np.float64), out)
    return out
