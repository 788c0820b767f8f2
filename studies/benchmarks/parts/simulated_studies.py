"""Studies on known landscapes: all of a study is real but its games, which a candidate wins with a known chance.

A landscape has eight knobs of five values. What a knob adds depends smoothly on its value, with a rough part; so do
pairs of knobs, and every point has a whim of its own. The median point wins 40 % of its games, the best one 65 %.
"""

import functools
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtri

from optimisers.optimiser import Candidate
from studies.farm.local import LocalFarm
from studies.play.games import SEATS, Games, game_dtype, seat_of
from studies.play.jobs import Job
from studies.search.earlier import statistics
from studies.search.finals import race
from studies.search.history import History, key_of
from studies.search.plan import SearchPlan
from studies.search.search import Search, Trial
from studies.search.store import GameStore
from studies.spec.players import Values
from studies.spec.study import Evolve
from studies.spec.study_file import check, override

KNOBS, VALUES = "abcdefgh", 5
MEDIAN, BEST, GOOD = 0.40, 0.65, 0.58
SMOOTH = 0.4  # of a knob's range: how far apart values still have much in common
SHARES = {"knobs": 0.6, "pairs": 0.3, "points": 0.1}  # of the spread
LUCK = 0.3  # of a game that is in the deal, which candidates share
TABLE: dict[str, Any] = {
    "kind": "evolve",
    "name": "simulated",
    "game": {"name": "splendor", "players": 2},
    "candidate": {
        "player": "osla",
        "what": "weights",
        "value": " + ".join(f"{{{name}: {VALUES // 2}}}*points" for name in KNOBS),
        "space": {name: list(range(VALUES)) for name in KNOBS},
    },
    "opponents": ["random"],
    "optimiser": {"name": "ntbea"},
}


@functools.lru_cache(2)
def landscape(seed: int) -> np.ndarray:
    """The win rate at every point."""
    rng = np.random.default_rng((seed, 1))
    place = np.arange(VALUES) / (VALUES - 1)
    likeness = 0.7 * np.exp(-((place[:, None] - place) ** 2) / (2 * SMOOTH**2)) + 0.3 * np.eye(VALUES)
    root, n = np.linalg.cholesky(likeness), len(KNOBS)
    knobs, pairs = np.zeros((VALUES,) * n), np.zeros((VALUES,) * n)
    for i in range(n):
        knobs += along(root @ rng.normal(size=VALUES) * rng.uniform(0.3, 1.7), (i,))
    for i, j in combinations(range(n), 2):
        pairs += along(root @ rng.normal(size=(VALUES, VALUES)) @ root.T * rng.uniform(0.3, 1.7), (i, j))
    parts = {"knobs": knobs, "pairs": pairs, "points": rng.normal(size=knobs.shape)}
    height = sum((np.sqrt(share) * parts[name] / parts[name].std() for name, share in SHARES.items()), np.zeros(()))
    middle = np.median(height)
    return np.clip(MEDIAN + (BEST - MEDIAN) * (height - middle) / (height.max() - middle), 0.02, 0.98)


