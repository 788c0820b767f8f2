"""What a study ended with, as plain data: the same for any number of workers and however often it was interrupted."""

from collections.abc import Sequence
from operator import le

from optimisers.optimiser import printed
from studies.play.measure import Measure, rate_data
from studies.play.verdict import Difference
from studies.report.views import ResultData
from studies.search.comparison import ComparisonPlan, Entry
from studies.search.finals import Finalist
from studies.search.formula_space import shortest
from studies.search.plan import SearchPlan
from studies.search.run import Findings


def search_result(plan: SearchPlan, findings: Findings) -> ResultData:
    """Of a study that searches."""
    study, confirmed, champion = plan.study, findings.confirmed, findings.champion
    default, measure = plan.space.text(plan.default), plan.measure
    value = plan.space.value(champion.values)
    return {
        "kind": study.kind,
        "name": study.name,
        "game": study.game.name,
        "players": plan.n_players,
        "seed": study.seed,
        "optimiser": study.optimiser.name,
        "opponents": list(plan.others),
        "evaluations": len(findings.history.rows),
        "configurations": len(findings.history.tallies),
        "games": {
            "search": sum(row.games for row in findings.history.rows),
            "race": sum(len(finalist.games) for finalist in findings.finalists),
            "confirm": len(confirmed.champion) + len(confirmed.default),
        },
        "choices": [printed(values) for values in findings.choices],
        "finalists": finalist_data(plan, findings.finalists),
        "champion": {
            "player": champion.player,
            "values": printed(champion.values),
            **measure.figures(confirmed.champion),
        },
        "default": {"player": default, "values": printed(plan.default), **measure.figures(confirmed.default)},
        "difference": {**confirmed.difference._asdict(), "proven": confirmed.difference.proven},
        **({"formula": shortest(value)} if value else {}),
        "verdict": verdict(measure, confirmed.difference, champion.player == default),
    }


def compare_result(plan: ComparisonPlan, entries: list[Entry]) -> ResultData:
    """Of a compare study."""
    study = plan.study
    return {
        "kind": study.kind,
        "name": study.name,
        "game": study.game.name,
        "players": plan.n_players,
        "seed": study.seed,
        "form": study.form,
        "knob": study.ladder.knob if study.ladder else "",
        "games": {"matches": plan.games},
        "matches": [match_data(entry) for entry in entries],
    }


def match_data(entry: Entry) -> ResultData:
    """One line of a table of matches."""
    return {
        "player": entry.row,
        "against": entry.column,
        **rate_data(entry.standing.rate),
        "points": entry.standing.points,
        "seats": [rate_data(rate) for rate in entry.standing.seats],
        **entry.course._asdict(),
        "calls": entry.calls,
    }


def finalist_data(plan: SearchPlan, finalists: Sequence[Finalist]) -> list[ResultData]:
    """The finalists with their race, the winner first; where cost counted too, whether each is on the front."""
    front = front_of(plan, finalists)
    return [
        {
            "place": finalist.place,
            "player": finalist.player,
            "origin": finalist.origin,
            "values": printed(finalist.values),
            **plan.measure.figures(finalist.games),
            "finished": finalist.finished,
            **({"front": finalist.place in front} if front else {}),
        }
        for finalist in sorted(finalists, key=lambda finalist: finalist.place)
    ]


def front_of(plan: SearchPlan, finalists: Sequence[Finalist]) -> set[int]:
    """Places of the finalists that no other one beats in payoff and every cost; none if only the payoff counts."""
    costs, fewest = plan.costs, plan.measure.fewest * plan.block
    outcomes = {
        finalist.place: plan.measure.outcome(finalist.games) for finalist in finalists if len(finalist.games) > fewest
    }
    losses = {place: (-told.mean, *map(told.cost, costs)) for place, told in outcomes.items()}

    def beaten(mine: tuple[float, ...]) -> bool:
        return any(all(map(le, other, mine)) and other != mine for other in losses.values())

    return {place for place, mine in losses.items() if costs and not beaten(mine)}


def verdict(measure: Measure, difference: Difference, same: bool) -> str:
    """What the proof says, plainly."""
    mean, low, high = (100 * bound for bound in (difference.mean, difference.low, difference.high))
    change = f"{mean:+.1f} {measure.unit} [{low:+.1f}, {high:+.1f}], p = {difference.p:.2g}"
    if same:
        return "The search did not help: the default won the race against everything that was found."
    if difference.proven and difference.mean > 0:
        return f"The search helped: the champion {measure.better} than the default on fresh deals ({change})."
    if difference.proven:
        worse = f"the champion {measure.worse} than the default on fresh deals"
        return f"The search did harm: {worse} ({change}). Keep the default."
    return (
        f"The search is not shown to have helped: champion and default do not differ clearly on fresh deals ({change})."
    )
