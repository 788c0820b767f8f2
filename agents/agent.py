"""What an entry of the catalogue is."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

UNLIMITED = 10**9  # forward-model calls: the agent's own parameters say how far it looks


class Agent(NamedTuple):
    """One algorithm: a module with its knobs, its `act(rules, state, workspace)` and `needs`, the room it asks for."""

    name: str
    title: str
    module: ModuleType
    act_name: str = "act"
    params_name: str = "Params"
    budget: int = 1000  # forward-model calls per decision, unless said otherwise
    valued: bool = True  # strives for a value function
    games: tuple[str, ...] = ()  # the games it can play; none named: all

    @property
    def act(self) -> Callable:
        """What decides."""
        return getattr(self.module, self.act_name)

    @property
    def Params(self) -> Any:  # noqa: N802  (a class)
        """The knobs."""
        return getattr(self.module, self.params_name)
