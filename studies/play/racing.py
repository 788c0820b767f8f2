"""Sequential tests on paired blocks: stop as soon as the games have said enough, at an error rate stated beforehand.

Two players meet the same deals, so each block gives one difference of payoffs in [-1, 1]. A gambler who believes that
the first is better stakes a share of its wealth on every next difference. If it is *not* better, the expected wealth
never grows, and by Ville's inequality it ever exceeds 1/error with probability at most `error`, however often one looks
(a test by betting: Waudby-Smith and Ramdas 2024). Nothing is assumed of the differences but their bounds. The share is
not chosen: the wealth is the mean over a fixed grid of shares, so that clear and narrow leads are both found in time.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

STAKES = np.geomspace(0.02, 0.95, 16)  # shares of the wealth put on one difference


def evidence(differences: np.ndarray) -> np.ndarray:
    """The gambler's wealth after each paired difference: 20 shows at the 5 % level that their mean is above zero."""
    stakes = np.outer(np.clip(differences, -1.0, 1.0), STAKES)
    return np.exp(np.minimum(np.cumsum(np.log1p(stakes), axis=0), 700)).mean(axis=1)


def first_proof(differences: np.ndarray, error: float) -> int | None:
    """After how many blocks the mean difference was shown to be above zero, or None."""
    shown = np.flatnonzero(evidence(differences) >= 1 / error)
    return int(shown[0]) + 1 if len(shown) else None


class Race:
    """Finalists meet the same deals, round by round; one that another has beaten beyond doubt drops out.

    The best finalist is dropped with probability at most `error`: one of its n - 1 rivals would have to prove a lie.
    """

    def __init__(self, runners: Sequence[int], error: float) -> None:
        self.runners = list(runners)
        self.error = error
        self.payoffs: dict[int, np.ndarray] = {runner: np.zeros(0) for runner in runners}  # one entry per block
        self.dropped: dict[int, int] = {}  # who -> who beat it

    @property
    def running(self) -> list[int]:
        """Those still in the race, in the order they started in."""
        return [runner for runner in self.runners if runner not in self.dropped]

    def add(self, round_: Mapping[int, np.ndarray]) -> None:
        """Enter the running ones' payoffs of the next blocks, then drop who is beaten."""
        for runner in self.running:
            self.payoffs[runner] = np.append(self.payoffs[runner], round_[runner])
        proof = self.error / max(1, len(self.runners) - 1)
        running = self.running
        for runner in running:
            rivals = (rival for rival in running if rival != runner and rival not in self.dropped)
            beaten_by = next((rival for rival in rivals if self._beats(rival, runner, proof)), None)
            if beaten_by is not None:
                self.dropped[runner] = beaten_by

    def ranking(self, score: Callable[[int], float]) -> list[int]:
        """Best first: the running ones by their score, then the dropped ones, last dropped first."""
        running = sorted(self.running, key=lambda runner: -score(runner))
        return running + list(reversed(self.dropped))

    def _beats(self, rival: int, runner: int, proof: float) -> bool:
        mine = self.payoffs[runner]
        return first_proof(self.payoffs[rival][: len(mine)] - mine, proof) is not None
