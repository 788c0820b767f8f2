"""The set-up of Bravi et al. (2019): agents with the spaces of their table VII, and three opponents at a table."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from agents.catalog import find_agent
from engine.catalog import find_game
from optimisers.space import Space, space_of
from studies.farm.local import LocalFarm
from studies.play.evaluate import Field, Job, Played, Table, evaluate
from studies.study.players import settings_of, with_values
from studies.study.spec import GamePart

GAME = GamePart(name="splendor", preset="rinascimento")
TABLE = Table(GAME.name, GAME.preset)
PLAYERS = 4
EVEN = 1 / PLAYERS
RANDOM, OSLA = (Field((player,) * (PLAYERS - 1)) for player in ("random", "osla:budget=1000"))
MODELS: dict[str, Any] = {"om": ["nothing", "random", "osla"], "ombs": None}


class Tuned(NamedTuple):
    """An agent and the knobs that are searched, each with its domain; None: as the agent declares it."""

    text: str
    knobs: dict[str, Any]

    @property
    def space(self) -> Space:
        """Without a point to start from: the agents' defaults are what the paper found."""
        return space_of(find_agent(settings_of(self.text)[0]).knobs(find_game(GAME.name)), self.knobs)

    def player(self, values: Any) -> str:
        """The player with these values."""
        return with_values(self.text, values)


AGENTS = {
    "BMRH": Tuned(
        "bmrh:budget=1000",
        {**dict.fromkeys(("l", "n", "usb", "mo")), "ms": ["whole", "uniform", "decay"], "dcy": None, **MODELS},
    ),
    "SRH": Tuned("srh:budget=1000", {**dict.fromkeys(("l", "n", "usb", "mo", "mr")), **MODELS}),
    "MCTS": Tuned("mcts:budget=1000", {**dict.fromkeys(("d", "c", "ep", "ps", "rt", "ro")), **MODELS}),
}


def play_all(jobs: Sequence[Job]) -> list[list[Played]]:
    """The games of each job, over all cores."""
    farm = LocalFarm()
    try:
        return [future.result() for future in [farm.submit(evaluate, job) for job in jobs]]
    finally:
        farm.close(cancel=True)
