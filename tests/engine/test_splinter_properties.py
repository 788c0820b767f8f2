"""Splinter's compiled rules against a plain model, and what must hold in every position."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Ended
from engine.splinter.state import HEADINGS
from tests.engine.splinter_model import GAME, Model, action_of, model_of, moves_of, outcome_of, position, read, text_of

FEW = settings(max_examples=60, deadline=None)


@st.composite
def boards(draw):
    """Any position: pieces anywhere, who moves, and perhaps a vacated square."""
    rows, columns = draw(st.integers(1, 9)), draw(st.integers(2, 10))
    marks = draw(st.lists(st.sampled_from("..xo"), min_size=rows * columns, max_size=rows * columns))
    crosses, noughts = draw(st.lists(st.integers(0, rows * columns - 1), min_size=2, max_size=2, unique=True))
    marks[crosses], marks[noughts] = "X", "O"
    model = model_of("/".join("".join(marks[row * columns : (row + 1) * columns]) for row in range(rows)))
    empty = [divmod(i, columns) for i, mark in enumerate(marks) if mark == "."]
    vacated = draw(st.sampled_from([None, *empty]))
    return model._replace(to_move=draw(st.sampled_from("xo")), vacated=vacated)


def compiled(model: Model, **options):
    return position(text_of(model), model.to_move, model.vacated, **options)


@given(boards())
@FEW
def test_any_position_has_the_moves_and_the_outcome_of_the_model(model):
    made, state = compiled(model)
    assert outcome_of(state) == model.outcome()
    assert moves_of(made, state) == (model.moves() if state.ended == Ended.PLAYING else [])


@given(st.integers(0, 2**63))
@settings(max_examples=15, deadline=None)
def test_random_games_go_as_in_the_model(seed):
    made = GAME.prepare(GAME.Params())
    state, rng = GAME.new_deal(made, seed), np.array([seed], np.uint64)
    model = read(made, state)
    while state.ended == Ended.PLAYING:
        assert moves_of(made, state) == model.moves()
        action = GAME.verbs.sample(made, state, rng)
        move = next(move for move in model.moves() if action_of(made, move) == action)
        GAME.verbs.step(made, state, action)
        model = model.after(move)
        assert read(made, state) == model
        assert outcome_of(state) == (model.outcome() or ("limit" if state.turn == 200 else None))


@given(boards(), st.data())
@FEW
def test_pieces_only_vanish_over_the_edge_and_one_at_a_time(model, data):
    made, state = compiled(model)
    if state.ended != Ended.PLAYING:
        return
    move = data.draw(st.sampled_from(moves_of(made, state)))
    GAME.verbs.step(made, state, action_of(made, move))
    lost = len(model.board) - len(read(made, state).board)
    squares, landing = model.line(*move)
    assert lost == (0 if model.inside(landing) else 1)
    assert len(squares) >= 1


@given(boards(), st.data())
@FEW
def test_after_any_reply_the_vacated_square_is_empty(model, data):
    made, state = compiled(model)
    for _ in range(2):
        if state.ended != Ended.PLAYING:
            return
        move = data.draw(st.sampled_from(moves_of(made, state)))
        vacated = read(made, state).vacated
        GAME.verbs.step(made, state, action_of(made, move))
        assert vacated not in read(made, state).board


@given(boards())
@FEW
def test_every_piece_has_seven_moves_at_least_so_nobody_is_ever_stuck(model):
    made, state = compiled(model)
    if state.ended == Ended.PLAYING:
        own = sum(mark.lower() == model.to_move for mark in model.board.values())
        assert len(moves_of(made, state)) >= 7 * own > 0


MIRRORS = {
    "left and right": (lambda m, s: (s[0], m.columns - 1 - s[1]), lambda d: (d[0], -d[1])),
    "top and bottom": (lambda m, s: (m.rows - 1 - s[0], s[1]), lambda d: (-d[0], d[1])),
    "rows and columns": (lambda m, s: (s[1], s[0]), lambda d: (d[1], d[0])),
    "colours": (lambda m, s: s, lambda d: d),
}


def mirrored(model, way):
    """The position in a mirror; in the mirror of colours, x and o change places, and so does the move."""
    place, _ = MIRRORS[way]
    swap = str.maketrans("xoXO", "oxOX") if way == "colours" else {}
    board = {place(model, square): mark.translate(swap) for square, mark in model.board.items()}
    rows, columns = (model.columns, model.rows) if way == "rows and columns" else (model.rows, model.columns)
    vacated = None if model.vacated is None else place(model, model.vacated)
    return Model(rows, columns, board, model.to_move.translate(swap), vacated)


@pytest.mark.parametrize("way", MIRRORS)
@given(model=boards())
@FEW
def test_a_mirrored_position_has_mirrored_moves_and_values(way, model):
    made, state = compiled(model)
    other_made, other = compiled(mirrored(model, way))
    place, turn = MIRRORS[way]
    expected = {(*place(model, move[:2]), *turn(move[2:])) for move in moves_of(made, state)}
    assert set(moves_of(other_made, other)) == expected
    for player in range(2):
        twin = 1 - player if way == "colours" else player
        for which, name in enumerate(GAME.FEATURES):
            value = GAME.verbs.feature(made, state, player, which)
            assert GAME.verbs.feature(other_made, other, twin, which) == value, name


@given(boards(), st.integers(0, 2**63))
@FEW
def test_sample_gives_legal_moves_only(model, seed):
    made, state = compiled(model)
    rng = np.array([seed], np.uint64)
    if state.ended == Ended.PLAYING:
        action = GAME.verbs.sample(made, state, rng)
        assert action in [action_of(made, move) for move in moves_of(made, state)]
        assert GAME.verbs.allows(made, state, action)


@given(boards())
@FEW
def test_allows_agrees_with_legal_for_every_number(model):
    made, state = compiled(model)
    legal = {action_of(made, move) for move in moves_of(made, state)}
    assert {action for action in range(-20, 1100) if GAME.verbs.allows(made, state, action)} == legal


@given(boards())
@FEW
def test_features_count_what_the_model_counts(model):
    made, state = compiled(model)
    value = {name: GAME.verbs.feature(made, state, 0, which) for which, name in enumerate(GAME.FEATURES)}
    for who, side, king in (("own", "x", "X"), ("opp", "o", "O")):
        men = [square for square, mark in model.board.items() if mark.lower() == side]
        row, column = model.king(king)
        around = [model.board.get((row + down, column + right), ".").lower() for down, right in HEADINGS]
        group = model.group((row, column))
        free = model if model.to_move == side else model._replace(to_move=side, vacated=None)
        assert value[f"{who}_mobility"] == len(free.moves())
        assert value[f"{who}_king_friends"] == around.count(side)
        assert value[f"{who}_king_foes"] == sum(mark not in (side, ".") for mark in around)
        assert value[f"{who}_material"] == len(men)
        assert value[f"{who}_group"] == len(group) == GAME.verbs.points(made, state, "xo".index(side))
        assert value[f"{who}_loose"] == sum(square not in group for square in men)
        assert value[f"{who}_edge"] == min(row, column, model.rows - 1 - row, model.columns - 1 - column)
    assert value["tempo"] == (1 if model.to_move == "x" else -1)
    assert value["winloss"] == {"x": 1, "o": -1}.get(outcome_of(state), 0)
