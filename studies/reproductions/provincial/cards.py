"""Which cards matter: a tuned menu with and without each card of its kingdom, in all recommended kingdoms."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from agents.dominion.menu import CARDS, Ware
from engine.dominion.content import POOLS, RECOMMENDED
from studies.farm.local import LocalFarm
from studies.play.deals import CONFIRM, RACE, stream_seed
from studies.play.setup import GameSetup, prepare_game
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.provincial.bench import Bench, rate_row
from studies.reproductions.provincial.evolution import Evolution
from studies.reproductions.provincial.menus import GAME, Kingdom, Menu, with_one_more, without
from studies.reproductions.rows import Row
from studies.spec.study import GamePart, SourcePart

ALL_BASE = tuple(RECOMMENDED)[:5]  # ten cards of the base set; the others have those of Intrigue
KINGDOMS = {"base": ALL_BASE, "intrigue": tuple(name for name in RECOMMENDED if name not in ALL_BASE)}
GENERATIONS = 8
JUDGED, TRIED = 20_000, 2000  # games of a menu; and of one that may be the best with a card


class Trial(NamedTuple):
    """A card in one kingdom: what the menu wins with it and without it, game by game."""

    card: Ware
    bought: bool  # by the tuned menu as it is
    with_it: np.ndarray
    without: np.ndarray


def trials(leaders: Sequence[Menu], kingdom: Kingdom, table: Bench, order: Order) -> Iterator[Trial]:
    """The best leader with and without each card of the kingdom, against all leaders on fresh deals."""
    menu, stream, games = leaders[0], stream_seed(order.seed, CONFIRM), order.games(JUDGED)
    as_it_is = table.rates([menu], leaders, stream, games)[0]
    for card in kingdom.kingdom:
        bought = card in menu.kingdom_cards()
        other = without(menu, card) if bought else best_with(card, leaders, table, order)
        wins = table.rates([other], leaders, stream, games)[0]
        yield Trial(card, True, as_it_is, wins) if bought else Trial(card, False, wins, as_it_is)


def best_with(card: Ware, leaders: Sequence[Menu], table: Bench, order: Order) -> Menu:
    """Of the best leader's menus with one more slot, for this card, the one that wins most."""
    tried = with_one_more(leaders[0], card)
    wins = table.rates(tried, leaders, stream_seed(order.seed, RACE), order.games(TRIED))
    return tried[int(wins.mean(axis=1).argmax())]


def card_rows(card: Ware, found: Sequence[Trial]) -> list[Row]:
    """A card over all its kingdoms, with it and without."""
    menus_with = sum(trial.bought for trial in found)
    name = f"{CARDS[card - 1].name} (bought in {menus_with} of {len(found)})"
    with_it, without_it = (np.concatenate(wins) for wins in zip(*(trial[2:] for trial in found), strict=True))
    return [rate_row(name, "with", with_it), rate_row(name, "without", without_it)]


def measure(order: Order) -> Measured:
    """All cards of the set that the rules draw from."""
    group = order.prepared.params.kingdom
    found: list[Trial] = []
    tuned, games = [], 0
    with LocalFarm() as farm:
        for name in KINGDOMS[group]:
            setup = GameSetup(GAME.name, name)
            kingdom = Kingdom(prepare_game(setup).params)
            search, table = Evolution(setup, kingdom, farm, order.seed), Bench(setup, farm)
            leaders = [leader.menu for leader in search.run(order.games(GENERATIONS))]
            found += trials(leaders, kingdom, table, order)
            tuned.append(f"{name}: `{leaders[0].text}`")
            games += search.games + table.games
    of_set = [Ware(i) for i, card in enumerate(CARDS, 1) if card.group == group]
    rows = [row for ware in of_set for row in card_rows(ware, [trial for trial in found if trial.card == ware])]
    return Measured(rows, games, note="The tuned menus: " + "; ".join(tuned) + ".")


MEASUREMENTS = [
    Measurement(
        "provincial",
        f"cards-{group}",
        GamePart(name=GAME.name, preset=group),
        SourcePart(
            question=f"Which cards of {'the base set' if group == 'base' else 'Intrigue'} matter? Win rates of a tuned "
            "menu with and without each of them, against the five leaders that it was tuned among "
            f"({GENERATIONS} generations), over the recommended kingdoms {', '.join(f'`{name}`' for name in names)}; "
            f"{JUDGED:,} games for each card and kingdom. Where the tuned menu does not buy the card it gets one more "
            "slot for it, in the place where it wins most.",
            show=["with", "without"],
            means="Laboratory, Witch and Militia are missed most; a Remodel or a Workshop more does most harm."
            if group == "base"
            else "Torturer, Masquerade and Swindler are missed most; a Baron or a Duke more does most harm.",
        ),
        measure,
    )
    for group, names in zip(POOLS, KINGDOMS.values(), strict=True)
]
