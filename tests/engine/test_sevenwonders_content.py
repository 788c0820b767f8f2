"""Cards and boards as they are printed, and what is said about files and parameters that do not fit."""

import subprocess
import sys
from collections import Counter

import pytest

from engine.errors import InputError
from engine.sevenwonders.content import COLOURS, HERE, load
from engine.space import build
from tests.engine.sevenwonders_table import GAME

BOARDS = "board,side,start,stage,goods,effect"
CONTENT = load("", "")


def test_seventy_eight_rows_of_cards_by_age_and_colour():
    assert Counter(card.age for card in CONTENT.cards) == {1: 27, 2: 23, 3: 28}
    colours = Counter(card.colour for card in CONTENT.cards)
    assert [colours[colour] for colour in COLOURS] == [14, 6, 13, 12, 11, 12, 10]


def test_the_box_has_49_cards_of_ages_one_and_two_and_50_of_age_three():
    assert [sum(card.number(7) for card in CONTENT.cards if card.age == age) for age in (1, 2, 3)] == [49, 49, 50]


def test_twenty_six_links_each_from_the_age_before():
    ages = {card.name: card.age for card in CONTENT.cards}
    links = [(card, parent) for card in CONTENT.cards for parent in card.chain]
    assert len(links) == 26
    assert all(ages[parent] == card.age - 1 for card, parent in links)


def test_each_symbol_stands_on_four_green_cards():
    symbols = Counter(symbol for card in CONTENT.cards if card.colour == "green" for symbol in card.effect.science)
    assert symbols == {"compass": 4, "wheel": 4, "tablet": 4}


def test_seven_boards_of_two_sides_with_42_stages():
    assert len(CONTENT.boards) == 7
    assert sum(len(side.stages) for both in CONTENT.boards.values() for side in both) == 42
    assert {len(both[0].stages) for both in CONTENT.boards.values()} == {3}


def test_sixty_two_different_costs():
    costs = {card.goods for card in CONTENT.cards}
    costs |= {stage.goods for both in CONTENT.boards.values() for side in both for stage in side.stages}
    assert len(costs - {""}) == 62


def test_content_that_is_written_plays_the_same_game(tmp_path):
    GAME.write_content(GAME.Params(), tmp_path)
    files = {"cards": str(tmp_path / "cards.csv"), "wonders": str(tmp_path / "wonders.csv")}
    assert GAME.prepare(GAME.Params(**files)).tobytes() == GAME.prepare(GAME.Params()).tobytes()


@pytest.mark.parametrize("what", ["cards", "wonders"])
def test_an_edited_file_is_played_at_once(tmp_path, what):
    path = tmp_path / f"{what}.csv"
    for words in ("shields 8", "shields 9"):
        path.write_text((HERE / f"{what}.csv").read_text().replace("shields 2", words))
        assert words.encode() in GAME.prepare(GAME.Params(**{what: str(path)})).tobytes()


def test_a_deck_with_more_cards_than_are_dealt_leaves_some_in_the_box(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text((HERE / "cards.csv").read_text() + "1,Well,blue,0,,points 1,,3\n")
    rules = GAME.prepare(GAME.Params(cards=str(path)))
    assert int(GAME.new_deal(rules, 1).box[0]).bit_count() == 1


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("4,Well,blue,0,,points 1,,3", "column age: found '4', it takes a whole number from 1 to 3"),
        ("1,,blue,0,,points 1,,3", "column name: found '', it takes a name"),
        ("1,Well,pink,0,,points 1,,3", "column colour: found 'pink', it takes brown, grey"),
        ("1,Well,blue,x,,points 1,,3", "column coins: found 'x', it takes a whole number from 0 to 30"),
        ("1,Well,blue,0,WX,points 1,,3", "column goods: found 'WX', it takes at most 7 of the letters WSOCGLP"),
        ("1,Well,blue,0,WWWWWWWW,points 1,,3", "column goods: found 'WWWWWWWW', it takes at most 7"),
        ("1,Well,blue,0,,water 1,,3", "column effect: found 'water 1', it takes make, use, trade"),
        ("1,Well,blue,0,,points many,,3", "column effect: found 'many', it takes a whole number"),
        ("1,Well,blue,0,,points 1 per cow own,,3", "column effect: found 'cow', it takes brown"),
        ("1,Well,blue,0,,points 1 per blue,,3", "column effect: found '1 per blue', it takes a number"),
        ("1,Well,blue,0,,make W/G,,3", "column effect: found 'W/G', it takes letters of one class"),
        ("1,Well,blue,0,,use W/S,,3", "column effect: found 'WS', it takes WSOC, GLP"),
        ("1,Well,blue,0,,shields 1; shields 2,,3", "column effect: found .*, it takes shields only once"),
        ("1,Well,blue,0,,power recover,,3", "column effect: found 'power recover', it takes no power"),
        ("1,Well,blue,0,,points 1,Spring,3", "column chain: found 'Spring', it takes names of cards"),
        ("1,Well,blue,0,,points 1,,2", "column copies: found '2', it takes a whole number from 3 to 7"),
        ("1,Well,blue,0,,points 1,,", "column copies: found '', it takes player numbers from 3 to 7, or guild"),
        ("1,Altar,blue,0,,points 1,,3", "column name: 'Altar' stands in age 1 twice"),
        ("1,Well,blue,0,,points 1", "the row does not have 8 columns"),
        ("1,Well,guild,0,,points 1,,3,4", "the row does not have 8 columns"),
    ],
)
def test_a_malformed_row_of_cards_is_refused_with_file_line_and_column(tmp_path, row, message):
    path = tmp_path / "cards.csv"
    path.write_text((HERE / "cards.csv").read_text() + row + "\n")
    with pytest.raises(InputError, match=rf"cards.csv:80.*{message}"):
        GAME.prepare(GAME.Params(cards=str(path)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board,side\n", "wonders.csv:1: the header is board,side; it must be board,side,start"),
        ("{head}\nPetra,C,W,1,WW,points 3\n", "wonders.csv:2, column side: found 'C', it takes A, B"),
        (f"{{head}}\n{'P' * 63},A,W,1,WW,points 3\n", "wonders.csv:2, column board: found 'P.*, it takes at most 62"),
        ("{head}\nPetra,A,X,1,WW,points 3\n", "wonders.csv:2, column start: found 'X', it takes W, S"),
        ("{head}\nPetra,A,W,2,WW,points 3\n", "wonders.csv:2: found 'stage 2 .*', it takes stage 1"),
        ("{head}\nPetra,A,W,9,WW,points 3\n", "wonders.csv:2, column stage: found '9'"),
        ("{head}\nPetra,A,W,1,WW,make W\n", "wonders.csv:2, column effect: .* no goods for sale"),
        ("{head}\nPetra,A,W,1,WW,points 3\n", "board Petra has no side B; it takes both"),
        ("{head}\n", "0 boards, 1 to 8 are possible"),
    ],
)
def test_a_malformed_file_of_boards_is_refused_with_file_line_and_column(tmp_path, text, message):
    path = tmp_path / "wonders.csv"
    path.write_text(text.replace("{head}", BOARDS))
    with pytest.raises(InputError, match=message):
        GAME.prepare(GAME.Params(wonders=str(path)))


