"""Text to expression, safely: Python's parser reads it, a whitelist of it is taken, and nothing is ever evaluated."""

import ast
import threading
from collections.abc import Collection, Mapping

from engine.errors import InputError, hint, shown
from engine.expression import Expression, Op, apply, constant, feature, net, weight
from engine.network import read_network

MAX_TEXT = 20_000
PLY = "ply"  # every game has it: decisions since the position that is being thought about
OPERATORS: dict[type, Op] = {
    ast.Add: Op.ADD, ast.Sub: Op.SUB, ast.Mult: Op.MUL, ast.Div: Op.DIV, ast.Pow: Op.POW,
    ast.Lt: Op.LT, ast.LtE: Op.LE, ast.Gt: Op.GT, ast.GtE: Op.GE, ast.Eq: Op.EQ, ast.NotEq: Op.NE,
}  # fmt: skip
FUNCTIONS = {"min": Op.MIN, "max": Op.MAX}
PARSING = threading.Lock()  # Python 3.11 counts the depth of a tree in one place for all threads, and trips over it
SYNTAX = (
    'it takes numbers, features, {weight: default}, + - * / **, min, max, comparisons, `a if c else b`, net("file")'
)


def parse(text: str, names: Collection[str] | None = None, named: Mapping[str, Expression] | None = None) -> Expression:
    """The tree that `text` writes. `names` are the features there are (None: any); `named` stand for whole trees."""
    return Reader(text, names, named or {}).read(read_python(text).body)


def read_python(text: str) -> ast.Expression:
    """The syntax tree of one Python expression."""
    length = len(text)
    if length > MAX_TEXT:
        raise InputError(f"expression: {length} characters; at most {MAX_TEXT} are accepted")
    try:
        with PARSING:
            return ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        where = f" at column {error.offset}" if isinstance(error, SyntaxError) and error.offset else ""
        raise InputError(f"expression {shown(text)}: cannot be read{where}; {SYNTAX}") from None


class Reader:
    """Turns Python's syntax tree of one text into ours."""

    def __init__(self, text: str, names: Collection[str] | None, named: Mapping[str, Expression]):
        self.text, self.names, self.named = text, names, named

    def refuse(self, what: str) -> InputError:
        return InputError(f"expression {shown(self.text)}: {what}")

    def read(self, node: ast.expr) -> Expression:
        try:
            return self.tree(node)
        except RecursionError:
            raise self.refuse("cannot be read: it is nested too deeply") from None

    def tree(self, node: ast.expr) -> Expression:
        match node:
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return self.number(number)
            case ast.Name(id=name):
                return self.name(name)
            case ast.Dict(keys=[ast.Name(id=name)], values=[default]):
                return self.weight(name, self.tree(default))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return apply(Op.NEG, self.tree(operand))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return apply(OPERATORS[type(op)], self.tree(left), self.tree(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OPERATORS:
                return apply(OPERATORS[type(op)], self.tree(left), self.tree(right))
            case ast.IfExp(test=test, body=then, orelse=other):
                return apply(Op.IF, self.tree(test), self.tree(then), self.tree(other))
            case ast.Call(func=ast.Name(id=name), args=[first, second, *more], keywords=[]) if name in FUNCTIONS:
                return self.chain(FUNCTIONS[name], [first, second, *more])
            case ast.Call(func=ast.Name(id="net"), args=[ast.Constant(value=str(source))], keywords=[]):
                return self.network(source, None)
            case ast.Call(
                func=ast.Name(id="net"),
                args=[ast.Constant(value=str(source)), ast.Constant(value=str(output))],
                keywords=[],
            ):
                return self.network(source, output)
            case ast.Call(func=ast.Name(id="net")):
                found = shown(ast.unparse(node))
                raise self.refuse(f'{found} is not accepted; it is net("file") or net("file", "output")')
            case ast.BinOp(op=ast.BitXor()):
                raise self.refuse("a power is written ** and not ^")
            case ast.Call(func=ast.Name(id="change")):
                raise self.refuse("change(...) can only stand around the whole value")
        raise self.refuse(f"{shown(ast.unparse(node))} is not accepted; {SYNTAX}")

    def number(self, number: int | float) -> Expression:
        try:
            return constant(number)
        except (InputError, OverflowError):
            raise self.refuse(f"the number {shown(number)} is too large") from None

    def name(self, name: str) -> Expression:
        if self.names is None or name in self.names or name == PLY:
            return feature(name)
        if name in self.named:
            return self.named[name]
        known = sorted({*self.names, *self.named, PLY})
        raise self.refuse(f"unknown feature {shown(name)}; {hint(name, known)}")

    def network(self, source: str, output: str | None) -> Expression:
        network = read_network(source)
        for i, name in enumerate(network.features):
            if self.names is not None and name not in self.names and name != PLY:
                known = hint(name, [*self.names, PLY])
                raise InputError(f"{source}: inputs.{i}.feature: unknown feature {name!r}; {known}")
        try:
            return net(source, network, output)
        except InputError as error:
            raise InputError(f"{source}: {error}") from None

    def weight(self, name: str, default: Expression) -> Expression:
        if default.op != Op.CONST:
            raise self.refuse(f"the default of weight {name} must be a number")
        return weight(name, default.number)

    def chain(self, op: Op, args: list[ast.expr]) -> Expression:
        tree = self.tree(args[0])
        for arg in args[1:]:
            tree = apply(op, tree, self.tree(arg))
        return tree
