"""A study that searches, with its names looked up: game, rules, players, space, optimisers. Errors are said here."""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from agents.catalog import PlayerSpec
from engine.catalog import find_game
from engine.errors import InputError
from optimisers.catalog import make
from optimisers.optimiser import Optimiser
from studies.farm.compile_ahead import compile_ahead
from studies.play.balance import Balance
from studies.play.jobs import Job, Opponents
from studies.play.measure import Measure, Wins
from studies.play.setup import GameSetup, prepare_game, seat_player
from studies.search.candidate_space import CandidateSpace, Knobs
from studies.search.formula_space import Formula, Weights
from studies.search.rule_space import RuleParameters
from studies.spec.players import player_spec_of
from studies.spec.study import AnySearch, Design, Evolve, GamePart, OpponentsPart, Tune

PORTION = 8  # blocks in one job of a long series
Values = Mapping[str, Any]


@contextmanager
def placed(where: str) -> Iterator[None]:
    """Errors say where in the study they come from."""
    try:
        yield
    except InputError as error:
        raise error if str(error).startswith(where) else InputError(f"{where}: {error}") from None


def setup_of(part: GamePart, where: str) -> GameSetup:
    """The game and its rules, checked."""
    setup = GameSetup(part.name, part.preset, tuple(part.rules.items()))
    with placed(where):
        prepare_game(setup)
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
        compile_ahead(prepare_game(setup).game, players)
        for player in players:
            seat_player(prepare_game(setup), player)
    return players


class Parts(NamedTuple):
    """What the kinds of search differ in."""

    space: CandidateSpace
    opponents: Opponents
    measure: Measure
    block: int  # games on one deal: rotations of the seats
    others: tuple[str, ...]  # who plays beside the candidate; where rules are the candidate, all players
    against: str  # the same in words


def parts_of(study: AnySearch, setup: GameSetup, where: str) -> Parts:
    """The parts of a study by its kind, checked."""
    n_players, candidate = prepare_game(setup).n_players, f"{where}: candidate"
    match study:
        case Design():
            seats = (study.players,) * n_players if isinstance(study.players, str) else tuple(study.players)
            if len(seats) != n_players:
                raise InputError(f"{where}: players has {len(seats)} entries; this table seats {n_players}")
            players = players_of(seats, setup, f"{where}: players")
            block = 1 if len(set(seats)) == 1 else n_players  # equal players would play every rotation alike
            with placed(candidate):
                rules = RuleParameters(study.candidate, setup, players[0], candidate)
            words = f"played by {', '.join(dict.fromkeys(seats))}"
            return Parts(rules, Opponents(players[1:]), Balance(study.aim, block), block, seats, words)
        case Tune() | Evolve():
            opponents = opponents_of(study.opponents, setup, where)
            with placed(candidate):
                space = space_of(study, candidate)
                seat_player(prepare_game(setup), space.player(space.default))
            others = study.opponents.players
            words = f"against {', '.join(dict.fromkeys(others))}"
            return Parts(space, opponents, Wins(n_players), n_players, others, words)


def space_of(study: Tune | Evolve, where: str) -> CandidateSpace:
    """What is searched of a player."""
    game = find_game(study.game.name)
    if isinstance(study, Tune):
        return Knobs(study.candidate, game, where)
    return (Weights if study.candidate.what == "weights" else Formula)(study.candidate, game, where)


class SearchPlan:
    """A study that searches, ready to run once: each of its searches has an optimiser."""

    def __init__(self, study: AnySearch, where: str) -> None:
        self.study, self.where = study, where
        self.setup = setup_of(study.game, where)
        self.n_players = prepare_game(self.setup).n_players
        self.space, self.opponents, self.measure, self.block, self.others, self.against = parts_of(
            study, self.setup, where
        )
        self.default = self.space.default
        budget, evaluation = study.budget, study.evaluation
        self.most_games = evaluation.most or evaluation.games  # of one evaluation
        self.portion = PORTION * self.block  # games in one job of a long series
        self.search_games = round(budget.games * (1 - budget.race)) // budget.repeats  # of each search
        self.race_games = budget.games - self.search_games * budget.repeats
        self.games = budget.games + 2 * budget.confirm  # at most, of the whole study
        self._check_games()
        with placed(where):  # refuses an unknown optimiser and settings that do not fit
            self.optimisers = [self._optimiser(number) for number in range(budget.repeats)]
        self.costs: tuple[str, ...] = self.optimisers[0].method.costs
        self._check_method(self.optimisers[0].method)

    def job(self, values: Values, stream: int, first: int, last: int) -> Job:
        """Games of a candidate."""
        setup = self.space.setup(self.setup, values)
        return Job(setup, self.space.player(values), self.opponents, stream, first, last, self.block)

    def sample_jobs(self) -> list[Job]:
        """A few games that take as long as those of the study."""
        return [self.job(self.default, 0, 0, 2 * self.n_players)]

    def describe(self) -> list[str]:
        """What is searched, and with how many games."""
        budget, evaluation = self.study.budget, self.study.evaluation
        most = f" to {evaluation.most}" if evaluation.most else ""
        return [
            *self.space.describe(),
            f"search     {budget.repeats} x {self.search_games:,} games, {evaluation.games}{most} per evaluation",
            f"race       {self.race_games:,} games for up to {budget.finalists} finalists and the default",
            f"confirm    {budget.confirm:,} games each of champion and default",
        ]

    @property
    def rows(self) -> list[str]:
        """What the rows of its result are called."""
        return ["default", "champion", "gain", *(f"search {i + 1}" for i in range(self.study.budget.repeats))]

    @property
    def tags(self) -> dict[str, str]:
        """What it is found by in MLflow, beside what all studies have."""
        return {
            "agent": self.space.name,
            "optimiser": self.study.optimiser.name,
            "opponents": ", ".join(self.others),
        }

    def _optimiser(self, number: int) -> Optimiser:
        part, evaluation = self.study.optimiser, self.study.evaluation
        fixed = None if evaluation.most else evaluation.games
        evaluations = max(1, self.search_games // evaluation.games)
        return make(part.name, self.space.domain, self.study.seed * 1000 + number, evaluations, part.settings, fixed)

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
        if evaluation.most and (evaluation.most % n or evaluation.most < evaluation.games):
            self._refuse("evaluation.most", evaluation.most, f"a multiple of {n}, not below {evaluation.games} (games)")
        if budget.confirm % n or budget.confirm < fewest:
            self._refuse("budget.confirm", budget.confirm, f"a multiple of {n}, at least {fewest}")
        needed = self.most_games * (2 if evaluation.most else 1)  # the incumbent plays too
        if self.search_games < needed:
            least = math.ceil(needed * budget.repeats / (1 - budget.race))
            self._refuse("budget.games", budget.games, f"{least} or more in this study")

    def _check_method(self, method: Any) -> None:
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

    def _refuse(self, key: str, found: Any, takes: str) -> None:
        raise InputError(f"{self.where}: {key} = {found} is not accepted; it takes {takes}")
