"""Cards, nobles and rule parameters: published, generated, from files; bad ones are refused by name."""

from collections import Counter

import numpy as np
import pytest

from engine.errors import InputError
from engine.space import build
from engine.splendor.content import generate, published, read_cards, read_nobles, write
from tests.engine.splendor_table import GAME


def test_the_published_decks_cost_the_same_in_every_colour_and_carry_5_55_80_points():
    cards = published().cards
    for level, total, points in ((1, 33, 5), (2, 41, 55), (3, 43, 80)):
        deck = [card for card in cards if card.level == level]
        assert np.sum([card.cost for card in deck], axis=0).tolist() == [total] * 5
        assert sum(card.points for card in deck) == points
    assert Counter(card.level for card in cards) == {1: 40, 2: 30, 3: 20}
    assert len(published().nobles) == 10


@pytest.mark.parametrize("colours", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("decks", [1, 2, 3, 4, 5])
def test_generated_decks_cost_the_same_in_every_colour_and_grow_dearer_and_worthier(colours, decks):
    content = generate(colours, decks, 1)
    means = []
    for level in range(1, decks + 1):
        deck = [card for card in content.cards if card.level == level]
        assert len(set(np.sum([card.cost for card in deck], axis=0).tolist())) == 1
        assert Counter(card.bonus for card in deck).keys() == set(range(colours))
        means.append((np.mean([sum(card.cost) for card in deck]), np.mean([card.points for card in deck])))
    assert means == sorted(means)
    assert len(set(content.nobles)) == len(content.nobles) >= 10
    assert content == generate(colours, decks, 1)
    assert content != generate(colours, decks, 2)


def test_generated_content_for_the_published_shape_has_the_published_statistics():
    mine, model = generate(5, 3, 7).cards, published().cards
    for level in (1, 2, 3):
        shapes = [
            Counter((c.points, tuple(sorted(c.cost))) for c in cards if c.level == level) for cards in (mine, model)
        ]
        assert shapes[0] == shapes[1]


def test_generated_content_is_written_as_the_csv_that_is_read(tmp_path):
    content = generate(6, 4, 3)
    write(content, tmp_path, 6)
    assert read_cards(tmp_path / "cards.csv", 6, 4) == content.cards
    assert read_nobles(tmp_path / "nobles.csv", 6) == content.nobles
    files = {"cards": str(tmp_path / "cards.csv"), "nobles": str(tmp_path / "nobles.csv")}
    from_files = GAME.prepare(GAME.Params(colours=6, decks=4, **files))
    assert from_files.tobytes() == GAME.prepare(GAME.Params(colours=6, decks=4, content_seed=3)).tobytes()


def test_an_edited_file_of_cards_is_played_at_once(tmp_path):
    content = published()
    for points in (1, 2):
        write(content._replace(cards=tuple(card._replace(points=points) for card in content.cards)), tmp_path, 5)
        assert GAME.prepare(GAME.Params(cards=str(tmp_path / "cards.csv"))).worth[:90].tolist() == [points] * 90


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("level,bonus\n", r"cards.csv:1: the header is level,bonus; for 5 colours it must be level,bonus,points,white"),
        ("{head}\n4,white,0,1,1,1,1,1\n", r"cards.csv:2, column level: found 4, there are decks 1 to 3"),
        ("{head}\n1,pink,0,1,1,1,1,1\n", r"cards.csv:2, column bonus: found 'pink', it takes white, blue"),
        ("{head}\n1,white,0,1,x,1,1,1\n", r"cards.csv:2, column blue: found 'x', it takes a whole number from 0 to 15"),
        ("{head}\n1,white,0,1,-1,1,1,1\n", r"cards.csv:2, column blue: found '-1'"),
        ("{head}\n1,white,0,1,1\n", r"cards.csv:2: the row does not have 8 columns"),
        ("{head}\n1,white,0,1,1,1,1,1\n", r"cards.csv: deck 2 has 0 cards"),
    ],
)
def test_a_malformed_content_file_is_refused_with_file_line_and_column(tmp_path, text, message):
    path = tmp_path / "cards.csv"
    path.write_text(text.replace("{head}", "level,bonus,points,white,blue,green,red,black"))
    with pytest.raises(InputError, match=message):
        GAME.prepare(GAME.Params(cards=str(path)))


def test_more_nobles_than_can_be_drawn_from_are_refused(tmp_path):
    path = tmp_path / "nobles.csv"
    path.write_text("points,white,blue,green,red,black\n" + "3,3,3,3,0,0\n" * 65)
    with pytest.raises(InputError, match=r"nobles.csv: 65 nobles, at most 64 are possible"):
        GAME.prepare(GAME.Params(nobles=str(path)))


def test_a_missing_content_file_is_refused_by_name():
    with pytest.raises(InputError, match=r"nowhere.csv: no such file"):
        GAME.prepare(GAME.Params(nobles="nowhere.csv"))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"players": 5}, "rules: players = 5 is not accepted; it takes a whole number from 2 to 4"),
        ({"gold": "many"}, "rules: gold = 'many' is not accepted; it takes a whole number from 0 to 12"),
        ({"gold": 1.5}, "rules: gold = 1.5 is not accepted"),
        ({"finish_round": "perhaps"}, "finish_round = 'perhaps' is not accepted; it takes one of false, true"),
        ({"noble_choice": "random"}, "noble_choice = 'random' is not accepted; it takes one of auto, choose"),
        ({"end_point": 9}, "there is no parameter 'end_point'; did you mean end_points"),
    ],
)
def test_a_parameter_out_of_range_of_the_wrong_type_or_unknown_is_refused_by_name(values, message):
    with pytest.raises(InputError, match=message):
        build(GAME.Params, values, "rules")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 4, "extra_nobles": 4, "colours": 5, "nobles": "{short}"}, "extra_nobles = 4"),
        ({"take_different_colours": 5, "colours": 4}, "take_different_colours = 5 does not fit the others"),
        ({"take_same_amount": 4, "take_same_minimum": 3}, "take_same_amount = 4 does not fit"),
        ({"take_different_colours": 7, "colours": 7, "take_different_amount": 2}, "take_different_amount"),
        ({"take_fewer": False, "take_different_colours": 5, "take_different_amount": 2, "max_tokens": 6}, "max_tokens"),
        (dict.fromkeys([f for f in GAME.Params._fields if f.startswith("weight_")], 0.0), "all weights are 0"),
    ],
)
def test_inconsistent_parameters_are_refused_by_name(tmp_path, changes, message):
    short = tmp_path / "nobles.csv"
    short.write_text("points,white,blue,green,red,black\n3,3,3,3,0,0\n")
    changes = {key: value.format(short=short) if isinstance(value, str) else value for key, value in changes.items()}
    with pytest.raises(InputError, match=message):
        GAME.prepare(GAME.Params(**changes))
