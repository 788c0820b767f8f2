"""Cards and nobles: published, from a CSV file, or generated for other numbers of colours and decks."""

import csv
import functools
import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from engine.errors import InputError
from engine.reading import cell, read_rows
from engine.splendor.lanes import COLOURS
from engine.splendor.state import DECK_CARDS, MOST_CARDS, NOBLE_TILES

HERE = Path(__file__).parent
LARGEST = 15  # of any single number in a file


class Card(NamedTuple):
    """A development card; its level is its deck, from 1."""

    level: int
    bonus: int
    points: int
    cost: tuple[int, ...]


class Noble(NamedTuple):
    """A noble tile and the bonuses it wants."""

    points: int
    cost: tuple[int, ...]


class Content(NamedTuple):
    """Everything that is printed rather than ruled. Cards are sorted by level."""

    cards: tuple[Card, ...]
    nobles: tuple[Noble, ...]


def read_table(path: Path, first: Sequence[str], colours: int) -> list[tuple[str, dict[str, str]]]:
    """The rows of a CSV file with the place of each, its header checked."""
    return read_rows(path, [*first, *COLOURS[:colours]], f"for {colours} colours ")


def read_cards(path: Path, colours: int, decks: int) -> tuple[Card, ...]:
    """Cards of a CSV file: level, bonus, points, cost by colour."""
    cards = []
    for place, row in read_table(path, ("level", "bonus", "points"), colours):
        level = cell(row["level"], f"{place}, column level", 0, LARGEST)
        if not 1 <= level <= decks:
            raise InputError(f"{place}, column level: found {level}, there are decks 1 to {decks}")
        if row["bonus"] not in COLOURS[:colours]:
            raise InputError(f"{place}, column bonus: found {row['bonus']!r}, it takes {', '.join(COLOURS[:colours])}")
        cost = tuple(cell(row[colour], f"{place}, column {colour}", 0, LARGEST) for colour in COLOURS[:colours])
        points = cell(row["points"], f"{place}, column points", 0, LARGEST)
        cards.append(Card(level, COLOURS.index(row["bonus"]), points, cost))
    for level in range(1, decks + 1):
        size = sum(card.level == level for card in cards)
        if not 1 <= size <= DECK_CARDS:
            raise InputError(f"{path}: deck {level} has {size} cards, 1 to {DECK_CARDS} are possible")
    if len(cards) > MOST_CARDS:
        raise InputError(f"{path}: {len(cards)} cards, at most {MOST_CARDS} are possible")
    return tuple(sorted(cards, key=lambda card: card.level))


def read_nobles(path: Path, colours: int) -> tuple[Noble, ...]:
    """Nobles of a CSV file: points, bonuses wanted by colour."""
    nobles = []
    for place, row in read_table(path, ("points",), colours):
        cost = tuple(cell(row[colour], f"{place}, column {colour}", 0, LARGEST) for colour in COLOURS[:colours])
        nobles.append(Noble(cell(row["points"], f"{place}, column points", 0, LARGEST), cost))
    if len(nobles) > NOBLE_TILES:
        raise InputError(f"{path}: {len(nobles)} nobles, at most {NOBLE_TILES} are possible")
    return tuple(nobles)


@functools.cache
def published() -> Content:
    """The published game's 90 cards and 10 nobles."""
    return Content(read_cards(HERE / "cards.csv", 5, 3), read_nobles(HERE / "nobles.csv", 5))


def generate(colours: int, decks: int, seed: int) -> Content:
    """Content for any number of colours and decks, modelled on the published one; the same seed gives the same cards.

    The published decks are families of one card per colour that share their points and the numbers in their cost. A new
    deck takes families of the published level that it corresponds to and turns each through all colours: cost totals,
    points and number of colours in a cost follow the model, and every colour costs the same in total.
    """
    rng = random.Random(f"{colours} {decks} {seed}")
    families = published_families()
    cards = []
    for deck in range(decks):
        height = 2 * deck / (decks - 1) if decks > 1 else 1.0
        rows = max(2, round((8 - 2 * height) * 5 / colours))
        for points, parts in pick_families(families, height, decks, rows, rng):
            places = rng.sample(range(colours), min(len(parts), colours))
            numbers = fit(parts, colours)
            for bonus in range(colours):
                cost = [0] * colours
                for place, amount in zip(places, numbers, strict=True):
                    cost[(bonus + place) % colours] = amount
                cards.append(Card(deck + 1, bonus, points, tuple(cost)))
    return Content(tuple(cards), tuple(generated_nobles(colours)))


def published_families() -> dict[int, list[tuple[int, tuple[int, ...]]]]:
    """By level: points and the numbers of a cost, once for each family of five."""
    shapes: dict[int, list[tuple[int, tuple[int, ...]]]] = {1: [], 2: [], 3: []}
    for card in published().cards:
        if card.bonus == 0:
            shapes[card.level].append((card.points, tuple(sorted((n for n in card.cost if n), reverse=True))))
    return shapes


def pick_families(families, height, decks, rows, rng):
    """`rows` families for a deck at `height` 0..2 of the published levels 1..3, none twice while there are others."""
    level = min(2, int(height)) + 1
    pool = list(families[level])
    if decks == 1:
        pool = [family for level in families for family in families[level]]
    elif height != int(height):
        share = height - int(height)
        pool = rng.sample(pool, round(len(pool) * (1 - share))) + rng.sample(
            families[level + 1], round(len(families[level + 1]) * share)
        )
    chosen: list = []
    while len(chosen) < rows:
        chosen += rng.sample(pool, min(len(pool), rows - len(chosen)))
    return chosen


def fit(parts: tuple[int, ...], colours: int) -> list[int]:
    """The numbers of a cost on at most `colours` colours: the smallest are added together."""
    numbers = list(parts)
    while len(numbers) > colours:
        numbers = sorted([*numbers[:-2], numbers[-2] + numbers[-1]], reverse=True)
    return numbers


def generated_nobles(colours: int) -> list[Noble]:
    """Nobles that want 4+4, 3+3+3 and, where colours are few, 5+3 bonuses of neighbouring colours; at least ten."""
    wishes: list[tuple[int, ...]] = []
    for pattern in ((4, 4), (3, 3, 3), (5, 3), (3, 5), (4, 2, 2)):
        for start in range(colours):
            wish = [0] * colours
            for i, amount in enumerate(pattern):
                wish[(start + i) % colours] = amount
            if tuple(wish) not in wishes:
                wishes.append(tuple(wish))
        if len(wishes) >= 10:
            break
    return [Noble(3, wish) for wish in wishes]


def write(content: Content, folder: Path, colours: int) -> None:
    """Write cards.csv and nobles.csv as they are read."""
    names = COLOURS[:colours]
    folder.mkdir(parents=True, exist_ok=True)
    cards = [[card.level, names[card.bonus], card.points, *card.cost] for card in content.cards]
    nobles = [[noble.points, *noble.cost] for noble in content.nobles]
    for name, header, rows in (("cards", ["level", "bonus"], cards), ("nobles", [], nobles)):
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([[*header, "points", *names], *rows])
