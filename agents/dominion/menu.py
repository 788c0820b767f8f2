"""A buy menu, as Provincial evolves them: thresholds for Victory cards, then slots of a card and how many to own.

A purchase is a Province if it can be paid for; a Duchy or an Estate when few Provinces are left; else the card of the
first slot that still lacks copies and can be paid for. Copies owned are charged to the earliest slots of their card.
"""

from dataclasses import replace
from enum import IntEnum
from typing import Annotated, NamedTuple

from agents.dominion.buying import gains_for_itself, greens
from agents.dominion.cards import copies, most
from agents.dominion.short_term import by_habit, with_habits
from engine.dominion.actions import NO, encode
from engine.dominion.content import PUBLISHED, find_kingdom, read_cards
from engine.dominion.params import load_cards
from engine.dominion.zones import PILES
from engine.errors import InputError
from engine.jit import jit
from engine.space import Choice, Range, Steps, When, knobs_of
from engine.workspace import Needs, unpack

CARDS = read_cards(PUBLISHED, 1)
NUMBERS = {card.name.upper().replace(" ", "_"): i for i, card in enumerate(CARDS, 1)}
Ware = IntEnum("Ware", {"NOTHING": 0} | NUMBERS)  # type: ignore[misc]
Ware.__doc__ = "A card by its name; the number is its place in the file of cards, from 1."
EVERY_CARD = tuple(ware for ware in Ware if ware)
NOTHING, SILVER, GOLD = Ware["NOTHING"], Ware["SILVER"], Ware["GOLD"]
PLAIN = ("Copper", "Curse", "Estate", "Duchy", "Province")  # the thresholds are for these, or nothing is


def wares(low: int, high: int) -> Choice:
    """Nothing, or a card of that cost: what a slot is searched over. By hand it takes any card."""
    fitting = [Ware(i) for i, card in enumerate(CARDS, 1) if low <= card.cost <= high and card.name not in PLAIN]
    return Choice((NOTHING, *fitting), accepts=(NOTHING, *EVERY_CARD))


Dear = Annotated[Ware, wares(5, 11), "card of a slot"]
Middle = Annotated[Ware, wares(3, 5), "card of a slot"]
Cheap = Annotated[Ware, wares(0, 5), "card of a slot"]
Cheapest = Annotated[Ware, wares(0, 2), "card of a slot"]
COUNTS, COPIES = Steps((1, 2, 3, 4, 6, 8, 12, 99), accepts=(0, 99)), "copies to own by this slot; 99: any number"


@with_habits
class Params(NamedTuple):
    """The slots in their order, by the template of Provincial; without more it is Big Money that turns to points."""

    card_1: Dear = NOTHING
    count_1: Annotated[int, COUNTS, When("card_1", EVERY_CARD), COPIES] = 1
    card_2: Dear = NOTHING
    count_2: Annotated[int, COUNTS, When("card_2", EVERY_CARD), COPIES] = 1
    card_3: Dear = GOLD
    count_3: Annotated[int, COUNTS, When("card_3", EVERY_CARD), COPIES] = 99
    card_4: Middle = NOTHING
    count_4: Annotated[int, COUNTS, When("card_4", EVERY_CARD), COPIES] = 1
    card_5: Middle = NOTHING
    count_5: Annotated[int, COUNTS, When("card_5", EVERY_CARD), COPIES] = 1
    card_6: Cheap = NOTHING
    count_6: Annotated[int, COUNTS, When("card_6", EVERY_CARD), COPIES] = 1
    card_7: Cheap = NOTHING
    count_7: Annotated[int, COUNTS, When("card_7", EVERY_CARD), COPIES] = 1
    card_8: Cheap = NOTHING
    count_8: Annotated[int, COUNTS, When("card_8", EVERY_CARD), COPIES] = 1
    card_9: Middle = SILVER
    count_9: Annotated[int, COUNTS, When("card_9", EVERY_CARD), COPIES] = 99
    card_10: Cheapest = NOTHING
    count_10: Annotated[int, COUNTS, When("card_10", EVERY_CARD), COPIES] = 1
    duchy_at: Annotated[int, Range(0, 8, accepts=(0, 18)), "buy Duchies when so few Provinces are left"] = 4
    estate_at: Annotated[int, Range(0, 8, accepts=(0, 18)), "buy Estates when so few Provinces are left"] = 2


