"""How strong players are, from all games that they have played: one rating each, with its interval.

Luce's model (1959), of which Bradley and Terry's is the case of two: among those at a table each wins in proportion to
its strength, whatever the number of seats, of which one player may have several. A shared win counts in parts, a game
that nobody won says nothing. On Elo's scale 400 points are ten to one.

Two safeguards. Every player has also drawn one imagined game with an average one, or who never lost would be infinitely
strong. And games of one deal are not independent: besides the error that the model states there is the one that deals
show (its scores summed by deal, the "sandwich"), and of the two the larger counts.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, logsumexp, ndtr, ndtri

from engine.errors import InputError

ELO = 400 / np.log(10)  # points of a factor e in strength
Z = float(ndtri(0.975))


class Outcomes(NamedTuple):
    """Games as columns, all of one number of players."""

    seats: np.ndarray  # game x seat: which player sat there
    shares: np.ndarray  # game x seat: its share of the win
    deals: np.ndarray  # by game, what names its deal


class Rating(NamedTuple):
    """One player's rating."""

    name: str
    elo: float  # above the average of all
    low: float  # 95 % interval
    high: float
    games: int  # that it sat in
    share: float  # of the wins there
    chance: float  # the share that equal players would have had
    above: float | None  # how likely it is stronger than the next in the ranking; None: there is none
    stronger: dict[str, float]  # how likely it is stronger than each of the others, in the order of the ranking


class Ratings:
    """The ratings of all players on one scale."""

    def __init__(self, names: Sequence[str], strengths: np.ndarray, covariances: Sequence[np.ndarray]) -> None:
        self.names = list(names)
        self.strengths = strengths - strengths.mean()  # natural logarithms
        self._covariances = covariances

    def elo(self, player: int) -> tuple[float, float, float]:
        """A player's rating above the average, with its 95 % interval."""
        weights = -np.full(len(self.names), 1 / len(self.names))
        weights[player] += 1
        half = Z * self._error(weights)
        return tuple(ELO * (self.strengths[player] + step) for step in (0.0, -half, half))  # type: ignore[return-value]

    def ahead(self, player: int, other: int) -> tuple[float, float, float]:
        """The points of Elo by which one player is ahead of another, with the 95 % interval."""
        half = Z * self._lead_error(player, other)
        lead = self.strengths[player] - self.strengths[other]
        return tuple(ELO * (lead + step) for step in (0.0, -half, half))  # type: ignore[return-value]

    def superior(self, player: int, other: int) -> float:
        """How likely it is that a player is the stronger of the two, from what the games have shown."""
        error = self._lead_error(player, other)
        return float(ndtr((self.strengths[player] - self.strengths[other]) / error)) if error else 0.5

    def ranking(self) -> list[int]:
        """The players, strongest first."""
        return np.argsort(-self.strengths, kind="stable").tolist()

    def _lead_error(self, player: int, other: int) -> float:
        weights = np.zeros(len(self.names))
        weights[player] += 1
        weights[other] -= 1
        return self._error(weights)

    def _error(self, weights: np.ndarray) -> float:
        """The standard error of a sum of strengths: the larger of the model's and the deals'."""
        return float(np.sqrt(max(weights @ covariance @ weights for covariance in self._covariances)))


def rate(names: Sequence[str], games: Outcomes) -> Ratings:
    """The ratings that make these games likeliest."""
    check(names, games)
    k, decided = len(names), games.shares.sum(axis=1) > 0
    seats, shares = games.seats[decided], games.shares[decided]
    lineups, counts = np.unique(np.sort(seats, axis=1), axis=0, return_counts=True)
    won = np.bincount(seats.ravel(), shares.ravel(), k)
    found = minimize(
        lambda strengths: loss(strengths, won, lineups, counts),
        np.zeros(k),
        jac=lambda strengths: slope(strengths, won, lineups, counts),
        hess=lambda strengths: curvature(strengths, lineups, counts),
        method="trust-exact",
        options={"gtol": 1e-8 * max(1, len(seats))},
    )
    inverse = np.linalg.inv(curvature(found.x, lineups, counts))
    spread = spread_by_deal(found.x, seats, shares, games.deals[decided]) + imagined_curvature(found.x)
    return Ratings(names, found.x, (inverse, inverse @ spread @ inverse))


