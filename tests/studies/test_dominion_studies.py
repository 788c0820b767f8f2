"""Buy menus as what studies search: the space follows from the kingdom, and every optimiser searches it."""

import pytest

from agents.catalog import find_agent
from engine.catalog import find_game
from engine.dominion.content import RECOMMENDED
from studies.play.setup import GameSetup, prepare_game
from studies.search.folder import REPORT, all_folders
from studies.search.run import plan_of
from studies.spec.short_forms import search_table
from tests.studies.commands import bottega
from tests.studies.small import run, start, study_of

DOMINION = find_game("dominion")
FIRST_GAME = {name.strip().lower() for name in RECOMMENDED["first-game"].split(",")}
MENU = {
    "kind": "tune",
    "name": "tiny-menu",
    "game": {"name": "dominion", "kingdom": "first-game"},
    "candidate": {"player": "menu", "tune": ["card_4", "count_4", "card_6", "count_6", "duchy_at"]},
    "opponents": ["menu"],
    "evaluation": {"games": 60, "in_flight": 6},
    "budget": {"games": 1800, "finalists": 2, "confirm": 400},
}


def cards_of(values):
    return {value for name, value in values.items() if name.startswith("card_")}


@pytest.mark.parametrize("kingdom", RECOMMENDED)
def test_the_space_of_menus_follows_from_the_kingdom(kingdom):
    params = prepare_game(GameSetup("dominion", kingdom)).params
    knobs = find_agent("menu").knobs(DOMINION, params)
    slots = [knob for name, knob in knobs.items() if name.startswith("card_")]
    words = {ware.name.replace("_", " ").lower() for slot in slots for ware in slot.domain.values}
    named = {name.strip().lower() for name in RECOMMENDED[kingdom].split(",")}
    assert words == {"nothing", "silver", "gold", *named}


def test_by_hand_a_slot_takes_any_card_of_the_supply():
    menu = find_agent("menu").params({"card_4": "gold", "count_4": 2}, DOMINION, "test")
    assert (menu.card_4.name, menu.count_4) == ("GOLD", 2)


@pytest.mark.parametrize(
    ("optimiser", "settings"),
    [
        ("ntbea", {}),
        ("tpe", {}),
        ("ga", {"population": 6}),
        ("coevolution", {"population": 3}),
        ("self_play", {"population": 6}),
        ("league", {"population": 6}),
    ],
)
def test_every_optimiser_searches_menus(tmp_path, monkeypatch, optimiser, settings):
    table = {**MENU, "optimiser": {"name": optimiser, **settings}}
    result = run(start(tmp_path, monkeypatch, table))
    assert cards_of(result["champion"]["values"]) <= {"nothing", "silver", *FIRST_GAME}
    assert (result["options"], result["rules"]) == ("--set kingdom=first-game", {"kingdom": "first-game"})


def test_a_search_finds_a_menu_that_beats_big_money(tmp_path, monkeypatch):
    result = run(start(tmp_path, monkeypatch, MENU, "budget.games=6000"))
    assert result["difference"]["proven"]
    assert cards_of(result["champion"]["values"]) & FIRST_GAME


def test_a_comparison_names_the_cards_of_menus(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("BOTTEGA_HOME", str(tmp_path))
    players = ["menu:card_4=smithy,count_4=2", "menu:card_4=market,count_4=1"]
    rest = ["--kingdom", "first-game", "--games", "20", "--no-track", "--quiet"]
    assert bottega(monkeypatch, "compare", "dominion", *players, *rest) == 0
    table = capsys.readouterr().out
    assert all(word in table for word in ("card_4=smithy,count_4=2", "card_4=market"))
    (folder,) = all_folders()
    report = (folder / REPORT).read_text()
    assert all(word in report for word in ("smithy", "market"))


def test_the_shipped_study_searches_whatever_kingdom_it_is_given():
    table = search_table("tune", "dominion", "menu")
    plan = plan_of(study_of(table, "game.kingdom=hand-madness"), "test")
    assert "torturer" in "\n".join(plan.describe())
    assert "militia" not in "\n".join(plan_of(study_of(table, "game.kingdom=secret-schemes"), "test").describe())
