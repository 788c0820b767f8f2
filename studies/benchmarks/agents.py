"""How much of a search agent's time goes into the rules, how fast greedy decides, and what compiling costs.

The overhead of a search is a ratio within one run: the CPU time of its decisions over that of the same number of random
steps, with as many copies of the state, from the same positions.
"""

import contextlib
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from agents.catalog import AGENTS, PlayerSpec, make_player, parse_player
from engine.catalog import find_game
from engine.errors import InputError
from engine.expression import net
from engine.game import Ended, Game, deal, determinize, sample, step
from engine.interpreter import tabulate, value
from engine.jit import jit
from engine.network import Input, Layer, Network, Output
from engine.sources import ROOT
from engine.value import compile_value, parse_value
from engine.workspace import OWN, open_budget
from studies.play.setup import prepare_game, setup_for

ROUNDS = 40
POSITIONS = 60
BUDGET = 1000
SEARCHES = {  # player -> calls per line of play, each of which begins with an imagined state; 0: one copy per call
    "osla": 0,
    "bmrh": 2,
    "bmrh:l=10": 10,
    "srh": 2,
    "mcts": 3,
    "mcts:d=2,c=0": 2,
    "mcts:d=11,c=4": 11,
    "mcts:om=random": 9,
    "mcts:tree=all,d=12,value=lead": 12,
    "bmrh:om=osla": 0,  # the model's looks ahead are copies
    "alphabeta:depth=3,value=lead": 0,
    "random_search": 0,
    "index_move": 0,
    "exact_move": 0,
    "buy_order": 0,
}


def thirty_nodes(game: Game) -> str:
    """An expression of thirty nodes over nine features."""
    a, b, c, d, e, f, g, h, i = itertools.islice(itertools.cycle(game.FEATURES), 9)
    return f"3*{a} + 2*{b} + {c} + min({d}, 8) - 0.5*{e} + 0.25*{f}*({g} < 2) + max({h}, 0)/({i} + 1)"


@jit
def reach_position(rules: Any, state: Any, seed: int, decisions: int, rng: Any) -> None:
    """A position after so many random decisions."""
    deal(rules, state, np.uint64(seed))
    while state.turn < decisions and state.ended == Ended.PLAYING:
        step(rules, state, sample(rules, state, rng))


@jit
def think(rules: Any, positions: Any, acts: Any, workspace: Any) -> int:
    """Decide in every position; forward-model calls."""
    calls = 0
    for i in range(len(positions)):
        workspace.kept[:] = 0
        open_budget(workspace.budget[OWN])
        acts[0](rules, positions[i], workspace)
        calls += workspace.budget[OWN].grant - workspace.budget[OWN].left
    return calls


@jit
def step_barely(rules: Any, positions: Any, pool: Any, rng: Any, calls: int, line: int) -> None:
    """So many random steps from the positions: lines of so many steps from an imagined state, or one from a copy."""
    made, at = 0, 0
    while made < calls:
        position = positions[at % len(positions)]
        at += 1
        if line > 0:
            determinize(rules, position, position.to_move, pool, 0, rng, True)
        else:
            pool[0] = position
        for _ in range(max(line, 1)):
            if pool[0].ended != Ended.PLAYING:
                break
            step(rules, pool[0], sample(rules, pool[0], rng))
            made += 1


