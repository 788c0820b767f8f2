"""Cards as data: the notation of effects, card files, kingdoms, and what is wrong with them in one line."""

import csv
import os

import pytest

from engine.dominion.content import COLUMNS, PUBLISHED, RECOMMENDED, find_kingdom, read_cards
from engine.dominion.effects import read_effect
from engine.dominion.instructions import Op
from engine.errors import InputError
from tests.engine.dominion_table import GAME, Table

CARDS = read_cards(PUBLISHED, 1)


def test_there_are_57_cards_25_of_each_set_and_7_basic_ones():
    groups = [card.group for card in CARDS]
    assert [groups.count(name) for name in ("basic", "base", "intrigue")] == [7, 25, 25]


def test_an_effect_becomes_instructions_in_order():
    effect = read_effect("x=trash(H,1)!; gain(c<=c(x)+2)!", "test")
    assert [row["op"] for row in effect.play] == [Op.CHOOSE, Op.GAIN]
    effect = read_effect("one{+2C|+2$}", "test")
    assert [row["op"] for row in effect.play] == [Op.MODE, Op.OPTION, Op.CARDS, Op.OPTION, Op.COINS]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("gain(c<=4", 10, "found the end, '\\)' is wanted"),
        ("gian(c<=4)!", 1, "found 'gian', a statement is wanted: .*, ATK, OTH, EACH, LEFT, Y->X"),
        ("gain(Tresure)!", 6, "found 'Tresure', a type or a basic card is wanted"),
        ("gain(Village)!", 6, "found 'Village'"),
        ("gain(c<4)!", 7, "found '<', a relation is wanted: <=, ==, >="),
        ("gain(c<=4)->T!", 13, "gained cards go to X, H or D"),
        ("gain(c<=c(x)+1)!", 11, "nothing is remembered as x before"),
        ("disc(H,2)", 10, "'!' is wanted"),
        ("disc(D,2)!", 6, "cards are chosen from H, Y, A or L"),
        ("disc(H,many)!", 8, "a whole number from 0 to 99 is wanted"),
        ("+kC", 2, "nothing is remembered as k before"),
        ("+2E", 3, "one of is wanted: C, A, B, \\$"),
        ("+1C +1A", 5, "';' or the end is wanted"),
        ("one{+1C}", 4, "2 to 6 options are wanted, there are 1"),
        ("one{+1C|one{+1A|+1B}}", 9, "do not stand in each other"),
        ("two{+1C|+1A}", 4, "3 to 6 options"),
        ("ATK{OTH{+1C}}", 5, "blocks of players do not stand in each other"),
        ("ATK{x=put(H:Action,1)->P!; play(x)}", 35, "cards are not played in blocks of several players"),
        ("you +1C", 1, "'you' goes before a choice or a draw"),
        ("pass(H,1)->LEFT!", 1, "cards are passed in EACH"),
        ("put(H,1)->LEFT!", 15, "cards are passed, not put"),
        ("immune", 1, "immune stands in REACT"),
        ("REACT{immune}; REACT{immune}", 16, "a card has one REACT"),
        ("if |H|>3 {+1C}", 7, "a relation is wanted"),
        ("if Copper {+1C}", 4, "a condition is wanted"),
        ("if |D:Action|>=1 {+1C}", 5, "can be counted"),
        ("TURN{c+1}", 6, "'c-1' or 'Copper\\+1\\$' is wanted"),
        ("VP(cards/0)", 10, "a number from 1 on"),
        ("k=gain(Silver)!", 3, "k can remember trash, disc, put"),
        ("H->X", 1, "Y, A, L or D go to"),
        ("dig(D,2,Treasure)->D", 20, "found cards go to H, T or X"),
        ("may{+1C", 8, "';' or '}' is wanted"),
    ],
)
def test_a_malformed_effect_is_refused_with_its_place(text, place, message):
    with pytest.raises(InputError, match=f"cards.csv:7, column effect, place {place} of .*{message}"):
        read_effect(text, "cards.csv:7, column effect")


def card_file(tmp_path, *rows, without=()):
    """The published cards with other ones added."""
    with PUBLISHED.open(newline="") as file:
        published = [row for row in csv.DictReader(file) if row["name"] not in without]
    blank = dict.fromkeys(COLUMNS, "0") | {
        "set": "own",
        "types": "Action",
        "effect": "",
        "effect_2e": "",
        "densities": "",
    }
    path = tmp_path / "own.csv"
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(published + [blank | row for row in rows])
    return path


