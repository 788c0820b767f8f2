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
from optimisers.optimiser import Candidate
from studies.play.deals import SEARCH, stream_seed
from studies.play.games import Games, payoffs
from studies.play.jobs import Job, Opponents, StopRule
from studies.search.plan import SearchPlan
from studies.search.store import GameStore

CHECKPOINTS = 20  # how often in a search the optimiser is asked for its choice so far
INCUMBENTS = -2  # owners of the incumbents' own games: this and below; candidates have 0 and above
Values = Mapping[str, Any]


class Trial(NamedTuple):
    """A candidate and its games."""

    candidate: Candidate
    games: Games
    mean: float  # of what the optimiser is told


class InFlight(NamedTuple):
    """A candidate whose games are being played."""

    candidate: Candidate
    futures: list[Future[Games]]
    incumbent: int  # the number of the one that it is compared with


class Incumbent(NamedTuple):
    """The best so far of an adaptive search, and its games on the deals that its challengers meet."""

    number: int
    payoffs: np.ndarray  # by block


class Search:
    """One search; `on_trial` is told of every trial, `on_choice` of the optimiser's choice from time to time."""

    def __init__(
        self,
        plan: SearchPlan,
        number: int,
        store: GameStore,
        on_trial: Callable[[Trial], None],
        on_choice: Callable[[Values, int], None],
    ) -> None:
        self.plan, self.store, self.optimiser = plan, store, plan.optimisers[number]
        self.evaluation = plan.study.evaluation
        self.on_trial, self.on_choice = on_trial, on_choice
        self.stream = stream_seed(plan.study.seed, SEARCH + number)
        self.in_flight: deque[InFlight] = deque()
        self.choices: list[Values] = []  # what the optimiser recommended, the latest last
        self.spent = 0  # games
        self.incumbent: Incumbent | None = None

    def run(self) -> list[Values]:
        """Search until the games are spent; the optimiser's choices on the way, the last one first."""
        if self.evaluation.most:
            self._replace_incumbent(self.plan.default)
        every = max(1, self.plan.search_games // (self.plan.most_games * CHECKPOINTS))
        while self._fill():
            self._tell_oldest()
            if self.optimiser.told % every == 0:
                self._choose()
        if not self.optimiser.told or self.optimiser.told % every:
            self._choose()
        return self.choices[::-1]

    def _fill(self) -> bool:
        """Start as many candidates as have a place and games left; whether any is in flight."""
        affordable = (self.plan.search_games - self.spent) // self.plan.most_games
        places = min(self.evaluation.in_flight, affordable) - len(self.in_flight)
        for candidate in self.optimiser.ask(max(0, places)):  # all are asked first: they may be each other's rivals
            futures = [self.store.start(candidate, job) for job in self._jobs(candidate)]
            self.in_flight.append(InFlight(candidate, futures, self.incumbent.number if self.incumbent else 0))
        return bool(self.in_flight)

    def _jobs(self, candidate: Candidate) -> list[Job]:
        """Its games: against its rivals in turn, or against the study's opponents."""
        plan, first = self.plan, self._first_game(candidate)
        job = plan.job(candidate.values, self.stream, first, first + plan.most_games)
        if candidate.rivals:
            share = plan.most_games // len(candidate.rivals)
            if share % plan.block:
                takes = f"a multiple of {plan.block} for each of {len(candidate.rivals)} rivals"
                raise InputError(f"evaluation.games = {plan.most_games} is not accepted here; it takes {takes}")
            return [
                job._replace(opponents=self._rival(rival), first=first + i * share, last=first + (i + 1) * share)
                for i, rival in enumerate(candidate.rivals)
            ]
        if self.incumbent is None:
            return [job]
        look = max(1, self.evaluation.games // plan.block)
        return [job._replace(stop=StopRule(self.incumbent.payoffs, look, self.evaluation.error))]

    def _first_game(self, candidate: Candidate) -> int:
        """Where its deals begin: as it asks, those of the incumbent, or by how often the study renews them."""
        if candidate.deals is not None:
            return candidate.deals * self.plan.most_games
        if self.incumbent is not None:
            return self.incumbent.number * self.plan.most_games
        renew = self.evaluation.renew
        return candidate.id // renew * self.plan.most_games if renew else 0

    def _rival(self, number: int) -> Opponents:
        player = self.plan.space.player(self.optimiser.candidates[number].values)
        return Opponents((player,) * (self.plan.n_players - 1))

    def _tell_oldest(self) -> None:
        oldest = self.in_flight.popleft()
        games = self.store.gather(oldest.futures)
        self.spent += len(games)
        outcome = self.plan.measure.outcome(games)
        self.optimiser.tell(oldest.candidate, outcome)
        self.on_trial(Trial(oldest.candidate, games, outcome.mean))
        if self.incumbent and oldest.incumbent == self.incumbent.number and self._beats(self.incumbent, games):
            self._replace_incumbent(oldest.candidate.values)

    def _beats(self, incumbent: Incumbent, games: Games) -> bool:
        """Whether a candidate played all its games and won more than the incumbent did on the same deals."""
        if len(games) < self.plan.most_games:
            return False
        return float(payoffs(games, self.plan.block).mean()) > float(np.mean(incumbent.payoffs))

    def _replace_incumbent(self, values: Values) -> None:
        """A new incumbent. It plays fresh deals, because those that it was chosen on were kind to it."""
        plan, number = self.plan, self.incumbent.number + 1 if self.incumbent else 0
        first = number * plan.most_games
        owner = Candidate(INCUMBENTS - number, values, note={"incumbent": number})
        job = plan.job(values, self.stream, first, first + plan.most_games)
        games = self.store.gather(self.store.spread(owner, job, plan.portion))
        self.spent += len(games)
        self.incumbent = Incumbent(number, plan.measure.blocks(games))

    def _choose(self) -> None:
        """Note the optimiser's choice so far."""
        values = self.optimiser.recommend().values
        if values in self.choices:
            self.choices.remove(values)
        self.choices.append(values)
        self.on_choice(values, self.spent)
