"""A start position and its board: from text or from the parameters, checked, into the rules record."""

import numpy as np

from engine.errors import InputError
from engine.splinter.state import CROSSES, HEADINGS, NOUGHTS, OFF, SQUARES

MARKS = {".": (OFF, False), "x": (CROSSES, False), "X": (CROSSES, True), "o": (NOUGHTS, False), "O": (NOUGHTS, True)}

WAYS = np.zeros((3, 3), np.int8)  # direction by the signs of its rows and columns
for way, signs in enumerate(HEADINGS):
    WAYS[signs] = way


def refuse(what: str) -> InputError:
    """An error about the rule parameters."""
    return InputError(f"splinter rules: {what}")


def block_layout(rows: int, columns: int, block_rows: int, block_columns: int) -> str:
    """A checkerboard block in the middle, kings on its two central squares (R1)."""
    for name, board, block in (("rows", rows, block_rows), ("columns", columns, block_columns)):
        if block > board or (board - block) % 2:
            takes = f"a number as large as {name} = {board}, or smaller by an even number"
            raise refuse(f"block_{name} = {block} cannot stand in the middle; it takes {takes}")
    if (block_rows + block_columns) % 2 == 0:
        found = f"block_rows x block_columns = {block_rows} x {block_columns}"
        raise refuse(f"{found} has no two central squares; it takes one odd and one even side")
    squares = np.full((rows, columns), ".")
    for row, column in np.ndindex(rows, columns):
        off_centre = abs(2 * row - rows + 1), abs(2 * column - columns + 1)  # in half squares
        if off_centre[0] < block_rows and off_centre[1] < block_columns:
            squares[row, column] = ("XO" if max(off_centre) <= 1 else "xo")[(row + column) % 2]
    return "/".join("".join(marks) for marks in squares)


def read_layout(text: str, rows: int, columns: int) -> list[str]:
    """The rows of a layout text, which must be of the size that the parameters say."""
    if rows * (columns + 1) > SQUARES:
        raise refuse(f"rows x columns = {rows} x {columns} is too large; it takes rows x (columns + 1) up to {SQUARES}")
    lines = ["".join(line.split()) for line in text.strip().strip("/").replace("\n", "/").split("/")]
    if len(lines) != rows:
        raise refuse(f"layout has {len(lines)} rows; it takes as many as rows = {rows}")
    for number, line in enumerate(lines, 1):
        if len(line) != columns:
            raise refuse(f"layout row {number} has {len(line)} squares; it takes as many as columns = {columns}")
        if strange := set(line) - set(MARKS):
            raise refuse(f"layout row {number} has {min(strange)!r}; it takes {' '.join(MARKS)}")
    for king in "XO":
        if (found := "".join(lines).count(king)) != 1:
            raise refuse(f"layout has {found} kings {king}; it takes exactly one")
    return lines


def draw_board(rules: np.record, reach: int) -> None:
    """Fill in the tables of the board; a move can fill the vacated square from up to `reach` steps away (R2)."""
    height, width, stride = int(rules.rows), int(rules.columns), int(rules.stride)
    rules.deltas[:] = [down * stride + right for down, right in HEADINGS]
    row, column = (axis.ravel() for axis in np.indices((height, width)))
    square = row * stride + column
    down, right = row[:, None] - row, column[:, None] - column  # [a, b]: the way from b to a
    steps = np.maximum(abs(down), abs(right))
    straight = (down == 0) | (right == 0) | (abs(down) == abs(right))
    banned = straight & (steps > 0) & (steps <= reach)
    rules.toward[:] = OFF
    rules.toward[np.ix_(square, square)] = np.where(banned, WAYS[np.sign(down), np.sign(right)], OFF)
    rules.edge[square] = np.minimum(np.minimum(row, column), np.minimum(height - 1 - row, width - 1 - column))
    for a in range(len(square)):
        put(rules.board, square[a])
        for b in np.flatnonzero(steps[a] == 1):
            put(rules.around[square[a]], square[b])


def put(words: np.ndarray, square: int) -> None:
    """Add a square to a set of squares."""
    words[square // 64] |= np.uint64(1 << int(square) % 64)


def set_pieces(rules: np.record, lines: list[str]) -> None:
    """Put a layout's pieces on the board."""
    for row, marks in enumerate(lines):
        for column, mark in enumerate(marks):
            side, is_king = MARKS[mark]
            square = row * int(rules.stride) + column
            if side != OFF:
                put(rules.men[side], square)
            if is_king:
                rules.kings[side] = square
