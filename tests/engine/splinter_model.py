"""Splinter a second time, as slowly and plainly as possible: what the compiled rules are compared with.

A position is a dict from (row, column) to a mark of . x o X O; a move is (row, column, down, right).
"""

from typing import NamedTuple

import numpy as np

from engine.catalog import find_game
from engine.game import NONE, Ended
from engine.splinter import params, rules
from engine.splinter.state import DIRECTIONS, HEADINGS, OFF, move_of, square_of, way_of
from engine.splinter.view import board_text

GAME = find_game("splinter")


class Model(NamedTuple):
    rows: int
    columns: int
    board: dict
    to_move: str = "x"
    vacated: tuple | None = None

    def inside(self, square):
        return 0 <= square[0] < self.rows and 0 <= square[1] < self.columns

    def line(self, row, column, down, right):
        """The squares of the pieces that a move takes along, and the square in front of them."""
        squares = []
        while (row, column) in self.board:
            squares.append((row, column))
            row, column = row + down, column + right
        return squares, (row, column)

    def moves(self):
        own = [square for square, mark in self.board.items() if mark.lower() == self.to_move]
        every = [(*square, *heading) for square in sorted(own) for heading in HEADINGS]
        return [move for move in every if self.line(*move)[1] != self.vacated]

    def after(self, move):
        squares, _ = self.line(*move)
        board = {square: mark for square, mark in self.board.items() if square not in squares}
        for row, column in squares:
            landing = row + move[2], column + move[3]
            if self.inside(landing):
                board[landing] = self.board[row, column]
        return self._replace(board=board, to_move="o" if self.to_move == "x" else "x", vacated=move[:2])

    def group(self, start):
        found, ahead = {start}, [start]
        while ahead:
            row, column = ahead.pop()
            for down, right in HEADINGS:
                square = row + down, column + right
                if square in self.board and square not in found:
                    found.add(square)
                    ahead.append(square)
        return found

    def king(self, mark):
        return next((square for square, other in self.board.items() if other == mark), None)

    def outcome(self):
        """'x', 'o', 'tie', or None while the game goes on (limits apart)."""
        kings = self.king("X"), self.king("O")
        if None in kings:
            return "o" if kings[0] is None else "x"
        groups = [self.group(king) for king in kings]
        if groups[0] == groups[1]:
            return None
        sizes = [len(group) for group in groups]
        return "tie" if sizes[0] == sizes[1] else "x" if sizes[0] > sizes[1] else "o"


def model_of(text, to_move="x", vacated=None):
    lines = ["".join(line.split()) for line in text.strip().split("/" if "/" in text else "\n")]
    board = {(r, c): mark for r, line in enumerate(lines) for c, mark in enumerate(line) if mark != "."}
    return Model(len(lines), len(lines[0]), board, to_move, vacated)


def text_of(model):
    rows = range(model.rows)
    return "/".join("".join(model.board.get((row, c), ".") for c in range(model.columns)) for row in rows)


def position(text, to_move="x", vacated=None, vacated_rule=params.Vacated.ANY, plies=0, **options):
    """The compiled game's rules and state of a position given as text, whether or not the game is over there."""
    model = model_of(text)
    made = params.lay_out(
        params.Params(rows=model.rows, columns=model.columns, layout=text_of(model), vacated=vacated_rule, **options)
    )
    state = GAME.new_states(1)[0]
    rules.set_up(made, state)
    state.to_move = "xo".index(to_move)
    if vacated is not None:
        state.vacated = vacated[0] * int(made.stride) + vacated[1]
    state.turn = plies
    rules.judge(made, state)
    return made, state


def action_of(made, move):
    row, column, down, right = move
    return int(move_of(row * int(made.stride) + column, HEADINGS.index((down, right))))


def move_named(made, square, direction):
    """An action from a square (row, column) and a heading's name, e.g. (4, 4), 'east'."""
    return action_of(made, (*square, *HEADINGS[DIRECTIONS.index(direction)]))


def moves_of(made, state):
    """The legal moves as the model writes them."""
    out = np.full(8 * 128, NONE, np.int64)
    n = GAME.verbs.legal(made, state, out)
    squares = [divmod(int(square_of(action)), int(made.stride)) for action in out[:n]]
    return [(*square, *HEADINGS[int(way_of(action))]) for square, action in zip(squares, out[:n], strict=True)]


def read(made, state):
    """The compiled position as a model."""
    model = model_of("/".join(board_text(made, state)).replace("*", "."))
    vacated = None if state.vacated == OFF else divmod(int(state.vacated), int(made.stride))
    return model._replace(to_move="xo"[state.to_move], vacated=vacated)


def outcome_of(state):
    if state.ended == Ended.WON:
        return "xo"[state.winner]
    return {Ended.PLAYING: None, Ended.SHARED: "tie", Ended.LIMIT: "limit"}[Ended(state.ended)]
