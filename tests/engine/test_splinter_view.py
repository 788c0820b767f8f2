"""What people see of Splinter."""

from xml.etree import ElementTree

from tests.engine.splinter_model import GAME, action_of, move_named, moves_of, position

TEXT = "xoo./.XO./...."


def test_a_position_is_shown_with_coordinates_and_who_moves():
    made, state = position(TEXT)
    assert GAME.view.show(made, state).splitlines() == [
        "     a b c d",
        "  1  x o o .",
        "  2  . X O .",
        "  3  . . . .",
        "ply 1: x to move",
    ]


def test_the_closed_square_is_marked():
    made, state = position(TEXT, "o", vacated=(2, 0))
    shown = GAME.view.show(made, state)
    assert "  3  * . . ." in shown
    assert shown.endswith("ply 1: o to move; a3 (*) must stay empty")


def test_moves_are_told_in_words():
    made, state = position(TEXT)
    words = {
        (0, 0, "east"): "x a1 east, pushing o o",
        (0, 0, "north"): "x a1 north; x leaves the board",
        (1, 1, "north"): "X b2 north, pushing o; o leaves the board",
        (1, 1, "south"): "X b2 south",
    }
    for (row, column, direction), text in words.items():
        assert GAME.view.say(made, state, move_named(made, (row, column), direction)) == text


def test_no_two_moves_are_told_alike():
    made, state = position(TEXT)
    moves = moves_of(made, state)
    assert len({GAME.view.say(made, state, action_of(made, move)) for move in moves}) == len(moves)


def test_every_end_is_told():
    assert "x wins (its king stands in the larger group)" in GAME.view.show(*position("Xo..O"))
    assert "drawn (the kings' groups are equal)" in GAME.view.show(*position("X..O"))
    assert "drawn (the limit of plies is reached)" in GAME.view.show(*position("XO", max_plies=1, plies=1))
    made, state = position("xO/X.")
    GAME.verbs.step(made, state, move_named(made, (0, 0), "east"))
    assert "x wins (the other king is off the board)" in GAME.view.show(made, state)


def test_the_picture_has_every_piece_once():
    made, state = position(TEXT, "o", vacated=(2, 0))
    picture = ElementTree.fromstring(GAME.view.svg(made, state))
    tags = [element.tag.split("}")[1] for element in picture.iter()]
    assert tags.count("circle") == 3
    assert tags.count("rect") == 1 + 12 + 2  # paper, squares, x
    assert tags.count("path") == 1  # the closed square
    assert [element.text for element in picture.iter() if element.text == "K"] == ["K", "K"]
