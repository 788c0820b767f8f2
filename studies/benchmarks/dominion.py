"""Dominion: Big Money against Big Money, games a second."""

from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from agents.catalog import make_player, parse_player
from engine.catalog import find_game
from engine.dominion.actions import NO, encode
from engine.dominion.zones import GOLD, PROVINCE, SILVER
from engine.game import Ended, Game, deal, step
from engine.jit import jit
from engine.match import play, rotations
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


def match_seconds(game: Game, params: Any) -> float:
    """Seconds of CPU time for a game of the agent `big_money` against itself in a match."""
    rules, n = game.prepare(params), params.players
    players = [make_player(parse_player("big_money", game), game, params) for _ in range(n)]
    fixtures = rotations(range(GAMES_A_ROUND // n), n)
    play(game, rules, players, rotations([0], n))
    return best_of(ROUNDS, lambda: (play(game, rules, players, fixtures), len(fixtures))[1])


def run(console: Console) -> None:
    """Print games per second by the number of players: on the bare rules, and in matches."""
    game = find_game("dominion")
    title = "Big Money, one thread (targets for two players: 400,000 games/s, in matches 250,000)"
    table = Table(title=title, title_justify="left")
    for column in ("players", "games/s", "turns a game", "ns a turn", "draws a turn", "in matches"):
        table.add_column(column, justify="right")
    for players in game.player_counts:
        params = game.Params(players=players, kingdom="first-game")
        rules, states = game.prepare(params), game.new_states(1)
        turns = big_money_games(rules, states, 0, GAMES_A_ROUND) / GAMES_A_ROUND

        def a_round(rules: Any = rules, states: Any = states) -> int:
            big_money_games(rules, states, 0, GAMES_A_ROUND)
            return GAMES_A_ROUND

        seconds, unit = best_of(ROUNDS, a_round), best_of(ROUNDS, lambda: (xorshift_draws(DRAWS), DRAWS)[1])
        turn = seconds / turns
        figures = f"{1 / seconds:,.0f}", f"{turns:.1f}", f"{1e9 * turn:.1f}", f"{turn / unit:.1f}"
        table.add_row(str(players), *figures, f"{1 / match_seconds(game, params):,.0f}")
    console.print(table)
