"""A result as people read it, by kind of study: tables, the champion's file, what was found in words."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from engine.space import word
from optimisers.space import Space
from studies.report.replay import champion_replay
from studies.report.result import ResultData, compare_result, learn_result, search_result
from studies.search.comparison import Comparison, ComparisonPlan
from studies.search.earlier import statistics
from studies.search.folder import CHAMPION, REPLAY, STATISTICS, TRIALS, RunFolder
from studies.search.history import TrialRow, trial_table
from studies.search.run import Findings
from studies.spec.seal import sealed
from studies.spec.study_file import as_toml


class Section(NamedTuple):
    """A table with its title."""

    title: str
    head: list[str]
    rows: list[list[str]]


class WinSearch:
    """Studies that look for a player who wins: tune and evolve."""

    players = "against"  # how the others take part
    titles: tuple[str, ...] = ("win rate, % [95 %]",)  # of what is measured of a candidate
    portable = True  # whether the champion's text is the same player anywhere
    result: Callable[[Any, Findings], ResultData] = staticmethod(
        search_result
    )  # what a study ended with, as plain data

    def write(self, plan: Any, findings: Findings, result: ResultData, folder: RunFolder) -> list[str]:
        """The champion and one of its games as files, and what else a study of this kind leaves; their names."""
        folder.write(CHAMPION, self.champion_file(result))
        folder.write(REPLAY, champion_replay(plan, findings.champion.values))
        return [CHAMPION, REPLAY, *self._files(plan, findings, folder)]

    def trials(self, findings: Findings) -> list[TrialRow]:
        """Every evaluation of a candidate in the search."""
        return findings.history.rows

    def _files(self, plan: Any, findings: Findings, folder: RunFolder) -> list[str]:
        """The trials, statistics for later searches, and pictures."""
        from studies.report.pictures import search_pictures  # matplotlib takes a second to load: not before the games

        folder.write(TRIALS, trial_table(findings.history.rows))
        if isinstance(space := plan.space.domain, Space):
            known = findings.history.known(plan.study.evaluation.games)
            folder.write(STATISTICS, statistics(space, plan.measure, findings.champion.values, known))
        return [TRIALS, *search_pictures(plan, findings, folder)]

    def headline(self, result: ResultData) -> str:
        """The study in one line."""
        return (
            f"{result['name']}: {result['kind']} with {result['optimiser']} "
            f"{self.players} {others_text(result)} ({size_text(result)}); "
            f"{result['evaluations']:,} evaluations of {result['configurations']:,} configurations"
        )

    def sections(self, result: ResultData) -> list[Section]:
        """The proof, the race, and wins by what seats were dealt."""
        return [self._proof(result), self._race(result), *by_lot(self.rated(result))]

    def rated(self, result: ResultData) -> dict[str, ResultData]:
        """The entries by which studies are compared."""
        return {who: result[who] for who in ("champion", "default")}

    def cells(self, entry: ResultData) -> list[str]:
        """What was measured of a candidate, under the titles."""
        return [percent(entry)]

    def champion_file(self, result: ResultData) -> str:
        """The champion as a player that `bottega match` takes, with its evidence."""
        proof = {key: result["champion"][key] for key in ("win_rate", "low", "high", "games")}
        compared = {
            "against": result["opponents"],
            "default": result["default"]["player"],
            "default_win_rate": result["default"]["win_rate"],
            "p": result["difference"]["p"],
        }
        return as_toml(sealed({"player": result["champion"]["player"], **about(result), "proof": proof | compared}))

    def match_command(self, result: ResultData, file: Path) -> str:
        """The command that shows the champion play."""
        others = result["opponents"] * result["players"]  # drawn from fewer than there are seats
        words = [
            "bottega match",
            result["game"],
            result.get("options", ""),
            shlex.quote(f"@{file}"),
            *map(shlex.quote, others[: result["players"] - 1]),
        ]
        return " ".join(filter(None, words))

    def champion(self, result: ResultData, file: Path) -> str:
        """The champion as `bottega match` takes it."""
        return result["champion"]["player"]

    def found(self, result: ResultData) -> str:
        """The champion in words."""
        if "value" in result["champion"]["values"] and "formula" in result:
            return f"strives for `{result['formula']}`"
        return f"is `{result['champion']['player']}`"

    def _proof(self, result: ResultData) -> Section:
        head = ["on fresh deals", *self.titles, "games", "what differs from the default"]
        rows = [
            [who, *self.cells(result[who]), str(result[who]["games"]), changes(result, result[who]["values"])]
            for who in ("default", "champion")
        ]
        return Section("Default against champion", head, rows)

    def _race(self, result: ResultData) -> Section:
        head = ["place", *self.titles, "games", "from", "what differs from the default"]
        rows = []
        for entry in result["finalists"]:
            figures = self.cells(entry) if entry["games"] else ["not raced", *[""] * (len(self.titles) - 1)]
            origin = entry["origin"] + (", on the front" if entry.get("front") else "")
            rows.append([str(entry["place"]), *figures, str(entry["games"]), origin, changes(result, entry["values"])])
        return Section("The finalists' race", head, rows)


class NetworkSearch(WinSearch):
    """Studies that learn a network: learn."""

    portable = False  # it names a file
    result = staticmethod(learn_result)

    def _files(self, plan: Any, findings: Findings, folder: RunFolder) -> list[str]:
        """The networks, and how the losses fell."""
        from studies.report.pictures import learn_pictures

        networks = [plan.space.file(learnt.number).name for learnt in findings.rounds]
        return [*networks, *learn_pictures(plan, findings, folder)]

    def headline(self, result: ResultData) -> str:
        """The study in one line."""
        taught = f"{result['target']} from games of {', '.join(result['teachers'])}"
        return f"{result['name']}: {taught}, proven against {others_text(result)} ({size_text(result)})"

    def found(self, result: ResultData) -> str:
        """The champion in words."""
        number = result["champion"]["values"]["round"]
        return f"strives for the network of round {number}" if number else "is the player as it was"

    def sections(self, result: ResultData) -> list[Section]:
        """What the rounds learnt, the proof and the race."""
        head = ["round", "games", "positions", "passes", "loss", "held out", "error", "of a constant"]
        rows = [
            [str(part[key]) for key in ("round", "games", "positions", "epochs")]
            + [f"{part[key]:.3f}" for key in ("loss", "held_out", "error", "constant")]
            for part in result["rounds"]
        ]
        return [Section(f"Learning {result['target']}", head, rows), *super().sections(result)]


class RuleSearch(WinSearch):
    """Studies that look for rules: design."""

    players, portable = "played by", False
    titles = ("advantage, points [95 %]", "wins by seat, %", "length, decisions [95 %]", "fairness")

    def cells(self, entry: ResultData) -> list[str]:
        """Advantage, wins by seat, length, fairness."""
        if "seats" not in entry:
            return ["too few games", *[""] * (len(self.titles) - 1)]
        seats = " : ".join(f"{100 * seat['win_rate']:.1f}" for seat in entry["seats"])
        advantage, length = with_interval(entry, "advantage", 100), with_interval(entry, "length")
        return [advantage, seats, length, f"{entry['fairness']:.3f}"]

    def champion_file(self, result: ResultData) -> str:
        """The rules that were found, and the evidence."""
        measured = [*(name + end for name in ("advantage", "length") for end in ("", "_low", "_high")), "games"]
        evidence = {who: {name: result[who][name] for name in measured} for who in ("champion", "default")}
        rules = {**result["base"]["rules"], **result["champion"]["values"]}
        return as_toml(sealed({**about(result), "rules": rules, "proof": evidence}))

    def match_command(self, result: ResultData, file: Path) -> str:
        """The command for a game under the rules that were found."""
        return f"bottega match {result['game']} {shlex.join(result['opponents'])} --rules {shlex.quote(str(file))}"

    def champion(self, result: ResultData, file: Path) -> str:
        """The file of the rules that were found."""
        return str(file)

    def found(self, result: ResultData) -> str:
        """The rules in words."""
        return f"changes `{changes(result, result['champion']['values'])}`"


class Matches:
    """Studies that play a table of matches: compare."""

    result = staticmethod(compare_result)

    def write(self, plan: ComparisonPlan, comparison: Comparison, result: ResultData, folder: RunFolder) -> list[str]:
        """Pictures of the matches; their names."""
        from studies.report.pictures import match_pictures

        return match_pictures(plan, comparison, folder)

    def trials(self, comparison: Comparison) -> list[TrialRow]:
        """Evaluations in a search: there is none."""
        return []

    def headline(self, result: ResultData) -> str:
        """The study in one line."""
        return f"{result['name']}: {result['form']} ({size_text(result)})"

    def sections(self, result: ResultData) -> list[Section]:
        """The table of matches, the ranking, and how the games went."""
        who = [result["knob"] or "player", "against"]
        scores = [
            [*names(entry), percent(entry), f"{entry['points']:.1f}", str(entry["games"])]
            for entry in result["matches"]
        ]
        courses = [
            [
                *names(entry),
                f"{entry['length']:.1f} ({entry['length_sd']:.1f})",
                f"{100 * entry['stalemates']:.1f}",
                f"{100 * entry['limits']:.1f}",
                "/".join(f"{100 * seat['win_rate']:.0f}" for seat in entry["seats"]),
                "" if entry["calls"] is None else f"{entry['calls']:,.0f}",
            ]
            for entry in result["matches"]
        ]
        went = ["length (sd)", "stale, %", "limit, %", "by seat, %", "calls"]  # length in decisions
        return [
            Section("Matches", [*who, "win rate, % [95 %]", "points", "games"], scores),
            *ranking(result),
            Section("How the games went", [*who, *went], courses),
            *by_lot(self.rated(result)),
        ]

    def rated(self, result: ResultData) -> dict[str, ResultData]:
        """The entries of every line of the table."""
        return {f"{entry['player']} against {entry['against']}": entry for entry in result["matches"]}


def ranking(result: ResultData) -> list[Section]:
    """All players on one scale; results of earlier versions have none."""
    head = ["player", "Elo [95 %]", "wins, %", "chance, %", "games", "above the next, %"]
    rows = [
        [
            entry["name"],
            f"{entry['elo']:+.0f} [{entry['low']:+.0f}, {entry['high']:+.0f}]",
            f"{100 * entry['share']:.1f}",
            f"{100 * entry['chance']:.1f}",
            str(entry["games"]),
            "" if entry["above"] is None else f"{100 * entry['above']:.1f}",
        ]
        for entry in result.get("ranking", ())
    ]
    return [Section("Ranking", head, rows)] if rows else []


def pairs(result: ResultData) -> list[Section]:
    """How likely each player is stronger than each other one; results of earlier versions do not say."""
    found = {entry["name"]: entry["stronger"] for entry in result.get("ranking", ()) if "stronger" in entry}
    rows = [[one, *(f"{100 * by[other]:.1f}" if other in by else "" for other in found)] for one, by in found.items()]
    return [Section("Likelihood that the row is stronger than the column, %", ["player", *found], rows)] if rows else []


VIEWS: dict[str, Any] = {
    "tune": WinSearch(),
    "evolve": WinSearch(),
    "learn": NetworkSearch(),
    "design": RuleSearch(),
    "compare": Matches(),
}


def view_of(result: ResultData) -> Any:
    """How results of its kind are shown."""
    return VIEWS[result["kind"]]


def by_lot(entries: dict[str, ResultData]) -> list[Section]:
    """Win rates by what seats were dealt, one column for each entry, where the game deals such a thing."""
    found = {who: entry["lots"] for who, entry in entries.items() if entry.get("lots")}
    names = sorted({name for lots in found.values() for name in lots})
    rows = [[name, *(percent(lots[name]) if name in lots else "" for lots in found.values())] for name in names]
    return [Section("Win rate by what the seat was dealt, % [95 %]", ["", *found], rows)] if found else []


def about(result: ResultData) -> ResultData:
    """The origin of a champion, for its file."""
    return {
        "game": result["game"],
        "players": result["players"],
        **({"preset": result["preset"]} if result["preset"] else {}),
        "study": result["name"],
        "verdict": result["verdict"],
        "rules": result["rules"],
    }


def others_text(result: ResultData) -> str:
    """The other players in a few words."""
    names, seats = result["opponents"], result["players"] - 1
    return f"{seats} times {names[0]}" if len(names) == 1 < seats else ", ".join(names)


def size_text(result: ResultData) -> str:
    """Game, players, seed and number of games."""
    games = sum(result["games"].values())
    return f"{result['game']}, {result['players']} players, seed {result['seed']}, {games:,} games"


def names(entry: ResultData) -> list[str]:
    """The names of player and opponents."""
    return [entry["player"], entry["against"]]


def percent(entry: ResultData) -> str:
    """A win rate with its interval, in per cent."""
    return f"{100 * entry['win_rate']:.1f} [{100 * entry['low']:.1f}, {100 * entry['high']:.1f}]"


def with_interval(entry: ResultData, name: str, scale: float = 1.0) -> str:
    """A figure of a rule set with its interval."""
    mean, low, high = (scale * entry[name + end] for end in ("", "_low", "_high"))
    return f"{mean:.1f} [{low:.1f}, {high:.1f}]"


def changes(result: ResultData, values: ResultData) -> str:
    """What makes a candidate another one than the default."""
    default = result["default"]["values"]
    named = [f"{name}={word(value)}" for name, value in values.items() if default.get(name) != value]
    return " ".join(named) or "nothing"
