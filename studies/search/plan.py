"""A study that searches or learns, with its names looked up: game, players, space, optimisers. Errors are said here."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from agents.catalog import PlayerSpec
from engine.catalog import find_game
from engine.errors import InputError
from optimisers.catalog import make
from optimisers.optimiser import Method, Optimiser
from optimisers.space import Space
from studies.farm.compile_ahead import compile_ahead
from studies.play.balance import Balance, Measure
from studies.play.jobs import Job, Opponents
from studies.play.measure import Wins
from studies.play.setup import GameSetup, prepare_game, seat_player
from studies.search.candidate_space import CandidateSpace, Knobs
from studies.search.earlier import Earlier, earlier_study
from studies.search.formula_space import Formula, Networks, Weights
from studies.search.rule_space import RuleParameters
from studies.spec.players import Values, player_spec_of
from studies.spec.rules import rule_params
from studies.spec.study import AnyProven, AnySearch, AnyStudy, Design, GamePart, OpponentsPart

PORTION = 8  # blocks in one job of a long series
SPACES: dict[str, Callable[[Any, GameSetup, str], CandidateSpace]] = {  # by what is searched of a player
    "knobs": Knobs,
    "weights": Weights,
    "expression": Formula,
    "network": Networks,
}


@contextmanager
def placed(where: str) -> Iterator[None]:
    """Errors say where in the study they come from."""
    try:
        yield
    except InputError as error:
        raise error if str(error).startswith(where) else InputError(f"{where}: {error}") from None


def setup_of(part: GamePart, where: str) -> GameSetup:
    """The game and its rules, checked."""
    with placed(where):
        rule_params(find_game(part.name), part.preset, part.rules)  # what is no rule at all has no place in a set-up
        setup = GameSetup(part.name, part.preset, tuple(part.rules.items()))
        prepare_game(setup)
    return setup


def proof_of(study: AnyProven, where: str) -> GameSetup:
    """The game under the rules by which finalists are judged: those of the search, but for what `proof` says."""
    changes = study.proof
    game = study.game.model_copy(update={**study.game.rules, **changes}) if changes else study.game
    setup = setup_of(game, f"{where}: proof" if changes else where)
    seats, wanted = (prepare_game(found).n_players for found in (setup, setup_of(study.game, where)))
    if seats != wanted:
        raise InputError(f"{where}: proof.players = {seats} is not accepted; the search seats {wanted}")
    return setup


def opponents_of(part: OpponentsPart, setup: GameSetup, where: str) -> Opponents:
    """The opponents, checked: known players, as many as there are seats."""
    n_players = prepare_game(setup).n_players
    if part.seats and len(part.seats) != n_players - 1:
        hint = f'for the same one at every seat write opponents = {{ pool = ["{part.seats[0]}"] }}'
        raise InputError(
            f"{where}: opponents has {len(part.seats)} players; {n_players} at the table take {n_players - 1} ({hint})"
        )
    weights = part.mix or dict.fromkeys(part.pool, 1.0)
    players = players_of(tuple(weights) or part.players, setup, f"{where}: opponents")
    return Opponents(players, tuple(weights.values()))


def players_of(texts: Sequence[str], setup: GameSetup, where: str) -> tuple[PlayerSpec, ...]:
    """The players that texts describe, checked: each can sit down to this game."""
    with placed(where):
        players = tuple(player_spec_of(setup.game, text) for text in texts)
        prepared = prepare_game(setup)
        compile_ahead(prepared.game, players, prepared.n_players)
        for player in players:
            seat_player(prepared, player)
    return players


def measure_of(study: AnyStudy, n_players: int, block: int) -> Measure:
    """What a study of this kind measures in its games."""
    return Balance(study.balance, block) if study.balance else Wins(n_players)


class ProvenPlan:
    """A study that ends with a race of finalists and a proof on fresh deals."""

    def __init__(self, study: AnyProven, where: str) -> None:
        self.study, self.where = study, where
        self.setup = setup_of(study.game, where)
        self.n_players = prepare_game(self.setup).n_players
        self.proof_setup = proof_of(study, where)
        self.block = self.n_players  # games on one deal: rotations of the seats
        self.others: tuple[str, ...]  # who plays beside the candidate; where rules are the candidate, all players
        self.space: CandidateSpace
        self._seat(f"{where}: candidate")
        self.measure = measure_of(study, self.n_players, self.block)
        self.default, budget = self.space.default, study.budget
        self.portion = PORTION * self.block  # games in one job of a long series
        self.search_games = round(budget.games * (1 - budget.race)) // budget.repeats  # of each search
        self.race_games = budget.games - self.search_games * budget.repeats
        self.games = budget.games + 2 * budget.confirm  # at most, of the whole study
        self.costs: tuple[str, ...] = ()  # what counts beside the figure that is to be raised
        fewest = self.measure.fewest * self.block
        if budget.confirm % self.block or budget.confirm < fewest:
            self._refuse("budget.confirm", budget.confirm, f"a multiple of {self.block}, at least {fewest}")
        if budget.confirm_looks and not self.measure.duels:  # rules have no results that could be compared deal by deal
            self._refuse("budget.confirm_looks", budget.confirm_looks, "nothing in a study of rules")

    def _seat(self, candidate: str) -> None:
        """Look up the candidate's space and its opponents."""
        study: Any = self.study
        self.others = study.opponents.players
        self.opponents = opponents_of(study.opponents, self.setup, self.where)
        with placed(candidate):
            self.space = SPACES[study.candidate.what](study.candidate, self.setup, candidate)
            seat_player(prepare_game(self.setup), self.space.player(self.space.default))
        self.against = f"against {study.opponents}".replace("`", "")

    def job(self, values: Values, stream: int, first: int, last: int, proof: bool = False) -> Job:
        """Games of a candidate, under the rules of the search or of the proof."""
        setup = self.space.setup(self.proof_setup if proof else self.setup, values)
        return Job(setup, self.space.player(values), self.opponents, stream, first, last, self.block)

    def sample_jobs(self) -> list[Job]:
        """A few games that take as long as those of the study."""
        return [self.job(self.default, 0, 0, 2 * self.n_players)]

    def describe(self) -> list[str]:
        """The space, the search, the race and the proof in a few lines."""
        budget = self.study.budget
        return [
            *self.space.describe(),
            *self.describe_search(),
            f"race       {self.race_games:,} games for {budget.finalists} finalists, given starts and the default",
            f"confirm    {budget.confirm:,} games each of champion and default"
            + (f", or fewer: {budget.confirm_looks} looks" if budget.confirm_looks else ""),
        ]

    def describe_search(self) -> list[str]:
        """With how many games it is searched."""
        raise NotImplementedError

    @property
    def rows(self) -> list[str]:
        """What the rows of its result are called."""
        return ["default", "champion", "gain", *(f"search {i + 1}" for i in range(self.study.budget.repeats))]

    def _refuse(self, key: str, found: Any, takes: str) -> None:
        raise InputError(f"{self.where}: {key} = {found} is not accepted; it takes {takes}")


