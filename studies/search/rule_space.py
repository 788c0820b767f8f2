"""Rules as what a study searches over: some parameters of the game, played by the same players throughout."""

from itertools import product

import numpy as np

from agents.catalog import PlayerSpec
from engine.errors import InputError
from engine.space import plain, word
from optimisers.space import Space, grid, space_of
from studies.play.setup import GameSetup, prepare_game
from studies.search.candidate_space import CandidateSpace
from studies.spec.players import Values
from studies.spec.study import RulesPart

TRIED = 400  # rule sets that are set up before the first game


class RuleParameters(CandidateSpace):
    """Rule parameters of a game; the default are the rules of the study's `[game]`."""

    name = "rules"

    def __init__(self, part: RulesPart, setup: GameSetup, player: PlayerSpec, where: str) -> None:
        self.base, self.seated = setup, player
        game, params, _, self.n_players = prepare_game(setup)
        if not part.tune and not part.space:
            raise InputError(f"{where}: tune or space must name the rules to search; see bottega rules {game.name}")
        searched = {name: part.space.get(name) for name in (*part.tune, *part.space)}
        declared = space_of(game.Params, searched, None, where)
        knobs = tuple(knob._replace(default=plain(getattr(params, knob.name))) for knob in declared.knobs)
        self.default: Values = {knob.name: knob.default for knob in knobs}
        space = Space(knobs)
        self.domain = space.starting_at([space.default(), *part.start], f"{where}: start")
        self.knobs: Space | None = self.domain
        self._check(where)

    def player(self, values: Values) -> PlayerSpec:
        """The player at the first seat: the same under all rules."""
        return self.seated

    def setup(self, setup: GameSetup, values: Values) -> GameSetup:
        """The game with these rules."""
        return setup._replace(rules=tuple({**dict(setup.rules), **values}.items()))

    def text(self, values: Values) -> str:
        """The rules, as `bottega match` takes them."""
        return self.setup(self.base, values).options

    def describe(self) -> list[str]:
        """The rules and their domains."""
        lines = [f"  {knob.name:<24} {knob.domain}, now {word(knob.default)}" for knob in self.domain.knobs]
        return [f"space      {self.domain.size:,} sets of {len(lines)} rules", *lines]

    def _check(self, where: str) -> None:
        """Refuse a space with rules that do not go together: all of it if it is small, else many draws from it."""
        for values in trials_of(self.domain):
            try:
                n_players = prepare_game(self.setup(self.base, values)).n_players
            except InputError as error:
                raise InputError(f"{where}: not every set of rules can be played; narrow the space: {error}") from None
            if n_players != self.n_players:
                raise InputError(f"{where}: the number of players cannot be searched; it belongs to the game")


def trials_of(space: Space) -> list[Values]:
    """Points of a space: every one of a small space, or draws."""
    if space.size <= TRIED:
        grids = product(*(grid(knob) for knob in space.knobs))
        return [dict(zip(space.names, point, strict=True)) for point in grids]
    rng = np.random.default_rng(0)
    return [space.sample(rng) for _ in range(TRIED)]
