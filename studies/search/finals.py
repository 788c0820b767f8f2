"""Honest endings: finalists race on deals that the search never saw, the winner meets the default on fresh ones."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from optimisers.optimiser import Candidate
from studies.play.deals import CONFIRM, RACE, stream_seed
from studies.play.games import Games, join, no_games
from studies.play.looks import compare_at_looks, decided, planned_looks
from studies.play.racing import Race
from studies.play.verdict import Difference
from studies.search.plan import ProvenPlan
from studies.search.store import GameStore
from studies.spec.players import Values

ROUND, LEG = 8, 2  # blocks that every running finalist plays between two looks, and at once
CONFIRMED = 1000  # owners in the final ledger: finalists have 0 and above, the confirmed this and above
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
    plan: ProvenPlan, entries: Sequence[tuple[Values, str]], store: GameStore, on_games: OnGames
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
            owner = store.enter(Candidate(i, values, note={"finalist": origin}), stream)
            job = plan.job(owner.values, stream, first, first + step, proof=True)
            futures[i] = store.spread(owner, job, LEG * plan.block)
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


def confirm(plan: ProvenPlan, champion: Values, store: GameStore, on_games: OnGames) -> Confirmed:
    """Both meet the same deals, which neither search nor race has seen; at planned looks an answer ends it."""
    stream, budget, measure = stream_seed(plan.study.seed, CONFIRM), plan.study.budget, plan.measure
    looks = planned_looks(budget.confirm // plan.block, budget.confirm_looks or 1)
    owners = [
        store.enter(Candidate(CONFIRMED + i, values, note={"confirmed": name}), stream)
        for i, (name, values) in enumerate((("champion", champion), ("default", plan.default)))
    ]
    played, first = [no_games(plan.n_players) for _ in owners], 0
    for look in looks:
        last = look * plan.block
        jobs = [plan.job(owner.values, stream, first, last, proof=True) for owner in owners]
        futures = [store.spread(owner, job, plan.portion) for owner, job in zip(owners, jobs, strict=True)]
        for i, started in enumerate(futures):
            played[i] = join([played[i], store.gather(started)])
            on_games(last - first)
        first = last
        if budget.confirm_looks and decided(measure.blocks(played[0]) - measure.blocks(played[1]), looks):
            break
    one, other = played
    if budget.confirm_looks:  # the lead by the test that could have ended it
        return Confirmed(one, other, compare_at_looks(measure.blocks(one), measure.blocks(other), looks))
    return Confirmed(one, other, measure.difference(one, other, plan.study.seed))
