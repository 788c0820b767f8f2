"""Features by their meaning, and the evolved value of the source by its check values."""

import numpy as np
import pytest

from engine.game import Ended, feature
from engine.value import evaluate, parse_value
from tests.engine.sevenwonders_table import GAME, Table


def features(table, player=0):
    return {name: feature(table.rules, table.state, player, i) for i, name in enumerate(GAME.FEATURES)}


@pytest.mark.parametrize(("yellow_goods", "worth"), [(1, 301.125), (0, 105.5)])
def test_the_evolved_value_has_the_check_values_of_the_source(yellow_goods, worth):
    names = ["goods", "shields", "yellow_cards", "yellow_goods", "science_points", "points"]
    row = np.array([[5.0, 3.0, 4.0, yellow_goods, 10.0, 20.0]])
    assert evaluate(parse_value("robilliard", GAME).expression, names, row) == worth


def test_the_fifteen_terminals_of_the_source():
    table = Table("Babylon A", "Giza A", "Rhodos A").go_to(2, 3)
    table.city(0, "Lumber Yard", "Clay Pit", "Loom", "Marketplace", "Caravansery", "Altar", "Walls", "Apothecary")
    table.city(0, "Workshop", stages=2, coins=7).city(1, "Stockade").city(2, "Circus", "Stables")
    found = features(table)
    assert [found[name] for name in GAME.FEATURES[:15]] == [
        2,  # shields
        1,  # of the left neighbour
        5,  # of the right neighbour
        2,  # yellow cards
        1,  # of them with goods
        1,  # blue cards
        3,  # brown and grey cards
        5,  # kinds of goods: wood, stone, ore, clay by a private unit among others, cloth
        2,  # green cards
        10,  # a compass, a wheel and a symbol of free choice
        7,  # coins
        2,  # Fortifications by the Walls, Lighthouse by the Caravansery
        2,  # age
        3,  # turn
        2 + 3 + 10 + 2,  # points: coins, stage, science, Altar
    ]


def test_goods_by_kind_own_and_of_the_neighbours():
    table = Table("Giza A", "Rhodos A", "Ephesos A").city(0, "Timber Yard", "Forum", "East Trading Post")
    table.city(1, "Foundry").city(2, "Loom")
    found = features(table)
    goods = ["wood", "stone", "ore", "clay", "glass", "cloth", "papyrus"]
    assert [found[name] for name in goods] == [1, 2, 0, 0, 1, 1, 1]
    assert (found["units"], found["goods"]) == (3, 5)
    assert (found["left_goods"], found["right_goods"], found["reached_goods"]) == (1, 2, 6)
    assert found["discounts"] == 1


def test_what_the_hand_allows():
    table = Table("Giza A", "Rhodos A", "Ephesos A").go_to(2, 3).city(0, "Baths", coins=3)
    table.city(1, "Sawmill").hold(0, "Aqueduct", "Caravansery", "Sawmill", "Vineyard")
    found = features(table)
    assert (found["hand_cards"], found["playable"], found["free_cards"]) == (4, 3, 2)  # Caravansery costs 4
    assert found["stage_price"] == -1
    assert features(table.city(0, "Stone Pit"))["stage_price"] == 0


def test_earnings_are_the_most_coins_that_a_card_of_the_hand_would_pay():
    table = Table("Giza A", "Rhodos A", "Ephesos A").go_to(3, 1).city(0, "Marketplace", "Forum", coins=0)
    table.city(0, "Sawmill", "Lumber Yard", "Ore Vein").hold(0, "Lighthouse", "Palace")
    assert features(table)["earnings"] == 3  # itself is yellow too
    assert features(table.hold(0, "Haven", "Lighthouse"))["earnings"] == 3
    assert features(table.city(0, "Clay Pool", stages=2).hold(0, "Haven", "Palace"))["earnings"] == 4
    assert (
        features(table.hold(0, "Arena", "Lighthouse"))["earnings"] == 3
    )  # the Arena would pay 6, but nobody sells ore
    assert features(table.hold(0, "Palace", "Pantheon"))["earnings"] == 0
    assert GAME.FEATURES[-1] == "earnings"


def test_conflicts_as_they_stand():
    table = Table("Giza A", "Rhodos A", "Ephesos A").go_to(3, 1).city(0, "Walls").city(1, "Stockade").city(2, "Circus")
    assert (features(table)["conflict_margin"], features(table)["conflicts_now"]) == (-1, 5 - 1)


def test_parts_of_the_points_and_those_of_the_others():
    table = Table("Giza A", "Rhodos A", "Ephesos A")
    table.city(0, "Palace", "Workers Guild", "Lighthouse", stages=2, coins=4).city(1, "Lumber Yard", coins=9)
    table.city(2, "Pantheon", coins=0)
    found = features(table)
    parts = ["blue_points", "guild_points", "yellow_points", "stage_points", "coin_points", "conflict_points"]
    assert [found[name] for name in parts] == [8, 1, 1, 8, 1, 0]
    assert (found["left_points"], found["right_points"], found["rival_points"], found["lead"]) == (3, 7, 7, 19 - 7)


def test_the_result_of_the_game():
    table = Table("Giza A", "Rhodos A", "Ephesos A").city(1, coins=30)
    assert (features(table)["winloss"], features(table)["over"]) == (0, 0)
    table.state.ended = Ended.WON
    assert [features(table, player)["winloss"] for player in range(3)] == [-1, 1, -1]
    assert features(table)["over"] == 1
