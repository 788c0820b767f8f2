"""Splinter, rule by rule; the numbered positions are the worked ones of the rules."""

import numpy as np
import pytest

from engine.errors import InputError
from engine.game import NONE, Ended
from engine.space import build
from engine.splinter.params import Loose, Size, Vacated
from engine.splinter.view import board_text
from tests.engine.splinter_model import GAME, action_of, move_named, moves_of, outcome_of, position, read, text_of


def after(text, square, direction, to_move="x", **options):
    """The board and the state after one move, which must be legal."""
    made, state = position(text, to_move, **options)
    action = move_named(made, square, direction)
    assert GAME.verbs.allows(made, state, action)
    GAME.verbs.step(made, state, action)
    return text_of(read(made, state)), state


def test_the_start_is_a_checkerboard_of_fifteen_each_with_the_kings_in_the_middle():
    made = GAME.prepare(GAME.Params())
    state = GAME.new_deal(made, 0)
    assert board_text(made, state) == [
        "..........",
        "..........",
        "..xoxoxo..",
        "..oxoxox..",
        "..xoXOxo..",
        "..oxoxox..",
        "..xoxoxo..",
        "..........",
        "..........",
    ]
    assert state.to_move == 0
    assert state.vacated == NONE


def test_a_block_with_an_even_number_of_rows_has_its_kings_one_above_the_other():
    made = GAME.prepare(GAME.Params(rows=4, columns=5, block_rows=2, block_columns=3))
    assert board_text(made, GAME.new_deal(made, 0)) == [".....", ".xOx.", ".oXo.", "....."]


def test_position_1_a_move_pushes_the_piece_in_front():
    assert after(".xo../.XO..", (0, 1), "east")[0] == "..xo./.XO.."


def test_position_2_the_last_piece_of_a_pushed_line_leaves_the_board():
    board, state = after("xooo/XO..", (0, 0), "east")
    assert board == ".xoo/XO.."
    assert state.ended == Ended.PLAYING


@pytest.mark.parametrize(
    ("square", "direction"),
    [((0, 2), "west"), ((0, 4), "west"), ((1, 1), "north"), ((1, 0), "north-east")],
    ids=["moved", "pushed", "moved from below", "moved by the king"],
)
def test_position_3_no_piece_moved_or_pushed_may_fill_the_vacated_square(square, direction):
    made, state = position("x.oxo/Oo.../X....", "o", vacated=(0, 1))
    assert state.ended == Ended.PLAYING
    assert not GAME.verbs.allows(made, state, move_named(made, square, direction))
    state.vacated = NONE
    assert GAME.verbs.allows(made, state, move_named(made, square, direction))


def test_position_3_a_gap_before_the_vacated_square_makes_the_move_legal():
    made, state = position("x..oo/Oo.../Xo...", "o", vacated=(0, 1))
    assert GAME.verbs.allows(made, state, move_named(made, (0, 3), "west"))


def test_the_vacated_square_is_open_again_one_move_later():
    made, state = position("....../.xXOo./......")
    for square, direction in (((1, 1), "north"), ((1, 4), "south"), ((0, 1), "east"), ((2, 4), "west")):
        GAME.verbs.step(made, state, move_named(made, square, direction))
    assert GAME.verbs.allows(made, state, move_named(made, (1, 2), "west"))


@pytest.mark.parametrize(
    ("vacated", "moved", "pushed"),
    [(Vacated.ANY, False, False), (Vacated.MOVED, False, True), (Vacated.OPEN, True, True)],
)
def test_the_ban_can_be_read_as_on_the_moved_piece_only_or_left_out(vacated, moved, pushed):
    made, state = position("x.oxo/Oo.../X....", "o", (0, 1), vacated_rule=vacated)
    assert GAME.verbs.allows(made, state, move_named(made, (0, 2), "west")) == moved
    assert GAME.verbs.allows(made, state, move_named(made, (0, 4), "west")) == pushed
    which = GAME.FEATURES.index("own_mobility")
    assert GAME.verbs.feature(made, state, 1, which) == len(moves_of(made, state))


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Xo..O", "x"),
        ("X...O", "tie"),
        ("X..xO", "o"),
        ("Xo/../.O", "x"),
        ("Xo/.O", None),
    ],
)
def test_positions_4_and_5_parted_kings_end_the_game_for_the_larger_group(text, outcome):
    _, state = position(text)
    assert outcome_of(state) == outcome


