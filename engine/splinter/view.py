"""Splinter for people: a position as text and as a picture, a move in words. Nothing here decides anything."""

import numpy as np

from engine.game import Ended
from engine.splinter.state import DIRECTIONS, HEADINGS, OFF, square_of, way_of
from engine.svg import EDGE, INK, PAPER, Canvas

SIDES = ("x", "o")
DRAWN = ("x (squares)", "o (discs)")  # on the picture
CELL = 40  # pixels
BAN = "#cc79a7"
FILLS = ("#0072b2", "#e69f00")  # blue and orange: told apart by everybody; the shapes differ too


def place(rules: np.record, square: int) -> str:
    """A square as people call it: a letter for the column, the row counted from the top."""
    row, column = divmod(int(square), int(rules.stride))
    return f"{chr(ord('a') + column) if column < 26 else 'a' + chr(ord('a') + column - 26)}{row + 1}"


def mark(state: np.record, square: int) -> str:
    """What stands on a square: . x o X O, or * for the vacated one."""
    for side, letter in enumerate(SIDES):
        if int(state.men[side][square // 64]) >> (square % 64) & 1:
            return letter.upper() if state.kings[side] == square else letter
    return "*" if state.vacated == square else "."


def board_text(rules: np.record, state: np.record) -> list[str]:
    """The rows of the board, one mark per square."""
    stride, columns = int(rules.stride), range(int(rules.columns))
    return ["".join(mark(state, row * stride + column) for column in columns) for row in range(int(rules.rows))]


def show(rules: np.record, state: np.record, viewer: int | None = None) -> str:
    """The board with its coordinates, who moves, and what is closed to it."""
    columns = [place(rules, column)[:-1] for column in range(int(rules.columns))]
    lines = ["    " + "".join(f"{name:>2}" for name in columns)]
    for number, row in enumerate(board_text(rules, state)):
        lines.append(f"{number + 1:>3} " + "".join(f"{letter:>2}" for letter in row))
    return "\n".join([*lines, status(rules, state)])


def status(rules: np.record, state: np.record, sides: tuple[str, str] = SIDES, closed: str = "*") -> str:
    """Whose move it is, or how the game ended."""
    if state.ended == Ended.PLAYING:
        bans = state.vacated != OFF and (rules.toward != OFF).any()  # there are rules that never close a square
        ban = f"; {place(rules, state.vacated)} ({closed}) must stay empty" if bans else ""
        return f"ply {state.turn + 1}: {sides[state.to_move]} to move{ban}"
    if state.ended == Ended.WON:
        reason = "the other king is off the board" if OFF in state.kings else "its king stands in the larger group"
        return f"after {state.turn} plies: {sides[state.winner]} wins ({reason})"
    reason = "the kings' groups are equal" if state.ended == Ended.SHARED else "the limit of plies is reached"
    return f"after {state.turn} plies: drawn ({reason})"


def say(rules: np.record, state: np.record, action: int) -> str:
    """A move in words."""
    square, way = int(square_of(action)), int(way_of(action))
    stride = int(rules.stride)
    row, column = divmod(square, stride)
    line = []
    while 0 <= row < rules.rows and 0 <= column < rules.columns and mark(state, row * stride + column) not in ".*":
        line.append(mark(state, row * stride + column))
        row, column = row + HEADINGS[way][0], column + HEADINGS[way][1]
    stays = 0 <= row < rules.rows and 0 <= column < rules.columns
    text = f"{line[0]} {place(rules, square)} {DIRECTIONS[way]}"
    if len(line) > 1:
        text += f", pushing {' '.join(line[1:])}"
    return text if stays else f"{text}; {line[-1]} leaves the board"


def clicks(rules: np.record, state: np.record, action: int) -> tuple[tuple[str, ...], ...]:
    """How a move is made on the picture: the piece, then the square that it goes to, if that is on the board."""
    square, (down, right) = int(square_of(action)), HEADINGS[way_of(action)]
    row, column = divmod(square, int(rules.stride))
    row, column = row + down, column + right
    stays = 0 <= row < rules.rows and 0 <= column < rules.columns
    goal = ((place(rules, row * int(rules.stride) + column),),) if stays else ()
    return ((place(rules, square),), *goal)


def svg(rules: np.record, state: np.record, viewer: int | None = None) -> str:
    """A picture of the position: x are blue squares, o orange discs, kings wear a ring, the closed square a cross."""
    canvas, stride = Canvas(), int(rules.stride)
    width, height = (int(rules.columns) + 1) * CELL, (int(rules.rows) + 2) * CELL
    for column in range(int(rules.columns)):
        canvas.text(CELL * (column + 1.5), CELL * 0.6, place(rules, column)[:-1], 14, anchor="middle")
    for row, marks in enumerate(board_text(rules, state)):
        canvas.text(CELL * 0.5, CELL * (row + 1.6), row + 1, 14, anchor="middle")
        for column, letter in enumerate(marks):
            with canvas.mark(place(rules, row * stride + column)):
                draw_square(canvas, letter, CELL * (column + 1), CELL * (row + 1))
    canvas.text(width / 2, height - CELL * 0.35, status(rules, state, DRAWN, "×"), 14, anchor="middle")
    return canvas.document(width, height)


def draw_square(canvas: Canvas, letter: str, x: float, y: float) -> None:
    """One square with what stands on it."""
    canvas.box(x, y, CELL, CELL, "none", EDGE, rounded=0)
    pen, half, middle = 4 if letter.isupper() else 1, CELL * 0.33, (x + CELL / 2, y + CELL / 2)
    if letter == "*":
        a, b = CELL * 0.35, CELL * 0.65
        lines = f"M{x + a:g} {y + a:g}L{x + b:g} {y + b:g}M{x + a:g} {y + b:g}L{x + b:g} {y + a:g}"
        canvas.shapes.append(f'<path d="{lines}" stroke="{BAN}" stroke-width="3"/>')
    elif letter in "xX":
        canvas.box(middle[0] - half, middle[1] - half, 2 * half, 2 * half, FILLS[0], INK, pen, rounded=0)
    elif letter in "oO":
        canvas.circle(*middle, half, FILLS[1], INK, pen)
    if letter.isupper():
        canvas.text(middle[0], middle[1] + 5, "K", 14, PAPER if letter == "X" else INK, "middle")
