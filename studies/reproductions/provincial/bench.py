"""Where menus of a kingdom play each other for a measurement."""

from collections.abc import Sequence

import numpy as np

from studies.farm.local import Farm
from studies.play.games import payoffs
from studies.play.jobs import Job, Opponents, evaluate
from studies.play.rates import rate_over
from studies.play.setup import GameSetup
from studies.reproductions.provincial.menus import Menu
from studies.reproductions.rows import Row


class Bench:
    """Where menus of a kingdom play, and how many games they have played."""

    def __init__(self, setup: GameSetup, farm: Farm) -> None:
        self.setup, self.farm, self.games = setup, farm, 0

    def rates(self, menus: Sequence[Menu], rivals: Sequence[Menu], stream: int, games: int) -> np.ndarray:
        """Menu x game: what each wins against the rivals in turn, all on the same deals."""
        share = max(2, games // len(rivals) // 2 * 2)
        jobs = [
            [Job(self.setup, menu.player, Opponents((rival.player,)), stream, 0, share, 2) for rival in rivals]
            for menu in menus
        ]
        played = [[self.farm.submit(evaluate, job) for job in row] for row in jobs]
        self.games += len(menus) * len(rivals) * share
        return np.array([np.concatenate([payoffs(future.result(), 2) for future in row]) for row in played])


def rate_row(name: str, figure: str, wins: np.ndarray) -> Row:
    """A win rate over games in pairs on one deal."""
    rate = rate_over(wins.reshape(-1, 2).mean(axis=1), len(wins))
    return Row(name, figure, rate.mean, rate.low, rate.high, rate.games)