def along(effect: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    """An effect of some knobs, to be added to all points."""
    return effect.reshape([VALUES if axis in axes else 1 for axis in range(len(KNOBS))])


def rate_of(seed: int, values: Mapping[str, Any]) -> float:
    """The true win rate of a candidate."""
    return float(landscape(seed)[tuple(int(values[name]) for name in KNOBS)])


class SimulatedStore(GameStore):
    """Games that are won by chance."""

    def __init__(self, seed: int, rates: np.ndarray | None = None) -> None:
        super().__init__(LocalFarm(1))
        self.rates = landscape(seed) if rates is None else rates
        self._deals: dict[int, np.ndarray] = {}  # stream -> the luck of its games

    def start(self, owner: Candidate, job: Job) -> Future[Games]:
        """The games at once."""
        luck = self._deals.get(job.stream, np.zeros(0))
        if len(luck) < job.last:
            luck = self._deals[job.stream] = np.random.default_rng(job.stream).normal(size=2 * job.last)
        point = tuple(int(owner.values[name]) for name in KNOBS)
        own = np.random.default_rng((job.stream, job.first, *point)).normal(size=job.last - job.first)
        fate = np.sqrt(LUCK) * luck[job.first : job.last] + np.sqrt(1 - LUCK) * own
        games = np.zeros(len(own), game_dtype(2))
        games["number"] = np.arange(job.first, job.last)
        seat = seat_of(games, job.block)
        won = fate < ndtri(self.rates[point])
        games["winners"] = SEATS[np.where(won, seat, 1 - seat)]
        done: Future[Games] = Future()
        done.set_result(games)
        return done


class Found(NamedTuple):
    """The true win rates of what one study could have named as its champion."""

    luckiest: float  # the trial with the best result, as Optuna's `best_trial`
    recommended: float  # the optimiser's choice after all games, no race
    raced: float  # the winner of a race for a tenth of the games


def search_simulated(optimiser: str, each: int, games: int, seed: int) -> Found:
    """What an optimiser finds on a landscape with so many games, in evaluations of `each`."""
    sets = (f"optimiser.name={optimiser}", f"evaluation.games={each}", f"budget.games={games}")
    trials: list[Trial] = []
    alone = simulated_plan(seed, *sets, "budget.race=0")
    chosen = Search(alone, 0, SimulatedStore(seed), trials.append, lambda values, spent: None).run().recommend()
    luckiest = max(trials, key=lambda trial: trial.mean).candidate
    (raced,) = finals_simulated(seed, sets)
    return Found(rate_of(seed, luckiest.values), rate_of(seed, chosen.values), raced)


def finals_simulated(seed: int, sets: Sequence[str], finalists: Sequence[int] = (3,)) -> list[float]:
    """The true win rates of the champions of one search, by how many of its best race; without any, of its choice."""
    plan, store = simulated_plan(seed, *sets), SimulatedStore(seed)
    searched = Search(plan, 0, store, lambda trial: None, lambda values, spent: None).run()
    found = []
    for n in finalists:
        best = [finalist.values for finalist in searched.finalists(n)]
        runners = {key_of(values): values for values in (*best, plan.default)}
        ended = race(plan, [(values, "") for values in runners.values()], store, lambda played: None)
        found.append(rate_of(seed, min(ended, key=lambda finalist: finalist.place).values))
    return found or [rate_of(seed, searched.recommend().values)]


def warm_gain(seed: int, rates: np.ndarray) -> float:
    """How much more 1,000 games find that start from 4,000 on a landscape of these rates; no race in either."""
    plan, champion, history = searched(seed + 100, 4000, rates)
    with TemporaryDirectory() as place:
        file = Path(place) / "statistics.json"
        file.write_text(statistics(plan.space.domain, plan.measure, champion, history.known(2)))
        cold, warm = (searched(seed, 1000, landscape(seed), *sets)[1] for sets in ((), (f"start_from={file}",)))
    return rate_of(seed, warm) - rate_of(seed, cold)


def searched(seed: int, games: int, rates: np.ndarray, *sets: str) -> tuple[SearchPlan, Values, History]:
    """The plan of a simulated search, what it found, and all its trials."""
    plan = simulated_plan(seed, f"budget.games={games}", "budget.race=0", *sets)
    history = History(plan.measure)
    store = SimulatedStore(seed, rates)
    search = Search(plan, 0, store, lambda trial: history.tell(1, trial), lambda values, spent: None)
    return plan, search.run().recommend().values, history


def good_start(seed: int) -> dict[str, int]:
    """A point that wins 58 % of its games: few are better."""
    places = np.argwhere(abs(landscape(seed) - GOOD) < 0.004)
    return dict(zip(KNOBS, places[np.random.default_rng(seed).integers(len(places))].tolist(), strict=True))


def given(start: Mapping[str, int]) -> str:
    """A change of the study that gives it a point to start from."""
    return "candidate.start=[{" + ", ".join(f"{name}={value}" for name, value in start.items()) + "}]"


def simulated_plan(seed: int, *sets: str) -> SearchPlan:
    """A study of the landscape of this number."""
    study = check(override(TABLE, [f"seed={seed}", *sets]), "simulated")
    assert isinstance(study, Evolve)
    return SearchPlan(study, "simulated")
