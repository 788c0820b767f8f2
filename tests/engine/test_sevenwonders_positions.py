"""Worked positions of 7 Wonders, by their numbers."""

import numpy as np
import pytest

from engine.lanes import pack
from engine.sevenwonders.params import Payment
from engine.sevenwonders.printed import members
from engine.sevenwonders.scoring import counted_coins, science
from engine.sevenwonders.state import MARKS, Mark, Phase
from engine.sevenwonders.trade import UNPAYABLE, next_split, price
from tests.engine.sevenwonders_table import GAME, Table

OLYMPIA = ("Olympia A", ["Glassworks"])
EPHESOS, GIZA = ("Ephesos A", []), ("Giza A", ["Lumber Yard"])
QUARRY, LOOM = ("Giza A", ["Quarry"]), ("Ephesos A", ["Stone Pit", "Loom"])
EAST, WEST, MARKET = "East Trading Post", "West Trading Post", "Marketplace"


def table_of(me, left, right, coins, stages=0, **changes):
    """Me in seat 0, my left neighbour in seat 1, the right one in seat 2."""
    table = Table(me[0], left[0], right[0], **changes)
    table.city(0, *me[1], stages=stages, coins=coins).city(1, *left[1]).city(2, *right[1])
    return table


def splits(table, structure):
    found, before = [], UNPAYABLE
    while True:
        pair = next_split(table.rules, table.state, 0, structure, before)
        if pair[0] < 0:
            return found
        found.append((int(pair[0]), int(pair[1])))
        before = pair[1]


# buying from both neighbours in one turn; discounts, limited supply, discounts that do not add up
PRICES = [
    (OLYMPIA, 0, EPHESOS, GIZA, 4, "University", 4, [(2, 2)], True),
    (OLYMPIA, 0, EPHESOS, GIZA, 3, "University", 4, [(2, 2)], False),
    (("Rhodos A", [EAST]), 0, QUARRY, LOOM, 5, "Walls", 5, [(4, 1), (6, 0)], True),
    (("Rhodos A", [EAST]), 0, QUARRY, LOOM, 4, "Walls", 5, [(4, 1), (6, 0)], False),
    (("Rhodos A", [EAST, WEST]), 0, QUARRY, LOOM, 5, "Walls", 3, [(2, 1), (3, 0)], True),
    (("Olympia B", []), 1, QUARRY, LOOM, 5, "Walls", 3, [(2, 1), (3, 0)], True),
    (("Olympia B", [EAST]), 1, QUARRY, LOOM, 5, "Walls", 3, [(2, 1), (3, 0)], True),
    (("Rhodos A", [EAST, WEST]), 0, QUARRY, LOOM, 5, "Apothecary", 2, [(0, 2)], True),
    (("Rhodos A", [EAST, WEST, MARKET]), 0, QUARRY, LOOM, 5, "Apothecary", 1, [(0, 1)], True),
]


@pytest.mark.parametrize(("me", "stages", "left", "right", "coins", "card", "cost", "pairs", "may"), PRICES)
def test_tv01_tv02_price_and_divisions_of_a_payment(me, stages, left, right, coins, card, cost, pairs, may):
    table = table_of(me, left, right, coins, stages)
    row = table.row(card)
    assert price(table.rules, table.state, 0, row) == cost
    assert splits(table, row) == pairs
    table.go_to(int(table.rules.age_of[row]) + 1, 1).hold(0, card, "Loom")
    assert bool(table.can(f"build {card}")) == may


@pytest.mark.parametrize(("me", "stages", "left", "right", "coins", "card", "cost", "pairs", "may"), PRICES)
def test_tv01_tv02_divided_payments_are_moves_of_their_own(me, stages, left, right, coins, card, cost, pairs, may):
    table = table_of(me, left, right, coins, stages, payment=Payment.CHOOSE)
    row = table.row(card)
    table.go_to(int(table.rules.age_of[row]) + 1, 1).hold(0, card, "Loom")
    found = [table.read(action)[2:] for text, action in table.actions().items() if text.startswith(f"build {card}")]
    assert found == [pair for pair in pairs if sum(pair) <= coins]


def test_tv06_one_simultaneous_turn():
    """Seat 0 sells two stones twice in one turn; each buyer pays its own price; the discard brings 3."""
    table = Table("Giza A", "Rhodos A", "Ephesos A")
    table.city(0, "Stone Pit", coins=1).city(1, coins=3).city(2, WEST, coins=2)
    table.go_to(1, 1)
    table.hold(0, "Altar", "Loom").hold(1, "Baths", "Press").hold(2, "Theater", "Glassworks")
    table.play("discard Altar")
    table.play("build Baths")
    table.play("build stage 1 (points 3) with Theater")
    assert [table.coins(player) for player in range(3)] == [8, 1, 0]
    assert table.stages(2) == 1


BABYLON = ("Babylon A", ["Lumber Yard", "Clay Pit", "Vineyard"])
GIZA_2, RHODOS_5 = (
    ("Giza A", ["Stone Pit", "Brickyard"]),
    ("Rhodos A", ["Foundry", "Ore Vein", "Timber Yard", "Loom", "Press"]),
)


