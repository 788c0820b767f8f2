"""The rule parameters of Splinter (R1-R9: rulings on what the source leaves open) and the rules record they make."""

from enum import IntEnum
from typing import Annotated, NamedTuple

import numpy as np

from engine.copying import fresh
from engine.errors import InputError
from engine.game import Ended
from engine.space import Range
from engine.splinter.layout import block_layout, empty_board, read_layout, set_pieces
from engine.splinter.rules import judge, set_up
from engine.splinter.state import SQUARES, STATE


class Vacated(IntEnum):
    """What may not come to stand on the square that the opponent's move left empty (R2)."""

    ANY = 0  # any piece, moved or pushed
    MOVED = 1  # the moved piece
    OPEN = 2  # nothing: there is no such ban


class Size(IntEnum):
    """Which pieces of a group count (R5)."""

    BOTH = 0  # all
    OWN = 1  # those of its king's colour


class Loose(IntEnum):
    """What becomes of pieces whose group has no king (R6)."""

    STAY = 0
    REMOVED = 1


class Params(NamedTuple):
    """The defaults are the rulings."""

    rows: Annotated[int, Range(5, 11, accepts=(1, 40)), "rows of the board (R1)"] = 9
    columns: Annotated[int, Range(6, 12, accepts=(1, 40)), "columns of the board (R1)"] = 10
    block_rows: Annotated[int, Range(3, 7, accepts=(1, 40)), "rows of the block of pieces in the middle (R1)"] = 5
    block_columns: Annotated[int, Range(2, 8, accepts=(1, 40)), "columns of that block; one of the two is odd"] = 6
    layout: Annotated[str, "start position instead of the block: rows of . x o X O, separated by / (R1)"] = ""
    vacated: Annotated[Vacated, "what may not fill the square that the opponent's move left (R2)"] = Vacated.ANY
    corners: Annotated[bool, "groups connect over corners too (R5)"] = True
    size: Annotated[Size, "which pieces of a group count (R5)"] = Size.BOTH
    loose: Annotated[Loose, "what becomes of pieces whose group has no king (R6)"] = Loose.STAY
    max_plies: Annotated[int, Range(50, 400, accepts=(1, 30_000)), "moves after which nobody wins (R7)"] = 200
    opening: Annotated[int, Range(0, 8, accepts=(0, 40)), "random moves before the first, from the deal's seed"] = 0


SMALL = Params(rows=5, columns=6, block_rows=3, block_columns=4)
VARIED = Params(opening=4)  # for players without chance of their own, who would play one game again and again
ODD_RULES = (
    {"rows": 5, "columns": 6, "block_rows": 3, "block_columns": 4},
    {"rows": 7, "columns": 8, "block_rows": 3, "block_columns": 4, "corners": False},
)
PRESETS = {"standard": Params(), "varied": VARIED, "small": SMALL}


def prepare(params: Params) -> np.record:
    """The rules record; parameters that do not go together are refused."""
    rules = lay_out(params)
    if is_over(rules):
        takes = "kings that stand in one group"
        raise InputError(f"splinter rules: layout = {params.layout!r} is over before it starts; it takes {takes}")
    return rules


def max_actions(params: Params) -> int:
    """Eight directions for every piece of the larger side: pieces are never added."""
    text = start_layout(params).lower()
    return 8 * max(text.count("x"), text.count("o"))


def start_layout(params: Params) -> str:
    """The start position as text."""
    return params.layout or block_layout(params.rows, params.columns, params.block_rows, params.block_columns)


def lay_out(params: Params) -> np.record:
    """The rules record of a board and its pieces, whether or not the game could go on from there."""
    rows = read_layout(start_layout(params), params.rows, params.columns)
    reach = {Vacated.ANY: SQUARES, Vacated.MOVED: 1, Vacated.OPEN: 0}[params.vacated]
    rules = fresh(empty_board(params.rows, params.columns, reach))
    rules.corners, rules.max_plies, rules.opening = params.corners, params.max_plies, params.opening
    rules.both_count, rules.loose_stay = params.size == Size.BOTH, params.loose == Loose.STAY
    set_pieces(rules, rows)
    return rules


def is_over(rules: np.record) -> bool:
    """Whether the start position is an end."""
    state = np.zeros(1, STATE).view(np.recarray)[0]
    set_up(rules, state)
    judge(rules, state)
    return state.ended != Ended.PLAYING
