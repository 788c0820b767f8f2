"""One search: several candidates in flight, each told in the order in which it was asked.

Candidate i + q is asked after outcome i was told, whoever finished first, so the course of a search depends on its seed
and on nothing of the machine. After a crash the same questions are asked again and answered from the ledger.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import NamedTuple

from engine.errors import InputError
from optimisers.optimiser import Candidate, Optimiser
from studies.play.deals import SEARCH, stream_seed
from studies.play.games import Games
from studies.play.jobs import Job, Opponents
from studies.search.plan import SearchPlan
from studies.search.store import GameStore
from studies.spec.players import Values

CHECKPOINTS = 20  # how often in a search the optimiser is asked for its choice so far


class Trial(NamedTuple):
    """A candidate and its games."""

    candidate: Candidate
    games: Games
    mean: float  # of what the optimiser is told


class InFlight(NamedTuple):
    """A candidate whose games are being played."""

    candidate: Candidate
    futures: list[Future[Games]]


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
        self.spent = 0  # games

    def run(self) -> Optimiser:
        """Search until the games are spent; the optimiser that knows them all."""
        every = max(1, self.plan.search_games // (self.evaluation.games * CHECKPOINTS))
        while self._fill():
            self._tell_oldest()
            if self.optimiser.told % every == 0 or not self.in_flight:
                self.on_choice(self.optimiser.recommend().values, self.spent)
        return self.optimiser

    def _fill(self) -> bool:
        """Start as many candidates as have a place and games left; whether any is in flight."""
        affordable = (self.plan.search_games - self.spent) // self.evaluation.games
        places = min(self.evaluation.in_flight, affordable) - len(self.in_flight)
        for asked in self.optimiser.ask(max(0, places)):  # all are asked first: they may be each other's rivals
            candidate = self.optimiser.candidates[asked.id] = self.store.enter(asked, self.stream)
            futures = [self.store.start(candidate, job) for job in self._jobs(candidate)]
            self.in_flight.append(InFlight(candidate, futures))
        return bool(self.in_flight)

    def _jobs(self, candidate: Candidate) -> list[Job]:
        """Its games: against its rivals in turn, or against the study's opponents."""
        plan, first, games = self.plan, self._first_game(candidate), self.evaluation.games
        job = plan.job(candidate.values, self.stream, first, first + games)
        if not candidate.rivals:
            return [job]
        rivals = [plan.space.player(self.optimiser.candidates[number].values) for number in candidate.rivals]
        share = games // len(rivals)
        if share % plan.block:
            takes = f"a multiple of {plan.block} for each of {len(rivals)} rivals"
            raise InputError(f"evaluation.games = {games} is not accepted here; it takes {takes}")
        return [
            job._replace(opponents=Opponents((rival,) * (plan.n_players - 1)), first=game, last=game + share)
            for rival, game in zip(rivals, range(first, first + games, share), strict=False)
        ]

    def _first_game(self, candidate: Candidate) -> int:
        """Where its deals begin: as it asks, or by how often the study renews them."""
        renew = self.evaluation.renew
        number = candidate.deals if candidate.deals is not None else candidate.id // renew if renew else 0
        return number * self.evaluation.games

    def _tell_oldest(self) -> None:
        oldest = self.in_flight.popleft()
        games = self.store.gather(oldest.futures)
        self.spent += len(games)
        outcome = self.plan.measure.outcome(games)
        self.optimiser.tell(oldest.candidate, outcome)
        self.on_trial(Trial(oldest.candidate, games, outcome.mean))
