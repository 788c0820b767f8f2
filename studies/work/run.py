"""Run a study: search, race, confirm; or play a table of matches. The same code starts a study and resumes it."""

import threading
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from optimisers.optimiser import Optimiser
from studies.play.matches import Contest, Entry
from studies.play.rates import Rate
from studies.study.folder import Folder
from studies.study.setup import Setup
from studies.tracking.track import Silent, Tracker
from studies.work.finals import Confirmed, Finalist, confirm, race
from studies.work.keeper import Farm, Keeper
from studies.work.progress import Watch
from studies.work.search import Search
from studies.work.story import Key, Story, key_of

Values = Mapping[str, Any]
FINALS = "finals.jsonl"


class Findings(NamedTuple):
    """All that a search study found out."""

    story: Story
    choices: list[Values]  # of every independent search, its last word
    finalists: list[Finalist]
    confirmed: Confirmed

    @property
    def champion(self) -> Finalist:
        """The winner of the race."""
        return min(self.finalists, key=lambda finalist: finalist.place)


class Desk(NamedTuple):
    """What a running study works with."""

    folder: Folder
    farm: Farm
    watch: Watch
    tracker: Tracker | Silent
    stop: threading.Event


def search_and_prove(setup: Setup, desk: Desk) -> Findings:
    """Independent searches one after the other, then one race of all their finalists, then the proof."""
    story = Story(setup.measure)
    choices, entries = search_all(setup, desk, story)
    keeper = Keeper(desk.folder / FINALS, desk.farm, setup.block, desk.stop)
    before = desk.watch.fresh

    def heard(games: int) -> None:
        desk.watch.advance(games, before + keeper.fresh)

    try:
        desk.watch.enter("race")
        finalists = race(setup, entries, setup.race_games, keeper, heard)
        desk.watch.enter("confirm")
        champion = min(finalists, key=lambda finalist: finalist.place)
        return Findings(story, choices, finalists, confirm(setup, champion.values, keeper, heard))
    finally:
        keeper.close()


def search_all(setup: Setup, desk: Desk, story: Story) -> tuple[list[Values], list[tuple[Values, str]]]:
    """Each search's last word, and the finalists of all with where they came from; the default is one of them."""
    default, repeats = key_of(setup.default), setup.study.budget.repeats
    quota = max(1, setup.study.budget.finalists // repeats)
    entries: dict[Key, tuple[Values, str]] = {}
    choices: list[Values] = []
    for number in range(repeats):
        desk.watch.enter(f"search {number + 1} of {repeats}" if repeats > 1 else "search")
        found = search_once(setup, desk, number, story)
        choices.append(found[0])
        for values in (*found[:quota], *story.strongest(quota)):
            if len(entries) < quota * (number + 1) + (default in entries):  # the default comes on top
                origin = "default" if key_of(values) == default else f"search {number + 1}"
                entries.setdefault(key_of(values), (values, origin))
    entries.setdefault(default, (setup.default, "default"))
    return choices, list(entries.values())


def search_once(setup: Setup, desk: Desk, number: int, story: Story) -> list[Values]:
    """One independent search; the optimiser's choices, the last one first."""
    keeper = Keeper(desk.folder / f"search-{number + 1}.jsonl", desk.farm, setup.block, desk.stop)
    before, offset = desk.watch.fresh, number * setup.search_games

    def told(trial: Any) -> None:
        story.tell(number + 1, trial)
        desk.watch.advance(len(trial.games), before + keeper.fresh)

    def chosen(values: Values, games: int) -> None:
        rate, best = story.choose(values, offset + games)
        desk.watch.show_best(f"best {rate if rate.games else best}")
        speed = {"speed/games_per_second": desk.watch.speed} if desk.watch.speed else {}
        name = setup.measure.name
        metrics = rate_metrics("best", name, best) | speed
        if rate.games:
            metrics |= rate_metrics("incumbent", name, rate)
        desk.tracker.metrics(offset + games, metrics)

    try:
        optimiser = setup.optimiser(number)
        choices = Search(setup, number, setup.search_games, optimiser, keeper, told, chosen).run()
        return with_front(choices, optimiser, setup.study.budget.finalists)
    finally:
        keeper.close()


def with_front(choices: list[Values], optimiser: Optimiser, most: int) -> list[Values]:
    """The choices; of an optimiser with several objectives its last one, and then its front from end to end."""
    front = [candidate.values for candidate in optimiser.front()]
    if len(front) < 2:
        return choices
    spread = dict.fromkeys(round(i) for i in np.linspace(0, len(front) - 1, most))
    return [choices[0], *(front[i] for i in spread if front[i] != choices[0]), *choices[1:]]


def play_matches(contest: Contest, desk: Desk) -> list[Entry]:
    """All matches of a compare study."""
    keeper = Keeper(desk.folder / "matches.jsonl", desk.farm, contest.n_players, desk.stop)
    try:
        desk.watch.enter("matches")
        return contest.run(keeper, lambda games: desk.watch.advance(games, keeper.fresh))
    finally:
        keeper.close()


def rate_metrics(who: str, figure: str, rate: Rate) -> dict[str, float]:
    """A rate as MLflow keeps it: the interval's bounds beside the mean, because its charts know no error bars."""
    return {
        f"{who}/{figure}": rate.mean,
        f"{who}/{figure}_low": rate.low,
        f"{who}/{figure}_high": rate.high,
        f"{who}/games": float(rate.games),
    }
