"""What a study ended with, as plain data: the same for any number of workers and however often it was interrupted."""

from typing import Any

from engine.catalog import find_game
from studies.evolved import shortest, value_of
from studies.finals import Finalist
from studies.matches import Contest, Entry
from studies.rates import Rate, rate_of
from studies.run import Findings
from studies.setup import Setup
from studies.spec import Tune
from studies.verdict import Difference

Result = dict[str, Any]


def search_result(setup: Setup, findings: Findings) -> Result:
    """Of a tune or evolve study."""
    study, confirmed, champion = setup.study, findings.confirmed, findings.champion
    default = setup.player(setup.default)
    return {
        "kind": study.kind,
        "name": study.name,
        "game": study.game.name,
        "players": setup.n_players,
        "seed": study.seed,
        "optimiser": study.optimiser.name,
        "opponents": list(setup.field.players),
        "evaluations": len(findings.story.rows),
        "configurations": len(findings.story.tallies),
        "games": {
            "search": sum(row.games for row in findings.story.rows),
            "race": sum(len(finalist.games) for finalist in findings.finalists),
            "confirm": len(confirmed.champion) + len(confirmed.default),
        },
        "choices": [dict(values) for values in findings.choices],
        "finalists": [as_data(finalist) for finalist in sorted(findings.finalists, key=lambda f: f.place)],
        "champion": {
            "player": champion.player,
            "values": dict(champion.values),
            **rate_data(rate_of(confirmed.champion)),
        },
        "default": {"player": default, "values": dict(setup.default), **rate_data(rate_of(confirmed.default))},
        "difference": {**confirmed.difference._asdict(), "proven": confirmed.difference.proven},
        **formula(setup, champion.player),
        "verdict": verdict(confirmed.difference, champion.player == default),
    }


def formula(setup: Setup, champion: str) -> Result:
    """What the champion of an evolution strives for, in its shortest form."""
    if isinstance(setup.study, Tune):
        return {}
    return {"formula": shortest(value_of(find_game(setup.study.game.name), champion))}


def compare_result(contest: Contest, entries: list[Entry]) -> Result:
    """Of a compare study."""
    study = contest.study
    return {
        "kind": study.kind,
        "name": study.name,
        "game": study.game.name,
        "players": contest.n_players,
        "seed": study.seed,
        "form": study.form,
        "knob": study.ladder.knob if study.ladder else "",
        "games": {"matches": contest.games},
        "matches": [match_data(entry) for entry in entries],
    }


def match_data(entry: Entry) -> Result:
    """One line of a table of matches."""
    return {
        "player": entry.row,
        "against": entry.column,
        **rate_data(entry.rate),
        "points": entry.points,
        "seats": [rate_data(rate) for rate in entry.seats],
        **entry.course._asdict(),
    }


def as_data(finalist: Finalist) -> Result:
    """A finalist with its race."""
    return {
        "place": finalist.place,
        "player": finalist.player,
        "origin": finalist.origin,
        "values": dict(finalist.values),
        **rate_data(rate_of(finalist.games)),
        "finished": finalist.beaten_by is None,
    }


def rate_data(rate: Rate) -> Result:
    """A rate with its interval."""
    return {"win_rate": rate.mean, "low": rate.low, "high": rate.high, "games": rate.games}


def verdict(difference: Difference, same: bool) -> str:
    """What the proof says, plainly."""
    mean, low, high = (100 * bound for bound in (difference.mean, difference.low, difference.high))
    change = f"{mean:+.1f} points [{low:+.1f}, {high:+.1f}], p = {difference.p:.2g}"
    if same:
        return "The search did not help: the default won the race against everything that was found."
    if difference.proven and difference.mean > 0:
        return f"The search helped: the champion wins more than the default on fresh deals ({change})."
    if difference.proven:
        return (
            f"The search did harm: the champion wins less than the default on fresh deals ({change}). Keep the default."
        )
    return (
        f"The search is not shown to have helped: champion and default do not differ clearly on fresh deals ({change})."
    )
