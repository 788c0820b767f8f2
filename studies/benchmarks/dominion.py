"""Dominion: Big Money against Big Money, games a second."""

from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from engine.catalog import find_game
from engine.dominion.actions import NO, encode
from engine.dominion.zones import GOLD, PROVINCE, SILVER
from engine.game import Ended, deal, step
from engine.jit import jit
from studies.benchmarks.engine import DRAWS, best_of, xorshift_draws

GAMES_A_ROUND, ROUNDS = 2_000, 25


@jit
def big_money_games(rules: Any, table: Any, first: int, n: int) -> int:
    """Play n games in which everybody buys the best of Province, Gold and Silver; decisions made."""
    state = table[0]
    decisions = 0
    for game in range(n):
        deal(rules, state, np.uint64(first + game))
        while state.ended == Ended.PLAYING:
            pile = NO
            for wanted in (SILVER, GOLD, PROVINCE):
                if (state.options >> wanted) & 1:
                    pile = wanted
            step(rules, state, encode(state.ask, pile))
            decisions += 1
    return decisions


def run(console: Console) -> None:
    """Print games per second on the bare rules, by the number of players."""
    game = find_game("dominion")
    table = Table(title="Big Money, one thread (target for two players: 400,000 games/s)", title_justify="left")
    for column in ("players", "games/s", "turns a game", "ns a turn", "draws a turn"):
        table.add_column(column, justify="right")
    for players in game.player_counts:
        rules, states = game.prepare(game.Params(players=players, kingdom="first-game")), game.new_states(1)
        turns = big_money_games(rules, states, 0, GAMES_A_ROUND) / GAMES_A_ROUND

        def a_round(rules: Any = rules, states: Any = states) -> int:
            big_money_games(rules, states, 0, GAMES_A_ROUND)
            return GAMES_A_ROUND

        seconds, unit = best_of(ROUNDS, a_round), best_of(ROUNDS, lambda: (xorshift_draws(DRAWS), DRAWS)[1])
        turn = seconds / turns
        figures = f"{1 / seconds:,.0f}", f"{turns:.1f}", f"{1e9 * turn:.1f}", f"{turn / unit:.1f}"
        table.add_row(str(players), *figures)
    console.print(table)
