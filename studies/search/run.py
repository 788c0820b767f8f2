"""Play a planned study: search, race, confirm; or a table of matches. The same code starts a study and resumes it."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import numpy as np

from optimisers.optimiser import Optimiser
from studies.farm.local import Farm
from studies.play.rates import Rate
from studies.search.comparison import ComparisonPlan, Entry
from studies.search.finals import Confirmed, Finalist, confirm, race
from studies.search.folder import RunFolder
from studies.search.history import History, Key, key_of
from studies.search.ledger import SUFFIX, Ledger
from studies.search.plan import SearchPlan
from studies.search.search import Search, Trial
from studies.search.store import GameStore
from studies.spec.study import AnyStudy, Compare

Values = Mapping[str, Any]
FINALS, MATCHES = "finals", "matches"  # ledgers; those of the searches are search-1, search-2 ...
StudyPlan = SearchPlan | ComparisonPlan


class Findings(NamedTuple):
    """All that a search study found out."""

    history: History
    choices: list[Values]  # of every independent search, its last word
    finalists: list[Finalist]
    confirmed: Confirmed

    @property
    def champion(self) -> Finalist:
        """The winner of the race."""
        return min(self.finalists, key=lambda finalist: finalist.place)


class Progress(Protocol):
    """Who is told how far a study is."""

    speed: float  # games per second, 0 as long as that is not known

    def enter(self, phase: str) -> None:
        """A new part of the study begins."""

    def advance(self, games: int, fresh: int) -> None:
        """So many more games are counted, and so many of them were played now."""

    def show_best(self, text: str) -> None:
        """The best so far, with its interval."""

    def say(self, text: str) -> None:
        """A line that stays."""


class RunContext(NamedTuple):
    """What a running study works with."""

    folder: RunFolder
    farm: Farm
    progress: Progress
    track: Callable[[int, Mapping[str, float]], None]  # is told metrics after so many games
    stop: threading.Event

    @contextmanager
    def open_store(self, name: str, n_players: int, block: int) -> Iterator[GameStore]:
        """The games of one ledger."""
        store = GameStore(self.farm, Ledger(self.folder / (name + SUFFIX), n_players, block), self.stop)
        try:
            yield store
        finally:
            store.close()


def plan_of(study: AnyStudy, where: str) -> StudyPlan:
    """The study with all its names looked up; anything wrong with it is said now."""
    return ComparisonPlan(study, where) if isinstance(study, Compare) else SearchPlan(study, where)


def search_and_prove(plan: SearchPlan, context: RunContext) -> Findings:
    """Independent searches one after the other, then one race of all their finalists, then the proof."""
    history = History(plan.measure)
    choices, entries = search_all(plan, context, history)
    with context.open_store(FINALS, plan.n_players, plan.block) as store:

        def on_games(games: int) -> None:
            context.progress.advance(games, store.new_games())

        context.progress.enter("race")
        finalists = race(plan, entries, store, on_games)
        context.progress.enter("confirm")
        champion = min(finalists, key=lambda finalist: finalist.place)
        return Findings(history, choices, finalists, confirm(plan, champion.values, store, on_games))


def search_all(
    plan: SearchPlan, context: RunContext, history: History
) -> tuple[list[Values], list[tuple[Values, str]]]:
    """Each search's last word, and the finalists of all with where they came from; the default is one of them."""
    default, repeats = key_of(plan.default), plan.study.budget.repeats
    quota = max(1, plan.study.budget.finalists // repeats)
    entries: dict[Key, tuple[Values, str]] = {}
    choices: list[Values] = []
    for number in range(repeats):
        context.progress.enter(f"search {number + 1} of {repeats}" if repeats > 1 else "search")
        found = search_once(plan, context, number, history)
        choices.append(found[0])
        for values in (*found[:quota], *(tally.values for tally in history.ranked()[:quota])):
            if len(entries) < quota * (number + 1) + (default in entries):  # the default comes on top
                origin = "default" if key_of(values) == default else f"search {number + 1}"
                entries.setdefault(key_of(values), (values, origin))
    entries.setdefault(default, (plan.default, "default"))
    return choices, list(entries.values())


def search_once(plan: SearchPlan, context: RunContext, number: int, history: History) -> list[Values]:
    """One independent search; the optimiser's choices, the last one first."""
    progress, offset = context.progress, number * plan.search_games
    with context.open_store(f"search-{number + 1}", plan.n_players, plan.block) as store:

        def on_trial(trial: Trial) -> None:
            history.tell(number + 1, trial)
            progress.advance(len(trial.games), store.new_games())

        def on_choice(values: Values, games: int) -> None:
            rate, best = history.choose(values, offset + games)
            progress.show_best(f"best {rate if rate.games else best}")
            metrics = rate_metrics("best", plan.measure.name, best)
            if rate.games:
                metrics |= rate_metrics("incumbent", plan.measure.name, rate)
            if progress.speed:
                metrics["speed/games_per_second"] = progress.speed
            context.track(offset + games, metrics)

        search = Search(plan, number, store, on_trial, on_choice)
        return with_front(search.run(), search.optimiser, plan.study.budget.finalists)


def with_front(choices: list[Values], optimiser: Optimiser, most: int) -> list[Values]:
    """The choices; of an optimiser with several objectives its last one, and then its front from end to end."""
    front = [candidate.values for candidate in optimiser.front()]
    if len(front) < 2:
        return choices
    spread = dict.fromkeys(round(i) for i in np.linspace(0, len(front) - 1, most))
    return [choices[0], *(front[i] for i in spread if front[i] != choices[0]), *choices[1:]]


def play_matches(plan: ComparisonPlan, context: RunContext) -> list[Entry]:
    """All matches of a compare study."""
    with context.open_store(MATCHES, plan.n_players, plan.n_players) as store:
        context.progress.enter("matches")
        return plan.play(store, lambda games: context.progress.advance(games, store.new_games()))


def rate_metrics(who: str, figure: str, rate: Rate) -> dict[str, float]:
    """A rate as MLflow keeps it: the interval's bounds beside the mean, because its charts know no error bars."""
    return {
        f"{who}/{figure}": rate.mean,
        f"{who}/{figure}_low": rate.low,
        f"{who}/{figure}_high": rate.high,
        f"{who}/games": float(rate.games),
    }
