"""The rule parameters of 7 Wonders (A1-A20: rulings on what the rulebook leaves open) and the record they make."""

import shutil
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache, partial
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np

from engine.copying import fresh
from engine.errors import refuse_misfit
from engine.game import NONE
from engine.sevenwonders import content
from engine.sevenwonders.boards import Setup, draw_setups, read_setups
from engine.sevenwonders.content import AGES, HERE, MOST_COPIES, MOST_STAGES, Card, Content, Effect, NamedSides
from engine.sevenwonders.state import (
    COINS,
    HAND,
    MOST_PLAYERS,
    MOST_SETUPS,
    NOTHING,
    RULES,
    SEVENTH_CARD,
    SEVENTH_LATER,
)
from engine.sevenwonders.tables import deck_sizes, fill_trade, most_splits, tables
from engine.space import File, Range, Steps, Within


class Payment(IntEnum):
    """Who is paid when both neighbours could be, for the same smallest sum (A2)."""

    CHANCE = 0  # a bit of the game's own chance prefers one side
    LEFT = 1
    RIGHT = 2
    CHOOSE = 3  # the buyer: every division that is not worse for both purses is a move of its own


class Sides(IntEnum):
    """The side of boards (A15)."""

    A = 0
    B = 1
    DRAWN = 2


class Tie(IntEnum):
    """Who wins when points and coins are equal (A13)."""

    SHARED = 0
    CHANCE = 1  # one of them


class Params(NamedTuple):
    """Rules and content; the defaults are the published game and the rulings."""

    players: Annotated[int, Steps((3, 4, 5, 6, 7)), "number of players"] = 3
    sides: Annotated[Sides, "side of the boards, where `boards` does not say it (A15)"] = Sides.A
    boards: Annotated[str, "boards by seat: Giza B / any / Rhodos; several set-ups, one a deal, with ; between"] = ""
    setups: Annotated[int, Within(0, MOST_SETUPS), "set-ups of boards drawn once, one a deal; 0: drawn anew"] = 0
    setup_seed: Annotated[int, Within(0, 10**9), "which of all set-ups these are"] = 1
    start_coins: Annotated[int, Range(0, 12, accepts=(0, 100)), "coins at the start"] = 3
    discard_coins: Annotated[int, Range(0, 9, accepts=(0, 100)), "coins for a discarded card"] = 3
    price: Annotated[int, Range(1, 5, accepts=(1, 9)), "coins for a unit bought from a neighbour"] = 2
    reduced_price: Annotated[
        int, Range(0, 4, accepts=(0, 9)), "coins for a unit that a card or stage makes cheaper"
    ] = 1
    coins_per_point: Annotated[int, Range(1, 9, accepts=(1, 100)), "coins that are worth a point at the end"] = 3
    victory_1: Annotated[int, Range(0, 9, accepts=(0, 50)), "points for a conflict won in age I"] = 1
    victory_2: Annotated[int, Range(0, 9, accepts=(0, 50)), "points for a conflict won in age II"] = 3
    victory_3: Annotated[int, Range(0, 9, accepts=(0, 50)), "points for a conflict won in age III"] = 5
    defeat: Annotated[int, Range(0, 5, accepts=(0, 50)), "points that a lost conflict takes away"] = 1
    extra_guilds: Annotated[int, Range(2, 5, accepts=(0, 20)), "guilds in age III beyond the number of players"] = 2
    science_set: Annotated[int, Range(0, 14, accepts=(0, 50)), "points for a set of the three symbols"] = 7
    payment: Annotated[Payment, "who is paid when both neighbours could be (A2)"] = Payment.CHANCE
    names_across_ages: Annotated[bool, "cards of one name exclude each other across ages as well (A4)"] = True
    chain_same_age: Annotated[bool, "a card recovered in this age already makes others free (A5)"] = True
    seventh_at_once: Annotated[bool, "the right to play the last card counts in the turn that brings it (A6)"] = True
    babylon_first: Annotated[bool, "last cards are played before a card is recovered; false: after (A7)"] = True
    may_decline: Annotated[bool, "a card need not be recovered (A8)"] = True
    copy_counts_itself: Annotated[bool, "a copied guild that counts guilds counts itself (A9)"] = True
    copy_science: Annotated[bool, "a copied guild can give its symbol (A10)"] = True
    free_build_always: Annotated[bool, "the free build is offered for cards that cost nothing as well (A12)"] = False
    tie: Annotated[Tie, "who wins when points and coins are equal (A13)"] = Tie.SHARED
    may_discard: Annotated[bool, "a card that could be built or used may be discarded (A20)"] = True
    decision_limit: Annotated[
        int, Range(20, 300, accepts=(1, 100_000)), "decisions after which the game is stopped, at the end of a turn"
    ] = 300
    cards: Annotated[str, File(), "a CSV file of cards to play with"] = ""
    wonders: Annotated[str, File(), "a CSV file of wonder boards"] = ""


SCALARS = [name for name in RULES.names or () if name in Params._fields and name != "price"]
PRESETS = {
    "sevenwonders": Params(),
    "both-sides": Params(sides=Sides.DRAWN),
    "paper": Params(tie=Tie.CHANCE),  # Robilliard and Fonlupt (2015): three players, one winner a game
}
ODD_RULES = (
    {"players": 4, "sides": "drawn", "payment": "choose"},
    {"players": 7, "sides": "b", "price": 1, "reduced_price": 0},
    {"boards": "Babylon B / Halikarnassos B / Olympia A", "start_coins": 30, "babylon_first": False},
    {"boards": "Olympia B / Halikarnassos A / any", "start_coins": 30, "may_discard": False, "may_decline": False},
    {"players": 4, "setups": 3, "sides": "drawn"},
    {"players": 5, "extra_guilds": 4, "free_build_always": True, "boards": "Olympia A / any / any / any / any"},
)


