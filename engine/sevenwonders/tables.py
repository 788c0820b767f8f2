"""Cards and boards as the tables of the rules record: sets, lanes and numbers that are added when one is built."""

import functools
from collections.abc import Iterable

import numpy as np

from engine.errors import InputError
from engine.lanes import pack
from engine.sevenwonders.content import (
    AGES,
    COLOURS,
    NEIGHBOURS,
    POWERS,
    SIDES,
    SYMBOLS,
    THINGS,
    Card,
    Effect,
    NamedSides,
    Per,
)
from engine.sevenwonders.lanes import MADE, RAW, demand_lanes, supply_lanes
from engine.sevenwonders.state import (
    COINS,
    COUNTS,
    LINKED,
    LINKS_FROM,
    MADE_LEFT,
    MADE_RIGHT,
    MANUFACTURED,
    MARKS,
    NAMES_HIGH,
    NAMES_LOW,
    RAW_HIGH,
    RAW_LEFT,
    RAW_LOW,
    RAW_RIGHT,
    RULES,
    SIDE_ROOM,
    STAGES_FROM,
    UNPAYABLE,
    Count,
    Mark,
)

TRADES = {
    ("raw", "left"): RAW_LEFT,
    ("raw", "right"): RAW_RIGHT,
    ("made", "left"): MADE_LEFT,
    ("made", "right"): MADE_RIGHT,
}
REDUCED = np.array([[reductions >> trade & 1 for trade in range(4)] for reductions in range(16)], bool)
MOST_LINKS = 64 - LINKS_FROM


