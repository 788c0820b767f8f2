"""Rules of a game as options of every command that takes the game."""

import json

import pytest

from engine.dominion.content import PUBLISHED
from studies.commands.rule_options import with_rules_set


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("dominion a b --kingdom base", "dominion a b --set kingdom=base"),
        ("dominion a b --kingdom=base", "dominion a b --set kingdom=base"),
        ("--hand-size 4 dominion a b", "--set hand_size=4 dominion a b"),
        ("dominion a b --games 5", "dominion a b --games 5"),  # an option of the command
        ("dominion a b --players 3", "dominion a b --players 3"),  # a rule, but the command has it too
        ("splinter a b --kingdom base", "splinter a b --kingdom base"),  # no rule of this game: the command refuses it
        ("dominion a b --kingdom", "dominion a b --kingdom"),
    ],
)
def test_an_option_that_is_a_rule_of_the_game_is_set(words, written):
    assert with_rules_set(words.split(), {"--games", "--players", "--set"}, "") == written.split()


def test_in_a_study_a_rule_is_a_key_of_its_game():
    assert with_rules_set(["dominion", "--kingdom", "base"], set(), "game.") == [
        "dominion",
        "--set",
        "game.kingdom=base",
    ]


def test_a_match_takes_rules_as_options(bottega):
    words = ("match", "dominion", "big_money", "big_money", "--games", "2", "--json", "--quiet")
    code, out, _ = bottega(*words, "--kingdom", "first-game", "--turn-limit", "30")
    rules = json.loads(out)["rules"]
    assert (code, rules["kingdom"], rules["turn_limit"]) == (0, "first-game", 30)


@pytest.mark.parametrize("card", ["throne_room", "Throne Room", "throne-room"])
def test_a_card_of_a_menu_may_be_written_as_it_is_printed(bottega, card):
    menu = f"menu:card_4={card},count_4=1"
    code, _, _ = bottega("match", "dominion", "big_money", menu, "--kingdom", "big-money", "--games", "2", "--quiet")
    assert code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--kingdom", "chapel"), "dominion kingdom: 'chapel' has 1 cards; a kingdom is 10 of at least as many"),
        (("--kingdom", "fist-game"), "unknown dominion kingdom 'fist-game'; did you mean first-game?"),
        (("--kingdom", "moat+wich"), "unknown dominion kingdom card 'wich'; did you mean witch?"),
        (("--kingdom", "moat+witch+moat"), "dominion kingdom: the card Moat is in it twice"),
        (("menu:card_4=witch", "--kingdom", "first-game"), "card_4 = witch is not in the supply; there are cellar"),
        (("menu:card_4=wich",), "card_4 = 'wich' is not accepted; did you mean witch"),
        (("--players", "3"), "dominion: 2 players given; players = 3 wants another number"),
        (("--cards", "none.csv"), "none.csv"),
        (("--kingdm", "base"), "No such option: --kingdm"),
        (("--hand-size", "0"), "hand_size = '0' is not accepted"),
    ],
)
def test_a_rule_that_cannot_be_is_refused_in_one_line(bottega, words, message):
    players = ("big_money", "big_money")[len([word for word in words if word.startswith("menu")]) :]
    code, _, error = bottega("match", "dominion", *players, *words)
    assert code == 2
    assert message in error
    assert error.count("\n") == 1


def test_a_malformed_effect_is_refused_with_its_line_and_place(bottega, tmp_path):
    lines = PUBLISHED.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if ",Militia," in line)
    lines[at] = lines[at].replace("disc(H", "dusc(H")
    (tmp_path / "cards.csv").write_text("\n".join(lines))
    code, _, error = bottega("match", "dominion", "big_money", "big_money", "--cards", str(tmp_path / "cards.csv"))
    assert code == 2
    assert f"cards.csv:{at + 1}, column effect, place 5 of " in error
    assert "dusc" in error
    assert error.count("\n") == 1
