"""Evolution against rivals that evolve too: two populations, or one against a growing pool of its own champions.

The champion of every generation enters its side's hall of fame. The members of a generation all meet the same rivals:
the latest champion of the other side and some of its earlier ones, so that old lessons are not forgotten. Merit counts
the games of one generation only, because those of another were played against others.
"""

import random
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from engine.space import Range
from optimisers import genetic, programming
from optimisers.evolution import Evolution, chance, scheme_of, trusted
from optimisers.genetic import VectorGenetics
from optimisers.optimiser import Method, Outcome, Proposal
from optimisers.programming import ExpressionGenetics, Grammar
from optimisers.space import Space


class Params(NamedTuple):
    """Knobs of coevolution. What else evolves, and how, is as in ga (knobs) and gp (expressions)."""

    population: Annotated[int, Range(2, 1000, log=True), "members of a generation, on each side"] = 16
    rivals: Annotated[int, Range(1, 20), "champions that a generation meets"] = 2
    tournament: Annotated[int, Range(1, 20), "members of a tournament"] = 3
    elites: Annotated[int, Range(0, 20), "best members that go on and play again"] = 2
    crossover: Annotated[float, Range(0.0, 1.0), "chance of two parents"] = 0.7
    mutation: Annotated[float, Range(0.0, 1.0), "chance of a crossed child to be mutated too"] = 0.5


class Coevolution(Method):
    """Evolution of one population, or of two by turns."""

    duels = True

    def __init__(self, sides: list[Evolution], rivals: int, seed: int):
        self.sides, self.rivals, self.seed = sides, rivals, seed
        self.halls: list[list[int]] = [[] for _ in sides]  # side -> candidates, the first champion first
        self.crowned = [-1] * len(sides)  # side -> the last generation that has a champion
        self.met: dict[tuple[int, int], tuple[int, ...]] = {}  # side and generation -> its rivals

    def propose(self, number: int) -> Proposal:
        side, own = number % len(self.sides), number // len(self.sides)
        evolution = self.sides[side]
        proposal = evolution.propose(own)
        generation = evolution.generation(own)
        if (side, generation) not in self.met:
            self.met[side, generation] = self._rivals(side, generation)
        note = {**proposal.note, "side": side}
        return Proposal(proposal.values, proposal.deals, self.met[side, generation], note)

    def learn(self, number: int, outcome: Outcome) -> None:
        side, own = number % len(self.sides), number // len(self.sides)
        evolution = self.sides[side]
        evolution.learn(own, outcome)
        generation = evolution.generation(own)
        if len(evolution.told[generation]) == evolution.scheme.population:
            champion = evolution.ranking(generation)[0].number * len(self.sides) + side
            self.crowned[side] = generation
            self.halls[side] = [other for other in self.halls[side] if other != champion] + [champion]

    def best(self, n: int) -> list[Mapping[str, Any]]:
        """The best of the last whole generation of any side; before there is one, the best so far."""
        members = [
            member
            for evolution, generation in zip(self.sides, self.crowned, strict=True)
            for member in evolution.ranking(generation if generation >= 0 else None)
        ]
        best = sorted(members, key=trusted, reverse=True)
        values = [self.sides[0].genetics.values(member.genome) for member in best]
        return [point for i, point in enumerate(values) if point not in values[:i]][:n]

    def _rivals(self, side: int, generation: int) -> tuple[int, ...]:
        """The other side's latest champion and earlier ones drawn at random; none while there is no champion."""
        hall = self.halls[(side + 1) % len(self.sides)]
        with chance(self.seed, side, generation):
            earlier = random.sample(hall[:-1], min(self.rivals - 1, max(0, len(hall) - 1)))
        return (*hall[-1:], *earlier)


def make_side(domain: Space | Grammar, seed: int, params: Params) -> Evolution:
    """One population of knobs or expressions, with the usual operators."""
    scheme = scheme_of(params, recent=True)
    if isinstance(domain, Grammar):
        return Evolution(ExpressionGenetics(domain, programming.Params()), scheme, seed)
    return Evolution(VectorGenetics(domain, genetic.Params()), scheme, seed)


def make_coevolution(domain: Space | Grammar, seed: int, budget: int, params: Params) -> Coevolution:
    """Two populations that play each other."""
    return Coevolution([make_side(domain, 2 * seed + side, params) for side in range(2)], params.rivals, seed)


def make_self_play(domain: Space | Grammar, seed: int, budget: int, params: Params) -> Coevolution:
    """One population against the champions it has had."""
    return Coevolution([make_side(domain, seed, params)], params.rivals, seed)
