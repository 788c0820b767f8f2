"""What a position of Splinter is, and how moves are numbered.

A set of squares is two 64-bit words. Rows lie one after the other with one empty margin square behind each, so that
whatever leaves the board sideways lands on a margin and no set operation wraps around.
"""

import numpy as np

from engine.game import HEADER
from engine.jit import jit_inline

SQUARES = 128  # of a board with its margins, at most
CROSSES, NOUGHTS = 0, 1  # the sides x and o
OFF = -1  # no square

STATE = np.dtype(
    [
        *HEADER,
        ("men", "u8", (2, 2)),  # side x word: the squares of its pieces, king included
        ("kings", "i2", (2,)),  # the square of each king, OFF when it has left the board
        ("vacated", "i2"),  # the square that the last move left empty, OFF at the start
        ("winner", "i2"),  # the side that won, OFF if none has
    ],
    align=True,
)
RULES = np.dtype(
    [
        ("stride", "u8"),  # columns and the margin
        ("board", "u8", (2,)),  # the squares on the board
        ("around", "u8", (SQUARES, 2)),  # the up to 8 squares around each square
        ("men", "u8", (2, 2)),  # the start, as in STATE
        ("kings", "i2", (2,)),
        ("rows", "i2"),
        ("columns", "i2"),
        ("deltas", "i2", (8,)),  # what a step in each direction adds to a square
        ("edge", "i2", (SQUARES,)),  # steps from a square to the nearest square at the edge
        (
            "toward",
            "i1",
            (SQUARES, SQUARES),
        ),  # [a, b]: the direction from b to a in which a move may not fill a; OFF if none
        ("corners", "i2"),  # groups connect over corners
        ("both_count", "i2"),  # a group's size counts both colours
        ("loose_stay", "i2"),  # pieces without a king in their group stay on the board
        ("max_plies", "i4"),
        ("opening", "i4"),
    ],
    align=True,
)

DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
HEADINGS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # rows and columns of one step


@jit_inline
def move_of(square, way):
    """The action that moves the piece on `square` one step in a direction."""
    return square * 8 + way


@jit_inline
def square_of(action):
    """Which piece an action moves: the square that it stands on."""
    return action >> 3


@jit_inline
def way_of(action):
    """In which of DIRECTIONS an action goes."""
    return action & 7
