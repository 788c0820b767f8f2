"""What a study searches over: the knobs of a player, the weights of its value function, or that function itself."""

from collections.abc import Mapping
from typing import Any, Protocol

from optimisers.space import Space, space_of
from studies.players import params_of, with_values
from studies.spec import CandidatePart

Values = Mapping[str, Any]


class Subject(Protocol):
    """The searched thing: what the optimiser is given, and how its values become a player."""

    domain: Any  # what `optimisers.catalog.make` takes
    space: Space | None  # the knobs, where there are some to draw
    default: Values

    def player(self, values: Values) -> str:
        """The player that these values make."""

    def describe(self) -> list[str]:
        """What `bottega check` prints."""


class Knobs:
    """Parameters of a player: those named, or all that have a domain and are not set in its text."""

    def __init__(self, part: CandidatePart, where: str) -> None:
        self.text = part.player
        _, Params, fixed = params_of(part.player)
        names = dict.fromkeys([*part.tune, *part.space])
        tune = {name: part.space.get(name) for name in names} if names else None
        self.space: Space | None = space_of(Params, tune, fixed, where)
        self.domain = self.space
        self.default: Values = self.domain.default()

    def player(self, values: Values) -> str:
        """The player with these knobs."""
        return with_values(self.text, values)

    def describe(self) -> list[str]:
        """The knobs and their domains."""
        knobs = [f"  {knob.name:<24} {knob.domain}" for knob in self.domain.knobs]
        return [f"space      {self.domain.size:,} configurations of {len(knobs)} knobs", *knobs]
