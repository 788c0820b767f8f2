"""What a study searches over: the knobs of a player, the weights of its value function, or that function itself."""

from collections.abc import Mapping
from typing import Any, Protocol

from agents.catalog import WEIGHT, find_agent
from engine.errors import InputError
from engine.expression import weights
from engine.game import Game
from engine.space import Knob, check_names
from engine.value import default_value, parse_value
from optimisers.space import Space, narrow, space_of
from studies.play.evaluate import Table
from studies.study.players import player_spec_of, settings_of, with_values
from studies.study.spec import CandidatePart

Values = Mapping[str, Any]
COMMON = {"value": str, "budget": int}  # settings of every player, and their types


class Subject(Protocol):
    """The searched thing: what the optimiser is given, and how its values become a player or a table to play at."""

    name: str  # in titles
    domain: Any  # what `optimisers.catalog.make` takes
    space: Space | None  # the knobs, where there are some to draw
    default: Values

    def player(self, values: Values) -> str:
        """The player that these values make."""

    def table(self, table: Table, values: Values) -> Table:
        """The game and rules that it plays under."""
        return table

    def text(self, values: Values) -> str:
        """What a person types to play it."""
        return self.player(values)

    def describe(self) -> list[str]:
        """What `bottega check` prints."""


class Knobs(Subject):
    """Parameters of a player: those named, or all that have a domain and are not set in its text.

    Beside its agent's own knobs these are what every player takes: `value` (one of several), `budget` and the weights
    of its value function, `w.<name>`.
    """

    def __init__(self, part: CandidatePart, game: Game, where: str) -> None:
        self.given = part.player
        agent, settings = settings_of(part.player)
        self.name = agent
        knobs = find_agent(agent).knobs(game)
        fixed = {name: value for name, value in settings.items() if name in knobs}
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
        self.space: Space | None = self.domain

    def player(self, values: Values) -> str:
        """The player with these knobs."""
        return with_values(self.given, values)

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
    if name == "value":
        default: Any = settings_of(part.player)[1].get("value", default_value(game))
    elif name == "budget":
        default = player_spec.budget
    else:
        known = weights(parse_value(player_spec.value, game).expression)
        check_names(known, [name.removeprefix(WEIGHT)], f"{where}: weights of {player_spec.value}")
        default = known[name.removeprefix(WEIGHT)]
    if name not in part.space:
        raise InputError(f"{where}: {name} has no domain of its own; give it one under candidate.space")
    return narrow(Knob(name, COMMON.get(name, float), default, None, "", None), part.space[name], where)
