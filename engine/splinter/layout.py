"""A start position and its board: from text or from the parameters, checked, into the rules record."""

import functools

import numpy as np

from engine.errors import InputError
from engine.splinter.state import CROSSES, HEADINGS, NOUGHTS, OFF, RULES, SQUARES

MARKS = ".xXoO"

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


@functools.lru_cache(maxsize=128)
def empty_board(height: int, width: int, reach: int) -> np.record:
    """The rules of a board without pieces; a move can fill the vacated square from up to `reach` steps away (R2)."""
    rules, stride = np.zeros(1, RULES).view(np.recarray)[0], width + 1
    rules.rows, rules.columns, rules.stride = height, width, stride
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
    near = np.zeros((SQUARES, SQUARES), bool)
    near[np.ix_(square, square)] = steps == 1
    rules.board[:], rules.around[:] = words(np.isin(range(SQUARES), square)), words(near)
    return rules


def words(squares: np.ndarray) -> np.ndarray:
    """Sets of squares as words, from which squares are in them."""
    return np.packbits(squares, axis=-1, bitorder="little").view(np.uint64)


def set_pieces(rules: np.record, lines: list[str]) -> None:
    """Put a layout's pieces on the board."""
    text = "".join(f"{line}." for line in lines).ljust(SQUARES, ".")  # with its margins
    marks = np.array(list(text.lower()))
    for side, king in ((CROSSES, "X"), (NOUGHTS, "O")):
        rules.men[side], rules.kings[side] = words(marks == king.lower()), text.index(king)