def positions_of(game: Game, params: Any) -> np.recarray:
    """Positions from the first two thirds of random games."""
    rules, states = game.prepare(params), game.new_states(POSITIONS)
    rng = np.array([7], np.uint64)
    for i in range(POSITIONS):
        reach_position(rules, states[i], i + 1, 4 + (i * 80) // POSITIONS, rng)
        if states[i].ended:
            reach_position(rules, states[i], i + 1, 4, rng)
    return states


def overhead(game: Game, params: Any, player: PlayerSpec, line: int, positions: np.recarray) -> tuple[float, float]:
    """Calls per second inside the agent, and its time over that of bare steps and copies, by their best rounds."""
    rules, seated, pool = game.prepare(params), make_player(player, game, params), game.new_states(1)
    rng = np.array([3], np.uint64)
    calls = think(rules, positions, (seated.act,), seated.workspace)
    step_barely(rules, positions, pool, rng, 10, line)
    inside, bare = [], []
    for _ in range(ROUNDS):
        start = time.process_time()
        calls = think(rules, positions, (seated.act,), seated.workspace)
        middle = time.process_time()
        step_barely(rules, positions, pool, rng, calls, line)
        inside.append((middle - start) / calls)
        bare.append((time.process_time() - middle) / calls)
    return 1 / min(inside), min(inside) / min(bare)


def greedy_speed(game: Game, params: Any, positions: np.recarray) -> tuple[float, float]:
    """Decisions per second of greedy with the expression of thirty nodes, and looks ahead per second."""
    rules, player = (
        game.prepare(params),
        make_player(parse_player(f"greedy:value={thirty_nodes(game)}", game), game, params),
    )
    think(rules, positions, (player.act,), player.workspace)
    best, calls = float("inf"), 0
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(20):
            calls = think(rules, positions, (player.act,), player.workspace)
        best = min(best, (time.process_time() - start) / 20)
    return len(positions) / best, calls / best


def random_network(features: Sequence[str], widths: Sequence[int]) -> Network:
    """A network of sigmoid units with random weights."""
    rng = np.random.default_rng(1)
    shape = (len(features), *widths)
    layers = [
        Layer(
            activation="sigmoid",
            biases=tuple(rng.normal(size=width).tolist()),
            weights=tuple(map(tuple, rng.normal(0.0, 0.2, (before, width)).tolist())),
        )
        for before, width in itertools.pairwise(shape)
    ]
    inputs = tuple(Input(feature=name, scale=10.0) for name in features)
    return Network(inputs=inputs, layers=tuple(layers), outputs=tuple(Output(name=str(i)) for i in range(shape[-1])))


@jit
def value_positions(rules: Any, positions: Any, program: Any, times: int) -> float:
    """Value every position so many times; the sum, so that nothing is left out."""
    total = 0.0
    for _ in range(times):
        for i in range(len(positions)):
            total += value(rules, positions[i], positions[i].to_move, program, 0)
    return total


def value_table(game: Game, params: Any, positions: np.recarray) -> Table:
    """What an evaluation costs by the kind of value, alone and with the features that it looks at."""
    network = random_network(game.FEATURES[:27], (27, 4))
    values = {
        "expression of 30 nodes": parse_value(thirty_nodes(game), game).expression,
        f"network {'-'.join(map(str, network.shape))}, {network.n_weights} weights": net("bench", network, "0"),
    }
    table = Table(title="A value (target: at most 2 ns per weight of a network)", title_justify="left")
    for column in ("value", "ns", "ns per weight", "ns with its features"):
        table.add_column(column, justify="left" if column == "value" else "right")
    rules, rows = game.prepare(params), np.random.default_rng(2).uniform(0, 9, (1000, len(game.FEATURES)))
    for name, tree in values.items():
        program, out = compile_value(tree, game.FEATURES), np.empty(len(rows))
        alone = best_time(tabulate, program, rows, out) / len(rows)
        looked = best_time(value_positions, rules, positions, program, 20) / 20 / len(positions)
        weight = f"{1e9 * alone / network.n_weights:.2f}" if tree.network else "-"
        table.add_row(name, f"{1e9 * alone:.0f}", weight, f"{1e9 * looked:.0f}")
    return table


def best_time(work: Callable[..., Any], *arguments: Any) -> float:
    """CPU seconds of the best of many rounds, after one that compiles."""
    work(*arguments)
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work(*arguments)
        times.append(time.process_time() - start)
    return min(times)


START = (
    "import time; start = time.perf_counter();"
    "from agents.catalog import *; from engine.catalog import find_game; game = find_game({game!r});"
    "make_player(parse_player({agent!r}, game), game, game.Params()); print(time.perf_counter() - start)"
)
MATCH = ["-m", "studies.cli", "match", "--games", "4", "-q"]
FOUR = ["mcts", "osla", "greedy", "random"]


def timed_start(command: list[str], folder: str) -> float:
    """Seconds that a fresh process takes."""
    start = time.perf_counter()
    environment = os.environ | {"NUMBA_CACHE_DIR": folder}
    subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, check=True)
    return time.perf_counter() - start


def run(console: Console, name: str = "splendor") -> None:
    """Print all tables, for one game."""
    game = find_game(name)
    players = max(n for n in game.player_counts if n <= 4)
    params = prepare_game(setup_for(name, "", {}, players)).params
    positions = positions_of(game, params)
    title = f"Inside a search: {game.title}, {players} players, {BUDGET} calls (target: at most 2x)"
    table = Table(title=title, title_justify="left")
    for column in ("player", "calls/s", "over bare steps and copies"):
        table.add_column(column, justify="left" if column == "player" else "right")
    for text, line in SEARCHES.items():
        with contextlib.suppress(InputError):  # not every game has every agent and feature
            speed, ratio = overhead(game, params, parse_player(text, game, BUDGET), line, positions)
            table.add_row(text, f"{speed / 1e6:.2f} M", f"{ratio:.2f}x")
    console.print(table)
    decisions, looks = greedy_speed(game, params, positions)
    console.print(f"greedy with a 30-node expression: {decisions:,.0f} decisions/s, {looks / 1e6:.2f} M looks ahead/s")
    console.print(value_table(game, params, positions))
    console.print(start_table(game))


def start_table(game: Game) -> Table:
    """From a fresh process to an agent that can play: compiling what those before it left, then from the cache."""
    table = Table(title=f"Compiling, seconds from a fresh process ({game.title})", title_justify="left")
    for column in ("agent", "cold, one after the other", "warm"):
        table.add_column(column, justify="left" if column == "agent" else "right")
    folder = tempfile.mkdtemp()
    try:
        for agent in (agent.name for agent in AGENTS.values() if not agent.games or game.name in agent.games):
            command = ["-c", START.format(game=game.name, agent=agent)]
            table.add_row(agent, f"{timed_start(command, folder):.1f}", f"{timed_start(command, folder):.1f}")
        players = max(n for n in game.player_counts if n <= 4)
        match = [*MATCH, game.name, *FOUR[:players]]
        first, warm = timed_start(match, folder), min(timed_start(match, folder) for _ in range(3))
        table.add_row(f"a match of {players} players, from the command line", f"{first:.1f}", f"{warm:.1f}")
    finally:
        shutil.rmtree(folder)
    return table
