"""A result as rows of figures, each with its 95 % interval: what the page shows and compares."""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from studies.play.rates import margin_of
from studies.report.views import changes

Result = dict[str, Any]
WIN_RATE, OVERALL = "win rate", "over all matches"
GAIN = "gain"  # the row of champion less default
Z = 1.96


class Row(NamedTuple):
    """One figure of one row."""

    row: str
    figure: str
    value: float
    low: float
    high: float
    games: int
    rate: bool = True  # a part of 1, shown in per cent; else a plain number

    @property
    def unit(self) -> str:
        """The unit behind the figure; what a search gained is a difference of rates."""
        if not self.rate:
            return ""
        return " points" if self.row == GAIN else " %"

    @property
    def name(self) -> str:
        """The name in the study file's `says`: the row, and the figure where it is not the win rate."""
        return self.row if self.figure == WIN_RATE else f"{self.row}: {self.figure}"


def mean_row(row: str, figure: str, values: Any, rate: bool = False, signed: bool = False) -> Row:
    """The mean of independent observations, by Student's t: they may be few. A signed rate is a difference of two."""
    mean, half = float(np.mean(values)), margin_of(values)
    low, high = mean - half, mean + half
    if rate:
        low, high = max(-1.0 if signed else 0.0, low), min(1.0, high)
    return Row(row, figure, mean, low, high, len(values), rate)


def ratio_row(row: str, figure: str, parts: Any, wholes: Any) -> Row:
    """A ratio of sums over independent groups, as a rate."""
    part, whole = np.asarray(parts, float), np.asarray(wholes, float)
    ratio = float(part.sum() / max(1.0, whole.sum()))
    half = Z * float(np.sqrt(((part - ratio * whole) ** 2).sum())) / max(1.0, float(whole.sum()))
    return Row(row, figure, ratio, max(0.0, ratio - half), min(1.0, ratio + half), int(whole.sum()))


def rows_of(result: Result) -> list[Row]:
    """All figures of a study's result."""
    if "matches" in result:
        return match_rows(result)
    return design_rows(result) if "fairness" in result["champion"] else search_rows(result)


def match_rows(result: Result) -> list[Row]:
    """The rows of a compare study: of every line the win rate, the rate at each seat, and how the games went."""
    seen = Counter(entry["player"] for entry in result["matches"])
    rows = []
    for entry in result["matches"]:
        alone = seen[entry["player"]] == 1
        label = entry["player"] if alone else f"{entry['player']} against {entry['against']}"
        rows.append(rate_row(label, WIN_RATE, entry))
        rows += [rate_row(label, f"seat {i}", seat) for i, seat in enumerate(entry["seats"], 1)]
        rows += course_rows(label, entry)
        rows += [rate_row(label, name, rate) for name, rate in entry.get("lots", {}).items()]
        if entry["calls"] is not None:
            rows.append(Row(label, "calls", entry["calls"], entry["calls"], entry["calls"], entry["games"], False))
    return rows + [overall_row(name, result) for name, matches in seen.items() if matches > 1]


def overall_row(name: str, result: Result) -> Row:
    """A player's mean over several matches."""
    mine = [entry for entry in result["matches"] if entry["player"] == name]
    mean = float(np.mean([entry["win_rate"] for entry in mine]))
    half = float(np.sqrt(sum((entry["high"] - entry["low"]) ** 2 for entry in mine))) / (2 * len(mine))
    return Row(name, OVERALL, mean, max(0.0, mean - half), min(1.0, mean + half), sum(entry["games"] for entry in mine))


def design_rows(result: Result) -> list[Row]:
    """The rows of a design study: the rules as they were, those found, and where cost counted those on the front."""
    gain, games = result["difference"], result["champion"]["games"]
    rows = [row for who in ("default", "champion") for row in balance_rows(who, result[who])]
    rows.append(Row(GAIN, "fairness", gain["mean"], gain["low"], gain["high"], games))
    front = [entry for entry in result["finalists"] if entry.get("front")]
    return rows + [row for entry in front for row in balance_rows(f"`{changes(result, entry['values'])}`", entry)]


def balance_rows(label: str, entry: Result) -> list[Row]:
    """Advantage, length, fairness and the win rate of every seat."""
    games = entry["games"]
    advantage, length = (
        (entry[figure], entry[f"{figure}_low"], entry[f"{figure}_high"]) for figure in ("advantage", "length")
    )
    return [
        Row(label, "advantage", *advantage, games),
        Row(label, "length", *length, games, False),
        Row(label, "fairness", entry["fairness"], entry["low"], entry["high"], games),
        *(rate_row(label, f"seat {i}", seat) for i, seat in enumerate(entry["seats"], 1)),
    ]


def rate_row(label: str, figure: str, entry: Result) -> Row:
    """A rate as results keep it."""
    return Row(label, figure, entry["win_rate"], entry["low"], entry["high"], entry["games"])


def course_rows(label: str, entry: Result) -> list[Row]:
    """Length and endings of a match."""
    n, sd = entry["games"], entry["length_sd"]
    spread = {"length": sd / n**0.5, "length_sd": sd / (2 * n) ** 0.5}  # the second as for a normal distribution
    rows = []
    for key, error in spread.items():
        value = entry[key]
        rows.append(Row(label, key.replace("_", " "), value, value - Z * error, value + Z * error, n, False))
    for key in ("stalemates", "limits"):
        share = entry[key]
        half = Z * (share * (1 - share) / n) ** 0.5 + (1 / n if share in (0, 1) else 0.0)
        rows.append(Row(label, key, share, max(0.0, share - half), min(1.0, share + half), n))
    return rows


def search_rows(result: Result) -> list[Row]:
    """The rows of a search: default, champion and its gain; the best of each search, or each round's network."""
    gain, games = result["difference"], result["champion"]["games"]
    rows = [rate_row(who, WIN_RATE, result[who]) for who in ("default", "champion")]
    rows.append(Row(GAIN, WIN_RATE, gain["mean"], gain["low"], gain["high"], games))
    if "rounds" in result:
        learnt = [finalist for finalist in result["finalists"] if finalist["games"] and finalist["origin"] != "default"]
        ordered = sorted(learnt, key=lambda finalist: finalist["origin"])
        return rows + [
            rate_row(f"network of {finalist['origin']}, in the race", WIN_RATE, finalist) for finalist in ordered
        ]
    if len(result["choices"]) == 1:
        return rows
    best: dict[str, Result] = {}
    for finalist in result["finalists"]:  # from first place down
        if finalist["games"]:
            best.setdefault(finalist["origin"], finalist)
    searches = [f"search {i + 1}" for i in range(len(result["choices"]))]
    return rows + [rate_row(name, WIN_RATE, best[name]) for name in searches if name in best]
