"""The set-up of Bravi et al. (2019): agents with the spaces of their table VII, and three opponents at a table."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from agents.catalog import PlayerSpec, find_agent
from engine.catalog import find_game
from optimisers.space import Space, space_of
from studies.farm.local import LocalFarm
from studies.play.games import Games
from studies.play.jobs import Job, Opponents, evaluate
from studies.play.measure import Wins
from studies.play.setup import GameSetup
from studies.spec.players import player_spec_of, settings_of, with_values
from studies.spec.study import GamePart

GAME = GamePart(name="splendor", preset="rinascimento")
SETUP = GameSetup(GAME.name, GAME.preset)
PLAYERS = 4
EVEN = 1 / PLAYERS
RANDOM, OSLA = (
    Opponents((player_spec_of(GAME.name, player),) * (PLAYERS - 1)) for player in ("random", "osla:budget=1000")
)
MODELS: dict[str, Any] = {"om": ["nothing", "random", "osla"], "ombs": None}


class Tuned(NamedTuple):
    """An agent and the knobs that are searched, each with its domain; None: as the agent declares it."""

    text: str
    knobs: dict[str, Any]

    @property
    def space(self) -> Space:
        """Without a point to start from: the agents' defaults are what the paper found."""
        agent, settings = settings_of(self.text)
        knobs = find_agent(agent).knobs(find_game(GAME.name))
        return space_of(knobs, self.knobs, {name: value for name, value in settings.items() if name in knobs})

    def player(self, values: Any) -> PlayerSpec:
        """The player with these values."""
        return player_spec_of(GAME.name, with_values(self.text, values))


AGENTS = {
    "BMRH": Tuned(
        "bmrh:budget=1000,value=points",
        {**dict.fromkeys(("l", "n", "usb", "mo")), "ms": ["whole", "uniform", "decay"], "dcy": None, **MODELS},
    ),
    "SRH": Tuned("srh:budget=1000,value=points", {**dict.fromkeys(("l", "n", "usb", "mo", "mr")), **MODELS}),
    "MCTS": Tuned(
        "mcts:budget=1000,tree=own,norm=false,value=points",
        {"d": [2, 3, 6, 11, 21], "c": [0, 1.41, 4, 9, 15, 20], **dict.fromkeys(("ep", "ps", "rt", "ro")), **MODELS},
    ),
}


def job(player: PlayerSpec, opponents: Opponents, stream: int, first: int, last: int) -> Job:
    """Games of a player."""
    return Job(SETUP, player, opponents, stream, first, last, PLAYERS)


def win_rate(games: Games) -> float:
    """The player's win rate."""
    return Wins(PLAYERS).rate(games).mean


def play_all(jobs: Sequence[Job]) -> list[Games]:
    """The games of each job, over all cores."""
    with LocalFarm() as farm:
        return [future.result() for future in [farm.submit(evaluate, job) for job in jobs]]
