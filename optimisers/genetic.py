"""A genetic algorithm over the knobs of a space, with DEAP's operators.

A gene is a number's place in its range, 0 to 1, or the place of a choice in its list.
"""

import random
from collections.abc import Hashable, Mapping
from typing import Annotated, Any, NamedTuple

import numpy as np
from deap import tools

from engine.errors import InputError
from engine.space import Choice, Range
from optimisers import evolution
from optimisers.evolution import Evolution, Scheme
from optimisers.space import Space, Values, grid, nearest, scale, start, unscale


class Params(NamedTuple):
    """Knobs of the genetic algorithm."""

    population: Annotated[int, Range(2, 1000, log=True), "members of a generation"] = 20
    selection: Annotated[str, Choice(("tournament", "truncation")), "how parents are chosen"] = "tournament"
    tournament: Annotated[int, Range(1, 20), "members of a tournament"] = 3
    survivors: Annotated[float, Range(0.05, 1.0), "share of a generation that truncation leaves as parents"] = 0.5
    replacement: Annotated[str, Choice(("generational", "steady")), "all at once, or one child for the worst"] = (
        "generational"
    )
    elites: Annotated[int, Range(0, 20), "best members that go on and play again"] = 1
    crossover: Annotated[str, Choice(("blend", "uniform", "one_point")), "how two parents mix"] = "blend"
    crossover_rate: Annotated[float, Range(0.0, 1.0), "chance of two parents"] = 0.7
    mutation: Annotated[str, Choice(("gaussian", "step")), "a shift of any size, or one step of the grid"] = "gaussian"
    mutation_rate: Annotated[float, Range(0.0, 1.0), "chance of a child to be mutated"] = 0.8
    gene_rate: Annotated[float, Range(0.01, 1.0), "chance of each further gene of such a child"] = 0.2
    sigma: Annotated[float, Range(0.01, 1.0, log=True), "of a gaussian shift, as a share of the range"] = 0.15


class Individual(list[float]):
    """Genes, one a knob."""


class VectorGenetics:
    """The knobs of a space as genes."""

    once = False

    def __init__(self, space: Space, params: Params):
        self.space, self.params = space, params
        self.numbers = [i for i, knob in enumerate(space.knobs) if not isinstance(knob.domain, Choice)]
        self.choices = [i for i, knob in enumerate(space.knobs) if isinstance(knob.domain, Choice)]

    def create(self, number: int) -> Individual:
        if number < len(self.space.starts):
            return self.encode(self.space.starts[number])
        return self.encode(self.space.sample(np.random.default_rng(random.getrandbits(64))))

    def encode(self, values: Mapping[str, Any]) -> Individual:
        """The genes of a point; a knob that is off has those of its start."""
        genes = Individual()
        for i, knob in enumerate(self.space.knobs):
            value = values.get(knob.name, start(knob))
            genes.append(float(grid(knob).index(value)) if i in self.choices else scale(knob, value))
        return genes

    def values(self, genome: Individual) -> Values:
        values = {}
        for i, (knob, gene) in enumerate(zip(self.space.knobs, genome, strict=True)):
            values[knob.name] = grid(knob)[int(gene)] if i in self.choices else unscale(knob, gene)
        return self.space.settle(values)

    def key(self, genome: Individual) -> Hashable:
        return tuple(self.values(genome).items())

    def burden(self, genome: Individual) -> float:
        return 0.0

    def cross(self, mother: Individual, father: Individual) -> Individual:
        child, other = Individual(mother), Individual(father)
        if self.params.crossover == "one_point" and len(child) > 1:
            return tools.cxOnePoint(child, other)[0]
        if self.params.crossover != "blend":
            return tools.cxUniform(child, other, 0.5)[0]
        mixed, _ = tools.cxBlend([child[i] for i in self.numbers], [other[i] for i in self.numbers], 0.5)
        for i, gene in zip(self.numbers, mixed, strict=True):
            child[i] = min(1.0, max(0.0, gene))
        for i in self.choices:
            child[i] = random.choice((child[i], other[i]))
        return child

    def mutate(self, genome: Individual) -> Individual:
        child = Individual(genome)
        forced = random.randrange(len(child)) if child else 0
        for i in range(len(child)):
            if i == forced or random.random() < self.params.gene_rate:
                child[i] = self._moved(i, child[i])
        return child

    def _moved(self, i: int, gene: float) -> float:
        """Another value of one gene."""
        knob = self.space.knobs[i]
        values = grid(knob)
        if i in self.choices:
            return float((int(gene) + random.randrange(1, max(2, len(values)))) % len(values))
        if self.params.mutation == "gaussian":
            return min(1.0, max(0.0, gene + random.gauss(0.0, self.params.sigma)))
        here = nearest(knob, unscale(knob, gene))
        return scale(knob, values[min(len(values) - 1, max(0, here + random.choice((-1, 1))))])


def scheme_of(params: Params) -> Scheme:
    """How the population lives, by the params."""
    rates = {"crossover": params.crossover_rate, "mutation": params.mutation_rate}
    return evolution.scheme_of(params, **rates, steady=params.replacement == "steady")


def make_genetic(space: Space, seed: int, budget: int, params: Params) -> Evolution:
    """The genetic algorithm."""
    if not isinstance(space, Space):
        raise InputError("optimiser ga: it searches knobs; for expressions use gp")
    return Evolution(VectorGenetics(space, params), scheme_of(params), seed)
