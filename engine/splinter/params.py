"""The rule parameters of Splinter (R1-R9: rulings on what the source leaves open) and the rules record they make."""

from enum import IntEnum
from typing import Annotated, NamedTuple

import numpy as np

from engine.errors import InputError
from engine.game import Ended
from engine.space import Range
from engine.splinter.rules import judge, set_up
from engine.splinter.state import CROSSES, HEADINGS, NOUGHTS, OFF, RULES, SQUARES, STATE

MARKS = {".": (OFF, False), "x": (CROSSES, False), "X": (CROSSES, True), "o": (NOUGHTS, False), "O": (NOUGHTS, True)}


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


def prepare(params: Params) -> np.record:
    """The rules record; parameters that do not go together are refused."""
    text = params.layout or block_layout(params)
    rows = read_layout(text, params)
    rules = np.zeros(1, RULES).view(np.recarray)[0]
    rules.rows, rules.columns, rules.stride = params.rows, params.columns, params.columns + 1
    rules.corners, rules.max_plies, rules.opening = params.corners, params.max_plies, params.opening
    rules.both_count, rules.loose_stay = params.size == Size.BOTH, params.loose == Loose.STAY
    draw_board(rules, params.vacated)
    set_pieces(rules, rows)
    if is_over(rules):
        raise InputError(f"splinter rules: layout = {text!r} is over before it starts; it takes kings in one group")
    return rules


def block_layout(params: Params) -> str:
    """The checkerboard block in the middle, kings on its two central squares (R1)."""
    sides = (("rows", params.rows, params.block_rows), ("columns", params.columns, params.block_columns))
    for name, board, block in sides:
        if block > board or (board - block) % 2:
            takes = f"a block as long as the board or shorter by an even number ({name} = {board})"
            raise InputError(f"splinter rules: block_{name} = {block} cannot stand in the middle; it takes {takes}")
    if (params.block_rows + params.block_columns) % 2 == 0:
        found = f"block_rows x block_columns = {params.block_rows} x {params.block_columns}"
        raise InputError(f"splinter rules: {found} has no two central squares; it takes one odd and one even side")
    spans = [range((board - block) // 2, (board + block) // 2) for _, board, block in sides]
    middles = [((board - 1) // 2, board // 2) for _, board, _ in sides]
    lines = []
    for row in range(params.rows):
        marks = [
            "."
            if row not in spans[0] or column not in spans[1]
            else ("xo" if not (row in middles[0] and column in middles[1]) else "XO")[(row + column) % 2]
            for column in range(params.columns)
        ]
        lines.append("".join(marks))
    return "/".join(lines)


def read_layout(text: str, params: Params) -> list[str]:
    """The rows of a layout text, checked against the other parameters."""
    rows = ["".join(row.split()) for row in text.strip().strip("/").replace("\n", "/").split("/")]
    room = params.rows * (params.columns + 1)
    if room > SQUARES:
        takes = f"rows x (columns + 1) up to {SQUARES}"
        raise InputError(
            f"splinter rules: rows x columns = {params.rows} x {params.columns} is too large; it takes {takes}"
        )
    if len(rows) != params.rows:
        raise InputError(f"splinter rules: layout has {len(rows)} rows where rows = {params.rows}")
    for number, row in enumerate(rows):
        if len(row) != params.columns:
            raise InputError(
                f"splinter rules: layout row {number} has {len(row)} squares where columns = {params.columns}"
            )
        if strange := set(row) - set(MARKS):
            raise InputError(f"splinter rules: layout row {number} has {min(strange)!r}; it takes {' '.join(MARKS)}")
    for king in "XO":
        if (found := "".join(rows).count(king)) != 1:
            raise InputError(f"splinter rules: layout has {found} kings {king}; it takes exactly one")
    return rows


def draw_board(rules: np.record, vacated: Vacated) -> None:
    """Fill in the tables that depend on the size of the board."""
    height, width, stride = int(rules.rows), int(rules.columns), int(rules.stride)
    rules.deltas[:] = [down * stride + right for down, right in HEADINGS]
    rules.toward[:] = OFF
    for square, (row, column) in enumerate((s // stride, s % stride) for s in range(height * stride)):
        if column == width:
            continue  # a margin
        put(rules.board, square)
        rules.edge[square] = min(row, column, height - 1 - row, width - 1 - column)
        for way, (down, right) in enumerate(HEADINGS):
            for steps in range(1, max(height, width)):
                r, c = row - steps * down, column - steps * right
                if not (0 <= r < height and 0 <= c < width):
                    break
                if steps == 1:
                    put(rules.around[square], r * stride + c)
                if vacated == Vacated.ANY or (vacated == Vacated.MOVED and steps == 1):
                    rules.toward[square, r * stride + c] = way


def put(words: np.ndarray, square: int) -> None:
    """Add a square to a set of squares."""
    words[square // 64] |= np.uint64(1) << np.uint64(square % 64)


def set_pieces(rules: np.record, rows: list[str]) -> None:
    """Put a layout's pieces on the board."""
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            side, is_king = MARKS[mark]
            square = row * int(rules.stride) + column
            if side != OFF:
                put(rules.men[side], square)
            if is_king:
                rules.kings[side] = square


def is_over(rules: np.record) -> bool:
    """Whether the start position is an end."""
    state = np.zeros(1, STATE).view(np.recarray)[0]
    set_up(rules, state)
    judge(rules, state)
    return state.ended != Ended.PLAYING
