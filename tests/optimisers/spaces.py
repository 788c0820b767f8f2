"""Spaces that several tests search."""

from enum import IntEnum
from typing import Annotated, NamedTuple

from engine.space import Choice, Range, Steps, When


class Backup(IntEnum):
    """A choice with names."""

    MEAN = 0
    MAX = 1
    DISCOUNT = 2


class Everything(NamedTuple):
    """Every kind of knob, with conditions two deep."""

    plain: int = 1000
    c: Annotated[float, Range(0.03, 30, log=True), "exploration"] = 1.4
    share: Annotated[float, Range(0.0, 1.0, resolution=5), "share"] = 0.5
    depth: Annotated[int, Steps((0, 3, 10, 30)), "depth"] = 10
    width: Annotated[int, Range(1, 1000, log=True), "width"] = 10
    backup: Annotated[Backup, "how values flow back"] = Backup.MEAN
    decay: Annotated[float, Steps((0.5, 0.9, 0.99)), When("backup", (Backup.DISCOUNT,)), "decay"] = 0.9
    reuse: bool = False
    keep: Annotated[str, Choice(("none", "best", "all")), When("reuse", (True,)), "what is kept"] = "best"
    age: Annotated[int, Range(1, 5), When("keep", ("best", "all")), "how long"] = 2


class Numbers(NamedTuple):
    """Numbers only."""

    x: Annotated[float, Range(-2.0, 2.0), "x"] = 0.0
    y: Annotated[float, Range(0.1, 10.0, log=True), "y"] = 1.0
    n: Annotated[int, Range(0, 20), "n"] = 10
    s: Annotated[float, Steps((0.0, 0.5, 1.0, 2.0)), "s"] = 0.5
