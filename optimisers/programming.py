"""Genetic programming of value functions, with DEAP's tree operators (Koza 1992; Robilliard, Fonlupt 2014).

Individuals are the expressions that agents run. For crossing and mutating they become DEAP's lists of primitives and
back. Of two expressions with the same values on a sample of positions only the first is ever played. With `alike=order`
neither is one that differs by a positive factor and a constant, which change no decision of a player that compares
values with each other. A hidden formula was found as well either way (24 seeds each: .930 ± .008 against .927 ± .016,
in generations .913 ± .020 against .919 ± .013), so the plain rule, right for every player, is the default.
"""

import functools
import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
from deap import gp

from engine.errors import InputError
from engine.expression import ARITY, Expression, Op, apply, constant, depth, feature, nodes, replace, size, subtree
from engine.expression_parse import parse
from engine.space import Choice, Range
from engine.value import evaluate
from optimisers.evolution import Evolution, scheme_of

OPERATORS = {
    "+": Op.ADD, "-": Op.SUB, "*": Op.MUL, "/": Op.DIV, "**": Op.POW, "min": Op.MIN, "max": Op.MAX, "neg": Op.NEG,
    "if": Op.IF, "<": Op.LT, "<=": Op.LE, ">": Op.GT, ">=": Op.GE, "==": Op.EQ, "!=": Op.NE,
}  # fmt: skip
SAMPLE = 64  # positions on which equal values mean equal expressions
DIGITS = 9  # to which they are compared
FRESH = None  # a terminal of DEAP's that becomes a constant drawn anew


@dataclass(frozen=True)
class Grammar:
    """What expressions are made of: features of a game; and those to begin with. Candidates have theirs as `name`."""

    features: tuple[str, ...]
    starts: tuple[str, ...] = ()
    name: str = "value"

    def __post_init__(self) -> None:
        if not self.features:
            raise InputError("grammar: it has no features, so there is nothing to evolve")
        assert len(self.points) == len(self.starts)  # refuses what cannot be read

    @functools.cached_property
    def points(self) -> tuple[dict[str, Expression], ...]:
        """What to begin with, as candidates have it."""
        return tuple({self.name: parse(text, self.features)} for text in self.starts)


class Params(NamedTuple):
    """Knobs of genetic programming. Defaults follow Robilliard and Fonlupt where they say so."""

    population: Annotated[int, Range(2, 1000, log=True), "members"] = 25
    tournament: Annotated[int, Range(1, 20), "members of a tournament"] = 2
    replacement: Annotated[str, Choice(("steady", "generational")), "one child for the worst, or all at once"] = (
        "steady"
    )
    elites: Annotated[int, Range(0, 20), "generational: best members that go on and play again"] = 2
    recheck: Annotated[float, Range(0.0, 0.5), "steady: share of evaluations in which the best plays again"] = 0.1
    crossover: Annotated[float, Range(0.0, 1.0), "chance of two parents"] = 0.6
    mutation: Annotated[float, Range(0.0, 1.0), "chance of a crossed child to be mutated too"] = 0.15
    point: Annotated[float, Range(0.0, 1.0), "share of point mutations: one node for another of its kind"] = 0.4
    subtree: Annotated[float, Range(0.0, 1.0), "share of mutations that grow a new subtree"] = 0.25
    constant: Annotated[float, Range(0.0, 1.0), "share of mutations that move a constant"] = 0.25
    hoist: Annotated[float, Range(0.0, 1.0), "share of mutations that keep only a subtree"] = 0.1
    operators: Annotated[str, "operators, with spaces between them"] = "+ - *"
    constants: Annotated[str, Choice(("grid", "free")), "constants on a grid, or any"] = "grid"
    alike: Annotated[
        str,
        Choice(("value", "order")),
        "not played again: a formula with the same values, or with the same up to factor and constant",
    ] = "value"
    constant_limit: Annotated[float, Range(0.1, 1000.0, log=True), "largest constant at first"] = 2.0
    constant_count: Annotated[int, Range(2, 1000, log=True), "points of their grid"] = 17
    first_depth: Annotated[int, Range(1, 10), "largest depth of the first generation"] = 4
    max_depth: Annotated[int, Range(1, 50), "depth limit"] = 8
    max_nodes: Annotated[int, Range(1, 1000, log=True), "node limit"] = 60
    parsimony: Annotated[float, Range(0.0, 0.1), "payoff that a node must earn"] = 0.0002