def max_actions(params: Params) -> int:
    """The longest list of legal actions: a hand with every way to play each card, or the whole discard pile."""
    stuff = content.load(params.cards, params.wonders)
    return max(HAND * (2 * splits(params, stuff) + 2), len(stuff.cards) + 1)


def splits(params: Params, stuff: Content) -> int:
    """The most ways to divide one payment between the neighbours."""
    return most_splits(stuff.cards, stuff.sides) if params.payment == Payment.CHOOSE else 1


def write_content(params: Params, folder: Path) -> None:
    """The cards and boards of these parameters as CSV files."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(params.cards or HERE / "cards.csv", folder / "cards.csv")
    shutil.copyfile(params.wonders or HERE / "wonders.csv", folder / "wonders.csv")


# What is counted in lanes of a byte, and the most that fits; goods are added up over three cities, each with its start.
COUNTED = {"shields": 255, "points of blue cards": 255, "units of goods": 255 // 3 - 1}


def amounts(effect: Effect, colour: str) -> tuple[int, ...]:
    """What a card or a stage adds to each of them."""
    blue = effect.points.each if colour == "blue" and effect.points and not effect.points.things else 0
    return effect.shields, blue, len(effect.make) + len(effect.private)


@lru_cache(maxsize=16)
def most_in_city(cards: tuple[Card, ...], sides: NamedSides) -> tuple[int, ...]:
    """The most of each that one city can have: by all cards that a player holds or recovers, and all stages."""
    of_cards = np.sort([amounts(card.effect, card.colour) for card in cards], axis=0)[::-1]
    of_sides = [np.sum([amounts(stage.effect, "") for stage in side.stages], axis=0) for _, side in sides]
    return tuple((of_cards[: AGES * HAND + MOST_STAGES].sum(axis=0) + np.max(of_sides, axis=0)).tolist())


def check(params: Params, stuff: Content, setups: Sequence[Setup]) -> None:
    """Refuse parameter sets that cannot be set up or played."""
    refuse = partial(refuse_misfit, "sevenwonders", params)
    n, boards = params.players, len(stuff.boards)
    refuse(not 3 <= n <= MOST_PLAYERS, "players", f"3 to {MOST_PLAYERS} can play")
    refuse(n > boards, "players", f"there are {boards} boards")
    refuse(len(setups) > MOST_SETUPS, "boards", f"at most {MOST_SETUPS} set-ups are possible")
    refuse(params.setups > 0 and len(setups) > 1, "setups", "boards has several already")
    for seats in setups:
        refuse(len(seats) != n, "boards", f"it names {len(seats)} seats, there are {n} players")
        fixed = [board for board, _ in seats if board != NONE]
        refuse(len(set(fixed)) < len(fixed), "boards", "there is only one of each board")
    refuse(params.reduced_price > params.price, "reduced_price", f"price is {params.price}")
    decks = deck_sizes(stuff.cards, n)
    guilds = sum(there for _, there in decks)
    refuse(n + params.extra_guilds > guilds, "extra_guilds", f"{n + params.extra_guilds} guilds, there are {guilds}")
    for age, (certain, there) in enumerate(decks, 1):
        drawn = n + params.extra_guilds if there else 0
        wanted = f"age {age} has {certain + drawn} cards for {n} players, {HAND * n} are dealt"
        refuse(certain + drawn < HAND * n, "extra_guilds" if drawn else "cards", wanted)
        copies = certain + there
        refuse(copies > MOST_COPIES, "cards", f"age {age} has {copies} cards, at most {MOST_COPIES} are possible")
    for (what, most), found in zip(COUNTED.items(), most_in_city(stuff.cards, stuff.sides), strict=True):
        refuse(found > most, "cards", f"a city could have {found} {what}, at most {most} are possible")
    refuse(sum(there > 0 for _, there in decks) > 1, "cards", "guilds stand in more than one age")


def prepare(params: Params) -> np.record:
    """The rules record that every verb reads."""
    stuff = content.load(params.cards, params.wonders)
    setups: Sequence[Setup] = read_setups(params.boards, params.players, list(stuff.boards))
    check(params, stuff, setups)
    if params.setups:
        side = NONE if params.sides == Sides.DRAWN else int(params.sides)
        setups = draw_setups(setups[0], params.setups, len(stuff.boards), side, params.setup_seed)
    rules = fresh(tables(stuff.cards, stuff.sides, params.players, params.names_across_ages))
    for name in SCALARS:
        rules[name] = getattr(params, name)
    rules.price[:] = params.price, params.reduced_price
    fill_trade(rules, params.price, params.reduced_price)
    rules.victory[:] = params.victory_1, params.victory_2, params.victory_3
    rules.most_splits = splits(params, stuff)
    rules.plain_ways = params.may_discard and params.payment != Payment.CHOOSE
    rules.n_setups, seats = len(setups), np.array(setups)
    rules.seat_board[: len(setups), : params.players] = seats[..., 0]
    rules.seat_side[: len(setups), : params.players] = seats[..., 1]
    rules.gives[NOTHING, COINS] = params.discard_coins  # what is built by discarding a card
    rules.start[: len(stuff.sides), COINS] = params.start_coins
    if not params.seventh_at_once:
        rules.gives_powers[rules.gives_powers & SEVENTH_CARD != 0] ^= SEVENTH_CARD | SEVENTH_LATER
    for age, (certain, there) in enumerate(deck_sizes(stuff.cards, params.players)):
        drawn = min(params.players + params.extra_guilds, there)
        rules.guilds_left[age], rules.surplus[age] = there - drawn, certain + drawn - HAND * params.players
    return rules
