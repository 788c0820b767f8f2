"""A study is one TOML file; here is every key it may have. Read once, checked on load, frozen.

Whether the names in it (game, agent, knobs, features, optimiser) exist and fit together is checked in `search/`.
"""

import math
from collections.abc import Set
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=80)]
Count = Annotated[int, Field(ge=1, le=10**9)]
Share = Annotated[float, Field(ge=0, lt=1)]
ErrorRate = Annotated[float, Field(gt=0, lt=1)]
Bound = Annotated[str, Field(pattern=r"^[<>] ?[0-9.]+$")]
Player = Annotated[str, Field(min_length=1)]  # as `bottega match` takes it: agent, or agent:knob=value,...
MOST_NAMED = 4  # opponents that are named one by one in a summary
FEWEST_LEARNT = 10  # deals of a round that a network learns from


class Part(BaseModel):
    """A table of the file: unknown keys are errors, nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class GamePart(Part):
    """Which game, under which rules: every key but these two is a rule parameter of that game."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True, allow_inf_nan=False)

    name: str
    preset: str = ""

    @property
    def rules(self) -> dict[str, Any]:
        """The rule parameters that the file sets."""
        return dict(self.model_extra or {})


class CandidatePart(Part):
    """The player that is tuned, and which of its knobs."""

    what: ClassVar = "knobs"  # is searched
    player: Player
    tune: list[str] = []  # knobs; all that have a domain if left out
    space: dict[str, Any] = {}  # narrower domains: a list of values, or {low, high, log, resolution}
    start: list[dict[str, Any]] = []  # points to be tried first, beside the default


class EvolvedPart(Part):
    """Whose value function is evolved: a formula, or the weights of a given one."""

    player: Player
    what: Literal["expression", "weights"] = "expression"
    value: str = ""  # weights: the formula they stand in, {name: default}
    start: list[Any] = []  # to be tried first: tables of weights, or formulas
    features: list[str] = []  # expressions: those they may use; all if left out
    space: dict[str, Any] = {}  # weights: the domain of each that is searched; all of them if left out
    spread: Annotated[float, Field(gt=1, le=1e9)] = 3.0  # weights: searched from 0 to this times their default


class LearntPart(Part):
    """The player that is to strive for a network."""

    what: ClassVar = "network"
    player: Player
    value: str = "net"  # what it strives for then; `net` is the network: "10*winloss + net"


class PositionsPart(Part):
    """Whose games a network learns from, and what of their positions."""

    players: list[Player] = []  # of the first round, one a seat or one for all; the candidate as it is if left out
    target: Annotated[str, Field(min_length=1)] = "share"  # or points_to_come, search, or any value at the game's end
    teacher: str = ""  # target search: who plays on from a position
    plies: Count = 4  # so many decisions
    samples: Count = 4  # so often
    features: list[str] = []  # those that the network may see; all if left out
    rate: Annotated[float, Field(gt=0, le=1)] = 0.25  # share of the positions that are kept
    explore: Share = 0.2  # share of the moves that are random


class TrainingPart(Part):
    """The settings of training a network."""

    hidden: list[Count] = [32]  # units of the hidden layers
    activation: Literal["linear", "sigmoid", "tanh", "relu"] = "tanh"  # of the hidden layers
    learning_rate: Annotated[float, Field(gt=0)] = 1e-3  # Adam's step size
    batch: Count = 256  # positions between two steps
    l2: Annotated[float, Field(ge=0)] = 1e-4  # how much large weights cost
    epochs: Count = 200  # passes over the training side, at most
    patience: Count = 10  # passes without a better loss on the other side before training stops
    held_out: Annotated[float, Field(gt=0, lt=1)] = 0.2  # share of the deals on the other side


class RulesPart(Part):
    """Which rules of the game are searched."""

    tune: list[str] = []  # rule parameters, over the domains that the game declares
    space: dict[str, Any] = {}  # with domains of the study's own, as for a player's knobs
    start: list[dict[str, Any]] = []  # points to be tried first, beside the rules as they are


