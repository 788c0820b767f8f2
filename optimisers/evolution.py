"""Evolution of anything that can be made, crossed and mutated: generations with elites, or one child at a time.

Nobody waits for the slowest: a new generation is bred from those members of the last one whose games are known. Results
are noisy, and an elite with a lucky one would live for ever; so elites play again, and all games of a genome count.
"""

import math
import random
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from deap import tools

from optimisers.optimiser import Method, Outcome, Proposal
from optimisers.space import Space
from optimisers.surrogate import smooth_best

TRIES = 20  # at a child that was not there before


class Genetics(Protocol):
    """What evolves. All chance comes from Python's `random`, as in DEAP."""

    once: bool  # whether an equal genome is not to be played again

    @property
    def space(self) -> Space | None:
        """In which candidates are neighbours, if there is one."""

    def create(self, number: int) -> Any:
        """The genome of the number-th member of the first generation."""

    def cross(self, mother: Any, father: Any) -> Any:
        """A child of two genomes."""

    def mutate(self, genome: Any) -> Any:
        """A changed copy of a genome."""

    def values(self, genome: Any) -> Mapping[str, Any]:
        """The values of a genome, as a candidate has them."""

    def key(self, genome: Any) -> Hashable:
        """Equal for genomes that play the same."""

    def burden(self, genome: Any) -> float:
        """What is taken off a genome's merit for its size."""


class Scheme(NamedTuple):
    """Knobs of a population: selection, replacement, size."""

    population: int = 20
    selection: str = "tournament"  # or truncation
    tournament: int = 3
    survivors: float = 0.5  # the share that truncation leaves as parents
    crossover: float = 0.7
    mutation: float = 0.5  # the chance of a child to be mutated; one that was not crossed always is
    elites: int = 1  # of a generation; they play again
    steady: bool = False  # one child at a time takes the place of the worst
    recheck: float = 0.1  # steady: the share of evaluations in which the best plays again
    recent: bool = False  # merit counts the last generation's games only: where rivals change


def scheme_of(params: Any, **given: Any) -> Scheme:
    """How a population lives: as is given, else as the params say that have the same names."""
    named = {name: getattr(params, name) for name in Scheme._fields if name in params._fields}
    return Scheme(**named | given)


@dataclass
class Member:
    """A genome and all its games, by generation."""

    number: int  # of the candidate that showed it first
    genome: Any
    burden: float
    games: dict[int, list[float]] = field(default_factory=dict)  # generation -> count, sum of payoffs
    merit: float = -math.inf  # what selection looks at
    doubt: float = math.inf  # its standard error

    def weigh(self, noise: float, recent: bool) -> None:
        """Set merit and doubt from the games."""
        counted = [self.games[max(self.games)]] if recent else list(self.games.values())
        count = sum(games[0] for games in counted)
        self.merit = sum(games[1] for games in counted) / count - self.burden
        self.doubt = math.sqrt(noise / count)


def trusted(member: Member) -> float:
    """The lower bound of a member's merit."""
    return member.merit - member.doubt