def put(words: np.ndarray, place: int) -> None:
    """Add a place to a set of two words."""
    words[place // 64] |= np.uint64(1 << place % 64)


@functools.lru_cache(maxsize=64)
def tables(cards: tuple[Card, ...], sides: NamedSides, players: int, across_ages: bool) -> np.record:
    """The part of the rules record that is printed, for so many players."""
    rules = np.zeros(1, RULES).view(np.recarray)[0]
    fill_boards(rules, sides)
    fill_cards(rules, cards, players)
    fill_names(rules, cards, across_ages)
    return rules


@functools.lru_cache(maxsize=64)
def deck_sizes(cards: tuple[Card, ...], players: int) -> tuple[tuple[int, int], ...]:
    """By age: the cards that are certainly in the deck of so many players, and the guilds of which some are drawn."""
    ages = [[card for card in cards if card.age == age] for age in range(1, AGES + 1)]
    certain = [sum(card.number(players) for card in age if not card.guild) for age in ages]
    return tuple(zip(certain, [sum(card.guild for card in age) for age in ages], strict=True))


@functools.lru_cache(maxsize=16)
def most_splits(cards: tuple[Card, ...], sides: NamedSides) -> int:
    """A bound on the ways to divide one payment: raw units and manufactured units, each split between the two."""
    costs = [card.goods for card in cards] + [stage.goods for _, side in sides for stage in side.stages]
    return max((1 + sum(g in RAW for g in cost)) * (1 + sum(g in MADE for g in cost)) for cost in costs)


def fill_trade(rules: np.record, full: int, reduced: int) -> None:
    """The lower of two prices and their difference, by the set of what costs less."""
    left, right = (np.where(REDUCED[:, side::2], reduced, full) for side in range(2))
    rules.trade[:, ::2], rules.trade[:, 1::2] = np.minimum(left, right), abs(left - right)


def fill_cost(rules: np.record, structure: int, goods: str, coins: int) -> None:
    """Fill in the cost of a structure."""
    raw = demand_lanes(goods, RAW)
    rules.cost[structure, RAW_LOW], rules.cost[structure, RAW_HIGH] = pack(raw[:8]), pack(raw[8:])
    rules.cost[structure, MANUFACTURED] = pack(demand_lanes(goods, MADE))
    rules.cost[structure, COINS] = coins


def count_lanes(things: Iterable[str]) -> tuple[np.uint64, np.uint64]:
    """The lanes of `counts` and of `marks` in which things are counted."""
    lanes = [255 * (thing in things) for thing in THINGS]
    return pack(lanes[:8]), pack([0] * Mark.DEFEATS + lanes[8:])


def fill_per(each: np.ndarray, what: np.ndarray, who: np.ndarray, structure: int, per: Per | None) -> None:
    """An amount for each counted thing."""
    if per is not None:
        each[structure], what[structure] = per.each, count_lanes(per.things)
        who[structure] = sum(1 << NEIGHBOURS.index(name) for name in per.who)


def fill_goods(city: np.ndarray, units: tuple[str, ...], private: tuple[str, ...]) -> None:
    """What a city or a structure can give; a private unit counts in lane 0."""
    raw = supply_lanes(tuple(unit for unit in units if unit[0] in RAW), RAW)
    made = supply_lanes(tuple(unit for unit in units if unit[0] in MADE), MADE)
    raw[0], made[0] = private.count(RAW), private.count(MADE)
    city[RAW_LOW], city[RAW_HIGH], city[MANUFACTURED] = pack(raw[:8]), pack(raw[8:]), pack(made)


def fill_effect(rules: np.record, structure: int, effect: Effect) -> None:
    """What a structure gives to its city."""
    fill_goods(rules.gives[structure], effect.make, effect.private)
    symbols = [effect.science.count(symbol) for symbol in SYMBOLS]
    rules.gives[structure, MARKS] = pack([*symbols, effect.shields])
    powers = sum(1 << 4 + POWERS.index(power) for power in effect.powers)
    for trade in effect.trade:
        powers |= int(TRADES[trade])
    rules.gives_powers[structure] = powers
    if effect.coins and not effect.coins.things:
        rules.gives[structure, COINS] = effect.coins.each
    else:
        fill_per(rules.coins_each, rules.coins_what, rules.coins_who, structure, effect.coins)


def fill_text(rules: np.record, structure: int, title: str, words: str) -> None:
    """How people call a structure, and what it does."""
    for field, text in ((rules.title, title), (rules.words, words)):
        letters = np.frombuffer(text.encode(), np.uint8)
        field[structure, : len(letters)] = letters


def fill_boards(rules: np.record, sides: NamedSides) -> None:
    """Every side with its start and stages."""
    rules.n_boards = len(sides) // len(SIDES)
    for number, (title, side) in enumerate(sides):
        rules.n_stages[number] = len(side.stages)
        fill_goods(rules.start[number], (side.start,), ())
        for i, stage in enumerate(side.stages):
            structure = STAGES_FROM + SIDE_ROOM * number + i
            fill_cost(rules, structure, stage.goods, 0)
            fill_effect(rules, structure, stage.effect)
            fill_text(rules, structure, title, stage.words)
            points = stage.effect.points.each if stage.effect.points else 0
            rules.gives[structure, MARKS] += pack([points if mark == Mark.STAGE_POINTS else 0 for mark in Mark])
            rules.gives[structure, COUNTS] = pack(int(count == Count.STAGE) for count in Count)
        rules.cost[STAGES_FROM + SIDE_ROOM * number + len(side.stages), COINS] = UNPAYABLE


def fill_cards(rules: np.record, cards: tuple[Card, ...], players: int) -> None:
    """Every card, and the decks of a game of that many players."""
    numbered = [0] * AGES
    for row, card in enumerate(cards):
        age = card.age - 1
        fill_cost(rules, row, card.goods, card.coins)
        fill_effect(rules, row, card.effect)
        fill_points(rules, row, card)
        fill_text(rules, row, card.name, card.words)
        rules.gives[row, COUNTS] = pack(int(card.colour == colour) for colour in COLOURS)
        copies = card.number(players)
        numbers = range(numbered[age], numbered[age] + copies)
        rules.row_of[age, numbers.start : numbers.stop] = row
        for number in numbers:
            rules.copies_before[age, number] = sum(1 << before for before in range(numbers.start, number))
        rules.later_copies[age] |= np.uint64(sum(1 << later for later in numbers[1:]))
        rules.first_copy[row] = numbers.start
        rules.copies[row] = sum(1 << number for number in numbers)
        (rules.guilds if card.guild else rules.deck)[age] |= rules.copies[row]
        rules.age_of[row] = age
        numbered[age] += copies
    rules.doubled = rules.copies_before.any()


def fill_points(rules: np.record, row: int, card: Card) -> None:
    """Points of a blue card are added when it is built; those of others are counted at the end."""
    points = card.effect.points
    if points is not None and card.colour == "blue" and not points.things:
        rules.gives[row, MARKS] += pack([points.each if mark == Mark.BLUE_POINTS else 0 for mark in Mark])
    else:
        fill_per(rules.points_each, rules.points_what, rules.points_who, row, points)


def fill_names(rules: np.record, cards: tuple[Card, ...], across_ages: bool) -> None:
    """Names: what excludes each other, what makes others free, what is counted at the end."""
    names = {(card.name, 0 if across_ages else card.age): None for card in cards}
    places = {name: place for place, name in enumerate(names)}
    parents = list(dict.fromkeys(parent for card in cards for parent in card.chain))
    if len(parents) > MOST_LINKS:
        found = f"{len(parents)} cards make others free, at most {MOST_LINKS} are possible"
        raise InputError(f"sevenwonders rules: cards: {found}")
    for row, card in enumerate(cards):
        place = places[card.name, 0 if across_ages else card.age]
        words = np.zeros(2, np.uint64)
        put(words, place)
        rules.cost[row, NAMES_LOW : NAMES_HIGH + 1] = rules.gives[row, NAMES_LOW : NAMES_HIGH + 1] = words
        rules.row_named[place] = row
        rules.cost[row, LINKED] = sum(1 << LINKS_FROM + parents.index(parent) for parent in card.chain)
        if card.name in parents:
            rules.gives_powers[row] |= np.uint64(1 << LINKS_FROM + parents.index(card.name))
        if rules.points_each[row]:
            put(rules.yellow if card.colour == "yellow" else rules.other, place)
        if card.colour == "purple":
            put(rules.purple, place)
        if card.colour == "yellow" and (card.effect.make or card.effect.private):
            put(rules.goods_yellow, place)
        if card.chain and rules.copies[row]:
            rules.chained[rules.n_chained] = row
            rules.n_chained += 1