class ExpressionGenetics:
    """Expressions over a grammar, as genomes."""

    once = True
    space = None

    def __init__(self, grammar: Grammar, params: Params):
        self.grammar, self.params = grammar, params
        self.starts = [point[grammar.name] for point in grammar.points]
        self.grid = np.linspace(-params.constant_limit, params.constant_limit, params.constant_count).tolist()
        self.primitives = self._primitives()
        rng = np.random.default_rng(1)
        shape = (SAMPLE, len(grammar.features))
        self.sample = np.where(rng.random(shape) < 0.5, rng.integers(0, 20, shape), rng.normal(0, 10, shape))
        self._keys: dict[Expression, Hashable] = {}

    def _primitives(self) -> gp.PrimitiveSet:
        """The operators and leaves in DEAP's terms."""
        unknown = [word for word in self.params.operators.split() if word not in OPERATORS]
        if unknown or not self.params.operators.split():
            found = ", ".join(unknown) or "none"
            raise InputError(f"optimiser gp: operators are some of {' '.join(OPERATORS)}, with spaces; found {found}")
        primitives = gp.PrimitiveSet("value", 0)
        named = [OPERATORS[word] for word in self.params.operators.split()]
        given = [node.op for tree in self.starts for node in nodes(tree) if node.args]
        for op in dict.fromkeys(named + given):
            primitives.addPrimitive(op, ARITY[op], name=op.name)
        for _ in range(max(1, round(len(self.grid) / len(self.grammar.features)))):  # as many as constants
            for name in self.grammar.features:
                primitives.addTerminal(name)
        for number in self.grid:
            primitives.addTerminal(number if self.params.constants == "grid" else FRESH)
        return primitives

    def create(self, number: int) -> Expression:
        """One of the starts, else ramped half-and-half: every depth in turn, full and grown by turns."""
        if number < len(self.starts):
            return self.starts[number]
        height = 1 + (number // 2) % self.params.first_depth
        tree = gp.genFull(self.primitives, height, height) if number % 2 else gp.genGrow(self.primitives, 1, height)
        return self._fitting(self._expression(tree), None)

    def cross(self, mother: Expression, father: Expression) -> Expression:
        child, _ = gp.cxOnePoint(self.to_tree(mother), self.to_tree(father))
        return self._fitting(self._expression(child), mother)

    def mutate(self, genome: Expression) -> Expression:
        p = self.params
        ways = (self._point, self._subtree, self._constant, self._hoist)
        weights = (p.point, p.subtree, p.constant, p.hoist)
        way = random.choices(ways, weights if sum(weights) else (1, 1, 1, 1))[0]
        return self._fitting(way(genome), genome)

    def values(self, genome: Expression) -> Mapping[str, Any]:
        return {self.grammar.name: genome}

    def key(self, genome: Expression) -> Hashable:
        """Its values on the sample, rounded: the same for a + b and b + a, and where order counts for 2*(a + b) - 1."""
        if genome not in self._keys:
            results = evaluate(genome, self.grammar.features, self.sample)
            if self.params.alike == "order":
                spread = results.std()
                flat = spread <= 0.1**DIGITS * max(1.0, abs(results.mean()))
                results = np.zeros(SAMPLE) if flat else np.round((results - results.mean()) / spread, DIGITS)
            self._keys[genome] = tuple(float(f"{value:.{DIGITS}g}") + 0.0 for value in results)
        return self._keys[genome]

    def burden(self, genome: Expression) -> float:
        return self.params.parsimony * size(genome)

    def _point(self, genome: Expression) -> Expression:
        if not genome.args:
            return self._expression([random.choice(self.primitives.terminals[object])])
        return self._expression(gp.mutNodeReplacement(self.to_tree(genome), self.primitives)[0])

    def _subtree(self, genome: Expression) -> Expression:
        def grown(pset: gp.PrimitiveSet, type_: type) -> list[Any]:
            return gp.genGrow(pset, 0, 2, type_)

        return self._expression(gp.mutUniform(self.to_tree(genome), grown, self.primitives)[0])

    def _constant(self, genome: Expression) -> Expression:
        """One constant moved: a step or two along the grid, or by a share of its size."""
        places = [i for i, node in enumerate(nodes(genome)) if node.op in (Op.CONST, Op.WEIGHT)]
        if not places:
            return self._point(genome)
        place = random.choice(places)
        number = subtree(genome, place).number
        if self.params.constants == "free":
            return replace(genome, place, constant(tidy(number + random.gauss(0.0, 0.1 + 0.3 * abs(number)))))
        here = min(range(len(self.grid)), key=lambda i: abs(self.grid[i] - number))
        there = min(len(self.grid) - 1, max(0, here + random.choice((-2, -1, 1, 2))))
        return replace(genome, place, constant(self.grid[there]))

    def _hoist(self, genome: Expression) -> Expression:
        return subtree(genome, random.randrange(1, size(genome))) if genome.args else self._point(genome)

    def _fitting(self, child: Expression, parent: Expression | None) -> Expression:
        """The child, or its parent (a leaf where there is none) if it breaks a limit."""
        if depth(child) <= self.params.max_depth and size(child) <= self.params.max_nodes:
            return child
        return parent if parent is not None else feature(random.choice(self.grammar.features))

    def _expression(self, tree: Sequence[Any]) -> Expression:
        """DEAP's list of primitives as the expression that it is."""
        stack: list[Expression] = []
        for node in reversed(tree):
            if isinstance(node, gp.Primitive):
                stack.append(apply(Op[node.name], *(stack.pop() for _ in range(node.arity))))
            elif isinstance(node.value, Expression):
                stack.append(node.value)
            elif node.value is FRESH:
                limit = self.params.constant_limit
                stack.append(constant(tidy(random.uniform(-limit, limit))))
            else:
                stack.append(feature(node.value) if isinstance(node.value, str) else constant(node.value))
        return stack[0]

    def to_tree(self, genome: Expression) -> gp.PrimitiveTree:
        """The expression as DEAP's list of primitives, parents first. Weights become constants."""
        return gp.PrimitiveTree([to_primitive(node) for node in nodes(genome)])


def to_primitive(node: Expression) -> Any:
    """A node in DEAP's terms."""
    if node.args:
        return gp.Primitive(node.op.name, [object] * len(node.args), object)
    if node.op == Op.NET:
        return gp.Terminal(node, False, object)
    return gp.Terminal(node.name if node.op == Op.FEATURE else node.number, False, object)


def tidy(number: float) -> float:
    """A number that people can read."""
    return float(f"{number:.4g}")


def make_programming(grammar: Grammar, seed: int, budget: int, params: Params) -> Evolution:
    """Genetic programming."""
    if not isinstance(grammar, Grammar):
        raise InputError("optimiser gp: it evolves expressions over a grammar; for knobs use ga")
    scheme = scheme_of(params, steady=params.replacement == "steady")
    return Evolution(ExpressionGenetics(grammar, params), scheme, seed)