class AimPart(Part):
    """The aim of rules beside even chances."""

    length: Count | None = None  # decisions in a game; without it, the shorter the better
    tolerance: Annotated[float, Field(ge=0, le=1e9)] | None = None  # that far costs nothing; without it length is free


class OpponentsPart(Part):
    """The other players: one per seat, or drawn anew for every deal from a pool or a weighted mix."""

    seats: list[Player] = []
    pool: list[Player] = []
    mix: dict[str, Annotated[float, Field(gt=0, le=1e9)]] = {}

    @model_validator(mode="before")
    @classmethod
    def _short_forms(cls, given: Any) -> Any:
        return {"seats": given if isinstance(given, list) else [given]} if isinstance(given, str | list) else given

    @model_validator(mode="after")
    def _one_kind(self) -> "OpponentsPart":
        if sum(map(bool, (self.seats, self.pool, self.mix))) != 1:
            raise ValueError("takes a list of players, or exactly one of seats, pool and mix, not empty")
        return self

    @property
    def players(self) -> tuple[str, ...]:
        """All players that may sit there."""
        return tuple(self.seats or self.pool or self.mix)

    def __str__(self) -> str:
        """In a few words: equal ones are counted, many are only counted."""
        if len(self.seats) > 1 and len(set(self.seats)) == 1:
            return f"{len(self.seats)} times `{self.seats[0]}`"
        listed = ", ".join(f"`{player}`" for player in self.players)
        if self.seats or len(self.players) == 1:
            return listed
        return f"opponents drawn from {listed if len(self.players) <= MOST_NAMED else f'{len(self.players)} players'}"


class StartPart(Part):
    """A finished study of the same space whose games are believed in part."""

    study: Annotated[str, Field(min_length=1)]  # its name or folder; or its file of statistics
    weight: Annotated[float, Field(gt=0, le=1)] = 1.0  # a game of it counts as so much of a game

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, given: Any) -> Any:
        return {"study": given} if isinstance(given, str) else given


class OptimiserPart(Part):
    """Which optimiser; every other key is a setting of that optimiser."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True, allow_inf_nan=False)

    name: str = "ntbea"

    @property
    def settings(self) -> dict[str, Any]:
        """What the file sets of the optimiser."""
        return dict(self.model_extra or {})


class EvolverPart(OptimiserPart):
    """Which optimiser evolves value functions; every other key is a setting of that optimiser."""

    name: str = "gp"


class EvaluationPart(Part):
    """The number of games that a candidate gets, and on which deals."""

    games: Count = 2
    renew: Annotated[int, Field(ge=0, le=10**9)] = 1  # evaluations on the same deals before new ones; 0: the same
    in_flight: Count = 8  # candidates at work at once: belongs to the study, not to the machine


class DesignEvaluationPart(EvaluationPart):
    """The number of games that a rule set gets: its balance shows in many only."""

    games: Count = 48


class BudgetPart(Part):
    """Games for search and race together. The confirmation comes on top."""

    games: Count = 2000
    race: Share = 0.1  # the finalists' share
    finalists: Count = 3  # those that the optimiser trusts most; the default and given starts run beside them
    race_error: ErrorRate = 0.05  # chance that the race drops its best finalist
    repeats: Count = 1  # independent searches that split the budget; their finalists race each other
    confirm: Count = 400  # games of each of champion and default on fresh deals
    confirm_looks: Annotated[int, Field(ge=2, le=100)] | None = None  # planned looks: it stops when one has an answer

    def scaled(self, scale: float, n_players: int, least: int) -> Self:
        """Every number of games times the scale, in whole deals, but for so many games at least."""
        games, confirm = max(least, round(self.games * scale)), whole_deals(self.confirm * scale, n_players)
        return self.model_copy(update={"games": games, "confirm": confirm})


class LearnBudgetPart(BudgetPart):
    """The games of a learn study: those to learn from, in rounds, and the race of the rounds' networks."""

    games: Count = 10_000
    race: Share = 0.2
    finalists: Count = 3  # networks of so many last rounds; the player as it is runs beside them
    repeats: Literal[1] = 1
    rounds: Count = 1  # the player with a round's network plays the next round's games
    confirm: Count = 1000


