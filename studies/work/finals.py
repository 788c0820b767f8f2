"""Honest endings: finalists race on deals that the search never saw, the winner meets the default on fresh ones."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from optimisers.optimiser import Candidate
from studies.play.deals import CONFIRM, RACE, stream_seed
from studies.play.evaluate import Played
from studies.play.racing import Race
from studies.play.verdict import Difference
from studies.study.setup import Setup
from studies.work.keeper import Keeper

ROUND, LEG = 8, 2  # blocks that every running finalist plays between two looks, and at once
CONFIRMED = 1000  # owners in the final ledger: finalists have 0 and above, the confirmed this and above
Values = Mapping[str, Any]


class Finalist(NamedTuple):
    """Where a finalist came from and how its race went."""

    values: Values
    player: str  # as a person types it; for rules, the rules
    origin: str
    games: list[Played]
    place: int  # 1 is the winner
    beaten_by: int | None  # place in the list of finalists; None if it ran to the end


class Confirmed(NamedTuple):
    """The champion and the default on the same fresh deals."""

    champion: list[Played]
    default: list[Played]
    difference: Difference


def race(
    setup: Setup, entries: Sequence[tuple[Values, str]], games: int, keeper: Keeper, heard: Callable[[int], None]
) -> list[Finalist]:
    """Run the finalists (values, origin) against each other's results until one is left or the games are spent.

    Where nothing can be compared deal by deal nobody drops out, and all play the same number of games.
    """
    names = [str(i) for i in range(len(entries))]
    contest = Race(names, setup.study.budget.race_error)
    played: dict[str, list[Played]] = {name: [] for name in names}
    stream = stream_seed(setup.study.seed, RACE)
    first = spent = 0
    while len(contest.running) > 1:
        blocks = min(ROUND, (games - spent) // (setup.block * len(contest.running)))
        if not blocks:
            break
        step = blocks * setup.block
        futures = {}
        for name in contest.running:
            values, origin = entries[int(name)]
            owner = Candidate(int(name), values, note={"finalist": origin})
            job = setup.job(values, stream, first, first + step)
            futures[name] = keeper.spread(owner, job, LEG * setup.block)
        results = {name: keeper.gather(started) for name, started in futures.items()}
        for name, result in results.items():
            played[name] += result
        first, spent = first + step, spent + step * len(results)
        contest.add({name: setup.measure.blocks(result) for name, result in results.items()})
        heard(step * len(results))
    places = {
        name: place for place, name in enumerate(contest.ranking(lambda name: setup.measure.rate(played[name]).mean), 1)
    }
    return [
        Finalist(
            values, setup.text(values), origin, played[str(i)], places[str(i)],
            int(contest.dropped[str(i)]) if str(i) in contest.dropped else None,
        )
        for i, (values, origin) in enumerate(entries)
    ]  # fmt: skip


def confirm(setup: Setup, champion: Values, keeper: Keeper, heard: Callable[[int], None]) -> Confirmed:
    """Both meet the same deals, which neither search nor race has seen."""
    stream = stream_seed(setup.study.seed, CONFIRM)
    games = setup.study.budget.confirm
    futures = []
    for i, values in enumerate((champion, setup.default)):
        owner = Candidate(CONFIRMED + i, values, note={"confirmed": ("champion", "default")[i]})
        job = setup.job(values, stream, 0, games)
        futures.append(keeper.spread(owner, job, setup.portion))
    results = []
    for started in futures:
        results.append(keeper.gather(started))
        heard(games)
    return Confirmed(results[0], results[1], setup.measure.difference(results[0], results[1], setup.study.seed))