class Evolution(Method):
    """A population; candidate numbers are its own, from 0."""

    def __init__(self, genetics: Genetics, scheme: Scheme, seed: int):
        self.genetics, self.scheme, self.seed = genetics, scheme, seed
        self.members: dict[Hashable, Member] = {}
        self.asked: list[Hashable] = []  # by candidate
        self.told: dict[int, list[Hashable]] = {}  # generation -> members with results
        self.pool: list[Hashable] = []  # steady: who lives
        self.outcomes: dict[int, Outcome] = {}  # by candidate
        self.variance = 0.0  # sum over the outcomes

    def generation(self, number: int) -> int:
        """The number of the generation to which a candidate belongs."""
        return number // self.scheme.population

    def propose(self, number: int) -> Proposal:
        generation = self.generation(number)
        with chance(self.seed, number):
            genome, role = self._next(number)
        key = self.genetics.key(genome)
        self.members.setdefault(key, Member(number, genome, self.genetics.burden(genome)))
        self.asked.append(key)
        deals = None if self.scheme.steady else generation
        return Proposal(self.genetics.values(genome), deals, note={"generation": generation, "role": role})

    def learn(self, number: int, outcome: Outcome) -> None:
        key, generation = self.asked[number], self.generation(number)
        member = self.members[key]
        games = member.games.setdefault(generation, [0.0, 0.0])
        games[0] += outcome.n
        games[1] += float(outcome.payoffs.sum())
        self.outcomes[number] = outcome
        self.variance += max(outcome.variance, 1e-4)
        member.weigh(self.variance / len(self.outcomes), self.scheme.recent)
        self.told.setdefault(generation, []).append(key)
        if self.scheme.steady:
            self._settle(key)

    def best(self, n: int) -> list[Mapping[str, Any]]:
        """By a smooth fit of all games where candidates have neighbours, else by their lower bounds."""
        values = self.genetics.values
        if self.genetics.space is None:
            return [values(member.genome) for member in self.ranking()[:n]]
        points = [values(self.members[self.asked[number]].genome) for number in self.outcomes]
        return smooth_best(self.genetics.space, points, list(self.outcomes.values()), n)

    def ranking(self, generation: int | None = None) -> list[Member]:
        """Members with results, of all or of a generation, the best lower bound first."""
        keys = self.told[generation] if generation is not None else [k for told in self.told.values() for k in told]
        return sorted((self.members[key] for key in dict.fromkeys(keys)), key=trusted, reverse=True)

    def _next(self, number: int) -> tuple[Any, str]:
        """The genome to be played next, and how it came to be."""
        if number < self.scheme.population or not self.told:
            return self._fresh(lambda: self.genetics.create(number)), "founder"
        parents = self._parents(self.generation(number))
        if self.scheme.steady:
            if random.random() < self.scheme.recheck:
                return max(parents, key=lambda member: member.merit).genome, "recheck"
        elif (place := number % self.scheme.population) < min(self.scheme.elites, len(parents)):
            return sorted(parents, key=trusted, reverse=True)[place].genome, "elite"
        return self._fresh(lambda: self._child(parents)), "child"

    def _parents(self, generation: int) -> list[Member]:
        """The members that may have children: the living, or the last generations back to half a population."""
        if self.scheme.steady:
            return [self.members[key] for key in self.pool]
        keys: dict[Hashable, None] = {}
        for earlier in range(generation - 1, -1, -1):
            keys |= dict.fromkeys(self.told.get(earlier, ()))
            if len(keys) >= self.scheme.population / 2:
                break
        return [self.members[key] for key in keys or self.told[max(self.told)]]

    def _child(self, parents: list[Member]) -> Any:
        mother, father = (self._select(parents).genome for _ in range(2))
        crossed = random.random() < self.scheme.crossover
        child = self.genetics.cross(mother, father) if crossed else mother
        return self.genetics.mutate(child) if not crossed or random.random() < self.scheme.mutation else child

    def _select(self, parents: list[Member]) -> Member:
        if self.scheme.selection == "truncation":
            count = max(1, round(self.scheme.survivors * len(parents)))
            return random.choice(tools.selBest(parents, count, fit_attr="merit"))
        return tools.selTournament(parents, 1, self.scheme.tournament, fit_attr="merit")[0]

    def _fresh(self, breed: Any) -> Any:
        """What `breed` gives; if equals are not wanted, tried again and then made from nothing until it is new."""
        genome = breed()
        for attempt in range(2 * TRIES if self.genetics.once else 0):
            if self.genetics.key(genome) not in self.members:
                break
            genome = breed() if attempt < TRIES else self.genetics.create(len(self.asked) + attempt)
        return genome

    def _settle(self, key: Hashable) -> None:
        """Steady: let a member live if there is room or the worst is not better."""
        if key in self.pool:
            return
        if len(self.pool) >= self.scheme.population:
            worst = min(self.pool, key=lambda other: self.members[other].merit)
            if self.members[worst].merit > self.members[key].merit:
                return
            self.pool.remove(worst)
        self.pool.append(key)


@contextmanager
def chance(*place: int) -> Iterator[None]:
    """DEAP draws from Python's global generator: here, and only here, it is seeded, and then left as it was."""
    before = random.getstate()
    random.seed(repr(place))
    try:
        yield
    finally:
        random.setstate(before)