class SourcePart(Part):
    """Which experiment of which document this is, and what the document reports: for `bottega reproduce`."""

    place: str = ""  # where the document has it: "table 4.2"
    question: Annotated[str, Field(min_length=1)]  # in one line
    says: dict[str, float | Bound] = {}  # its figures by row of our result, rates as parts of 1; or a bound: "> 0.5"
    games: Count | dict[str, Count] | None = None  # it played per figure; by row where they differ
    show: list[str] = ["win rate"]  # figures of a comparison that become rows
    presets: list[str] = []  # played once under each of these rules; the game's own preset if left out
    others: Annotated[float, Field(gt=0, le=1e9)] = 1.0  # share of the games under the presets after the first
    why: str | dict[str, str] = ""  # shown where ours differ; by preset where the reasons do
    means: str = ""  # what ours says in words, shown below the table
    picture: str = ""  # of the study's own pictures, the one for the page: "ladder.png"


class Study(Part):
    """The keys of all kinds of study."""

    name: Name = "study"
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 1
    note: str = ""
    tags: dict[str, str] = {}
    farm: Literal["local", "ray"] = "local"  # if the command does not say; changes no result
    game: GamePart
    source: SourcePart | None = None

    @property
    def balance(self) -> AimPart | None:
        """The aim of the rules, where rules are searched; elsewhere wins count."""
        return None

    def in_whole_deals(self, n_players: int, given: Set[str]) -> Self:
        """The study with numbers of games that go round all seats; what is given stays."""
        changed: dict[str, Part] = {}
        for name, key in (("evaluation", "games"), ("budget", "confirm")):
            part = getattr(self, name, None)
            if part is not None and f"{name}.{key}" not in given:
                changed[name] = part.model_copy(update={key: rounded_up(getattr(part, key), n_players)})
        return self.model_copy(update=changed)


class SearchStudy(Study):
    """A study that searches: tune, evolve or design."""

    start_from: StartPart | None = None
    optimiser: OptimiserPart = OptimiserPart()
    evaluation: EvaluationPart = EvaluationPart()
    budget: BudgetPart = BudgetPart()

    def scaled(self, scale: float, n_players: int) -> Self:
        """Every number of games times the scale, in whole deals; enough is kept for the first candidate."""
        budget, evaluation = self.budget, self.evaluation
        least = math.ceil(evaluation.games * budget.repeats / (1 - budget.race)) + n_players
        return self.model_copy(update={"budget": budget.scaled(scale, n_players, least)})

    def phase(self, number: int) -> str:
        """Its search of this number, as progress shows it."""
        return f"search {number} of {self.budget.repeats}" if self.budget.repeats > 1 else "search"


class PlayerSearch(SearchStudy):
    """A study that searches a player: tune or evolve."""

    kind: str
    candidate: CandidatePart | EvolvedPart
    opponents: OpponentsPart
    proof: dict[str, Any] = {}  # rule parameters that differ where finalists race and are confirmed

    @property
    def summary(self) -> str:
        """The study in a few words: who plays whom."""
        return f"{self.kind} `{self.candidate.player}` by {self.optimiser.name} against {self.opponents}"


class Tune(PlayerSearch):
    """Find the parameters that win."""

    kind: Literal["tune"]
    candidate: CandidatePart


class Evolve(PlayerSearch):
    """Find the value function that wins."""

    kind: Literal["evolve"]
    candidate: EvolvedPart
    optimiser: EvolverPart = EvolverPart()


class Design(SearchStudy):
    """Find the rules under which all seats win equally often, in games of a wanted length."""

    kind: Literal["design"]
    proof: ClassVar[dict[str, Any]] = {}  # finalists are judged as they were searched
    candidate: RulesPart
    players: str | list[Player]  # the same at every seat, or one for each
    aim: AimPart = AimPart()
    evaluation: DesignEvaluationPart = DesignEvaluationPart()

    @property
    def balance(self) -> AimPart:
        """The aim of the rules."""
        return self.aim

    @property
    def summary(self) -> str:
        """The study in a few words: who plays whom."""
        seats = [self.players] if isinstance(self.players, str) else self.players
        return f"rules by {self.optimiser.name}, played by {', '.join(f'`{player}`' for player in seats)}"


