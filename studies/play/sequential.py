"""Matches that stop when their question is answered, at a stated error rate, by bets.

A question is about a mean difference of payoffs in blocks of games, which lies between -1 and 1. `Duel` asks whether
the mean lies above `low` or below `high`, like the sequential tests of chess programs (`--sprt 0 10`): one gambler bets
against "at most low", another against "at least high", and whoever multiplies its stake by 1/error answers. Whatever
the truth, one of the two is right, so the match ends. `Leader` asks who is best of several. Looking after every
block costs nothing, and the interval that goes with it holds at every moment at once.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engine.errors import InputError
from studies.play.games import Games, by_deal, payoffs

LIMIT = 1 - 1e-6  # differences beyond are not asked for
MOST_ELO = 4000
STAKES = np.geomspace(0.02, 0.95, 16)  # shares of the wealth put on one difference


def evidence(differences: np.ndarray) -> np.ndarray:
    """The wealth, after each paired difference in [-1, 1], of a gambler who believes that their mean is above zero.

    It stakes a share of its wealth on every next one. If the mean is *not* above zero, the expected wealth never grows,
    and by Ville's inequality it ever exceeds 1/error with probability at most `error`, however often one looks (a test
    by betting: Waudby-Smith and Ramdas 2024). Nothing is assumed of the differences but their bounds. The share is not
    chosen: the wealth is the mean over a grid of shares, so that clear and narrow leads are both found in time.
    """
    stakes = np.outer(np.clip(differences, -1.0, 1.0), STAKES)
    return np.exp(np.minimum(np.cumsum(np.log1p(stakes), axis=0), 700)).mean(axis=1)


def expected_lead(elo: float, n_players: int = 2) -> float:
    """By how much the payoff of a player exceeds its opponents' on average, if it is so many points of Elo stronger."""
    strength = 10 ** (elo / 400)
    share = strength / (strength + n_players - 1)
    return share - (1 - share) / (n_players - 1)


def evidence_above(differences: Sequence[float] | np.ndarray, bound: float) -> np.ndarray:
    """The wealth of who bets that the mean difference is above a bound, after each block."""
    return evidence((np.asarray(differences, float) - bound) / (1 + abs(bound)))


def interval(differences: Sequence[float] | np.ndarray, error: float = 0.05) -> tuple[float, float]:
    """Bounds of the mean difference that hold at all moments at once: those that no gambler has disproved."""
    from scipy.optimize import brentq  # loading it takes as long as a short match

    given = np.asarray(differences, float)
    if not len(given):
        return -1.0, 1.0

    def lowest(signed: np.ndarray) -> float:
        def surplus(bound: float) -> float:
            return float(evidence_above(signed, bound).max() * error / 2 - 1)

        if surplus(-LIMIT) <= 0:
            return -1.0
        return 1.0 if surplus(LIMIT) >= 0 else float(brentq(surplus, -LIMIT, LIMIT, xtol=1e-5))

    return lowest(given), -lowest(-given)


class Answer(NamedTuple):
    """The state of a question: its answer, if there is one, and the evidence."""

    text: str  # the answer in words; empty: none yet
    blocks: int  # that it took, or that were played in vain
    wealth: tuple[float, ...]  # of each gambler at its richest
    needed: float  # wealth that answers

    @property
    def state(self) -> str:
        """The state of the evidence in a few words."""
        return " : ".join(f"{wealth:.3g}" for wealth in self.wealth) + f", {self.needed:g} decides"


def table_payoffs(games: Games, n_players: int) -> np.ndarray:
    """Block x player: the mean payoffs of a match."""
    return by_deal(games, n_players, *(payoffs(games, n_players, player) for player in range(n_players)))


def leads(games: Games, n_players: int) -> np.ndarray:
    """By how much the first player's payoff exceeded its opponents' on average, block by block."""
    found = table_payoffs(games, n_players)
    return found[:, 0] - found[:, 1:].mean(axis=1)


class Duel(NamedTuple):
    """Whether a mean difference lies above `low` or below `high`; a wrong answer has probability `error` at most."""

    low: float
    high: float
    error: float = 0.05

    def answer(self, differences: Sequence[float] | np.ndarray) -> Answer:
        """From the differences so far, in the order they were played."""
        given = np.asarray(differences, float)
        up, down = evidence_above(given, self.low), evidence_above(-given, -self.high)
        proofs = {"above": first(up, 1 / self.error), "below": first(down, 1 / self.error)}
        found = [(at, text) for text, at in proofs.items() if at is not None]
        at, text = min(found) if found else (len(given), "")
        return Answer(text, at, (richest(up), richest(down)), 1 / self.error)


class Leader(NamedTuple):
    """The question who of several players is better than every other; a wrong answer has probability `error` at most.

    Whoever is named wrongly has been proven better than one that is at least as good: for each of the n players that
    has probability error / n.
    """

    names: tuple[str, ...]
    error: float = 0.05

    def answer(self, payoffs: np.ndarray) -> Answer:
        """From the mean payoffs, block x player, in the order they were played."""
        needed = len(self.names) / self.error
        at, text, wealth = len(payoffs), "", []
        for player, name in enumerate(self.names):
            others = [other for other in range(len(self.names)) if other != player]
            tests = [evidence_above(payoffs[:, player] - payoffs[:, other], 0.0) for other in others]
            wealth.append(min(richest(test) for test in tests))
            proofs = [first(test, needed) for test in tests]
            latest = max((-1 if proof is None else proof) for proof in proofs)
            if None not in proofs and (not text or latest < at):
                at, text = latest, name
        return Answer(text, at, tuple(wealth), needed)


def first(wealth: np.ndarray, needed: float) -> int | None:
    """After how many blocks the wealth was first enough."""
    rich = np.flatnonzero(wealth >= needed)
    return int(rich[0]) + 1 if len(rich) else None


def richest(wealth: np.ndarray) -> float:
    """The most that a gambler ever had."""
    return float(wealth.max(initial=1.0))


def duel_of(text: str, n_players: int, error: float) -> Duel:
    """The question that `--sprt "LOW HIGH"` asks, in points of Elo."""
    parts = text.replace(",", " ").split()
    try:
        low, high = (float(part) for part in parts)
    except ValueError:
        low, high = 0.0, 0.0
    if not -MOST_ELO <= low < high <= MOST_ELO:
        takes = f"two numbers of Elo, the smaller first, of {MOST_ELO:,} at most: '0 10'"
        raise InputError(f"--sprt {text!r} is not accepted; it takes {takes}")
    return Duel(expected_lead(low, n_players), expected_lead(high, n_players), error)


class Question(NamedTuple):
    """What a match may be played for."""

    answer: Callable[[Games], Answer]  # from its games so far
    meaning: Mapping[str, str]  # of an answer's text, in words


def question_of(sprt: str, names: Sequence[str], error: float) -> Question:
    """How much stronger the first player is than the others, in points of Elo; without bounds, who is the strongest."""
    n = len(names)
    if not sprt:
        leader = Leader(tuple(names), error)
        return Question(
            lambda games: leader.answer(table_payoffs(games, n)), {name: f"{name} is the strongest" for name in names}
        )
    duel = duel_of(sprt, n, error)
    low, high = sprt.replace(",", " ").split()
    meaning = {"above": f"more than {low}", "below": f"less than {high}"}
    return Question(
        lambda games: duel.answer(leads(games, n)),
        {text: f"{names[0]} is {bound} Elo stronger" for text, bound in meaning.items()},
    )
