"""The evolution of Provincial, and what is measured of it."""

import random

import pytest

from agents.dominion.menu import GOLD, SILVER, Ware
from studies.play.deals import stream_seed
from studies.play.setup import GameSetup, prepare_game
from studies.reproductions.experiment import all_experiments, fingerprint
from studies.reproductions.measurement import Order
from studies.reproductions.provincial import evolution, kingdoms
from studies.reproductions.provincial.evolution import Duel, duel
from studies.reproductions.provincial.menus import ANY, RANGES, Kingdom, Menu, Slot, cost_of, with_one_more, without
from studies.reproductions.provincial.purchases import cards_bought

SETUP = GameSetup("dominion", "first-game")
FIRST_GAME = Kingdom(prepare_game(SETUP).params)
MARKET, SMITHY, VILLAGE = Ware["MARKET"], Ware["SMITHY"], Ware["VILLAGE"]
SMITHIES = Menu((Slot(GOLD, ANY), Slot(SMITHY, 2), Slot(SILVER, ANY), Slot(VILLAGE, 2)))


def test_mutants_keep_to_the_template():
    random.seed(1)
    menu = FIRST_GAME.template()
    for _ in range(300):
        menu = FIRST_GAME.mutant(menu)
        for slot, span in zip(menu.slots, RANGES, strict=True):
            assert slot.card in FIRST_GAME.fitting(*span)
            assert slot.copies in (*range(13), ANY)
        assert {slot.card for slot in menu.slots if slot.copies == ANY} == {GOLD, SILVER}
        assert 0 <= menu.duchy_at <= 8
        assert 0 <= menu.estate_at <= 8


def test_a_menu_is_shown_in_the_text_form_of_provincial():
    assert SMITHIES.text == "e2-d4-p8-gold@99|smithy@2|silver@99|village@2"
    assert without(SMITHIES, SMITHY).text == "e2-d4-p8-gold@99|silver@99|village@2"


def test_a_card_is_tried_only_where_it_can_be_bought():
    assert [menu.text[9:] for menu in with_one_more(kingdoms.TEMPLATE, MARKET)] == [
        f"{slots}"
        for place in ("market@{}|gold@99|silver@99", "gold@99|market@{}|silver@99")
        for slots in map(place.format, (1, 2))
    ]
    assert cost_of(MARKET) == 5


def test_a_duel_ends_when_one_is_shown_to_be_better():
    stream = stream_seed(1, 1)
    assert duel(SETUP, SMITHIES, kingdoms.TEMPLATE, stream).games < 2000
    assert duel(SETUP, SMITHIES, SMITHIES, stream) == Duel(0.5, 2000)


def test_cards_that_never_get_their_turn_are_not_bought():
    assert cards_bought(SETUP, SMITHIES, kingdoms.TEMPLATE, stream_seed(1, 2)) == {SMITHY}


def test_leaders_differ_in_what_they_buy_and_the_whole_measurement_is_small_enough_to_try(monkeypatch, tmp_path):
    for name, value in (("FIRST_POOL", 12), ("POOL", 10), ("MOST_GAMES", 400), ("GENERATIONS", 2)):
        monkeypatch.setattr(evolution, name, value)
    for name, value in (("EVALUATIONS", 16), ("A_TRIAL", 40), ("JUDGED", 200), ("TRIED", 40), ("GENERATIONS", 2)):
        monkeypatch.setattr(kingdoms, name, value)
    order = Order(prepare_game(SETUP), 1.0, 1, tmp_path, "test")
    found = kingdoms.measure(order)
    rows = {row.name: row for row in found.rows}
    assert rows["evolved"].value > rows["template"].value
    assert {"NTBEA", "GA", "published"} < rows.keys()
    assert sum(name.endswith("with") for name in rows) == sum(name.endswith("without") for name in rows) == 10
    assert "leader 1: `e" in found.note
    assert kingdoms.measure(order) == found


@pytest.mark.parametrize("name", kingdoms.KINGDOMS)
def test_every_kingdom_is_an_experiment_of_its_own(name):
    (experiment,) = [one for one in all_experiments() if one.label == f"provincial/{name}"]
    assert fingerprint(experiment.work)
