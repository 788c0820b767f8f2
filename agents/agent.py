"""What an entry of the catalogue is."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.mind import Needs

UNLIMITED = 10**9  # forward-model calls: the agent's own parameters say how far it looks


class Agent(NamedTuple):
    """One algorithm: its knobs, its compiled function, and the room it needs."""

    name: str
    title: str
    Params: type
    act: Callable  # act(rules, state, mind) -> action
    needs: Callable[[Any, int, int], Needs]  # (params, budget in calls, longest list of legal actions)
    budget: int = 1000  # forward-model calls per decision, unless said otherwise
    valued: bool = True  # strives for a value function
    games: tuple[str, ...] = ()  # the games it can play; none named: all