@pytest.mark.parametrize(
    ("me", "stages", "left", "right", "card", "coins"),
    [
        (BABYLON, 0, GIZA_2, RHODOS_5, "Vineyard", 7),
        (("Giza A", ["Stone Pit", "Brickyard", "Bazar"]), 0, RHODOS_5, BABYLON, "Bazar", 4),
        (("Olympia A", ["Tavern", MARKET, "Lighthouse"]), 0, GIZA_2, RHODOS_5, "Lighthouse", 3),
        (("Olympia A", ["Arena"]), 2, GIZA_2, RHODOS_5, "Arena", 6),
        (("Rhodos A", ["Foundry", "Ore Vein", "Haven"]), 0, GIZA_2, BABYLON, "Haven", 2),
        (("Rhodos A", ["Loom", "Press", "Chamber of Commerce"]), 0, GIZA_2, BABYLON, "Chamber of Commerce", 4),
    ],
)
def test_tv07_coins_from_counting_cards_by_the_position_after_all_cards_are_placed(
    me, stages, left, right, card, coins
):
    table = table_of(me, left, right, 0, stages)
    assert counted_coins(table.rules, table.state, 0, table.row(card)) == coins


def test_tv07_a_card_that_a_neighbour_places_in_the_same_turn_counts_for_the_vineyard():
    table = Table("Babylon A", "Giza A", "Rhodos A").go_to(2, 1)
    table.city(0, "Lumber Yard", "Clay Pit", coins=0).city(1, "Stone Pit", coins=1).city(2, "Foundry", "Ore Vein")
    table.hold(0, "Vineyard", "Loom").hold(1, "Brickyard", "Press").hold(2, "Walls", "School")
    for move in ("build Vineyard", "build Brickyard", "discard Walls"):
        table.play(move)
    assert table.coins(0) == 2 + 2 + 2


@pytest.mark.parametrize(
    ("symbols", "points"),
    [
        ((0, 0, 0, 0), 0),
        ((1, 0, 0, 0), 1),
        ((3, 2, 1, 0), 21),
        ((3, 2, 2, 0), 31),
        ((4, 4, 4, 0), 76),
        ((0, 0, 0, 1), 1),
        ((1, 1, 0, 1), 10),
        ((0, 0, 0, 2), 4),
        ((1, 0, 0, 2), 10),
        ((4, 1, 0, 1), 26),
        ((4, 2, 1, 1), 38),
        ((2, 1, 1, 2), 26),
        ((3, 2, 2, 2), 48),
        ((4, 3, 3, 2), 76),
        ((4, 4, 4, 2), 96),
    ],
)
def test_tv09_science_squares_and_sets_with_free_symbols_placed_for_the_best(symbols, points):
    rules = GAME.prepare(GAME.Params())
    assert science(rules, pack(symbols), 0) == points
    assert science(rules, pack((*symbols[:3], 0)), symbols[3]) == points


@pytest.mark.parametrize(
    ("players", "sizes", "guilds"),
    [
        (3, [21, 21, 16], 5),
        (4, [28, 28, 22], 6),
        (5, [35, 35, 28], 7),
        (6, [42, 42, 34], 8),
        (7, [49, 49, 40], 9),
    ],
)
def test_tv13_decks_by_number_of_players(players, sizes, guilds):
    rules = GAME.prepare(GAME.Params(players=players))
    assert [len(members(rules.deck[age])) for age in range(3)] == sizes
    assert [len(members(rules.guilds[age])) for age in range(3)] == [0, 0, 10]
    assert rules.guilds_left.tolist() == [0, 0, 10 - guilds]
    assert rules.surplus.tolist() == [0, 0, 0]


def test_tv15_turn_six_with_babylon_and_halikarnassos():
    """All sixth cards, Babylon's seventh, the other last cards to the pile, Halikarnassos, conflicts."""
    table = Table("Babylon B", "Halikarnassos A", "Giza A").go_to(2, 6)
    table.city(0, stages=1, coins=20).city(1, "Stables", stages=1, coins=20).city(2, coins=20)
    table.city(0, "Glassworks", "Lumber Yard", "Sawmill").city(2, "Foundry", "Ore Vein", "Sawmill").pile("Stables")
    table.hold(0, "Library", "Loom").hold(1, "Walls", "Press").hold(2, "Statue", "School")
    table.play("build stage 2 (power seventh_card) with Loom")
    table.play("build stage 2 (power recover) with Press")
    table.play("build Statue")
    assert (table.state.phase, table.state.to_move) == (Phase.SEVENTH, 0)
    table.play("discard Library")
    assert (table.state.phase, table.state.to_move) == (Phase.RECOVER, 1)
    assert table.in_pile() == ["Library", "School", "Stables", "Walls"]
    picks = [table.read(action)[0] for action in table.actions().values()]
    assert picks == [(2, "Walls"), (2, "Library"), (2, "School"), None]
    table.play("build from the pile Walls")
    assert table.state.discarded == 3
    assert table.state.age == 2
    assert table.state.tokens[:3].tolist() == [-1, 6, -1]  # Stables and Walls against nobody's shields
    assert np.int64(table.state.city[1, MARKS] >> np.uint64(8 * Mark.SHIELDS)) & 255 == 4