def test_a_missing_file_is_refused_by_name():
    with pytest.raises(InputError, match=r"nowhere.csv: no such file"):
        GAME.prepare(GAME.Params(cards="nowhere.csv"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"boards": "Gisa / any / any"}, "boards: unknown board 'Gisa'; did you mean Giza"),
        ({"boards": "Giza C / any / any"}, "boards: Giza has no side 'C'; it takes A or B"),
        ({"boards": "Giza / Rhodos"}, "boards = Giza / Rhodos does not fit the others: it names 2 seats"),
        ({"boards": "Giza / Giza B / any"}, "boards = .* there is only one of each board"),
        ({"boards": "Giza / any / any; Rhodos / any"}, "boards = .* it names 2 seats, there are 3 players"),
        ({"boards": "Giza / any / any; Rhodos / any / any", "setups": 3}, "setups = 3 .* boards has several already"),
        ({"boards": "Giza / any / Rhodos", "setups": 6}, "setups = 6 is not accepted; there are 5"),
        ({"reduced_price": 3}, "reduced_price = 3 does not fit the others: price is 2"),
        ({"extra_guilds": 1}, "extra_guilds = 1 does not fit the others: age 3 has 20 cards for 3 players, 21 are"),
        ({"extra_guilds": 8}, "extra_guilds = 8 does not fit the others: 11 guilds, there are 10"),
    ],
)
def test_inconsistent_parameters_are_refused_by_name(changes, message):
    with pytest.raises(InputError, match=message):
        GAME.prepare(GAME.Params(**changes))


@pytest.mark.parametrize(
    "row",
    [
        "{i},Well,red,0,,shields 30,,3",
        "{i},Well,blue,0,,points 30,,3",
        "{i},Well,brown,0,,make WWWWWWWWWW,,3",
    ],
)
def test_cards_that_could_fill_a_city_beyond_what_can_be_counted_are_refused(tmp_path, row):
    def prepare(number):
        rows = [row.format(i=1 + i % 3).replace("Well", f"Well {i}") for i in range(number)]
        path = tmp_path / "cards.csv"
        path.write_text((HERE / "cards.csv").read_text() + "\n".join(rows) + "\n")
        GAME.prepare(GAME.Params(cards=str(path)))

    prepare(5)
    with pytest.raises(InputError, match=r"cards = .*: a city could have \d+ .*, at most \d+ are possible") as refused:
        prepare(9)
    assert len(str(refused.value).splitlines()) == 1


def test_more_players_than_boards_are_refused(tmp_path):
    rows = (HERE / "wonders.csv").read_text().splitlines()
    path = tmp_path / "wonders.csv"
    path.write_text("\n".join(row for row in rows if not row.startswith(("Giza", "Rhodos"))) + "\n")
    with pytest.raises(InputError, match="players = 6 does not fit the others: there are 5 boards"):
        GAME.prepare(GAME.Params(players=6, wonders=str(path)))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"players": 8}, "players = 8 is not accepted; it takes a whole number from 3 to 7"),
        ({"sides": "C"}, "sides = 'C' is not accepted; it takes one of a, b, drawn"),
        ({"price": 0}, "price = 0 is not accepted; it takes a whole number from 1 to 9"),
        ({"setups": 101}, "setups = 101 is not accepted; it takes a whole number from 0 to 100"),
        ({"start_coin": 9}, "there is no parameter 'start_coin'; did you mean start_coins"),
    ],
)
def test_a_parameter_out_of_range_or_unknown_is_refused_by_name(values, message):
    with pytest.raises(InputError, match=message):
        build(GAME.Params, values, "rules")


def test_the_command_line_says_it_in_one_line_and_exits_with_2():
    command = [sys.executable, "-m", "studies.cli", "rules", "sevenwonders", "--set", "boards=Atlantis / any / any"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert not found.stdout
    (line,) = found.stderr.splitlines()
    assert "unknown board 'Atlantis'" in line
