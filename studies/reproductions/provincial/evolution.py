"""The evolution of Provincial: mutants of five leaders, tested against the leaders, of which no two buy alike.

Two things of the original are left out: the leaderboard that it prints after every fourth generation, which changes
nothing, and start hands of a fixed split of Coppers.
"""

import math
import random
from collections.abc import Sequence
from concurrent.futures import Future
from typing import NamedTuple

import numpy as np

from agents.dominion.menu import Ware
from optimisers.evolution import chance
from studies.farm.local import Farm
from studies.play.deals import SEARCH, stream_seed
from studies.play.games import payoffs
from studies.play.jobs import Job, Opponents, evaluate
from studies.play.setup import GameSetup
from studies.reproductions.provincial.menus import Kingdom, Menu
from studies.reproductions.provincial.purchases import GAMES, cards_bought

GENERATIONS = 32
FIRST_POOL, POOL, LEADERS = 121, 100, 5
MOST_GAMES, FIRST_LOOK, LOOK = 2000, 400, 200  # of a pairing
WEIGHTS = np.linspace(1.0, 1.5, LEADERS)  # of wins over the leaders: the best counts least, as in its code
STRONG = {Ware[name] for name in ("WITCH", "MILITIA", "TORTURER", "SWINDLER", "MINION")}
MOST_STRONG = math.ceil(LEADERS / 2)  # leaders that buy the same strong card


class Duel(NamedTuple):
    """The result of one menu against another."""

    rate: float
    games: int


class Rated(NamedTuple):
    """A menu and its rating."""

    menu: Menu
    rating: float


def duel(setup: GameSetup, menu: Menu, rival: Menu, stream: int) -> Duel:
    """Play until one is shown to be better, or to the end."""
    job = Job(setup, menu.player, Opponents((rival.player,)), stream, 0, FIRST_LOOK, 2)
    wins, games = 0.0, 0
    while True:
        wins += float(payoffs(evaluate(job), 2).sum())
        games = job.last
        if games >= MOST_GAMES or abs(2 * wins - games) / games >= 2 / math.sqrt(games):
            return Duel(wins / games, games)
        job = job._replace(first=games, last=games + LOOK)


class Evolution:
    """A population of menus for one kingdom."""

    def __init__(self, setup: GameSetup, kingdom: Kingdom, farm: Farm, seed: int) -> None:
        self.setup, self.kingdom, self.farm, self.seed = setup, kingdom, farm, seed
        self.games = 0
        with chance(seed, 0):
            self.pool = [kingdom.mutant(kingdom.template()) for _ in range(FIRST_POOL)]
        self.leaders = [Rated(menu, 0.5) for menu in self.pool[:LEADERS]]

    def run(self, generations: int) -> list[Rated]:
        """The leaders after so many generations, the best first."""
        for generation in range(generations):
            stream = stream_seed(self.seed, SEARCH + generation)
            self.leaders = self.chosen(self.rate(stream), stream)
            with chance(self.seed, generation + 1):
                self.pool = self.bred()
        return self.leaders

    def rate(self, stream: int) -> list[Rated]:
        """All members, tested against the leaders on the same deals; the best first."""
        rivals = [leader.menu for leader in self.leaders]
        duels: list[list[Future[Duel]]] = [
            [self.farm.submit(duel, self.setup, menu, rival, stream) for rival in rivals] for menu in self.pool
        ]
        found = [[future.result() for future in row] for row in duels]
        self.games += sum(one.games for row in found for one in row)
        weights = WEIGHTS[: len(rivals)] / WEIGHTS[: len(rivals)].sum()
        rated = [
            Rated(menu, float(weights @ [one.rate for one in row])) for menu, row in zip(self.pool, found, strict=True)
        ]
        return sorted(rated, key=lambda member: member.rating, reverse=True)

    def bred(self) -> list[Menu]:
        """The leaders, and mutants of leaders drawn at random."""
        leaders = [leader.menu for leader in self.leaders]
        return leaders + [self.kingdom.mutant(random.choice(leaders)) for _ in range(POOL - len(leaders))]

    def chosen(self, rated: Sequence[Rated], stream: int) -> list[Rated]:
        """The best, no two with one list of cards or buying one set; of each strong card only a few may buy it."""
        leaders: list[Rated] = []
        sets: list[frozenset[Ware]] = []
        for member in rated:
            if member.menu.cards in [leader.menu.cards for leader in leaders]:
                continue
            cards = cards_bought(self.setup, member.menu, rated[0].menu, stream)
            self.games += GAMES
            crowded = any(sum(card in one for one in sets) >= MOST_STRONG for card in cards & STRONG)
            if not crowded and cards not in sets:
                leaders.append(member)
                sets.append(cards)
            if len(leaders) == LEADERS:
                break
        return leaders