def check(names: Sequence[str], games: Outcomes) -> None:
    """Refuse games that say nothing of how their players compare."""
    if len(names) < 2:
        raise InputError(f"ratings: {len(names)} players given; it takes two or more")
    met = np.broadcast_arrays(games.seats[:, :1], games.seats)  # with the first at the table everybody is connected
    links = coo_array((np.ones(games.seats.size), [part.ravel() for part in met]), shape=(len(names), len(names)))
    groups, group = connected_components(links, directed=False)
    if groups > 1:
        strangers = [name for name, mine in zip(names, group, strict=True) if mine != group[0]]
        raise InputError(f"ratings: no games connect {names[0]} with {', '.join(strangers)}")


def chances(strengths: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Game x seat: how likely each is to win."""
    there = strengths[seats]
    return np.exp(there - logsumexp(there, axis=1, keepdims=True))


def loss(strengths: np.ndarray, won: np.ndarray, lineups: np.ndarray, counts: np.ndarray) -> float:
    """The negative log-likelihood of the games, and of the imagined ones."""
    imagined = 0.5 * (np.logaddexp(0, strengths) + np.logaddexp(0, -strengths)).sum()
    return float(counts @ logsumexp(strengths[lineups], axis=1) - won @ strengths + imagined)


def slope(strengths: np.ndarray, won: np.ndarray, lineups: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The gradient of the loss."""
    expected = chances(strengths, lineups) * counts[:, None]
    return np.bincount(lineups.ravel(), expected.ravel(), len(strengths)) - won + expit(strengths) - 0.5


def curvature(strengths: np.ndarray, lineups: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The second derivatives of the loss."""
    by_player = spread_out(chances(strengths, lineups), lineups, len(strengths))
    found = np.diag(counts @ by_player) - (by_player * counts[:, None]).T @ by_player
    return found + imagined_curvature(strengths)


def imagined_curvature(strengths: np.ndarray) -> np.ndarray:
    """The second derivatives of the imagined games' loss."""
    return np.diag(expit(strengths) * expit(-strengths))


def spread_by_deal(strengths: np.ndarray, seats: np.ndarray, shares: np.ndarray, deals: np.ndarray) -> np.ndarray:
    """How much the deals differ in what they say of the strengths."""
    names, deal = np.unique(deals, return_inverse=True)
    surprise = spread_out(shares - chances(strengths, seats), seats, len(strengths))
    by_deal = np.zeros((len(names), len(strengths)))
    np.add.at(by_deal, deal, surprise)
    return by_deal.T @ by_deal * (len(names) / max(1, len(names) - 1))


def spread_out(numbers: np.ndarray, seats: np.ndarray, players: int) -> np.ndarray:
    """Game x seat as game x player."""
    out = np.zeros((len(seats), players))
    np.add.at(out, (np.arange(len(seats))[:, None], seats), numbers)
    return out


def rank(names: Sequence[str], games: Outcomes) -> list[Rating]:
    """Every player's rating, strongest first."""
    ratings = rate(names, games)
    rows, ranking = [], ratings.ranking()
    for player, below in zip(ranking, [*ranking[1:], None], strict=True):
        mine = games.seats == player
        played = mine.any(axis=1)
        share = float((games.shares * mine).sum(axis=1)[played].mean())
        chance = float(mine.mean(axis=1)[played].mean())
        stronger = {ratings.names[other]: ratings.superior(player, other) for other in ranking if other != player}
        above = None if below is None else stronger[ratings.names[below]]
        found = *ratings.elo(player), int(played.sum()), share, chance, above, stronger
        rows.append(Rating(ratings.names[player], *found))
    return rows
