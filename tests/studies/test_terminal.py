"""`bottega play` in the terminal, with input from a pipe."""

import io
import re
import sys

import pytest

from engine.catalog import GAMES
from studies.interactive.saved import load

every_game = pytest.mark.parametrize("name", GAMES)

SHORT = ("--set", "end_points=1")


@pytest.fixture
def typed(bottega, monkeypatch):
    """Run the command with these lines as input; its exit code and output."""

    def run(*words, lines=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return bottega("play", *words)

    return run


@every_game
def test_a_whole_game_is_played_from_a_pipe_and_told_to_its_end(typed, name, tmp_path):
    limit = GAMES[name].length_limit
    page = tmp_path / "replay.html"
    lines = [*["1"] * 300, f"r {page}", "q"]
    others = ["random"] * (min(GAMES[name].player_counts) - 1)
    code, out, err = typed(name, *others, "--seed", "3", "--set", f"{limit}=24", lines=lines)
    assert (code, err) == (0, "")
    assert re.search(r"player \d \((person|random)\)( and .*)? wins|nobody wins|share the win", out)
    assert page.read_text().startswith("<!doctype html>")


def test_the_input_ends_the_game_where_it_ends(typed):
    code, out, _ = typed("splendor", "random", "--seed", "3", lines=["1"])
    assert code == 0
    assert "decision 2, player 1 to move" in out


def test_moves_are_numbered_and_those_with_a_word_can_be_listed(typed):
    _, out, _ = typed("splendor", "random", "--seed", "3", lines=["m reserve the top", "q"])
    listed = out.rpartition("your move > m reserve the top")[2]
    assert [line.split("  ")[-1] for line in listed.splitlines()[1:4]] == [
        f"reserve the top card of deck {deck}" for deck in (1, 2, 3)
    ]


def test_what_is_played_can_be_taken_back(typed):
    _, out, _ = typed("splendor", "random", "--seed", "3", lines=["1", "1", "b", "b", "b", "q"])
    turns = re.findall(r"decision (\d+), player 1 to move", out)
    assert turns == ["0", "2", "4", "2", "0"]
    assert "there is nothing to take back" in out


def test_a_saved_game_goes_on_where_it_was(typed, tmp_path):
    file = tmp_path / "game.json"
    code, out, _ = typed("splendor", "random", "--seed", "3", *SHORT, lines=["2", f"s {file}", "q"])
    assert code == 0
    assert load(file)[0].turn == 2
    code, out, _ = typed("--load", str(file), lines=["l", "q"])
    assert code == 0
    assert "decision 2, player 1 to move" in out
    assert "   1  player 1 (person): take 1 white, 1 blue, 1 red" in out


def test_a_hint_names_a_move_and_what_the_moves_are_worth(typed):
    _, out, _ = typed("splendor", "greedy", "--seed", "3", lines=["h", "q"])
    assert re.search(r"greedy would: \w+", out)
    assert "wins at random" in out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "move 0 is not accepted; it takes 1 to 30"),
        ("31", "move 31 is not accepted; it takes 1 to 30"),
        ("buy", "'buy' is no move and no command; ? lists them"),
        ("s", "name a file"),
        ("r x.html", "there is one when the game is over"),
        ("?", "take back"),
        ("p", "noble 0"),
    ],
)
def test_every_command_is_answered_and_a_mistake_explained(typed, line, answer):
    code, out, _ = typed("splendor", "random", "--seed", "3", lines=[line, "q"])
    assert code == 0
    assert answer in out.partition(f"your move > {line}")[2]


def test_several_people_play_at_the_seats_they_asked_for(typed):
    words = ("splendor", "random", "--seat", "1", "--seat", "3", "--seed", "3")
    _, out, _ = typed(*words, lines=["1", "1", "q"])
    assert re.findall(r"player (\d), your move", out) == ["1", "3", "1"]
    assert "player 2: random" in out


def test_without_opponents_mcts_takes_the_other_seats(typed):
    _, out, _ = typed("splinter", "--seat", "1", lines=["q"])
    assert "player 2: mcts, thinks at most 1 s a move" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "name a game"),
        (("splendid",), "unknown game 'splendid'"),
        (("splendor", "mtcs"), "unknown agent 'mtcs'"),
        (("splendor", "random", "--seat", "3"), "--seat 3: seats of 2 players are 1 to 2"),
        (("splendor", "random", "--seat", "1", "--seat", "1"), "each of them once"),
        (("splinter", "random", "random"), "splinter: 3 players given; it takes 2"),
        (("splendor", "--load", "x.json"), "--load x.json: the file names game and players"),
        (("--load", "none.json"), "none.json: no such file"),
    ],
)
def test_a_bad_command_line_is_one_line_and_exit_code_2(typed, words, message):
    code, _, err = typed(*words)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1