class SearchPlan(ProvenPlan):
    """A study that searches, ready to run once: each of its searches has an optimiser."""

    study: AnySearch

    def __init__(self, study: AnySearch, where: str) -> None:
        super().__init__(study, where)
        self._check_games()
        with placed(where):
            self.domain, self.earlier = self._start()
        with placed(where):  # refuses an unknown optimiser and settings that do not fit
            self.optimisers = [self._optimiser(number) for number in range(study.budget.repeats)]
        self.costs = self.optimisers[0].method.costs
        self._check_method(self.optimisers[0].method)

    def describe_search(self) -> list[str]:
        """With how many games it is searched."""
        repeats, games = self.study.budget.repeats, self.study.evaluation.games
        lines = [f"search     {repeats} x {self.search_games:,} games, {games} per evaluation"]
        if (start := self.study.start_from) and self.earlier:
            known = f"{len(self.earlier.points):,} points and {self.earlier.games:,} games"
            lines.append(f"start      from {start.study}: {known}, each as {start.weight:g} of one")
        return lines

    @property
    def tags(self) -> dict[str, str]:
        """The tags of its run in MLflow, beside those of all studies."""
        return {
            "agent": self.space.name,
            "optimiser": self.study.optimiser.name,
            "opponents": ", ".join(self.others),
        }

    def _optimiser(self, number: int) -> Optimiser:
        part, games = self.study.optimiser, self.study.evaluation.games
        evaluations = max(1, self.search_games // games)
        seed, start = self.study.seed * 1000 + number, self.study.start_from
        if self.earlier is None or start is None:
            return make(part.name, self.domain, seed, evaluations, part.settings, games)
        points, weight = self.earlier.points, start.weight
        return make(part.name, self.domain, seed, evaluations, part.settings, games, points, weight)

    def _start(self) -> tuple[Any, Earlier | None]:
        """What the optimiser is given, and what it is told of an earlier study, whose champion is a given start."""
        domain, start = self.space.domain, self.study.start_from
        if start is None:
            return domain, None
        if not isinstance(domain, Space):
            raise InputError(f"start_from = {start.study}: formulas have no statistics; give some as candidate.start")
        earlier = earlier_study(start.study, domain, self.measure)
        given = () if earlier.champion in domain.starts else (earlier.champion,)
        return domain.starting_at([*domain.starts, *given]), earlier

    def _check_games(self) -> None:
        """Blocks must come out even, and the budget must pay for at least one candidate."""
        n, evaluation, budget = self.block, self.study.evaluation, self.study.budget
        fewest = self.measure.fewest * n
        if evaluation.games % n and n % evaluation.games:
            even = sorted({d for d in range(1, n) if n % d == 0} | {n, 2 * n, 3 * n})
            listed = ", ".join(map(str, even))
            self._refuse("evaluation.games", evaluation.games, f"{listed} ...: a deal goes round all {n} seats")
        if evaluation.games < fewest:
            self._refuse("evaluation.games", evaluation.games, f"{fewest} or more")
        if self.search_games < evaluation.games:
            least = math.ceil(evaluation.games * budget.repeats / (1 - budget.race))
            self._refuse("budget.games", budget.games, f"{least} or more in this study")

    def _check_method(self, method: Method) -> None:
        """What the optimiser wants to know must be measured, and what it wants at once must have a place."""
        name, in_flight = self.study.optimiser.name, self.study.evaluation.in_flight
        if unknown := set(self.costs) - set(self.measure.costs):
            self._refuse("optimiser.cost", unknown.pop(), f"one of {', '.join(self.measure.costs)}")
        with placed(self.where):
            self.measure.check_optimiser(name, self.costs)
        together = method.together
        if method.duels and not self.measure.duels:
            self._refuse("optimiser.name", name, "one whose candidates do not play each other")
        if in_flight < together:
            takes = f"{together} or more: the candidates of {name} play each other"
            self._refuse("evaluation.in_flight", in_flight, takes)


class DesignPlan(SearchPlan):
    """A study that searches rules, played by the same players throughout."""

    study: Design

    def _seat(self, candidate: str) -> None:
        n, players = self.n_players, self.study.players
        self.others = (players,) * n if isinstance(players, str) else tuple(players)
        if len(self.others) != n:
            raise InputError(f"{self.where}: players has {len(self.others)} entries; this table seats {n}")
        first, *others = players_of(self.others, self.setup, f"{self.where}: players")
        if len(set(self.others)) == 1:
            self.block = 1  # equal players would play every rotation alike
        with placed(candidate):
            self.space = RuleParameters(self.study.candidate, self.setup, first, candidate)
        self.opponents, self.against = Opponents(tuple(others)), f"played by {', '.join(dict.fromkeys(self.others))}"
