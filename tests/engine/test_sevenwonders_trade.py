"""The price of anything, by counting, against a slow and obvious search over all payments."""

import functools
import random

import pytest

from engine.sevenwonders.state import SIDE_ROOM, STAGES_FROM
from engine.sevenwonders.trade import UNPAYABLE, next_split, payment, price
from tests.engine.sevenwonders_model import City
from tests.engine.sevenwonders_table import Table


@functools.cache
def table_of(full, reduced, payment):
    """A table and its model, to be filled with cities again and again."""
    table = Table("Giza A", "Rhodos A", "Ephesos A", price=full, reduced_price=reduced, payment=payment)
    return table, table.model()


def random_table(rng):
    """Three cities with random goods, discounts and private units, on the engine and in the model."""
    table, model = table_of(rng.choice((2, 2, 1, 3, 5)), rng.choice((1, 1, 0)), rng.choice((1, 2)))
    cards = {card.name: card for card in model.content.cards}
    goods = [card.name for card in cards.values() if card.effect.make or card.effect.private or card.effect.trade]
    boards = list(model.content.boards)
    for player, board in enumerate(rng.sample(boards, 3)):
        letter = rng.randrange(2)
        side = model.content.boards[board][letter]
        names, stages = rng.sample(goods, rng.randrange(0, 9)), rng.randrange(0, len(side.stages) + 1)
        model.cities[player] = City(board, side, 1000, [cards[name] for name in names], stages)
        table.state.side[player] = 2 * boards.index(board) + letter
        table.state.city[player] = table.rules.start[table.state.side[player]]
        table.state.powers[player] = 0
        table.city(player, *names, stages=stages)
    return table, model


def check_prices(table, model, structures):
    """Prices, divisions and who is paid, for one player."""
    rules, state = table.rules, table.state
    for structure, cost, coins in structures:
        pairs = model.ways_to_pay(0, cost, coins)
        found = price(rules, state, 0, structure)
        if not pairs:
            assert found >= UNPAYABLE
            continue
        assert found == coins + min(x + y for x, y in pairs)
        assert tuple(payment(rules, state, 0, structure)) == model.chosen(pairs)[0]
        splits, before = [], UNPAYABLE
        while (pair := next_split(rules, state, 0, structure, before))[0] >= 0:
            splits.append((int(pair[0]), int(pair[1])))
            before = pair[1]
        assert splits == pairs


def structures_of(model):
    """Every card and every stage, with what it costs."""
    found = [(row, card.goods, card.coins) for row, card in enumerate(model.content.cards)]
    for number, side in enumerate(side for both in model.content.boards.values() for side in both):
        found += [(STAGES_FROM + SIDE_ROOM * number + i, stage.goods, 0) for i, stage in enumerate(side.stages)]
    return found


@pytest.mark.parametrize(("tables", "structures"), [(400, 8), pytest.param(100_000, 1, marks=pytest.mark.slow)])
def test_the_smallest_price_the_payments_and_their_divisions_are_those_of_a_search(tables, structures):
    rng = random.Random(tables)
    for _ in range(tables):
        table, model = random_table(rng)
        check_prices(table, model, rng.sample(structures_of(model), structures))


def test_a_private_unit_is_for_own_use_and_not_for_sale():
    table = Table("Alexandria A", "Giza A", "Rhodos A").city(0, "Caravansery", "Forum", stages=2)
    walls, school = table.row("Stables"), table.row("Study")  # wood, ore, clay; wood, cloth, papyrus
    assert price(table.rules, table.state, 0, walls) == 2  # two private units and the neighbour's ore
    assert price(table.rules, table.state, 1, walls) >= UNPAYABLE
    assert price(table.rules, table.state, 0, school) >= UNPAYABLE


def test_a_unit_of_either_kind_serves_once():
    table = Table("Giza A", "Rhodos A", "Ephesos A").city(0, "Timber Yard")
    assert price(table.rules, table.state, 0, table.row("Caravansery")) >= UNPAYABLE  # two wood
    table.city(1, "Lumber Yard")
    assert price(table.rules, table.state, 0, table.row("Caravansery")) == 2
