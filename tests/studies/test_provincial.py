"""The evolution of Provincial, and what is measured of it."""

import random
import re
from pathlib import Path

import pytest

from agents.dominion.menu import CARDS, GOLD, SILVER, Ware
from studies.farm.local import LocalFarm
from studies.play.deals import stream_seed
from studies.play.setup import GameSetup, prepare_game
from studies.reproductions.experiment import all_experiments, fingerprint
from studies.reproductions.measurement import Order
from studies.reproductions.provincial import cards, evolution, kingdoms
from studies.reproductions.provincial.evolution import Duel, Evolution, Rated, duel
from studies.reproductions.provincial.menus import ANY, RANGES, Kingdom, Menu, Slot, cost_of, with_one_more, without
from studies.reproductions.provincial.purchases import cards_bought

SETUP = GameSetup("dominion", "first-game")
FIRST_GAME = Kingdom(prepare_game(SETUP).params)
MARKET, SMITHY, VILLAGE, FEAST, SWINDLER = (Ware[name] for name in ("MARKET", "SMITHY", "VILLAGE", "FEAST", "SWINDLER"))
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


def test_a_card_that_was_only_given_is_not_bought():
    swindler = Menu((Slot(SWINDLER, 3), Slot(GOLD, ANY), Slot(SILVER, ANY)))
    found = cards_bought(GameSetup("dominion", "secret-schemes"), kingdoms.TEMPLATE, swindler, stream_seed(1, 2))
    assert found == set()


def test_leaders_differ_in_their_lists_of_cards_and_in_what_they_buy():
    with LocalFarm() as farm:
        search = Evolution(SETUP, FIRST_GAME, farm, 1)
        buys_villages = SMITHIES._replace(slots=(*SMITHIES.slots[:2], Slot(SILVER, 3), Slot(VILLAGE, 2)))
        same_set = Menu((*SMITHIES.slots[:2], Slot(SMITHY, 1), Slot(SILVER, ANY)))
        members = [Rated(menu, 0.5) for menu in (buys_villages, SMITHIES, kingdoms.TEMPLATE, same_set)]
        assert search.chosen(members, stream_seed(1, 1)) == [members[0], members[2], members[3]]
        assert search.chosen(members[1:], stream_seed(1, 1)) == members[1:3]


def test_a_swap_of_slots_moves_two_cards(monkeypatch):
    slots = [Slot(ware, 1) for ware in [*FIRST_GAME.cards, MARKET][: len(RANGES)]]
    for _ in range(60):
        draws = iter([0.9, 0.9, 0.9, 0.1, 0.9, 0.9])  # nothing but the swap
        monkeypatch.setattr(random, "random", lambda draws=draws: next(draws))
        swapped = FIRST_GAME.changed(Menu(tuple(slots))).slots
        assert sum(one != other for one, other in zip(slots, swapped, strict=True)) == 2


@pytest.fixture
def small(monkeypatch):
    """The evolution and all that is measured, small enough to try."""
    for name, value in (("FIRST_POOL", 12), ("POOL", 10), ("MOST_GAMES", 400)):
        monkeypatch.setattr(evolution, name, value)
    for name, value in (("EVALUATIONS", 16), ("A_TRIAL", 40), ("JUDGED", 200), ("GENERATIONS", 2)):
        monkeypatch.setattr(kingdoms, name, value)
    for name, value in (("JUDGED", 40), ("TRIED", 20), ("GENERATIONS", 1)):
        monkeypatch.setattr(cards, name, value)


def test_who_wins_in_a_kingdom_and_what_its_games_cost(small, tmp_path):
    order = Order(prepare_game(SETUP), 1.0, 1, tmp_path, "test")
    found = kingdoms.measure(order)
    rows = {row.name: row for row in found.rows}
    assert rows["evolved"].value > rows["template"].value
    assert rows.keys() == {"evolved", "NTBEA", "GA", "published", "template"}
    assert "leader 1: `e" in found.note
    assert re.search(r" games, \d+ CPU seconds for 14 million of them\. ", found.note)
    assert kingdoms.measure(order)[:2] == found[:2]


@pytest.mark.parametrize("group", ["base", "intrigue"])
def test_every_card_of_a_set_is_tried_with_and_without(small, tmp_path, group):
    found = cards.measure(Order(prepare_game(GameSetup("dominion", group)), 1.0, 1, tmp_path, "test"))
    names = {card.name for card in CARDS if card.group == group}
    assert {row.row.split(" (")[0] for row in found.rows} == names
    assert [row.figure for row in found.rows] == ["with", "without"] * len(names) == ["with", "without"] * 25
    assert all(name in found.note for name in cards.KINGDOMS[group])


EXPERIMENTS = [*kingdoms.MEASUREMENTS, *cards.MEASUREMENTS]


@pytest.mark.parametrize("work", EXPERIMENTS, ids=lambda work: work.name)
def test_a_change_of_any_file_of_the_package_makes_its_records_stale(work, monkeypatch):
    (experiment,) = [one for one in all_experiments() if one.label == f"provincial/{work.name}"]
    before, read = fingerprint(experiment.work), Path.read_text
    for file in ("evolution.py", "menus.py", "purchases.py", "bench.py"):
        edit = lambda path, file=file, **how: read(path, **how) + "\nEDITED = 1" * (path.name == file)  # noqa: E731
        monkeypatch.setattr(Path, "read_text", edit)
        assert fingerprint(experiment.work) != before
