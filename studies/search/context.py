"""What a running study works with."""

import threading
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from studies.farm.local import Farm
from studies.search.folder import RunFolder
from studies.search.ledger import SUFFIX, Ledger
from studies.search.store import GameStore


class Progress(Protocol):
    """The display of how far a study is."""

    speed: float  # games per second, 0 as long as that is not known

    def enter(self, phase: str) -> None:
        """A new part of the study begins."""

    def advance(self, games: int, fresh: int) -> None:
        """So many more games are counted, and so many of them were played now."""

    def show_best(self, text: str) -> None:
        """The best so far, with its interval."""

    def say(self, text: str) -> None:
        """A line that stays."""


class RunContext(NamedTuple):
    """The folder, farm and display that a running study works with."""

    folder: RunFolder
    farm: Farm
    progress: Progress
    track: Callable[[int, Mapping[str, float]], None]  # is told metrics after so many games
    stop: threading.Event

    def open_store(self, name: str, n_players: int, block: int) -> GameStore:
        """The games of one ledger."""
        return GameStore(self.farm, Ledger(self.folder / (name + SUFFIX), n_players, block), self.stop)
