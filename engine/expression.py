"""Evaluation functions as data: immutable trees over named features, that print as people write them.

`100*winloss + {points: 1.5}*points if lead > 0 else min(gold, 3)**2`: numbers, features of a game, named weights with
their defaults in braces, + - * / **, min, max, comparisons (1 or 0) and `a if c else b` (a where c is above zero).
`net("file")` is a network over the features (engine.network): a leaf, whatever is inside.

Every operator is protected, so that any tree gives a finite number on any position:
- a / b is 1 where b is (nearly) zero;
- a ** b takes |a| where a is negative and b not whole, and 0 ** b is 1 for b <= 0;
- results are cut off at plus and minus 1e150.
"""

import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import replace as replaced
from enum import IntEnum

from engine.errors import InputError
from engine.network import Network

LIMIT = 1e150  # so that a product of two values is still a number
MOST_NAMED = 40  # weights in an error's list


class Op(IntEnum):
    """What a node does; also the numbers of the program that compiled code runs."""

    CONST = 0
    FEATURE = 1
    NET = 2
    WEIGHT = 3
    NEG = 4
    ADD = 5
    SUB = 6
    MUL = 7
    DIV = 8
    POW = 9
    MIN = 10
    MAX = 11
    LT = 12
    LE = 13
    GT = 14
    GE = 15
    EQ = 16
    NE = 17
    IF = 18  # condition, then, else


ARITY = {op: 0 if op <= Op.WEIGHT else 1 if op == Op.NEG else 3 if op == Op.IF else 2 for op in Op}
SIGNS = {
    Op.ADD: " + ", Op.SUB: " - ", Op.MUL: "*", Op.DIV: "/", Op.POW: "**",
    Op.LT: " < ", Op.LE: " <= ", Op.GT: " > ", Op.GE: " >= ", Op.EQ: " == ", Op.NE: " != ",
}  # fmt: skip
COMPARISONS = (Op.LT, Op.LE, Op.GT, Op.GE, Op.EQ, Op.NE)
BINDING = {  # how tightly an operator holds its operands, as in Python
    **dict.fromkeys(Op, 9),
    Op.IF: 0,
    **dict.fromkeys(COMPARISONS, 1),
    **dict.fromkeys((Op.ADD, Op.SUB), 2),
    **dict.fromkeys((Op.MUL, Op.DIV), 3),
    Op.NEG: 4,
    Op.POW: 5,
}


@dataclass(frozen=True, slots=True)
class Expression:
    """One node and what hangs below it. Make them with `constant`, `feature`, `weight`, `net` and `apply`."""

    op: Op
    args: tuple["Expression", ...] = ()
    name: str = ""  # of a feature or a weight; how a network is written
    number: float = 0.0  # a constant, a weight's default, or which output of a network
    network: Network | None = None

    def __str__(self) -> str:
        return show(self)


def constant(number: float) -> Expression:
    """A number."""
    number = float(number)
    if not abs(number) <= LIMIT:
        raise InputError(f"expression: {number} is out of bounds; numbers go up to {LIMIT:g}")
    return Expression(Op.CONST, number=number + 0.0)  # no negative zero: it would not print as a tree of its own


def feature(name: str) -> Expression:
    """A named attribute of the position."""
    return Expression(Op.FEATURE, name=name)


def weight(name: str, default: float) -> Expression:
    """A number that can be tuned by name."""
    return Expression(Op.WEIGHT, name=name, number=constant(default).number)


def net(source: str, network: Network, output: str | None = None) -> Expression:
    """An output of a network, which need not be named if it is the only one; `source` is where it was read."""
    named = f", {json.dumps(output)}" if output else ""
    place = network.output_index(output)
    return Expression(Op.NET, name=f"net({json.dumps(source)}{named})", number=float(place), network=network)


def apply(op: Op, *args: Expression) -> Expression:
    """An operator on its operands; the negative of a number is a number."""
    if len(args) != ARITY[op]:
        raise InputError(f"expression: {op.name.lower()} takes {ARITY[op]} operands, got {len(args)}")
    if op == Op.NEG and args[0].op == Op.CONST:
        return constant(-args[0].number)
    return Expression(op, tuple(args))


