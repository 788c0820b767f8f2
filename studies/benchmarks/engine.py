"""Random play on every game: decisions and games per second, and cost in draws.

Machines are noisy, so the figure that counts is a ratio within one run: the CPU time of one random decision over that
of one draw of a xorshift generator, both the best of several rounds.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from engine.catalog import GAMES
from engine.game import Ended, Game, deal, sample, step
from engine.jit import jit, jit_with_arrays
from engine.sources import ROOT
from studies.commands.stats import random_results
from studies.play.setup import GameSetup, prepare_game

ROUNDS = 25
DRAWS = 4_000_000
GAMES_A_ROUND = 500


@jit
def xorshift_draws(n: int) -> np.uint64:
    """The unit: n draws of Marsaglia's xorshift64."""
    word = np.uint64(88172645463325252)
    for _ in range(n):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
    return word


@jit_with_arrays
def random_games(rules: Any, table: Any, first: int, n: int, copy: bool, ends: Any) -> int:
    """Play n random games, with a copy of the state per decision if asked for; decisions made."""
    state = table[0]
    rng = np.array([first], np.uint64)
    decisions = 0
    for game in range(n):
        deal(rules, state, np.uint64(first + game))
        while state.ended == Ended.PLAYING:
            if copy:
                table[1] = state
            step(rules, state, sample(rules, state, rng))
            decisions += 1
        ends[state.ended] += 1
    return decisions


def best_of(rounds: int, work: Callable[[], int]) -> float:
    """Seconds of CPU time per unit of work, in the best round."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        units = work()
        best = min(best, (time.process_time() - start) / units)
    return best


def draw_cost() -> float:
    """Seconds per draw now."""
    xorshift_draws(1)
    return best_of(3, lambda: (xorshift_draws(DRAWS), DRAWS)[1])


def player_counts(game: Game) -> list[Any]:
    """The game's default rules for each number of players that it takes."""
    counts = game.player_counts
    return [game.Params(players=players) for players in counts] if len(counts) > 1 else [game.Params()]


def measure(game: Game, params: Any, copy: bool) -> tuple[float, float, float]:
    """Seconds per random decision, the same in draws, and decisions per game."""
    rules, table, ends = game.prepare(params), game.new_states(2), np.zeros(len(Ended), np.int64)
    random_games(rules, table, 0, 10, copy, ends)
    per_game = random_games(rules, table, 0, GAMES_A_ROUND, copy, ends) / GAMES_A_ROUND
    pairs: list[tuple[float, float]] = []
    for _ in range(ROUNDS):  # the unit is timed next to what it measures
        unit = draw_cost() if not pairs else best_of(1, lambda: (xorshift_draws(DRAWS), DRAWS)[1])
        pairs.append((best_of(1, lambda: random_games(rules, table, 0, GAMES_A_ROUND, copy, ends)), unit))
    seconds = min(seconds for seconds, _ in pairs)
    return seconds, seconds / min(unit for _, unit in pairs), per_game


def scaling(game: Game) -> float:
    """Speed of two threads over that of one, in wall time, best of several."""
    rules = game.prepare(game.Params())

    def batch(_: int) -> None:
        random_games(rules, game.new_states(2), 0, 20 * GAMES_A_ROUND, False, np.zeros(len(Ended), np.int64))

    def wall(threads: int) -> float:
        with ThreadPoolExecutor(threads) as pool:
            start = time.perf_counter()
            list(pool.map(batch, range(threads)))
            return time.perf_counter() - start

    return max(2 * wall(1) / wall(2) for _ in range(5))


def match_overhead(game: Game) -> float:
    """Seconds that the match loop adds to a random decision: seats, clock, budget, legality, records."""
    params = game.Params()
    bare, _, _ = measure(game, params, False)
    players = prepare_game(GameSetup(game.name)).n_players
    random_results(game, params, players, 10, 0)
    with_loop = best_of(9, lambda: int(random_results(game, params, players, GAMES_A_ROUND, 0).length.sum()))
    return with_loop - bare


COMPILE = (
    "import time; start = time.perf_counter();"
    "from studies.benchmarks.engine import *; game = GAMES[{name!r}];"
    "random_games(game.prepare(game.Params()), game.new_states(2), 0, 1, False, np.zeros(5, np.int64));"
    "print(time.perf_counter() - start)"
)


def compile_times(game: Game) -> tuple[float, float]:
    """Seconds from a fresh process to the first random game: with an empty cache, and with a full one."""
    folder = tempfile.mkdtemp()
    try:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        command = [sys.executable, "-c", COMPILE.format(name=game.name)]
        cold, warm = (
            float(subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout)
            for _ in range(2)
        )
    finally:
        shutil.rmtree(folder)
    return cold, warm


def run(console: Console) -> None:
    """Print the table of every game."""
    table = Table(title="Random play, one thread (target for Splendor: 45 draws, 55 with a copy)", title_justify="left")
    for column in ("game", "players", "decisions/s", "games/s", "decisions a game", "draws", "draws with a copy"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for game in GAMES.values():
        for params in player_counts(game):
            seconds, draws, length = measure(game, params, False)
            _, with_copy, _ = measure(game, params, True)
            players = str(game.new_deal(game.prepare(params), 0).n_players)
            speed = f"{1 / seconds:,.0f}", f"{1 / seconds / length:,.0f}", f"{length:.1f}"
            table.add_row(game.name, players, *speed, f"{draws:.1f}", f"{with_copy:.1f}")
    console.print(table)
    starts = Table(title="Start from a fresh process, threads, match loop", title_justify="left")
    for column in ("game", "cold start", "warm start", "two threads", "match loop adds"):
        starts.add_column(column, justify="left" if column == "game" else "right")
    for game in GAMES.values():
        cold, warm = compile_times(game)
        adds = f"{1e9 * match_overhead(game):.0f} ns a decision"
        starts.add_row(game.name, f"{cold:.1f} s", f"{warm:.1f} s", f"{scaling(game):.2f}x", adds)
    console.print(starts)