def test_a_new_card_of_known_parts_needs_no_code(tmp_path):
    effect = "x=disc(H,1)!; gain(c==c(x)+2)->H!; if x:Victory {may{reveal(D,2); put(Y:Treasure,all)->H!; Y->D}}"
    path = card_file(tmp_path, {"name": "Alchemist", "cost": "4", "actions": "1", "effect": effect})
    table = Table("Alchemist", cards=str(path)).set(
        0, ["Alchemist", "Estate", "Silver"], ["Gold", "Curse", "Copper"], []
    )
    table.begin().play("play Alchemist", "Alchemist: discard Estate", "Alchemist: gain Smithy")
    (yes,) = [text for text in table.can("Alchemist: ") if not text.startswith("do not")]
    table.play(f"Alchemist: {yes}")
    assert table.hand() == {"Smithy": 1, "Silver": 1, "Gold": 1}
    assert table.deck() == ["Curse", "Copper"]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"name": "A", "effect": "gain(c<=4"}, "own.csv:59, column effect, place 10"),
        ({"name": "A", "effect_2e": "gain(c<=4"}, "own.csv:59, column effect_2e, place 10"),
        ({"name": "A", "cost": "x"}, "own.csv:59, column cost: found 'x', it takes a whole number from 0 to 11"),
        ({"name": "A", "types": "Magic"}, "own.csv:59, column types: found 'Magic'"),
        ({"name": "A", "types": "Treasure", "effect": "+1C"}, "only an Action does something when played"),
        ({"name": "A", "types": "Action|Reaction"}, "a Reaction has REACT"),
        ({"name": "A", "densities": "E99"}, "column densities: found 'E99'"),
        ({"name": "Copper"}, r"own.csv:59, column name: found 'Copper', which is there already: .*own.csv:2"),
        ({"name": "throne-room"}, "found 'throne-room', which is there already"),
        ({"name": "A" * 25}, "it takes 1 to 24 letters"),
        ({"name": "A", "vp": "3"}, "only a Victory card or a Curse is worth points"),
    ],
)
def test_a_wrong_card_is_refused_with_its_line(tmp_path, row, message):
    with pytest.raises(InputError, match=message):
        read_cards(card_file(tmp_path, row), 1)


def test_a_file_without_a_basic_card_or_with_other_columns_or_none_is_refused(tmp_path):
    with pytest.raises(InputError, match="the basic card 'Curse' is missing"):
        read_cards(card_file(tmp_path, without=("Curse",)), 1)
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match=r"other\.csv:1: the header is a,b; it must be set,name"):
        read_cards(path, 1)
    with pytest.raises(InputError, match="no such file"):
        GAME.prepare(GAME.Params(cards=str(tmp_path / "none.csv")))


def test_cards_that_are_written_play_the_same_game(tmp_path):
    GAME.write_content(GAME.Params(), tmp_path)
    own = GAME.prepare(GAME.Params(cards=str(tmp_path / "cards.csv")))
    assert own.tobytes() == GAME.prepare(GAME.Params()).tobytes()


def test_an_edited_file_of_cards_is_played_at_once_even_with_its_old_time(tmp_path):
    for cost in range(4):
        path = card_file(tmp_path, {"name": "Well", "cost": str(cost)})
        os.utime(path, (0, 0))
        assert GAME.prepare(GAME.Params(cards=str(path))).cost[len(CARDS)] == cost


def test_every_recommended_set_is_ten_cards_that_there_are():
    for name in RECOMMENDED:
        assert len(find_kingdom(name, CARDS, "test")) == 10


def test_a_kingdom_is_a_set_a_recommended_ten_or_a_list_of_names_in_any_spelling():
    assert len(find_kingdom("base", CARDS, "test")) == 25
    assert find_kingdom(" Base", CARDS, "test") == find_kingdom("base", CARDS, "test")
    assert find_kingdom("first_game", CARDS, "test") == find_kingdom("First Game", CARDS, "test")
    assert len(find_kingdom("both", CARDS, "test")) == 50
    assert find_kingdom("First Game", CARDS, "test") == find_kingdom("first-game", CARDS, "test")
    names = "throne-room, COUNCIL ROOM + moat + cellar + mine + smithy + witch + spy + thief + market + militia"
    chosen = [CARDS[i].name for i in find_kingdom(names, CARDS, "test")]
    assert len(chosen) == 11  # a pool to draw ten of
    assert {"Throne Room", "Council Room"} <= set(chosen)


TEN = "cellar+market+militia+mine+moat+remodel+smithy+village+woodcutter"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kingdom": "frist-game"}, "unknown dominion kingdom 'frist-game'; did you mean first-game"),
        ({"kingdom": TEN + "+vilage"}, "unknown .*card 'vilage'; did you mean village"),
        ({"kingdom": TEN + "+village"}, "the card Village is in it twice"),
        ({"kingdom": TEN}, "has 9 cards; a kingdom is 10"),
        ({"kingdom": TEN + "+copper"}, "unknown .*card 'copper'"),
        ({"players": 7}, "2 to 6 can play"),
        ({"start_copper": 0, "start_estate": 0}, "the start decks are empty"),
        ({"players": 6, "copper_pile": 100, "start_copper": 20}, "copper_pile = 100 does not fit"),
    ],
)
def test_wrong_rules_are_refused_by_name(changes, message):
    with pytest.raises(InputError, match=message):
        GAME.prepare(GAME.Params(**changes))


def test_two_cards_that_play_others_make_chains_too_long(tmp_path):
    path = card_file(tmp_path, {"name": "Procession", "effect": "x=put(H:Action,1)->P!; play(x)"})
    kingdom = "+".join(["procession", "throne room", TEN])
    with pytest.raises(InputError, match="a chain of 21 cards could be played at once"):
        GAME.prepare(GAME.Params(cards=str(path), kingdom=kingdom))
    GAME.prepare(GAME.Params(cards=str(path), kingdom=kingdom, kingdom_pile=6))
