"""`bottega rules`, `stats` and `bench`: what they print, and one clear line for bad input."""

import pytest


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


@pytest.mark.parametrize(
    ("words", "message"),
    [
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
        (["stats", "splendor", "--set", "cards=none.csv"], "none.csv: cannot be read"),
        (["stats", "splendor", "--games", "0"], "--games 0: at least 1 is wanted"),
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
