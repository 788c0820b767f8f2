"""Run a study: search, race, confirm; or play a table of matches. The same code starts a study and resumes it."""

import threading
from collections.abc import Mapping
from typing import Any, NamedTuple

from studies.finals import Confirmed, Finalist, confirm, race
from studies.folder import Folder
from studies.keeper import Farm, Keeper
from studies.matches import Contest, Entry
from studies.progress import Watch
from studies.rates import Rate
from studies.search import Search
from studies.setup import Setup
from studies.story import Story, key_of
from studies.track import Silent, Tracker

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
    story = Story()
    default = key_of(setup.default)
    entries: dict[Any, tuple[Values, str]] = {}
    choices: list[Values] = []
    repeats = setup.study.budget.repeats
    quota = max(1, setup.study.budget.finalists // repeats)
    for number in range(repeats):
        desk.watch.enter(f"search {number + 1} of {repeats}" if repeats > 1 else "search")
        found = search_once(setup, desk, number, story)
        choices.append(found[0])
        for values in (*found[:quota], *story.strongest(quota)):
            if len(entries) < quota * (number + 1) + (default in entries):  # the default comes on top
                origin = "default" if key_of(values) == default else f"search {number + 1}"
                entries.setdefault(key_of(values), (values, origin))
    entries.setdefault(default, (setup.default, "default"))
    keeper = Keeper(desk.folder / FINALS, desk.farm, setup.n_players, desk.stop)
    before = desk.watch.fresh

    def heard(games: int) -> None:
        desk.watch.advance(games, before + keeper.fresh)

    try:
        desk.watch.enter("race")
        finalists = race(setup, list(entries.values()), setup.race_games, keeper, heard)
        desk.watch.enter("confirm")
        champion = min(finalists, key=lambda finalist: finalist.place)
        return Findings(story, choices, finalists, confirm(setup, champion.values, keeper, heard))
    finally:
        keeper.close()


def search_once(setup: Setup, desk: Desk, number: int, story: Story) -> list[Values]:
    """One independent search; the optimiser's choices, the last one first."""
    keeper = Keeper(desk.folder / f"search-{number + 1}.jsonl", desk.farm, setup.n_players, desk.stop)
    before, offset = desk.watch.fresh, number * setup.search_games

    def told(trial: Any) -> None:
        story.tell(number + 1, trial)
        desk.watch.advance(len(trial.games), before + keeper.fresh)

    def chosen(values: Values, games: int) -> None:
        rate, best = story.choose(values, offset + games)
        desk.watch.show_best(f"best {rate if rate.games else best}")
        speed = {"speed/games_per_second": desk.watch.speed} if desk.watch.speed else {}
        metrics = rate_metrics("best", best) | (rate_metrics("incumbent", rate) if rate.games else {}) | speed
        desk.tracker.metrics(offset + games, metrics)

    try:
        optimiser = setup.optimiser(number)
        return Search(setup, number, setup.search_games, optimiser, keeper, told, chosen).run()
    finally:
        keeper.close()


def play_matches(contest: Contest, desk: Desk) -> list[Entry]:
    """All matches of a compare study."""
    keeper = Keeper(desk.folder / "matches.jsonl", desk.farm, contest.n_players, desk.stop)
    try:
        desk.watch.enter("matches")
        return contest.run(keeper, lambda games: desk.watch.advance(games, keeper.fresh))
    finally:
        keeper.close()


def rate_metrics(name: str, rate: Rate) -> dict[str, float]:
    """A rate as MLflow keeps it: the interval's bounds beside the mean, because its charts know no error bars."""
    return {
        f"{name}/win_rate": rate.mean,
        f"{name}/win_rate_low": rate.low,
        f"{name}/win_rate_high": rate.high,
        f"{name}/games": float(rate.games),
    }
