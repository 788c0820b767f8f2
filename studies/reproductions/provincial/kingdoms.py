"""For each of five kingdoms: evolve menus, search others by NTBEA and a GA, let all play, and try every card."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from agents.catalog import find_agent
from agents.dominion.menu import GOLD, SILVER, Ware
from optimisers.catalog import make
from optimisers.optimiser import Outcome
from optimisers.space import Space, space_of
from studies.farm.local import Farm, LocalFarm
from studies.play.deals import CONFIRM, RACE, SEARCH, stream_seed
from studies.play.games import payoffs
from studies.play.jobs import Job, Opponents, evaluate
from studies.play.rates import rate_over
from studies.play.setup import GameSetup
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.provincial.evolution import GENERATIONS, Evolution
from studies.reproductions.provincial.menus import ANY, GAME, Kingdom, Menu, Slot, menu_of, with_one_more, without
from studies.reproductions.rows import WIN_RATE, Row
from studies.spec.study import GamePart, SourcePart

KINGDOMS = ("first-game", "big-money", "village-square", "secret-schemes", "hand-madness")
EVALUATIONS, A_TRIAL = 2000, 500  # of NTBEA and of the GA; games of each
JUDGED, TRIED = 20_000, 2000  # games of a pair; and of a menu that may be the best with a card
IN_FLIGHT = 8
TEMPLATE = Menu((Slot(GOLD, ANY), Slot(SILVER, ANY)))
PUBLISHED = {  # what four generations of the original found (measured with its own program)
    "first-game": Menu((Slot(GOLD, ANY), Slot(Ware["MILITIA"], 2), Slot(Ware["MARKET"], 1), Slot(SILVER, ANY)), 5)
}


class Bench:
    """Where menus of a kingdom play, and how many games they have played."""

    def __init__(self, setup: GameSetup, farm: Farm) -> None:
        self.setup, self.farm, self.games = setup, farm, 0

    def rates(self, menus: Sequence[Menu], rivals: Sequence[Menu], stream: int, games: int) -> np.ndarray:
        """Menu x game: what each wins against the rivals in turn, all on the same deals."""
        share = max(2, games // len(rivals) // 2 * 2)
        jobs = [
            [Job(self.setup, menu.player, Opponents((rival.player,)), stream, 0, share, 2) for rival in rivals]
            for menu in menus
        ]
        played = [[self.farm.submit(evaluate, job) for job in row] for row in jobs]
        self.games += len(menus) * len(rivals) * share
        return np.array([np.concatenate([payoffs(future.result(), 2) for future in row]) for row in played])


def searched(name: str, space: Space, bench: Bench, order: Order) -> Menu:
    """What an optimiser finds against the template."""
    evaluations = order.games(EVALUATIONS)
    optimiser, stream = make(name, space, order.seed, evaluations, {}, A_TRIAL), stream_seed(order.seed, SEARCH)
    for first in range(0, evaluations, IN_FLIGHT):
        candidates = optimiser.ask(min(IN_FLIGHT, evaluations - first))
        menus = [menu_from(candidate.values) for candidate in candidates]
        for candidate, wins in zip(candidates, bench.rates(menus, [TEMPLATE], stream, A_TRIAL), strict=True):
            optimiser.tell(candidate, Outcome(wins))
    return menu_from(optimiser.recommend().values)


def menu_from(values: Mapping[str, Any]) -> Menu:
    """The menu of a point of the space."""
    return menu_of(find_agent("menu").params(values, GAME, "menu"))


def space_in(rule_params: Any) -> Space:
    """The slots and thresholds of menus in a kingdom."""
    knobs = find_agent("menu").knobs(GAME, rule_params)
    return space_of(knobs, [name for name in knobs if name.startswith(("card_", "count_")) or name.endswith("y_at")])


def contest(entrants: Mapping[str, Menu], bench: Bench, order: Order) -> list[Row]:
    """Everybody against everybody; what each wins of all its games."""
    stream, games = stream_seed(order.seed, CONFIRM), order.games(JUDGED)
    results: dict[str, list[np.ndarray]] = {name: [] for name in entrants}
    for one, other in combinations(entrants, 2):
        wins = bench.rates([entrants[one]], [entrants[other]], stream, games)[0]
        results[one].append(wins)
        results[other].append(1 - wins)
    return [rate_row(name, WIN_RATE, np.concatenate(wins)) for name, wins in results.items()]


def card_rows(menu: Menu, rivals: Sequence[Menu], kingdom: Kingdom, bench: Bench, order: Order) -> list[Row]:
    """For each card of the kingdom: the menu with and without it, against the leaders on fresh deals."""
    rows = []
    for card in kingdom.kingdom:
        has = card in menu.kingdom_cards()
        best = menu if has else best_with(card, menu, rivals, bench, order)
        games = bench.rates([best, without(menu, card)], rivals, stream_seed(order.seed, CONFIRM), order.games(JUDGED))
        name = card.name.replace("_", " ").capitalize() + (" (in the menu)" if has else "")
        rows += [rate_row(name, figure, wins) for figure, wins in zip(("with", "without"), games, strict=True)]
    return rows


def best_with(card: Ware, menu: Menu, rivals: Sequence[Menu], bench: Bench, order: Order) -> Menu:
    """Of the menus with one more slot, for this card, the one that wins most."""
    menus = with_one_more(menu, card)
    wins = bench.rates(menus, rivals, stream_seed(order.seed, RACE), order.games(TRIED))
    return menus[int(wins.mean(axis=1).argmax())]


def rate_row(name: str, figure: str, wins: np.ndarray) -> Row:
    """A win rate over games in pairs on one deal."""
    rate = rate_over(wins.reshape(-1, 2).mean(axis=1), len(wins))
    return Row(name, figure, rate.mean, rate.low, rate.high, rate.games)


def measure(order: Order) -> Measured:
    """The strength of menus in the kingdom of the rules."""
    params = order.prepared.params
    name, setup = params.kingdom, GameSetup(GAME.name, params.kingdom)
    farm, kingdom = LocalFarm(), Kingdom(params)
    try:
        evolution = Evolution(setup, kingdom, farm, order.seed)
        leaders = [leader.menu for leader in evolution.run(order.games(GENERATIONS))]
        bench, space = Bench(setup, farm), space_in(params)
        entrants = {
            "evolved": leaders[0],
            "NTBEA": searched("ntbea", space, bench, order),
            "GA": searched("ga", space, bench, order),
            **({"published": PUBLISHED[name]} if name in PUBLISHED else {}),
            "template": TEMPLATE,
        }
        rows = contest(entrants, bench, order) + card_rows(leaders[0], leaders, kingdom, bench, order)
    finally:
        farm.close(cancel=True)
    found = [*(f"leader {i}: `{menu.text}`" for i, menu in enumerate(leaders, 1))]
    found += [f"{who}: `{menu.text}`" for who, menu in entrants.items() if who != "evolved"]
    note = f"The evolution played {evolution.games:,} games. " + "; ".join(found) + "."
    return Measured(rows, evolution.games + bench.games, note=note)


MEASUREMENTS = [
    Measurement(
        "provincial",
        name,
        GamePart(name=GAME.name, preset=name),
        SourcePart(
            place=f"kingdom {number}",
            question=f"`{name}`: what does the evolution find, does it win against menus that NTBEA and a genetic "
            f"algorithm find with {EVALUATIONS * A_TRIAL:,} games each against the template, and which cards matter to "
            "it? Win rates of a round robin; then, for each card of the kingdom, of its best menu with and without it, "
            "against the five leaders.",
            show=[WIN_RATE, "with", "without"],
            means="The genetic algorithm's menu wins a little more often than the evolution's, with a tenth of its "
            "games, and all of them beat the published one."
            if name == "first-game"
            else "The evolution's menu wins: it met its own leaders, the others only the template.",
        ),
        measure,
    )
    for number, name in enumerate(KINGDOMS, 1)
]
