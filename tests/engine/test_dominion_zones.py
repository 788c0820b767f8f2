"""Zones against plain lists of numbers."""

import hypothesis.strategies as st
import numpy as np
from hypothesis import given, settings

from engine.dominion import zones
from engine.dominion.zones import PILES
from engine.jit import jit
from tests.engine.dominion_table import fill
from tests.engine.tables import SEEDS, generator

few = settings(max_examples=60, deadline=None, derandomize=True)
WORD_LIMIT = 255 // 8
NUMBERS = st.lists(st.integers(0, WORD_LIMIT), min_size=PILES, max_size=PILES)
SETS = st.integers(0, (1 << PILES) - 1)


@jit
def random_deal(zone, other, n, rng):
    return zones.deal_random(zone, other, n, rng)


@jit
def nth(zone, k):
    return zones.take_nth(zone, k)


@jit
def figures(zone, piles, out):
    out[0] = zones.size(zone)
    out[1] = zones.kinds(zone)
    out[2] = zones.number_of(zone, piles)
    for pile in range(PILES):
        out[3 + pile] = zones.number(zone, pile)


@jit
def move(zone, other, piles):
    zones.move_kinds(zone, other, piles)


def zone_of(numbers):
    zone = np.zeros(3, np.uint64)
    fill(zone, numbers)
    return zone


@few
@given(NUMBERS, SETS)
def test_size_kinds_and_numbers_of_a_zone(numbers, piles):
    out = np.zeros(3 + PILES, np.int64)
    figures(zone_of(numbers), piles, out)
    there = sum(1 << pile for pile, n in enumerate(numbers) if n)
    wanted = sum(n for pile, n in enumerate(numbers) if piles >> pile & 1)
    assert out.tolist() == [sum(numbers), there, wanted, *numbers]


@few
@given(NUMBERS, st.data())
def test_the_kth_card_is_counted_in_the_order_of_piles(numbers, data):
    cards = [pile for pile, n in enumerate(numbers) for _ in range(n)]
    if cards:
        k = data.draw(st.integers(0, len(cards) - 1))
        zone = zone_of(numbers)
        assert nth(zone, k) == cards[k]
        assert sorted([*cards[:k], *cards[k + 1 :]]) == [p for p, n in enumerate(zones.counts(zone)) for _ in range(n)]


@few
@given(NUMBERS, NUMBERS, SETS)
def test_moving_a_set_of_piles(numbers, others, piles):
    numbers, others = [n // 2 for n in numbers], [n // 2 for n in others]
    zone, other = zone_of(numbers), zone_of(others)
    move(zone, other, piles)
    chosen = [n if piles >> pile & 1 else 0 for pile, n in enumerate(numbers)]
    assert zones.counts(zone) == np.subtract(numbers, chosen).tolist()
    assert zones.counts(other) == np.add(others, chosen).tolist()


@few
@given(NUMBERS, st.integers(0, 12), SEEDS)
def test_dealing_random_cards_moves_so_many_and_loses_none(numbers, n, seed):
    for thin in (1, 8):  # below 128 cards, without and with Curses, another way is taken
        small = [number // thin for number in numbers]
        for cards in (small, [*small[:-1], 0]):
            zone, other = zone_of(cards), zone_of([0] * PILES)
            assert random_deal(zone, other, n, generator(seed)) == min(n, sum(cards)) == sum(zones.counts(other))
            assert np.add(zones.counts(zone), zones.counts(other)).tolist() == cards


def test_every_card_is_dealt_equally_often():
    rng = generator(5)
    for numbers in ([7, 3, *[0] * 11, 1, 4, 2, 0], [7, 3, *[0] * 11, 1, 4, 2, 5], [120, 60, *[0] * 11, 9, 30, 30, 9]):
        drawn = np.zeros(PILES)
        for _ in range(3000):
            zone, other = zone_of(numbers), zone_of([0] * PILES)
            random_deal(zone, other, 5, rng)
            drawn += zones.counts(other)
        expected = 3000 * 5 * np.array(numbers) / sum(numbers)
        assert np.all(np.abs(drawn - expected) < 5 * np.sqrt(expected + 1))
