"""Dominion: Big Money against Big Money, games a second."""

from functools import partial
from typing import Any

import numpy as np
from rich.console import Console

from agents.catalog import make_player, parse_player
from engine.catalog import find_game
from engine.dominion.actions import NO, encode
from engine.dominion.zones import GOLD, PROVINCE, SILVER
from engine.game import Ended, Game, deal, step
from engine.jit import jit
from engine.match import play, rotations
from studies.benchmarks.parts.timing import draws, fastest
from studies.report.console import table_of

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
    return fastest(ROUNDS, lambda: len(play(game, rules, players, fixtures)))[0]


def run(console: Console) -> None:
    """Print games per second by the number of players: on the bare rules, and in matches."""
    game = find_game("dominion")
    head = ["players", "games/s", "turns a game", "ns a turn", "draws a turn", "in matches"]
    rows = []
    draws()
    for players in game.player_counts:
        params = game.Params(players=players, kingdom="first-game")
        turns = partial(big_money_games, game.prepare(params), game.new_states(1), 0, GAMES_A_ROUND)
        a_game = turns() / GAMES_A_ROUND
        turn, unit = fastest(ROUNDS, turns, draws)
        figures = f"{1 / turn / a_game:,.0f}", f"{a_game:.1f}", f"{1e9 * turn:.1f}", f"{turn / unit:.1f}"
        rows.append([str(players), *figures, f"{1 / match_seconds(game, params):,.0f}"])
    title = "Big Money, one thread (targets for two players: 400,000 games/s, in matches 250,000)"
    console.print(table_of(head, rows, title, head))
