"""One search: several candidates in flight, each told in the order in which it was asked.

Candidate i + q is asked after outcome i was told, whoever finished first, so the course of a search depends on its seed
and on nothing of the machine. After a crash the same questions are asked again and answered from the ledger.
"""

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, NamedTuple

import numpy as np

from engine.errors import InputError
from optimisers.optimiser import Candidate, Optimiser
from studies.play.deals import SEARCH, stream_seed
from studies.play.evaluate import Field, Job, Played, Stop
from studies.study.setup import Setup
from studies.study.spec import EvaluationPart
from studies.work.keeper import Keeper

CHECKPOINTS = 20  # how often in a search the optimiser is asked for its choice so far
REIGNS = -2  # owners of the best-so-far's own games: this and below; candidates have 0 and above


class Trial(NamedTuple):
    """A candidate and its games."""

    candidate: Candidate
    games: list[Played]
    mean: float  # of what the optimiser is told
    spent: int  # games of the search so far, this trial's included


class Flight(NamedTuple):
    """A candidate whose games are being played."""

    candidate: Candidate
    futures: list[Future[list[Played]]]
    reign: int


class Reign(NamedTuple):
    """The best so far, and its games on the deals that its challengers meet."""

    number: int
    values: Mapping[str, Any]
    payoffs: tuple[float, ...]  # by block


class Search:
    """A search of some games; `told` hears of every trial, `chosen` of the optimiser's choice from time to time."""

    def __init__(
        self,
        setup: Setup,
        number: int,
        games: int,
        optimiser: Optimiser,
        keeper: Keeper,
        told: Callable[[Trial], None],
        chosen: Callable[[Mapping[str, Any], int], None],
    ) -> None:
        self.setup, self.games, self.optimiser, self.keeper = setup, games, optimiser, keeper
        self.told, self.chosen = told, chosen
        self.stream = stream_seed(setup.study.seed, SEARCH + number)
        self.flights: deque[Flight] = deque()
        self.choices: list[Mapping[str, Any]] = []  # what the optimiser recommended, the latest last
        self.spent = 0
        self.reign: Reign | None = None

    @property
    def evaluation(self) -> EvaluationPart:
        """How many games a candidate gets."""
        return self.setup.study.evaluation

    def run(self) -> list[Mapping[str, Any]]:
        """Search until the games are spent; the optimiser's choices on the way, the last one first."""
        if self.evaluation.most:
            self._crown(self.setup.default)
        every = max(1, self.games // (self.setup.most_games * CHECKPOINTS))
        while self._fill():
            self._tell_oldest()
            if self.optimiser.told % every == 0:
                self._choose()
        if not self.optimiser.told or self.optimiser.told % every:
            self._choose()
        return self.choices[::-1]

    def _fill(self) -> bool:
        """Set as many candidates going as have a place and games left; whether any is in flight."""
        affordable = (self.games - self.spent) // self.setup.most_games
        places = min(self.evaluation.in_flight, affordable) - len(self.flights)
        for candidate in self.optimiser.ask(max(0, places)):  # all are asked first: they may be each other's rivals
            futures = [self.keeper.start(candidate, job) for job in self._jobs(candidate)]
            self.flights.append(Flight(candidate, futures, self.reign.number if self.reign else 0))
        return bool(self.flights)

    def _jobs(self, candidate: Candidate) -> list[Job]:
        """Its games: against its rivals in turn, or against the study's opponents."""
        setup, first = self.setup, self._first_game(candidate)
        job = setup.job(candidate.values, self.stream, first, first + setup.most_games)
        if candidate.rivals:
            share = setup.most_games // len(candidate.rivals)
            if share % setup.block:
                takes = f"a multiple of {setup.block} for each of {len(candidate.rivals)} rivals"
                raise InputError(f"evaluation.games = {setup.most_games} is not accepted here; it takes {takes}")
            return [
                job._replace(field=self._rival(rival), first=first + i * share, last=first + (i + 1) * share)
                for i, rival in enumerate(candidate.rivals)
            ]
        if self.reign is None:
            return [job]
        look = max(1, self.evaluation.games // setup.block)
        return [job._replace(stop=Stop(self.reign.payoffs, look, self.evaluation.error))]

    def _first_game(self, candidate: Candidate) -> int:
        """Where its deals begin: by its own wish, by the reign, or by how often the study renews them."""
        if candidate.deals is not None:
            return candidate.deals * self.setup.most_games
        if self.reign is not None:
            return self.reign.number * self.setup.most_games
        renew = self.evaluation.renew
        return candidate.id // renew * self.setup.most_games if renew else 0

    def _rival(self, number: int) -> Field:
        player = self.setup.player(self.optimiser.candidates[number].values)
        return Field((player,) * (self.setup.n_players - 1))

    def _tell_oldest(self) -> None:
        flight = self.flights.popleft()
        games = self.keeper.gather(flight.futures)
        self.spent += len(games)
        outcome = self.setup.measure.outcome(games)
        self.optimiser.tell(flight.candidate, outcome)
        self.told(Trial(flight.candidate, games, outcome.mean, self.spent))
        if self.reign and flight.reign == self.reign.number and self._better(games):
            self._crown(flight.candidate.values)

    def _better(self, games: list[Played]) -> bool:
        """Whether it played all its games and won more than the best so far did on the same deals."""
        assert self.reign is not None
        rival = float(np.mean(self.reign.payoffs))
        return len(games) == self.setup.most_games and float(np.mean([game.payoff for game in games])) > rival

    def _crown(self, values: Mapping[str, Any]) -> None:
        """A new best so far. It plays fresh deals, because those that it was chosen on were kind to it."""
        number = self.reign.number + 1 if self.reign else 0
        first, setup = number * self.setup.most_games, self.setup
        job = setup.job(values, self.stream, first, first + setup.most_games)
        owner = Candidate(REIGNS - number, values, note={"reign": number})
        games = self.keeper.gather(self.keeper.spread(owner, job, setup.portion))
        self.spent += len(games)
        self.reign = Reign(number, values, tuple(setup.measure.blocks(games)))

    def _choose(self) -> None:
        """Note the optimiser's choice so far."""
        values = self.optimiser.recommend().values
        if values in self.choices:
            self.choices.remove(values)
        self.choices.append(values)
        self.chosen(values, self.spent)
