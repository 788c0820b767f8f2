"""An experiment that is no study of wins: a small function that plays, looks and counts.

It is one file here with a MEASUREMENT, and one line in `measurements.py`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from studies.play.setup import PreparedGame
from studies.reproductions.rows import Row
from studies.spec.study import GamePart, SourcePart


class Order(NamedTuple):
    """The order for a measurement: rules, size, seed, where pictures go."""

    prepared: PreparedGame  # the game under the rules of this variant
    scale: float  # of the numbers of games
    seed: int
    pictures: Path  # the folder for its pictures
    name: str  # the beginning of their names

    def games(self, usual: int) -> int:
        """A number of games at scale 1, scaled, at least one."""
        return max(1, round(usual * self.scale))


class Measured(NamedTuple):
    """The result of a measurement."""

    rows: list[Row]
    games: int  # played in all
    pictures: tuple[str, ...] = ()  # names of files, in Markdown's order
    note: str = ""  # shown below the table


class Measurement(NamedTuple):
    """A measurement as it is found and run."""

    document: str
    name: str
    game: GamePart
    source: SourcePart
    measure: Callable[[Order], Measured]
    seed: int = 1
