"""How the games of a match went, whoever won them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.game import Ended
from studies.play.jobs import Played


class Course(NamedTuple):
    """Decisions per game, and the shares of games that nobody won."""

    length: float
    length_sd: float
    stalemates: float
    limits: float


def course_of(games: Sequence[Played]) -> Course:
    """Of the games of one match."""
    lengths = [sum(game.decisions) for game in games]
    ends = [game.ended for game in games]
    return Course(
        length=float(np.mean(lengths)),
        length_sd=float(np.std(lengths, ddof=1)) if len(lengths) > 1 else 0.0,
        stalemates=ends.count(Ended.STALEMATE) / len(ends),
        limits=ends.count(Ended.LIMIT) / len(ends),
    )
