"""`bottega rules`, `stats` and `bench`: what they print, and one clear line for bad input."""

import importlib
import inspect
import json

import pytest

from studies.benchmarks.command import NAMES


def test_rules_lists_games_and_a_games_parameters_with_presets(bottega):
    code, out, _ = bottega("rules")
    assert code == 0
    assert "splendor" in out
    assert "splinter" in out
    code, out, _ = bottega("rules", "splendor")
    assert code == 0
    assert "end_points" in out
    assert "thesis" in out


def test_rules_writes_generated_cards_that_can_be_played(bottega, tmp_path):
    code, _, _ = bottega("rules", "splendor", "--set", "colours=4", "--write", str(tmp_path))
    assert code == 0
    assert (tmp_path / "cards.csv").read_text().startswith("level,bonus,points,white,blue,green,red\n")
    code, out, _ = bottega(
        "stats", "splendor", "--games", "20", "--set", "colours=4", "--set", f"cards={tmp_path / 'cards.csv'}"
    )
    assert code == 0
    assert "decisions, mean" in out


def test_stats_shows_length_endings_seats_and_points_in_both_weightings(bottega):
    code, out, _ = bottega("stats", "splendor", "--games", "50", "--set", "players=2")
    assert code == 0
    for word in ("as weighted", "equal weights", "stalemate", "limit", "wins, seat 1", "points, seat 2"):
        assert word in out


def test_stats_tells_how_the_lead_went_and_what_is_won_with_each_card(bottega):
    code, out, _ = bottega("stats", "splendor", "--games", "300", "--set", "players=2")
    assert code == 0
    for word in ("lead changes (points)", "winner never behind after", "leader at 50 % wins", "bought", "reserved"):
        assert word in out
    assert "the best and worst 8 of 90 (--all)" in out
    assert max(map(len, out.splitlines())) <= 80
    _, everything, _ = bottega("stats", "splendor", "--games", "300", "--set", "players=2", "--all")
    assert len(everything.splitlines()) > 180 > len(out.splitlines())


def test_stats_as_json_has_every_board_and_card_with_intervals(bottega):
    code, out, _ = bottega("stats", "sevenwonders", "--games", "300", "--json")
    assert code == 0
    column = json.loads(out)["columns"]["uniform"]
    assert set(column["uses"]) == {"board", "stages built", "built", "under the board", "discarded"}
    boards = column["uses"]["board"]
    assert sum(board["times"] for board in boards) == pytest.approx(1)  # a player has one
    for piece in boards + column["uses"]["built"]:
        for rate in (piece["wins"], piece["games"]):
            assert 0 <= rate["low"] <= rate["mean"] <= rate["high"] <= 1
        assert 0 < piece["times_half"] < 0.2
    assert [seat["seat"] for seat in column["seats"]] == [1, 2, 3]
    assert all(seat["low"] < seat["win_rate"] < seat["high"] for seat in column["seats"])
    assert 0 <= column["lead"]["settled"] <= 1
    assert [moment["at"] for moment in column["lead"]["leaders"]] == [0.25, 0.5, 0.75]


def test_stats_takes_one_player_for_all_seats_or_one_for_each(bottega):
    code, out, _ = bottega("stats", "splinter", "osla", "--games", "10", "--json")
    assert code == 0
    assert json.loads(out)["columns"]["as given"]["games"] == 10
    code, out, _ = bottega("stats", "splinter", "osla", "random", "--games", "11")
    assert code == 0
    assert "12 games of Splinter: osla, random" in out
    assert "lead changes (pieces)" in out
    assert "even is" not in out  # there are no cards


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["stats", "splendor", "osla", "random", "osla", "osla", "osla"], "5 players given; it takes 2 or 3 or 4"),
        (["stats", "splendor", "oslo"], "unknown agent 'oslo'"),
        (["stats", "splendr"], "unknown game 'splendr'; did you mean splendor?"),
        (
            ["stats", "splendor", "--rules", "theses"],
            "rules of splendor: there is no preset 'theses'; there are splendor, thesis",
        ),
        (
            ["stats", "splendor", "--set", "players=9"],
            "players = '9' is not accepted; it takes a whole number from 2 to 4",
        ),
        (["stats", "splendor", "--set", "gold=many"], "gold = 'many' is not accepted"),
        (["stats", "splendor", "--set", "player=2"], "there is no parameter 'player'; did you mean players"),
        (["stats", "splendor", "--set", "players"], "--set players: a change is written name=value"),
        (
            ["stats", "splendor", "--set", "colours=3", "--set", "take_different_colours=4"],
            "take_different_colours = 4",
        ),
        (["stats", "splendor", "--set", "cards=none.csv"], "none.csv: no such file"),
        (["stats", "splendor", "--games", "0"], "--games: '0' is not accepted"),
        (["rules", "splinter", "--write", "x"], "--write: splinter has no cards to write"),
        (["bench", "everything"], "there is no benchmark 'everything'"),
    ],
)
def test_bad_input_is_one_line_that_names_the_place_and_exit_code_2(bottega, words, message):
    code, out, err = bottega(*words)
    assert code == 2
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_takes_a_console_and_perhaps_the_game(name):
    takes = [*inspect.signature(importlib.import_module(f"studies.benchmarks.{name}").run).parameters]
    assert takes in (["console"], ["console", "game"])
