"""Menus as Provincial evolves them: made from its template, changed by its mutations."""

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from agents.catalog import PlayerSpec, player_spec
from agents.dominion.menu import CARDS, GOLD, NOTHING, SILVER, Params, Ware, menu_text, supply_of
from engine.catalog import find_game

GAME = find_game("dominion")
ANY = 99  # as many as there are: such a slot keeps its card
MOST_COUNT, MOST_THRESHOLD = 12, 8
RANGES = ((5, 11), (5, 11), (5, 11), (3, 5), (3, 5), (0, 5), (0, 5), (0, 5), (3, 5), (0, 2))  # costs, by slot
TWINS = [
    (i, j) for i, j in combinations(range(len(RANGES)), 2) if RANGES[i] == RANGES[j]
]  # slots that may change places


class Slot(NamedTuple):
    """A card and how many of it to own."""

    card: Ware
    copies: int


class Menu(NamedTuple):
    """Slots in their order, and when to turn to points."""

    slots: tuple[Slot, ...]
    duchy_at: int = 4
    estate_at: int = 2

    @property
    def text(self) -> str:
        """The menu as Provincial writes it."""
        return menu_text(self.player.params)

    @property
    def bought(self) -> tuple[Slot, ...]:
        """The slots that buy something."""
        return tuple(slot for slot in self.slots if slot.card != NOTHING and slot.copies > 0)

    @property
    def player(self) -> PlayerSpec:
        """The player who buys by the menu."""
        slots = {name: value for i, slot in enumerate(self.slots, 1) for name, value in slot_knobs(i, slot)}
        return player_spec("menu", {**EMPTY, **slots, "duchy_at": self.duchy_at, "estate_at": self.estate_at}, GAME)

    @property
    def cards(self) -> tuple[Ware, ...]:
        """The cards of those slots, in their order."""
        return tuple(slot.card for slot in self.bought)

    def kingdom_cards(self) -> frozenset[Ware]:
        """The cards of the kingdom that it buys."""
        return frozenset(self.cards) - {GOLD, SILVER}


def slot_knobs(i: int, slot: Slot) -> list[tuple[str, Any]]:
    """A slot as knobs of the player."""
    return [(f"card_{i}", slot.card), (f"count_{i}", slot.copies)]


EMPTY = dict(knob for i in range(1, len(RANGES) + 1) for knob in slot_knobs(i, Slot(NOTHING, 0)))


def menu_of(params: Params) -> Menu:
    """The menu of a player."""
    slots = [Slot(getattr(params, f"card_{i}"), getattr(params, f"count_{i}")) for i in range(1, len(RANGES) + 1)]
    return Menu(tuple(slots), params.duchy_at, params.estate_at)


class Kingdom:
    """The cards that menus of a kingdom are made of."""

    def __init__(self, rule_params: Any) -> None:
        plain = {"Copper", "Curse", "Estate", "Duchy", "Province"}
        self.cards = [ware for ware in supply_of(rule_params, "provincial") if CARDS[ware - 1].name not in plain]
        self.kingdom = [ware for ware in self.cards if ware not in (GOLD, SILVER)]

    def fitting(self, low: int, high: int) -> list[Ware]:
        """The cards in a range of costs; a range without any takes a Silver."""
        return [ware for ware in self.cards if low <= cost_of(ware) <= high] or [SILVER]

    def template(self) -> Menu:
        """Gold and Silver, and random cards of which it buys one or none."""
        slots = [Slot(random.choice(self.fitting(*span)), random.randrange(2)) for span in RANGES]
        slots[0] = slots[1] = Slot(GOLD, 0)
        slots[2], slots[8] = Slot(GOLD, ANY), Slot(SILVER, ANY)
        return Menu(tuple(slots))

    def mutant(self, menu: Menu) -> Menu:
        """The menu changed once, and again with probability 0.7 each time."""
        menu = self.changed(menu)
        while random.random() < 0.7:
            menu = self.changed(menu)
        return menu

    def changed(self, menu: Menu) -> Menu:
        """One mutation of thresholds, counts, cards and order, each with its probability."""
        slots = list(menu.slots)
        free = [i for i, slot in enumerate(slots) if slot.copies != ANY]
        if random.random() < 0.7:
            i = random.choice(free)
            slots[i] = slots[i]._replace(copies=new_count(slots[i].copies))
        for _ in range(2):
            if random.random() < 0.6:
                i = random.choice(free)
                count = 1 if random.random() < 0.5 else slots[i].copies
                slots[i] = Slot(random.choice(self.fitting(*RANGES[i])), count)
        if random.random() < 0.5:
            i, j = random.choice(TWINS)
            slots[i], slots[j] = slots[j], slots[i]
        return Menu(tuple(slots), moved(menu.duchy_at), moved(menu.estate_at))


def new_count(count: int) -> int:
    """Another number of copies: none, a few more or fewer, or many."""
    kind = random.random()
    most = 0 if kind < 0.2 else 2 if kind < 0.7 else MOST_COUNT
    shift = random.randint(1, most) * random.choice((-1, 1)) if most else -count
    return min(MOST_COUNT, max(0, count + shift))


def moved(threshold: int) -> int:
    """One more or less with probability 0.1."""
    return min(MOST_THRESHOLD, max(0, threshold + (random.choice((-1, 1)) if random.random() < 0.1 else 0)))


def without(menu: Menu, card: Ware) -> Menu:
    """The menu that does not buy a card."""
    return menu._replace(slots=tuple(Slot(NOTHING, 0) if slot.card == card else slot for slot in menu.slots))


def with_one_more(menu: Menu, card: Ware) -> Sequence[Menu]:
    """The menus with one slot of the card, one copy or two, put wherever it can be bought.

    That is nowhere behind a slot that takes any number of a card that is not dearer. The last slot gives way if all
    are in use.
    """
    slots = menu.bought
    ahead = [i for i, slot in enumerate(slots) if slot.copies == ANY and cost_of(slot.card) <= cost_of(card)]
    places = range(min(ahead, default=len(slots)) + 1)
    made = [(*slots[:i], Slot(card, n), *slots[i:])[: len(RANGES)] for i in places for n in (1, 2)]
    return [menu._replace(slots=slots) for slots in made if any(slot.card == card for slot in slots)]


def cost_of(card: Ware) -> int:
    """The cost of a card."""
    return CARDS[card - 1].cost
