"""A genetic algorithm whose members play each other: every generation is a round robin (Câmara et al. 2022).

A generation is bred only when all games of the last one are known, so that its members can name each other as rivals:
as many candidates must be in flight as the population has members. Merit counts the games of one generation only.
"""

from collections.abc import Mapping
from typing import Any

from engine.errors import InputError
from optimisers import genetic
from optimisers.evolution import Evolution
from optimisers.genetic import VectorGenetics
from optimisers.optimiser import Method, Outcome, Proposal
from optimisers.space import Space


class League(Method):
    """A population that is its own field; whole generations only."""

    duels = True

    def __init__(self, evolution: Evolution, generations: int):
        self.evolution, self.generations = evolution, generations
        self.together = evolution.scheme.population

    def propose(self, number: int) -> Proposal | None:
        """The next member of a generation; None while the last one is at play, and after the last."""
        size, generation = self.evolution.scheme.population, self.evolution.generation(number)
        if generation == self.generations or (generation > 0 and not self._is_told(generation - 1)):
            return None
        proposal = self.evolution.propose(number)
        first = generation * size
        rivals = tuple(other for other in range(first, first + size) if other != number)
        return Proposal(proposal.values, proposal.deals, rivals, proposal.note)

    def learn(self, number: int, outcome: Outcome) -> None:
        self.evolution.learn(number, outcome)

    def best(self, n: int) -> list[Mapping[str, Any]]:
        """The best of the last whole generation; before there is one, the best so far."""
        whole = [generation for generation in self.evolution.told if self._is_told(generation)]
        members = self.evolution.ranking(max(whole, default=None))
        return [self.evolution.genetics.values(member.genome) for member in members[:n]]

    def _is_told(self, generation: int) -> bool:
        return len(self.evolution.told.get(generation, ())) == self.evolution.scheme.population


def make_league(space: Space, seed: int, budget: int, params: genetic.Params) -> League:
    """The genetic algorithm of `ga`, in generations that play each other."""
    if not isinstance(space, Space):
        raise InputError("optimiser league: it searches knobs and weights, not expressions")
    if params.replacement != "generational":
        raise InputError(f"optimiser league: replacement = {params.replacement} is not accepted; it takes generational")
    if budget < params.population:
        takes = f"{params.population} or more, a whole generation"
        raise InputError(f"optimiser league: a budget of {budget} evaluations is not accepted; it takes {takes}")
    scheme = genetic.scheme_of(params)._replace(recent=True)
    return League(Evolution(VectorGenetics(space, params), scheme, seed), budget // params.population)
