"""Honest endings: finalists race on deals that the search never saw, the winner meets the default on fresh ones."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from optimisers.optimiser import Candidate
from studies.play.deals import CONFIRM, RACE, stream_seed
from studies.play.games import Games, join, no_games
from studies.play.racing import Race
from studies.play.verdict import Difference
from studies.search.plan import SearchPlan
from studies.search.store import GameStore

ROUND, LEG = 8, 2  # blocks that every running finalist plays between two looks, and at once
CONFIRMED = 1000  # owners in the final ledger: finalists have 0 and above, the confirmed this and above
Values = Mapping[str, Any]
OnGames = Callable[[int], None]  # is told of so many games more


class Finalist(NamedTuple):
    """Where a finalist came from and how its race went."""

    values: Values
    player: str  # as a person types it; for rules, the rules
    origin: str
    games: Games
    place: int  # 1 is the winner
    finished: bool  # not dropped on the way


class Confirmed(NamedTuple):
    """The champion and the default on the same fresh deals."""

    champion: Games
    default: Games
    difference: Difference


def race(
    plan: SearchPlan, entries: Sequence[tuple[Values, str]], store: GameStore, on_games: OnGames
) -> list[Finalist]:
    """Run the finalists (values, origin) against each other's results until one is left or the games are spent.

    Where nothing can be compared deal by deal nobody drops out, and all play the same number of games.
    """
    rounds = -(-plan.race_games // (ROUND * plan.block * max(1, len(entries))))  # if nobody drops out
    runners = Race(range(len(entries)), plan.study.budget.race_error, rounds)
    played = [no_games(plan.n_players) for _ in entries]
    stream = stream_seed(plan.study.seed, RACE)
    first = spent = 0
    while len(runners.running) > 1:
        blocks = min(ROUND, (plan.race_games - spent) // (plan.block * len(runners.running)))
        if not blocks:
            break
        step = blocks * plan.block
        futures = {}
        for i in runners.running:
            values, origin = entries[i]
            owner = Candidate(i, values, note={"finalist": origin})
            futures[i] = store.spread(owner, plan.job(values, stream, first, first + step), LEG * plan.block)
        results = {i: store.gather(started) for i, started in futures.items()}
        for i, games in results.items():
            played[i] = join([played[i], games])
        first, spent = first + step, spent + step * len(results)
        runners.add({i: plan.measure.blocks(games) for i, games in results.items()})
        on_games(step * len(results))
    places = {i: place for place, i in enumerate(runners.ranking(lambda i: plan.measure.rate(played[i]).mean), 1)}
    return [
        Finalist(values, plan.space.text(values), origin, played[i], places[i], i not in runners.dropped)
        for i, (values, origin) in enumerate(entries)
    ]


def confirm(plan: SearchPlan, champion: Values, store: GameStore, on_games: OnGames) -> Confirmed:
    """Both meet the same deals, which neither search nor race has seen."""
    stream, games = stream_seed(plan.study.seed, CONFIRM), plan.study.budget.confirm
    futures = []
    for i, (name, values) in enumerate((("champion", champion), ("default", plan.default))):
        owner = Candidate(CONFIRMED + i, values, note={"confirmed": name})
        futures.append(store.spread(owner, plan.job(values, stream, 0, games), plan.portion))
    results = []
    for started in futures:
        results.append(store.gather(started))
        on_games(games)
    return Confirmed(results[0], results[1], plan.measure.difference(results[0], results[1], plan.study.seed))
