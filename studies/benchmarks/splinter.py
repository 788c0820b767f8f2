"""Splinter: a random decision of ours against one written in C, and how many positions alpha-beta sees a second."""

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from agents import deepening
from engine.catalog import find_game
from engine.errors import InputError
from engine.game import Ended, Game, sample, step
from engine.match import compile_act, new_workspace
from engine.value import compile_value, parse_value
from engine.workspace import OWN
from studies.benchmarks.engine import DRAWS, best_of, random_games, xorshift_draws

SOURCE = Path(__file__).with_suffix(".c")
SEED, GAMES_A_ROUND, ROUNDS = 7, 2_000, 9
CALLS = 50_000
Play = Callable[[bool], int]  # plays a round, with a copy per decision or without; decisions made


def our_play() -> Play:
    """A round on the compiled rules."""
    game = find_game("splinter")
    rules, table, ends = game.prepare(game.Params()), game.new_states(2), np.zeros(len(Ended), np.int64)
    return lambda copy: random_games(rules, table, SEED, GAMES_A_ROUND, copy, ends)


def c_play() -> Play | None:
    """A round in C; None where there is no C compiler."""
    compiler = shutil.which(os.environ.get("CC", "gcc"))
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = str(Path(folder) / "splinter.so")
        flags = ["-O3", "-march=native", "-shared", "-fPIC"]
        built = subprocess.run([compiler, *flags, "-o", library, str(SOURCE)], capture_output=True, text=True)
        if built.returncode != 0:
            raise InputError(f"bench: {compiler} cannot compile {SOURCE.name}: {built.stderr.strip().splitlines()[0]}")
        loaded = ctypes.CDLL(library)
    loaded.random_games.restype = ctypes.c_long
    loaded.random_games.argtypes = [ctypes.c_uint64, ctypes.c_long, ctypes.c_int]
    loaded.prepare()
    return lambda copy: int(loaded.random_games(SEED, GAMES_A_ROUND, copy))


def costs(plays: list[Play], copy: bool) -> list[float]:
    """Seconds per decision of each, and per draw, in the best of rounds that take turns."""
    works = [lambda play=play: play(copy) for play in plays] + [lambda: (xorshift_draws(DRAWS), DRAWS)[1]]
    made = [work() for work in works]
    if len(set(made[:-1])) > 1:
        raise InputError(f"bench: the same seeds gave games of different length: {made[:-1]} decisions")
    rounds = [[best_of(1, work) for work in works] for _ in range(ROUNDS)]
    return [min(column) for column in zip(*rounds, strict=True)]


def positions(game: Game, rules: np.record) -> list[np.record]:
    """Positions of random games, from the start to move 18."""
    found = []
    for seed in range(10):
        state, rng = game.new_deal(rules, seed), np.array([seed], np.uint64)
        while state.ended == Ended.PLAYING and state.turn < 2 * seed:
            step(rules, state, sample(rules, state, rng))
        found += [state] if state.ended == Ended.PLAYING else []
    return found


def nodes_per_second(value: str, calls: int) -> float:
    """Positions that alpha-beta makes per second of CPU time, with so many a decision."""
    game = find_game("splinter")
    rules, act = game.prepare(game.Params()), compile_act(game, deepening.act)
    params, program = deepening.Params(), compile_value(parse_value(value, game), game.FEATURES)
    needs = deepening.needs(params, calls, game.max_actions(game.Params()))
    workspace = new_workspace(game, needs, [float(knob) for knob in params], program, calls)
    budget = workspace.budget[OWN]

    def think() -> int:
        budget.spent = 0
        for state in table:
            budget.left = calls
            act(rules, state, workspace)
        return int(budget.spent)

    table = positions(game, rules)
    think()
    return 1 / best_of(3, think)


def run(console: Console) -> None:
    """Print both tables."""
    print_random_play(console)
    print_search(console)


def print_search(console: Console) -> None:
    """Alpha-beta's speed by what it strives for."""
    table = Table(title=f"Alpha-beta, {CALLS:,} positions a decision", title_justify="left")
    for column in ("value", "positions/s"):
        table.add_column(column, justify="left" if column == "value" else "right")
    for value in ("result", "material", "seven"):
        table.add_row(value, f"{nodes_per_second(value, CALLS):,.0f}")
    console.print(table)


def print_random_play(console: Console) -> None:
    """The cost of a random decision, ours and C's."""
    c = c_play()
    plays = {"ours": our_play()} | ({"C": c} if c else {})
    table = Table(title="Splinter, a random decision (target: within twice C's time)", title_justify="left")
    for column in ("", "ns", "draws", "ns with a copy", "draws with a copy"):
        table.add_column(column, justify="right" if column else "left")
    figures = [costs(list(plays.values()), copy) for copy in (False, True)]
    for i, name in enumerate(plays):
        cells = [(seconds[i] * 1e9, seconds[i] / seconds[-1]) for seconds in figures]
        table.add_row(name, *(f"{cell:.1f}" for pair in cells for cell in pair))
    if c:
        ratios = [f"{seconds[0] / seconds[1]:.2f}x" for seconds in figures]
        table.add_row("ours / C", ratios[0], "", ratios[1], "")
    console.print(table)
    if not c:
        console.print("no C compiler found (CC or gcc): nothing to compare with")
