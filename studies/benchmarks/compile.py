"""What compiling costs: a fresh process with an empty cache until an agent can play, game by game; then from the cache.

Run it on a quiet machine: it is wall time, imports included.
"""

import math
import os
import subprocess
import sys
import tempfile
import time

from rich.console import Console

from agents.catalog import AGENTS
from engine.catalog import GAMES
from engine.game import Game
from engine.sources import ROOT
from studies.report.console import table_of

LIMITS = {  # agent -> the seconds wanted
    "random": 5, "osla": 10, "random_search": 10, "mcts": 10, "bmrh": 10,
    "index_move": 20, "buy_order": 20, "planner": 20,
}  # fmt: skip
START = (
    "from agents.catalog import *; from engine.catalog import find_game; game = find_game({game!r});"
    "make_player(parse_player({agent!r}, game), game, game.Params())"
)
MATCH = ["-m", "studies.cli", "match", "--games", "4", "-q"]
FOUR = ["mcts", "osla", "greedy", "random"]


def timed_start(command: list[str], folder: str) -> float:
    """Seconds that a fresh process takes."""
    start = time.perf_counter()
    environment = os.environ | {"NUMBA_CACHE_DIR": folder}
    subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, check=True)
    return time.perf_counter() - start


def starts_of(game: Game) -> dict[str, tuple[list[str], float]]:
    """What is started for a game -> the command, and the seconds wanted, if any number is."""
    agents = [name for name in LIMITS if not AGENTS[name].games or game.name in AGENTS[name].games]
    starts = {name: (["-c", START.format(game=game.name, agent=name)], LIMITS[name]) for name in agents}
    players = FOUR[: max(n for n in game.player_counts if n <= len(FOUR))]
    return starts | {f"bottega match {game.name} {' '.join(players)}": ([*MATCH, game.name, *players], math.inf)}


def verdict(seconds: float, limit: float) -> str:
    """Whether it is so, where something is wanted."""
    return "" if limit == math.inf else f"{limit:g}: {'yes' if seconds <= limit else 'NO'}"


def run(console: Console) -> None:
    """Print the table of every game."""
    head = ["game", "agent", "empty cache", "at most", "from the cache"]
    rows = []
    for game in GAMES.values():
        for name, (command, limit) in starts_of(game).items():
            with tempfile.TemporaryDirectory() as folder:  # empty at first
                cold, warm = timed_start(command, folder), timed_start(command, folder)
            rows.append([game.name, name, f"{cold:.1f}", verdict(cold, limit), f"{warm:.1f}"])
    console.print(table_of(head, rows, "Start of a fresh process, seconds", head[2:]))
