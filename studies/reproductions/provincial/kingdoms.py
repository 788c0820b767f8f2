"""For each of five kingdoms: evolve menus, search others by NTBEA and a GA, and let all play."""

import time
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np

from agents.catalog import find_agent
from agents.dominion.menu import GOLD, SILVER, Ware
from optimisers.catalog import make
from optimisers.optimiser import Outcome
from optimisers.space import Space, space_of
from studies.farm.local import LocalFarm
from studies.play.deals import CONFIRM, SEARCH, stream_seed
from studies.play.setup import GameSetup
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.provincial.bench import Bench, rate_row
from studies.reproductions.provincial.evolution import GENERATIONS, Evolution
from studies.reproductions.provincial.menus import ANY, GAME, Kingdom, Menu, Slot, menu_of
from studies.reproductions.rows import WIN_RATE, Row
from studies.spec.study import GamePart, SourcePart

KINGDOMS = ("first-game", "big-money", "village-square", "secret-schemes", "hand-madness")
EVALUATIONS, A_TRIAL = 2000, 500  # of NTBEA and of the GA; games of each
JUDGED = 20_000  # games of a pair
IN_FLIGHT = 8
THEIR_GAMES = 14_000_000  # of 32 generations
TEMPLATE = Menu((Slot(GOLD, ANY), Slot(SILVER, ANY)))
PUBLISHED = {  # what four generations of the original found (measured with its own program)
    "first-game": Menu((Slot(GOLD, ANY), Slot(Ware["MILITIA"], 2), Slot(Ware["MARKET"], 1), Slot(SILVER, ANY)), 5)
}


def searched(name: str, space: Space, table: Bench, order: Order) -> Menu:
    """What an optimiser finds against the template."""
    evaluations = order.games(EVALUATIONS)
    optimiser, stream = make(name, space, order.seed, evaluations, {}, A_TRIAL), stream_seed(order.seed, SEARCH)
    for first in range(0, evaluations, IN_FLIGHT):
        candidates = optimiser.ask(min(IN_FLIGHT, evaluations - first))
        tried = [menu_from(candidate.values) for candidate in candidates]
        for candidate, wins in zip(candidates, table.rates(tried, [TEMPLATE], stream, A_TRIAL), strict=True):
            optimiser.tell(candidate, Outcome(wins))
    return menu_from(optimiser.recommend().values)


def menu_from(values: Mapping[str, Any]) -> Menu:
    """The menu of a point of the space."""
    return menu_of(find_agent("menu").params(values, GAME, "menu"))


def space_in(rule_params: Any) -> Space:
    """The slots and thresholds of menus in a kingdom."""
    knobs = find_agent("menu").knobs(GAME, rule_params)
    return space_of(knobs, [name for name in knobs if name.startswith(("card_", "count_")) or name.endswith("y_at")])


def contest(entrants: Mapping[str, Menu], table: Bench, order: Order) -> list[Row]:
    """Everybody against everybody; what each wins of all its games."""
    stream, games = stream_seed(order.seed, CONFIRM), order.games(JUDGED)
    results: dict[str, list[np.ndarray]] = {name: [] for name in entrants}
    for one, other in combinations(entrants, 2):
        wins = table.rates([entrants[one]], [entrants[other]], stream, games)[0]
        results[one].append(wins)
        results[other].append(1 - wins)
    return [rate_row(name, WIN_RATE, np.concatenate(wins)) for name, wins in results.items()]


def measure(order: Order) -> Measured:
    """The strength of menus in the kingdom of the rules."""
    params = order.prepared.params
    name, setup = params.kingdom, GameSetup(GAME.name, params.kingdom)
    with LocalFarm() as farm:
        search, start = Evolution(setup, Kingdom(params), farm, order.seed), time.process_time()
        leaders = [leader.menu for leader in search.run(order.games(GENERATIONS))]
        seconds = time.process_time() - start
        table, space = Bench(setup, farm), space_in(params)
        entrants = {
            "evolved": leaders[0],
            "NTBEA": searched("ntbea", space, table, order),
            "GA": searched("ga", space, table, order),
            **({"published": PUBLISHED[name]} if name in PUBLISHED else {}),
            "template": TEMPLATE,
        }
        rows = contest(entrants, table, order)
    found = [*(f"leader {i}: `{menu.text}`" for i, menu in enumerate(leaders, 1))]
    found += [f"{who}: `{menu.text}`" for who, menu in entrants.items() if who != "evolved"]
    note = f"The evolution played {search.games:,} games, {cost(seconds, search.games)}. " + "; ".join(found) + "."
    return Measured(rows, search.games + table.games, note=note)


def cost(seconds: float, games: int) -> str:
    """What games cost, in the size of the original's own run."""
    return f"{seconds / games * THEIR_GAMES:.0f} CPU seconds for {THEIR_GAMES // 10**6} million of them"


MEASUREMENTS = [
    Measurement(
        "provincial",
        name,
        GamePart(name=GAME.name, preset=name),
        SourcePart(
            place=f"kingdom {number}",
            question=f"`{name}`: what does the evolution find, does it win against menus that NTBEA and a genetic "
            f"algorithm find with {EVALUATIONS * A_TRIAL:,} games each against the template? Win rates of a "
            "round robin.",
            means={
                "first-game": "The genetic algorithm's menu wins a little more often than the evolution's, with a "
                "tenth of its games, and all of them beat the published one.",
                "big-money": "The genetic algorithm's menu wins as often as the evolution's, with a tenth of "
                "its games.",
            }.get(name, "The evolution's menu wins: it met its own leaders, the others only the template."),
        ),
        measure,
    )
    for number, name in enumerate(KINGDOMS, 1)
]
