"""Stop as soon as the games have said enough, at an error rate stated beforehand: a test on paired blocks, and a race.

Two players meet the same deals, so each block gives one difference of payoffs. Were both equally good, every difference
might as well have had the other sign. So all that could have come of these deals is known: the sums of the same
differences with signs by chance. One player is shown to be better when its sum is among the highest of them, as few as
the error rate allows. It is spent over the planned looks in equal parts, and a part that could not be spent, because
few blocks have few sums, is left to the next look (a sign-flip test in a group-sequential design: Lan, DeMets 1983).
"""

import functools
from collections.abc import Callable, Mapping, Sequence

import numpy as np

CHANCES = 4000  # sums with signs by chance
TIE = 1e-9  # sums that are nearer are equal


@functools.cache
def signs(blocks: int) -> np.ndarray:
    """Block x chance: -1 or 1. The first blocks have the same ones however many there are."""
    return np.random.default_rng(1).choice((-1.0, 1.0), (blocks, CHANCES))


def first_proof(differences: np.ndarray, error: float, looks: Sequence[int], planned: int = 0) -> int | None:
    """At which of the looks, numbers of blocks, the mean difference was shown to be above zero, or None.

    `planned` says how many looks share the error; those given, if there are no more. Later ones find nothing left.
    """
    planned = planned or len(looks)
    alive, sums = np.ones(CHANCES, bool), np.zeros(CHANCES)
    own, seen = 0.0, 0
    for number, look in enumerate(looks, 1):
        if look > len(differences):
            break
        new = np.asarray(differences[seen:look], float)
        own, sums = own + float(new.sum()), sums + np.abs(new) @ signs(1 << (look - 1).bit_length())[seen:look]
        spent = CHANCES - int(alive.sum())
        allowed = int(error * CHANCES * min(number, planned) / planned) - spent
        bound = np.partition(sums[alive], -allowed - 1)[-allowed - 1] + TIE  # beyond it lie no more than are allowed
        if own > bound:
            return look
        alive, seen = alive & (sums <= bound), look
    return None


class Race:
    """Finalists meet the same deals, round by round; one that another has beaten beyond doubt drops out.

    The best finalist is dropped with probability at most `error`: one of its n - 1 rivals would have to prove a lie.
    `rounds` are planned; in later ones nobody drops out.
    """

    def __init__(self, runners: Sequence[int], error: float, rounds: int) -> None:
        self.runners = list(runners)
        self.error, self.rounds = error, rounds
        self.looks: list[int] = []  # blocks after each round
        self.payoffs: dict[int, np.ndarray] = {runner: np.zeros(0) for runner in runners}  # one entry per block
        self.dropped: dict[int, int] = {}  # who -> who beat it

    @property
    def running(self) -> list[int]:
        """The runners still in the race, in the order they started in."""
        return [runner for runner in self.runners if runner not in self.dropped]

    def add(self, round_: Mapping[int, np.ndarray]) -> None:
        """Enter the running ones' payoffs of the next blocks, then drop who is beaten."""
        running = self.running
        for runner in running:
            self.payoffs[runner] = np.append(self.payoffs[runner], round_[runner])
        self.looks.append(len(self.payoffs[running[0]]))
        proof = self.error / max(1, len(self.runners) - 1)
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
        lead = self.payoffs[rival] - self.payoffs[runner]
        return lead.sum() > 0 and first_proof(lead, proof, self.looks, self.rounds) is not None
