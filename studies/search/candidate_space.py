"""What a study searches over: the knobs of a player, the weights of its value function, or that function itself."""

from typing import Any, Protocol

from agents.catalog import WEIGHT, PlayerSpec, find_agent
from engine.errors import InputError
from engine.expression import weights
from engine.game import Game
from engine.space import Knob, check_names
from engine.value import Value, default_value
from optimisers.space import Space, narrow, space_of
from studies.play.setup import GameSetup, prepare_game
from studies.spec.players import VALUE, PlayerTemplate, Values, player_spec_of, settings_of
from studies.spec.study import CandidatePart

COMMON = {VALUE: str, "budget": int}  # settings of every player, and their types


class CandidateSpace(Protocol):
    """A space of candidates: the optimiser's domain, and how its values become a player or the rules of the game."""

    name: str  # in titles
    domain: Any  # what `optimisers.catalog.make` takes
    knobs: Space | None  # the searched knobs, where there are some to draw
    default: Values

    def player(self, values: Values) -> PlayerSpec:
        """The player that these values make."""

    def setup(self, setup: GameSetup, values: Values) -> GameSetup:
        """The game and rules that it plays under."""
        return setup

    def text(self, values: Values) -> str:
        """What a person types to play it."""

    def value(self, values: Values) -> Value | None:
        """The value function of the candidate, where that is what is searched."""
        return None

    def describe(self) -> list[str]:
        """What `bottega check` prints of the space."""


class Knobs(CandidateSpace):
    """Parameters of a player: those named, or all that have a domain and are not set in its text.

    Beside its agent's own knobs these are what every player takes: `value` (one of several), `budget` and the weights
    of its value function, `w.<name>`.
    """

    def __init__(self, part: CandidatePart, setup: GameSetup, where: str) -> None:
        game, params, *_ = prepare_game(setup)
        self.template = PlayerTemplate(part.player, game)
        self.name = self.template.agent
        knobs = find_agent(self.name).knobs(game, params)
        fixed = {name: value for name, value in self.template.settings.items() if name in knobs}
        searched = {name: part.space.get(name) for name in (*part.tune, *part.space)}
        own = {name: narrowing for name, narrowing in searched.items() if not is_common(name)}
        common = [common_knob(name, part, game, where) for name in searched if is_common(name)]
        if searched and not own:
            self.domain = Space(tuple(common), fixed)
        else:
            self.domain = space_of(knobs, own or None, fixed, where) + Space(tuple(common))
        if not self.domain.knobs:
            raise InputError(f"{where}: {part.player} has no knob to tune")
        self.default: Values = self.domain.default()
        self.domain = self.domain.starting_at([self.default, *part.start], f"{where}: start")
        self.knobs: Space | None = self.domain

    def player(self, values: Values) -> PlayerSpec:
        """The player with these knobs."""
        return self.template.spec(values)

    def text(self, values: Values) -> str:
        """The player with these knobs as text."""
        return self.template.text(values)

    def describe(self) -> list[str]:
        """The knobs and their domains."""
        knobs = [f"  {knob.name:<24} {knob.domain}" for knob in self.domain.knobs]
        return [f"space      {self.domain.size:,} configurations of {len(knobs)} knobs", *knobs]


def is_common(name: str) -> bool:
    """Whether every player takes this setting, whatever its agent."""
    return name in COMMON or name.startswith(WEIGHT)


def common_knob(name: str, part: CandidatePart, game: Game, where: str) -> Knob:
    """A setting of every player as a knob; it has no domain of its own, so the study must give one."""
    player_spec = player_spec_of(game.name, part.player)
    if name == VALUE:
        agent, settings = settings_of(part.player)
        default: Any = settings.get(VALUE, default_value(game, agent))
    elif name == "budget":
        default = player_spec.budget
    else:
        assert player_spec.value is not None
        known = weights(player_spec.value.expression)
        check_names(known, [name.removeprefix(WEIGHT)], f"{where}: weights of {player_spec.value}")
        default = known[name.removeprefix(WEIGHT)]
    if name not in part.space:
        raise InputError(f"{where}: {name} has no domain of its own; give it one under candidate.space")
    return narrow(Knob(name, COMMON.get(name, float), default, None, "", None), part.space[name], where)
