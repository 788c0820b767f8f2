"""What a study ended with, as plain data: the same for any number of workers and however often it was interrupted."""

from collections.abc import Mapping, Sequence
from operator import le
from typing import Any

from engine.space import plain
from optimisers.optimiser import printed
from studies.play.balance import Measure
from studies.play.deals import CONFIRM, stream_seed
from studies.play.games import Games
from studies.play.lots import Lots, lots_of, rates_by_lot
from studies.play.measure import rate_data
from studies.play.setup import prepare_game
from studies.play.verdict import Difference
from studies.search.comparison import Comparison, ComparisonPlan, Entry
from studies.search.finals import Confirmed, Finalist
from studies.search.formula_space import shortest
from studies.search.learning import LearnPlan, Round
from studies.search.plan import ProvenPlan, SearchPlan
from studies.search.run import Findings
from studies.spec.players import Values

ResultData = dict[str, Any]
WORDS = {
    ("seats", "better"): "the seats are more even",
    ("seats", "worse"): "the seats are less even",
    ("seats", "not shown to differ"): "the seats are not shown to be more or less even",
    ("length", "better"): "the length is nearer to what is wanted",
    ("length", "worse"): "the length is farther from what is wanted",
    ("length", "not shown to differ"): "the length is not shown to come nearer or farther",
}


def search_result(plan: SearchPlan, findings: Findings) -> ResultData:
    """The result of a study that searches."""
    return {
        **proof_result(plan, findings, sum(row.games for row in findings.history.rows)),
        "optimiser": plan.study.optimiser.name,
        "evaluations": len(findings.history.rows),
        "configurations": len(findings.history.tallies),
    }


def learn_result(plan: LearnPlan, findings: Findings) -> ResultData:
    """The result of a study that learns."""
    return {
        **proof_result(plan, findings, sum(learnt.games for learnt in findings.rounds)),
        "target": plan.study.positions.target,
        "teachers": list(dict.fromkeys(player.name for player in plan.players)),
        "rounds": [round_data(learnt) for learnt in findings.rounds],
    }


def round_data(learnt: Round) -> ResultData:
    """The result of one round of learning."""
    return {
        "round": learnt.number,
        "games": learnt.games,
        "positions": learnt.positions,
        "epochs": len(learnt.losses),
        "loss": learnt.best.loss,
        "held_out": learnt.best.held_out,
        "error": learnt.fits[0].error,
        "constant": learnt.fits[0].constant,
    }


def proof_result(plan: ProvenPlan, findings: Findings, searched: int) -> ResultData:
    """What all studies have that end with a race and a proof, after so many games."""
    study, confirmed, champion = plan.study, findings.confirmed, findings.champion
    setup = plan.proof_setup
    default, measure = plan.space.text(plan.default), plan.measure
    value = plan.space.value(champion.values)
    return {
        "kind": study.kind,
        "name": study.name,
        "game": study.game.name,
        "options": setup.options,
        "preset": setup.preset,
        "rules": {name: plain(value) for name, value in setup.rules if name != "players"},
        "players": plan.n_players,
        "seed": study.seed,
        "opponents": list(plan.others),
        "games": {
            "search": searched,
            "race": sum(len(finalist.games) for finalist in findings.finalists),
            "confirm": len(confirmed.champion) + len(confirmed.default),
        },
        "choices": [printed(values) for values in findings.choices],
        "finalists": finalist_data(plan, findings.finalists),
        "champion": confirmed_data(plan, champion.values, confirmed.champion),
        "default": confirmed_data(plan, plan.default, confirmed.default),
        "difference": {**confirmed.difference._asdict(), "proven": confirmed.difference.proven},
        **({"formula": shortest(value)} if value else {}),
        "verdict": verdict(measure, confirmed.difference),
        **(design_result(plan, confirmed) if study.balance else {}),
        **({"verdict": no_better(len(champion.games))} if champion.player == default else {}),
    }


def design_result(plan: ProvenPlan, confirmed: Confirmed) -> ResultData:
    """What only a study of rules has: the rules that it began with, seats and length judged apart."""
    parts = plan.measure.parts(confirmed.champion, confirmed.default)
    figures = [plan.measure.figures(games) for games in (confirmed.default, confirmed.champion)]
    return {
        "base": {"rules": dict(plan.setup.rules)},
        "parts": {name: {**part._asdict(), "proven": part.proven} for name, part in parts.items()},
        "verdict": design_verdict(parts, *figures),
    }