def test_a_tie_is_shared_and_a_win_is_not():
    shares = np.zeros(2)
    made, state = position("X...O")
    GAME.verbs.payoffs(made, state, shares)
    assert state.ended == Ended.SHARED
    assert shares.tolist() == [0.5, 0.5]
    made, state = position("Xo..O")
    GAME.verbs.payoffs(made, state, shares)
    assert shares.tolist() == [1.0, 0.0]
    assert [GAME.verbs.points(made, state, side) for side in range(2)] == [2, 1]


def test_a_move_that_parts_the_kings_ends_the_game():
    board, state = after("Xo.xO/..x..", (1, 2), "south")
    assert board == "Xo.xO/....."
    assert state.ended == Ended.SHARED
    assert GAME.verbs.sample(*position("Xo..O"), np.zeros(1, np.uint64)) == NONE


@pytest.mark.parametrize(
    ("text", "square", "direction", "to_move", "winner"),
    [
        ("xO/X.", (0, 0), "east", "x", 0),
        ("oX/O.", (0, 0), "east", "o", 1),
        ("xX/.O", (0, 0), "east", "x", 1),
        ("X./O.", (0, 0), "north", "x", 1),
        ("X./O.", (1, 0), "west", "o", 0),
    ],
    ids=["foe pushed", "foe pushed by o", "own king pushed", "own king moved", "own king moved by o"],
)
def test_position_6_a_king_off_the_board_loses_whoever_pushed_it(text, square, direction, to_move, winner):
    _, state = after(text, square, direction, to_move)
    assert state.ended == Ended.WON
    assert state.winner == winner
    assert state.kings[1 - winner] == NONE


def test_the_moved_piece_itself_may_leave_the_board():
    assert after("xX/.O", (0, 0), "west")[0] == ".X/.O"


def test_pushing_stops_at_a_gap():
    assert after("xo.o./XO...", (0, 0), "east")[0] == ".xoo./XO..."


def test_lines_are_pushed_diagonally_too():
    assert after("x.../.o../..OX/....", (0, 0), "south-east")[0] == "..../.x../..oX/...O"


def test_groups_can_be_read_as_connected_over_sides_only():
    assert outcome_of(position("X./.O")[1]) is None
    assert outcome_of(position("X./.O", corners=False)[1]) == "tie"


def test_sizes_can_be_read_as_counting_the_kings_colour_only():
    assert outcome_of(position("Xoo..Ooo")[1]) == "tie"
    assert outcome_of(position("Xoo..Ooo", size=Size.OWN)[1]) == "o"


def test_groups_without_a_king_stay_or_can_be_read_as_removed():
    assert after("XO..x", (0, 0), "east")[0] == ".XO.x"
    assert after("XO..xo", (0, 0), "east", loose=Loose.REMOVED)[0] == ".XO..."


def test_the_game_is_drawn_at_the_limit_of_plies():
    made, state = position("....../.xXOo./......", max_plies=2)
    GAME.verbs.step(made, state, move_named(made, (1, 1), "north"))
    assert state.ended == Ended.PLAYING
    GAME.verbs.step(made, state, move_named(made, (1, 4), "south"))
    assert state.ended == Ended.LIMIT
    shares = np.ones(2)
    GAME.verbs.payoffs(made, state, shares)
    assert shares.tolist() == [0.0, 0.0]
    assert moves_of(made, state) == []