def nodes(tree: Expression) -> Iterator[Expression]:
    """Every node, parents before children, left before right: the order that subtree numbers count in."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.args))


def size(tree: Expression) -> int:
    """The number of nodes."""
    return sum(1 for _ in nodes(tree))


def depth(tree: Expression) -> int:
    """Edges on the longest way down; a leaf has none."""
    return 1 + max(map(depth, tree.args)) if tree.args else 0


def subtree(tree: Expression, index: int) -> Expression:
    """The `index`-th node of `nodes` with all below it."""
    for i, node in enumerate(nodes(tree)):
        if i == index:
            return node
    raise IndexError(f"the expression has no node {index}")


def replace(tree: Expression, index: int, new: Expression) -> Expression:
    """The tree with its `index`-th subtree exchanged for `new`."""
    if index == 0:
        return new
    index -= 1
    for i, arg in enumerate(tree.args):
        inside = size(arg)
        if index < inside:
            return apply(tree.op, *tree.args[:i], replace(arg, index, new), *tree.args[i + 1 :])
        index -= inside
    raise IndexError("the expression has fewer nodes than that")


def features(tree: Expression) -> list[str]:
    """The distinct features, those that networks look at too, in order of first use."""
    found: dict[str, None] = {}
    for node in nodes(tree):
        found |= dict.fromkeys([node.name] if node.op == Op.FEATURE else node.network.features if node.network else ())
    return list(found)


def named_networks(tree: Expression) -> dict[str, Network]:
    """The distinct networks, by the names that their weights begin with: net, net2, net3 ..."""
    found = dict.fromkeys(node.network for node in nodes(tree) if node.network is not None)
    return {f"net{i}" if i > 1 else "net": network for i, network in enumerate(found, 1)}


def weights(tree: Expression) -> dict[str, float]:
    """Named weights and their defaults, then those of networks."""
    found: dict[str, float] = {}
    for node in nodes(tree):
        if node.op == Op.WEIGHT and found.setdefault(node.name, node.number) != node.number:
            raise InputError(f"expression: weight {node.name} has two defaults, {found[node.name]} and {node.number}")
    for name, network in named_networks(tree).items():
        found |= network.weights(name)
    return found


def with_weights(tree: Expression, values: Mapping[str, float]) -> Expression:
    """The tree with new defaults for some of its weights."""
    known = weights(tree)
    for name in values:
        if name not in known:
            some = ", ".join(itertools.islice(known, MOST_NAMED)) + (" ..." if len(known) > MOST_NAMED else "")
            raise InputError(f"value {tree}: there is no weight {name!r}; it has {some or 'none'}")
    changed: dict[Network | None, Network] = {}
    for name, network in named_networks(tree).items():
        if own := {key: value for key, value in values.items() if key.startswith(f"{name}.")}:
            changed[network] = network.with_weights(name, own)

    def filled(node: Expression) -> Expression:
        if node.op == Op.WEIGHT:
            return weight(node.name, values.get(node.name, node.number))
        if node.network in changed:
            return replaced(node, network=changed[node.network])
        return apply(node.op, *map(filled, node.args)) if node.args else node

    return filled(tree)


def show(tree: Expression) -> str:
    """The tree as text, with no more parentheses than it needs to be read back as the same tree."""
    match tree.op:
        case Op.CONST:
            return number_text(tree.number)
        case Op.FEATURE | Op.NET:
            return tree.name
        case Op.WEIGHT:
            return f"{{{tree.name}: {number_text(tree.number)}}}"
        case Op.NEG:
            return "-" + inside(tree.args[0], BINDING[Op.NEG])
        case Op.MIN | Op.MAX:
            return f"{tree.op.name.lower()}({', '.join(show(arg) for arg in chained(tree))})"
        case Op.IF:
            condition, then, other = tree.args
            return f"{inside(then, 1)} if {inside(condition, 1)} else {inside(other, 0)}"
        case Op.POW:  # holds its left operand more tightly than its right one, which may carry a sign
            return f"{inside(tree.args[0], BINDING[Op.POW] + 1)}**{inside(tree.args[1], BINDING[Op.NEG])}"
    left, right = tree.args
    hold = BINDING[tree.op]
    left_hold = hold + 1 if tree.op in COMPARISONS else hold
    return f"{inside(left, left_hold)}{SIGNS[tree.op]}{inside(right, hold + 1)}"


def inside(tree: Expression, hold: int) -> str:
    """An operand as text, in parentheses if it binds less tightly than `hold`."""
    negative = tree.op == Op.CONST and tree.number < 0
    return f"({show(tree)})" if (BINDING[Op.NEG] if negative else BINDING[tree.op]) < hold else show(tree)


def chained(tree: Expression) -> list[Expression]:
    """min(min(a, b), c) as a, b, c: how it is written."""
    left, right = tree.args
    return [*(chained(left) if left.op == tree.op else [left]), right]


def number_text(number: float) -> str:
    """The shortest text that reads back as the same number."""
    return str(int(number)) if number == int(number) and abs(number) < 1e15 else repr(number)
