"""Random play on every game: decisions and games per second, and cost in draws.

Machines are noisy, so the figure that counts is a ratio within one run: the CPU time of one random decision over that
of one draw of a xorshift generator, both the best of several rounds.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from rich.console import Console

from engine.catalog import GAMES
from engine.game import Ended, Game, copy_state, deal, legal, sample, step
from engine.jit import jit_with_arrays
from engine.match import play
from studies.benchmarks.parts.timing import draws, fastest
from studies.play.deals import fixtures
from studies.play.setup import GameSetup, prepare_game, seat_player
from studies.report.console import table_of
from studies.spec.players import player_spec_of

ROUNDS = 25
GAMES_A_ROUND = 500
NO_LIST = np.zeros(0, np.int64)


@jit_with_arrays
def random_games(rules: Any, table: Any, first: int, n: int, copy: bool, actions: Any) -> int:
    """Play n random games, with a copy of the state or a list of all actions per decision if asked for; decisions."""
    state = table[0]
    rng = np.array([first], np.uint64)
    decisions = 0
    for game in range(n):
        deal(rules, state, np.uint64(first + game))
        while state.ended == Ended.PLAYING:
            if copy:
                copy_state(rules, state, table, 1)
            if len(actions) > 0:
                legal(rules, state, actions)
            step(rules, state, sample(rules, state, rng))
            decisions += 1
    return decisions


def player_counts(game: Game) -> list[Any]:
    """The game's default rules for each number of players that it takes."""
    counts = game.player_counts
    return [game.Params(players=players) for players in counts] if len(counts) > 1 else [game.Params()]


def measure(game: Game, params: Any, copy: bool = False, legal_moves: bool = False) -> tuple[float, float, float]:
    """Seconds per random decision, with a copy or a list of all if asked for; the same in draws; decisions per game."""
    rules, table = game.prepare(params), game.new_states(2)
    actions = np.zeros(game.max_actions(params), np.int64) if legal_moves else NO_LIST

    def play_random() -> int:
        return random_games(rules, table, 0, GAMES_A_ROUND, copy, actions)

    per_game = play_random() / GAMES_A_ROUND
    draws()
    seconds, unit = fastest(ROUNDS, play_random, draws)
    return seconds, seconds / unit, per_game


def scaling(game: Game) -> float:
    """Speed of two threads over that of one, in wall time, best of several."""
    rules = game.prepare(game.Params())

    def batch(_: int) -> None:
        random_games(rules, game.new_states(2), 0, 20 * GAMES_A_ROUND, False, NO_LIST)

    def wall(threads: int) -> float:
        with ThreadPoolExecutor(threads) as pool:
            start = time.perf_counter()
            list(pool.map(batch, range(threads)))
            return time.perf_counter() - start

    return max(2 * wall(1) / wall(2) for _ in range(5))


def match_overhead(game: Game) -> float:
    """Seconds that the match loop adds to a random decision: seats, clock, budget, legality, records."""
    bare, *_ = measure(game, game.Params())
    prepared, player = prepare_game(GameSetup(game.name)), player_spec_of(game.name, "random")
    players = [seat_player(prepared, player) for _ in range(prepared.n_players)]
    dealt = fixtures(0, np.arange(GAMES_A_ROUND), prepared.n_players, 1)
    play(game, prepared.rules, players, dealt)
    return fastest(9, lambda: play(game, prepared.rules, players, dealt).length.sum())[0] - bare


def run(console: Console) -> None:
    """Print the table of every game."""
    figures = ["million/s", "games/s", "a game", "draws", "copied", "listed"]
    rows = []
    for game in GAMES.values():
        for params in player_counts(game):
            seconds, unit, length = measure(game, params)
            more = measure(game, params, copy=True)[1], measure(game, params, legal_moves=True)[1] - unit
            found = f"{1e-6 / seconds:.1f}", f"{1 / seconds / length:,.0f}", f"{length:.1f}"
            players = str(game.new_deal(game.prepare(params), 0).n_players)
            rows.append([game.name, players, *found, *(f"{cost:.1f}" for cost in (unit, *more))])
    title = (
        "Random play, one thread: decisions a second and a game; draws that a decision costs,\n"
        "with a copy of the state, and to list all moves (target for Splendor: 45, 55 with a copy)"
    )
    console.print(table_of(["game", "players", *figures], rows, title, ["players", *figures]))
    head = ["game", "two threads", "match loop adds"]
    loops = [
        [game.name, f"{scaling(game):.2f}x", f"{1e9 * match_overhead(game):.0f} ns a decision"]
        for game in GAMES.values()
    ]
    console.print(table_of(head, loops, "Threads, match loop (target: at most 40 ns)", head[1:]))
