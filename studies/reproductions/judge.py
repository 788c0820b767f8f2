"""Does a row agree with the document? It does if chance explains the difference, or if the difference is small.

A bound is a claim, not a figure that was measured: there our interval decides alone.
"""

from typing import Any

from studies.reproductions.rows import Row, Z

SMALL_POINTS = 0.05  # of a rate,
SMALL_SHARE = 0.25  # and no more than this part of what is rarer, wins or the rest
SMALL_PART = 0.05  # of any other figure
WIDE = 0.15  # half of an interval of a rate: so few games show no agreement
REPRODUCED, DIFFERS, UNDECIDED, SILENT = "reproduced", "differs", "undecided", "no figure in the source"


def judge(row: Row, says: float | str | None, played: int | None) -> str:
    """The verdict on a row whose document says this, after having played so many games if it tells."""
    if says is None:
        return SILENT
    figure = float(says.lstrip("<> ")) if isinstance(says, str) else says
    apart = row.value - figure
    if isinstance(says, str):
        doubtful = row.low <= figure <= row.high
        agrees = (apart > 0) == says.startswith(">")
    else:
        chance = abs(apart) <= Z * error(row, figure, played)
        agrees = chance or abs(apart) < small(figure, row.rate)
        doubtful = agrees and row.rate and row.high - row.low > 2 * WIDE
    if agrees or doubtful:
        return UNDECIDED if doubtful else REPRODUCED
    return f"{DIFFERS} ({100 * apart:+.1f} points)" if row.rate else f"{DIFFERS} ({apart:+.3g})"


def small(figure: float, rate: bool) -> float:
    """A difference from the document's figure that means little."""
    return min(SMALL_POINTS, SMALL_SHARE * min(figure, 1 - figure)) if rate else SMALL_PART * abs(figure)


def error(row: Row, says: float, played: int | None) -> float:
    """The standard error of the difference: ours on the side of the document's figure, and its own from its games."""
    ours = (row.value - row.low if says < row.value else row.high - row.value) / Z
    theirs = 0.0
    if played:
        theirs = (
            (says * (1 - says) / played) ** 0.5 if row.rate and 0 <= says <= 1 else ours * (row.games / played) ** 0.5
        )
    return (ours**2 + theirs**2) ** 0.5


def games_for(source: dict[str, Any], name: str) -> int | None:
    """The number of games that the document played for a row."""
    games = source.get("games")
    return games.get(name) if isinstance(games, dict) else games