def test_the_opening_is_random_by_seed_and_never_ends_the_game():
    made = GAME.prepare(GAME.Params(opening=4))
    deals = [GAME.new_deal(made, seed) for seed in range(40)]
    again = GAME.new_deal(made, 3)
    assert "\n".join(board_text(made, again)) == "\n".join(board_text(made, deals[3]))
    assert len({"\n".join(board_text(made, state)) for state in deals}) > 30
    assert {(int(s.ended), int(s.turn), int(s.to_move)) for s in deals} == {(Ended.PLAYING, 0, 0)}


def test_equal_keys_are_equal_games():
    made, state = position("....../.xXOo./......")
    other = position("....../.xXOo./......")[1]
    key = GAME.verbs.key(made, state)
    other.chance[0] = 99
    assert GAME.verbs.key(made, other) == key
    for field, value in (("vacated", 0), ("to_move", 1), ("turn", 1)):
        changed = position("....../.xXOo./......")[1]
        changed[field] = value
        assert GAME.verbs.key(made, changed) != key, field
    assert GAME.verbs.key(*position("....../.XxOo./......")) != key  # which x is the king
    assert GAME.verbs.key(*position("......./.xXOo../.......")) != key


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"rows": 0}, "rows = 0 is not accepted; it takes a whole number from 1 to 40"),
        ({"rows": 13}, "rows x columns = 13 x 10 is too large; it takes rows x (columns + 1) up to 128"),
        ({"block_rows": 4}, "block_rows = 4 cannot stand in the middle; it takes a number as large as rows = 9"),
        ({"block_columns": 12}, "block_columns = 12 cannot stand in the middle"),
        ({"columns": 11, "block_columns": 5}, "block_rows x block_columns = 5 x 5 has no two central squares"),
        ({"layout": "xX/oO"}, "layout has 2 rows; it takes as many as rows = 9"),
        ({"layout": "xX/oO", "rows": 2}, "layout row 1 has 2 squares; it takes as many as columns = 10"),
        ({"layout": "xX/zO", "rows": 2, "columns": 2}, "layout row 2 has 'z'; it takes . x X o O"),
        ({"layout": "xX/oX", "rows": 2, "columns": 2}, "layout has 2 kings X; it takes exactly one"),
        ({"layout": "xX/xo", "rows": 2, "columns": 2}, "layout has 0 kings O; it takes exactly one"),
        ({"layout": "X.O", "rows": 1, "columns": 3}, "layout = 'X.O' is over before it starts"),
        ({"vacated": "sometimes"}, "vacated = 'sometimes' is not accepted; it takes one of any, moved, open"),
        ({"colums": 9}, "there is no parameter 'colums'; did you mean columns"),
    ],
)
def test_parameters_that_do_not_go_together_are_refused_by_name(values, message):
    with pytest.raises(InputError) as error:
        GAME.prepare(build(GAME.Params, values, "splinter rules"))
    assert message in str(error.value)
    assert str(error.value).startswith("splinter rules: ")


def test_a_layout_may_be_written_with_spaces_and_line_breaks():
    options = {"rows": 2, "columns": 3}
    made = GAME.prepare(build(GAME.Params, {"layout": ". x X\n. o O\n", **options}, "rules"))
    assert board_text(made, GAME.new_deal(made, 0)) == [".xX", ".oO"]
    assert GAME.max_actions(build(GAME.Params, {"layout": "xxX/.oO", **options}, "rules")) == 24


@pytest.mark.parametrize(("rows", "columns"), [(1, 40), (40, 1), (40, 2), (11, 10), (8, 15), (3, 40)])
def test_boards_of_every_shape_play_as_in_the_model(rows, columns):
    marks = np.full(rows * columns, ".")
    marks[:4], marks[-4:], marks[rows * columns // 2] = list("xXOo"), list("oxox"), "x"
    text = "/".join("".join(row) for row in marks.reshape(rows, columns))
    made, start = position(text)
    start.ended = Ended.PLAYING  # parted kings or not: here it is about where pieces go
    model = read(made, start)
    assert moves_of(made, start) == model.moves()
    for move in model.moves():
        states = GAME.new_states(1)
        states[0] = start
        GAME.verbs.step(made, states[0], action_of(made, move))
        assert read(made, states[0]) == model.after(move)
