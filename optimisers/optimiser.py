"""One interface for every search: ask for candidates, tell what their games gave, recommend.

An optimiser is a function of its seed and of what it was told, in that order, and of nothing else. So its state needs
no file: a study that was stopped asks a new optimiser the same questions, answers from its ledger, and goes on.

    for candidate in optimiser.ask(q): play it          # q candidates in flight
    optimiser.tell(candidate, outcome)                  # in the order in which they were asked,
    optimiser.ask(1)                                    # and after each the next one
"""

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np

from engine.errors import InputError

NEVER_ASKED = -1  # the id of a recommendation that no candidate had
ROUNDING = 1e-9


@dataclass(frozen=True)
class Candidate:
    """A point to be played: values by name, plain ones or expressions."""

    id: int
    values: Mapping[str, Any]
    deals: int | None = (
        None  # candidates of one number are to meet the same deals, fresh for each number; None: the study's
    )
    rivals: tuple[int, ...] = ()  # ids of the candidates to play against; none: the study's opponents
    note: Mapping[str, Any] = field(default_factory=dict, compare=False)  # for reports: generation, role, parents

    def __hash__(self) -> int:
        return hash(self.id)

    def as_json(self) -> dict[str, Any]:
        """A dict that `from_json` reads back; what is not set is left out."""
        extra = {"deals": self.deals, "rivals": list(self.rivals), "note": dict(self.note)}
        return {"id": self.id, "values": printed(self.values)} | {
            k: v for k, v in extra.items() if v not in (None, [], {})
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Candidate":
        """The candidate that `as_json` wrote."""
        return cls(data["id"], data["values"], data.get("deals"), tuple(data.get("rivals", ())), data.get("note", {}))

    def same_as(self, other: "Candidate") -> bool:
        """Whether both ask for the same games; an expression equals its text, a number one that is within rounding."""
        mine, theirs = printed(self.values), printed(other.values)
        alike = mine.keys() == theirs.keys() and all(is_close(mine[name], theirs[name]) for name in mine)
        return alike and (self.id, self.deals, self.rivals) == (other.id, other.deals, other.rivals)


def is_close(one: Any, other: Any) -> bool:
    """Whether two values are equal but for the last digits, in which linear algebra differs between processors."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=ROUNDING, abs_tol=ROUNDING)
    return one == other


def printed(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as JSON keeps them and people read them: expressions as text."""
    return {
        name: value if isinstance(value, bool | int | float | str | None) else str(value)
        for name, value in values.items()
    }


class Outcome:
    """The results of a candidate's games, one by one: payoffs to be raised, and costs (by name) to be lowered."""

    def __init__(
        self, payoffs: Sequence[float] | np.ndarray, costs: Mapping[str, Sequence[float] | np.ndarray] | None = None
    ):
        self.payoffs = _results("payoffs", payoffs)
        self.costs = {name: _results(name, results) for name, results in (costs or {}).items()}
        for name, results in self.costs.items():
            if len(results) != self.n:
                raise InputError(f"outcome: {len(results)} results for {name} of {self.n} games")

    @property
    def n(self) -> int:
        return len(self.payoffs)

    @functools.cached_property
    def mean(self) -> float:
        return float(self.payoffs.mean())

    @property
    def variance(self) -> float:
        """The variance of one game; that of a fair coin for a single game, about which nothing is known."""
        return float(self.payoffs.var(ddof=1)) if self.n > 1 else 0.25

    @property
    def stderr(self) -> float:
        """The standard error of the mean. Equal results leave doubt, as if one more game might have gone otherwise."""
        spread = max(self.variance, 1.0 / (self.n + 2) ** 2)
        return math.sqrt(spread / self.n)

    def cost(self, name: str) -> float:
        """The mean of one cost."""
        if name not in self.costs:
            raise InputError(f"outcome: it has no {name!r}, only {', '.join(self.costs) or 'payoffs'}")
        return float(self.costs[name].mean())


def _results(name: str, results: Sequence[float] | np.ndarray) -> np.ndarray:
    array = np.asarray(results, np.float64)
    if array.ndim != 1 or not len(array):
        raise InputError(
            f"outcome: {name} takes one number a game, at least one; it got an array of shape {array.shape}"
        )
    if not np.isfinite(array).all():
        raise InputError(
            f"outcome: {name} of game {int(np.flatnonzero(~np.isfinite(array))[0])} is not a finite number"
        )
    array.flags.writeable = False
    return array


@dataclass(frozen=True)
class Proposal:
    """What a method wants played; the optimiser gives it a number."""

    values: Mapping[str, Any]
    deals: int | None = None
    rivals: tuple[int, ...] = ()
    note: Mapping[str, Any] = field(default_factory=dict)


class Known(NamedTuple):
    """What another study knows of a point."""

    values: Mapping[str, Any]
    tries: float
    games: int
    mean: float


class Method(Protocol):
    """One way of searching. Numbers are those of the candidates, from 0 in the order of asking."""

    costs: tuple[str, ...] = ()  # figures of an outcome that are lowered while payoffs are raised
    together: int = 1  # candidates that must be in flight at once
    duels: bool = False  # whether candidates play each other

    def propose(self, number: int) -> Proposal | None:
        """What to play next, or None when nothing is left to try."""

    def learn(self, number: int, outcome: Outcome) -> None:
        """Take in what candidate `number` got."""

    def best(self, n: int) -> list[Mapping[str, Any]]:
        """The n best points by everything learnt, never the luckiest, the best first; fewer if there are no more."""

    def front(self) -> list[int]:
        """With costs: the candidates that no other one beats in payoff and in every cost, the cheapest first."""
        return []


class Maker(NamedTuple):
    """One entry of the catalogue: what can be set, how the method is made, and what it is in one line."""

    name: str
    Params: type
    make: Callable[[Any, int, int, Any], Method]  # space, seed, budget in evaluations, Params
    doc: str
    recall: Callable[[Any, Sequence[Known], float], None] | None = None  # tells the method what an earlier study knows


class Optimiser:
    """A method behind the one interface, with the checks that all share. `games`: how many an outcome must have."""

    def __init__(self, method: Method, games: int | None = None, starts: Sequence[Mapping[str, Any]] = ()):
        self.method = method
        self.games = games
        self.starts = starts  # points that were given
        self.candidates: list[Candidate] = []
        self.waiting: set[int] = set()  # asked and not yet told
        self.told = 0

    def ask(self, n: int = 1) -> list[Candidate]:
        """The next n candidates; fewer when nothing is left to try."""
        asked: list[Candidate] = []
        for _ in range(n):
            number = len(self.candidates)
            proposal = self.method.propose(number)
            if proposal is None:
                break
            rivals = proposal.rivals[: self.games]  # not more than there are games
            asked.append(Candidate(number, proposal.values, proposal.deals, rivals, proposal.note))
            self.candidates.append(asked[-1])
            self.waiting.add(number)
        return asked

    def tell(self, candidate: Candidate, outcome: Outcome) -> None:
        """Give a candidate's results; once for each candidate that was asked for."""
        number = candidate.id
        if not 0 <= number < len(self.candidates) or self.candidates[number].values != candidate.values:
            raise InputError(f"tell: there is no candidate {number} with {dict(candidate.values)}")
        if number not in self.waiting:
            raise InputError(f"tell: candidate {number} has been told already")
        rivals = max(1, len(candidate.rivals))
        if self.games is not None and outcome.n != self.games // rivals * rivals:
            raise InputError(f"tell: candidate {number} got {outcome.n} games; an evaluation has {self.games}")
        if outcome.n % rivals:
            raise InputError(f"tell: {outcome.n} games of candidate {number} do not fit {rivals} rivals")
        self.method.learn(number, outcome)
        self.waiting.remove(number)
        self.told += 1

    def recommend(self) -> Candidate:
        """The candidate to trust."""
        return self._known(self._best(1)[0])

    def finalists(self, n: int, given: int | None = None) -> list[Candidate]:
        """Who is worth more games: the model's best n, the best first, then given points, which it may misjudge.

        With several objectives, some of the front instead of the best; `given`: how many of those, all by default.
        """
        front = self.front()
        spread = dict.fromkeys(round(i) for i in np.linspace(0, len(front) - 1, n))
        best = self._best(n) if len(front) < 2 else self._best(1)
        best += [values for i in spread if len(front) > 1 and (values := front[i].values) not in best]
        others = [values for values in self.starts if values not in best]
        return [self._known(values) for values in (*best, *others[:given])]

    def front(self) -> list[Candidate]:
        """Candidates that none beats in payoff and in every cost; of one objective alone, the recommendation."""
        if not self.method.costs:
            return [self.recommend()]
        return [self.candidates[number] for number in self.method.front()]

    def _best(self, n: int) -> list[Mapping[str, Any]]:
        if not self.told:
            raise InputError("recommend: no outcome has been told yet")
        return self.method.best(n)

    def _known(self, values: Mapping[str, Any]) -> Candidate:
        known = next((candidate for candidate in self.candidates if candidate.values == values), None)
        return Candidate(known.id if known else NEVER_ASKED, values)
