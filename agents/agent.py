"""What an entry of the catalogue is."""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from engine.game import Game
from engine.space import Domain, Knob, build, cast, check_names, knobs_of
from engine.value import Value, compile_value

UNLIMITED = 10**9  # forward-model calls: the agent's own parameters say how far it looks


class Agent(NamedTuple):
    """One algorithm under one name: a module with `Params`, `act(rules, state, workspace)` and `needs`.

    A name may stand for a variant of the algorithm: some knobs are fixed, others have a default or a domain of its own.
    """

    name: str
    title: str
    module: ModuleType
    fixed: Mapping[str, Any] = {}
    defaults: Mapping[str, Any] = {}
    domains: Mapping[str, Domain] = {}
    budget: int = 1000  # forward-model calls per decision, unless said otherwise
    valued: bool = True  # strives for a value function
    games: tuple[str, ...] = ()  # the games it can play; none named: all
    lines: str = ""  # the knob that, unless it is 0, limits a decision: then it has no budget, unless said otherwise
    domains_under: Callable[[Any], Mapping[str, Domain]] | None = None  # rule Params -> domains that follow from them
    check: Callable[[Any, Any, str], None] | None = None  # refuses Params, under rule Params, of whoever it is
    program: Callable[[Value, Sequence[str]], np.ndarray] = compile_value  # what it reads out of a value

    def knobs(self, game: Game | None = None, rule_params: Any = None) -> dict[str, Knob]:
        """The knobs that it takes in a game, or in any, by name; a game may have defaults of its own for them.

        With the rules of the game, their domains are what can be searched under these rules.
        """
        declared = knobs_of(self.module.Params)
        where = f"{self.name} in {game.name}" if game else self.name
        domains = {**self.domains}
        if rule_params is not None and self.domains_under:
            domains |= self.domains_under(rule_params)
        here = game.agent_defaults.get(self.name, {}) if game else {}

        def taken(knob: Knob) -> bool:
            if knob.name in self.fixed or (game and knob.verb and not hasattr(game.verbs, knob.verb)):
                return False
            if knob.when is None or knob.when.knob not in self.fixed:
                return knob.when is None or taken(declared[knob.when.knob])
            return self.fixed[knob.when.knob] in knob.when.values

        def own(knob: Knob) -> Knob:
            when = None if knob.when is None or knob.when.knob in self.fixed else knob.when
            default, domain = self.defaults.get(knob.name, knob.default), domains.get(knob.name, knob.domain)
            knob = knob._replace(default=default, domain=domain, when=when)
            return knob._replace(default=cast(knob, here[knob.name], where)) if knob.name in here else knob

        return {name: own(knob) for name, knob in declared.items() if taken(knob)}

    def params(self, values: Mapping[str, Any], game: Game, where: str) -> Any:
        """The Params with these values of its knobs in a game, checked."""
        knobs = self.knobs(game)
        check_names(knobs, values, where)
        defaults = {name: knob.default for name, knob in knobs.items()}
        return build(self.module.Params, {**self.fixed, **defaults, **values}, where)