def design_verdict(parts: Mapping[str, Difference], default: ResultData, champion: ResultData) -> str:
    """What the proof says of the seats and of the length, each for itself."""
    if "advantage" not in default or "advantage" not in champion:
        return "The search is not shown to have helped: there are too few games to tell."
    said, better, worse = [], False, False
    for name, part in parts.items():
        figure, unit = ("advantage", "points") if name == "seats" else ("length", "decisions")
        scale = 100 if name == "seats" else 1
        change = f"{figure} {scale * default[figure]:.1f} to {scale * champion[figure]:.1f} {unit}, {p_text(part.p)}"
        how = ("better" if part.mean > 0 else "worse") if part.proven else "not shown to differ"
        better, worse = better or how == "better", worse or how == "worse"
        said.append(f"{WORDS[name, how]} ({change})")
    head = {
        (True, False): "The search helped",
        (True, True): "The search helped in one thing and did harm in the other",
        (False, True): "The search did harm",
        (False, False): "The search is not shown to have helped",
    }[better, worse]
    return f"{head}: on fresh deals {'; '.join(said)}."


def compare_result(plan: ComparisonPlan, comparison: Comparison) -> ResultData:
    """The result of a compare study."""
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
        "matches": [match_data(entry) for entry in comparison.entries],
        "ranking": [rating._asdict() for rating in comparison.ranking],
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
        **lot_data(entry.lots),
    }


def confirmed_data(plan: ProvenPlan, values: Values, games: Games) -> ResultData:
    """How a candidate did on the fresh deals; by what its seat was dealt too, unless the rules of that are searched."""
    found = {"player": plan.space.text(values), "values": printed(values), **plan.measure.figures(games)}
    if plan.study.balance:
        return found
    stream = stream_seed(plan.study.seed, CONFIRM)
    dealt = lots_of(prepare_game(plan.proof_setup), games, stream, plan.block)
    return found | lot_data(rates_by_lot(dealt, games, plan.block))


def lot_data(lots: Lots) -> ResultData:
    """Rates by what a seat was dealt, if anything is."""
    return {"lots": {name: rate_data(rate) for name, rate in lots.items()}} if lots else {}


def finalist_data(plan: ProvenPlan, finalists: Sequence[Finalist]) -> list[ResultData]:
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


def front_of(plan: ProvenPlan, finalists: Sequence[Finalist]) -> set[int]:
    """Places of the finalists that no other one beats in payoff and every cost; none if only the payoff counts."""
    costs, fewest = plan.costs, plan.measure.fewest * plan.block
    outcomes = {
        finalist.place: plan.measure.outcome(finalist.games) for finalist in finalists if len(finalist.games) > fewest
    }
    losses = {place: (-told.mean, *map(told.cost, costs)) for place, told in outcomes.items()}

    def beaten(mine: tuple[float, ...]) -> bool:
        return any(all(map(le, other, mine)) and other != mine for other in losses.values())

    return {place for place, mine in losses.items() if costs and not beaten(mine)}


def no_better(raced: int) -> str:
    """The verdict on a search whose champion is the default, after so many games in the race."""
    won = "the default won the race against everything that was found" if raced else "it chose the default"
    return f"The search did not help: {won}."


def p_text(p: float) -> str:
    """A p-value in words; none is zero."""
    return f"p = {p:.2g}" if p > 0 else "p < 1e-300"


def verdict(measure: Measure, difference: Difference) -> str:
    """The verdict of the proof in a sentence."""
    mean, low, high = (100 * bound for bound in (difference.mean, difference.low, difference.high))
    change = f"{mean:+.1f} {measure.unit} [{low:+.1f}, {high:+.1f}], {p_text(difference.p)}"
    if difference.proven and difference.mean > 0:
        return f"The search helped: the champion {measure.better} than the default on fresh deals ({change})."
    if difference.proven:
        worse = f"the champion {measure.worse} than the default on fresh deals"
        return f"The search did harm: {worse} ({change}). Keep the default."
    return (
        f"The search is not shown to have helped: champion and default do not differ clearly on fresh deals ({change})."
    )