SLOTS = sum(name.startswith("card_") for name in Params._fields)


def needs(params, budget, max_actions):
    """No memory: it does not look ahead."""
    return Needs()


def supply_of(rule_params, where) -> list[Ware]:
    """The cards that can be in the supply under these rules."""
    cards = load_cards(rule_params)
    if [card.name for card in cards[: len(CARDS)]] != [card.name for card in CARDS]:
        raise InputError(f"{where}: a menu names the published cards; the file {rule_params.cards} has others")
    kingdom = find_kingdom(rule_params.kingdom, cards, "dominion kingdom")
    return [Ware(i + 1) for i, card in enumerate(cards[: len(CARDS)]) if i in kingdom or card.group == "basic"]


def domains(rule_params) -> dict[str, Choice]:
    """What the slots are searched over in a kingdom: those of their cards that can be in the supply."""
    there = {NOTHING, *supply_of(rule_params, "menu")}
    slots = {name: knob.domain for name, knob in knobs_of(Params).items() if isinstance(knob.domain, Choice)}
    return {
        name: replace(slot, values=tuple(ware for ware in slot.values if ware in there))
        for name, slot in slots.items()
        if slot.accepts == (NOTHING, *EVERY_CARD)
    }


def check(params, rule_params, where):
    """Refuse a menu with a card that cannot be in the supply."""
    supply = supply_of(rule_params, where)
    for slot in range(1, SLOTS + 1):
        ware = getattr(params, f"card_{slot}")
        if ware and getattr(params, f"count_{slot}") and ware not in supply:
            there = ", ".join(sorted(card.name.lower() for card in supply))
            raise InputError(f"{where}: card_{slot} = {ware.name.lower()} is not in the supply; there are {there}")


def menu_text(params: Params) -> str:
    """A menu as Provincial writes it: `e2-d4-p8-gold@99|market@1|silver@99`."""
    slots = [(getattr(params, f"card_{i}"), getattr(params, f"count_{i}")) for i in range(1, SLOTS + 1)]
    names = [f"{ware.name.lower()}@{count}" for ware, count in slots if ware and count]
    return f"e{params.estate_at}-d{params.duchy_at}-p8-" + "|".join(names)


@jit
def from_slots(rules, state, player, options, knobs):
    """The card of the first slot that lacks copies and can be had, or NO."""
    for slot in range(SLOTS):
        card, wanted = int(knobs[2 * slot]) - 1, int(knobs[2 * slot + 1])
        pile = pile_of(state, card)
        if pile == NO or not (options >> pile) & 1:
            continue
        for earlier in range(slot):
            if int(knobs[2 * earlier]) - 1 == card:
                wanted += int(knobs[2 * earlier + 1])
        if copies(state, player, pile) < wanted:
            return pile
    return NO


@jit
def pile_of(state, card):
    """The pile of a card, or NO."""
    for pile in range(PILES):
        if state.cards[pile] == card:
            return pile
    return NO


def act(rules, state, workspace):
    """A purchase by the menu, anything else by habit."""
    if not gains_for_itself(state):
        return by_habit(rules, state, workspace.knobs)
    p = unpack(Params, workspace.knobs)
    options = int(state.options)
    pile = greens(state, options, p.duchy_at, p.estate_at)
    if pile == NO:
        pile = from_slots(rules, state, int(state.to_move), options, workspace.knobs)
    if pile == NO and not (options >> NO) & 1:
        pile = most(rules, state, options)
    return encode(state.ask, pile)