class Learn(Study):
    """Learn a network from games and prove that it plays better than what the player strives for without it."""

    kind: Literal["learn"]
    candidate: LearntPart
    opponents: OpponentsPart
    proof: dict[str, Any] = {}  # as in a search
    positions: PositionsPart = PositionsPart()
    training: TrainingPart = TrainingPart()
    budget: LearnBudgetPart = LearnBudgetPart()

    def scaled(self, scale: float, n_players: int) -> Self:
        """Every number of games times the scale, in whole deals; enough is kept to hold deals out."""
        least = math.ceil(FEWEST_LEARNT * n_players * self.budget.rounds / (1 - self.budget.race))
        return self.model_copy(update={"budget": self.budget.scaled(scale, n_players, least)})

    def phase(self, number: int) -> str:
        """What comes before the race, as `bottega watch` shows it."""
        return "learning"

    @property
    def summary(self) -> str:
        """The study in a few words: who plays whom."""
        return f"a network for `{self.candidate.player}` against {self.opponents}"


class LadderPart(Part):
    """One player at rising values of one knob."""

    player: Player
    knob: str
    values: Annotated[list[Any], Field(min_length=1)]


NEEDS = {  # what each form of comparison is made of
    "round-robin": {"players"},
    "table": {"players"},
    "field": {"players", "opponents"},
    "ladder": {"ladder", "opponents"},
}


class Compare(Study):
    """A table of matches."""

    kind: Literal["compare"]
    form: Literal["round-robin", "table", "field", "ladder"] = "round-robin"
    players: list[Player] = []  # each meets each; or all sit at one table; or each meets the opponents
    ladder: LadderPart | None = None
    opponents: OpponentsPart | None = None
    games: Count = 1000  # per match

    @model_validator(mode="after")
    def _parts_of_the_form(self) -> "Compare":
        needs = NEEDS[self.form]
        given = {key for key in ("players", "ladder", "opponents") if getattr(self, key)}
        if given != needs:
            found = ", ".join(sorted(given)) or "none of them"
            raise ValueError(f"form {self.form} takes {' and '.join(sorted(needs))}, found {found}")
        if self.form == "round-robin" and len(self.players) < 2:
            raise ValueError("a round robin takes at least two players")
        return self

    def scaled(self, scale: float, n_players: int) -> Self:
        """The number of games times the scale, in whole deals."""
        return self.model_copy(update={"games": whole_deals(self.games * scale, n_players)})

    def in_whole_deals(self, n_players: int, given: Set[str]) -> Self:
        """The study with matches that go round all seats."""
        return self.model_copy(update={"games": rounded_up(self.games, n_players)})

    def phase(self, number: int) -> str:
        """All that is played, as progress shows it."""
        return "matches"

    @property
    def summary(self) -> str:
        """The study in a few words: who plays whom."""
        who = ", ".join(f"`{player}`" for player in self.players)
        if self.ladder:
            who = f"`{self.ladder.player}` at rising `{self.ladder.knob}`"
        return f"{who} against {self.opponents}" if self.opponents else f"{who}: {self.form}"


def whole_deals(games: float, n_players: int) -> int:
    """The nearest number of games in which every deal goes round all seats, at least one deal."""
    return max(1, round(games / n_players)) * n_players


def rounded_up(games: int, n_players: int) -> int:
    """The next number of games in which every deal goes round all seats."""
    return -(-games // n_players) * n_players


AnySearch = Tune | Evolve | Design
AnyProven = AnySearch | Learn
AnyStudy = AnyProven | Compare
KINDS: dict[str, type[AnyStudy]] = {
    "tune": Tune,
    "evolve": Evolve,
    "learn": Learn,
    "design": Design,
    "compare": Compare,
}
