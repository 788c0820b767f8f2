"""What compiling costs: a fresh process with an empty cache until an agent can play, game by game; then from the cache.

Then what each way saves that makes it quick, and what compiling apart costs when games are played: speed as it is over
speed with everything linked as numba does it, the best of several processes that take turns. Run it on a quiet machine:
it is wall time, imports included.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time

from rich.console import Console

from agents.catalog import AGENTS, parse_player
from engine.catalog import GAMES, find_game
from engine.game import Game
from engine.sources import ROOT
from studies.benchmarks import agents, engine
from studies.benchmarks.parts.compiling import ALL, NONE, NUMBA, WAYS
from studies.benchmarks.values import params_of, positions_of
from studies.report.console import table_of

LIMITS = {  # agent -> the seconds wanted
    "random": 5, "osla": 10, "random_search": 10, "mcts": 10, "bmrh": 10,
    "index_move": 20, "buy_order": 20, "planner": 20,
}  # fmt: skip
START = (
    "from agents.catalog import *; from engine.catalog import find_game; game = find_game({game!r});"
    "make_player(parse_player({agent!r}, game), game, game.Params())"
)
WITHOUT = "from studies.benchmarks.parts.compiling import leave_out; leave_out({way!r});"
SPEEDS = "from studies.benchmarks.compile import print_speeds; print_speeds({game!r})"
TRIED = {"mcts in Splendor": ("splendor", "mcts"), "index_move in 7 Wonders": ("sevenwonders", "index_move")}
PLAYED = ("osla", "bmrh", "mcts, plain")  # of bench agents
TURNS = 5  # of each side
MATCH = ["-m", "studies.cli", "match", "--games", "4", "-q"]
FOUR = ["mcts", "osla", "greedy", "random"]


def started(command: list[str], folder: str) -> str:
    """What a fresh process prints that keeps compiled code in a folder."""
    environment = os.environ | {"NUMBA_CACHE_DIR": folder}
    run = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, check=True)
    return run.stdout.decode()


def timed_start(command: list[str], folder: str) -> float:
    """Seconds that a fresh process takes."""
    start = time.perf_counter()
    started(command, folder)
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


def seconds_without(way: str, game: str, agent: str) -> float:
    """Seconds until an agent is compiled where that way is left out."""
    with tempfile.TemporaryDirectory() as folder:
        return timed_start(["-c", WITHOUT.format(way=way) + START.format(game=game, agent=agent)], folder)


def speeds(game: Game) -> dict[str, float]:
    """Random decisions a second, and forward-model calls a second of some searches."""
    params = params_of(game)
    positions = positions_of(game, params)
    players = {name: parse_player(agents.SEARCHES[name], game, agents.BUDGET) for name in PLAYED}
    found = {name: agents.overhead(game, params, player, positions).speed for name, player in players.items()}
    return {"random play": 1 / engine.measure(game, params)[0], **found}


def print_speeds(name: str) -> None:
    """The same for another process."""
    print(json.dumps(speeds(find_game(name))))


def cost_apart(game: Game) -> dict[str, float]:
    """Time as it is over time with everything linked, by the best speeds of code from the cache.

    Code that lies where the compiler has just put it may be faster or slower by some hundredths.
    """
    best: dict[str, dict[str, float]] = {NONE: {}, NUMBA: {}}
    commands = {way: ["-c", (WITHOUT + SPEEDS).format(way=way, game=game.name)] for way in best}
    with tempfile.TemporaryDirectory() as place:
        for way, command in commands.items():
            started(command, f"{place}/{way}")
        for way in TURNS * list(best):
            found = json.loads(started(commands[way], f"{place}/{way}"))
            best[way] = {name: max(speed, best[way].get(name, 0.0)) for name, speed in found.items()}
    return {name: best[NUMBA][name] / best[NONE][name] for name in best[NONE]}


def run(console: Console) -> None:
    """Print all tables."""
    print_starts(console)
    rows = [[way, *(f"{seconds_without(way, *start):.1f}" for start in TRIED.values())] for way in (NONE, *WAYS, ALL)]
    console.print(
        table_of(["left out", *TRIED], rows, "Compiling without one of the ways that make it quick", [*TRIED])
    )
    costs = {game.title: cost_apart(game) for game in GAMES.values()}
    rows = [[what, *(f"{cost[what]:.2f}x" for cost in costs.values())] for what in ("random play", *PLAYED)]
    console.print(table_of(["time", *costs], rows, "Compiled apart, over all linked (target: 1.03x)", [*costs]))


def print_starts(console: Console) -> None:
    """Print what every game's agents take until they can play."""
    head = ["game", "agent", "empty cache", "at most", "from the cache"]
    rows = []
    for game in GAMES.values():
        for name, (command, limit) in starts_of(game).items():
            with tempfile.TemporaryDirectory() as folder:  # empty at first
                cold, warm = timed_start(command, folder), timed_start(command, folder)
            rows.append([game.name, name, f"{cold:.1f}", verdict(cold, limit), f"{warm:.1f}"])
    console.print(table_of(head, rows, "Start of a fresh process, seconds", head[2:]))
