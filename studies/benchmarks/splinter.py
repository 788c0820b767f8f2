"""Splinter: a random decision of ours against one written in C, and how many positions alpha-beta sees a second."""

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.console import Console

from agents import deepening
from engine.catalog import find_game
from engine.errors import InputError
from engine.match import compile_act, new_workspace
from engine.value import compile_value, parse_value
from engine.workspace import OWN
from studies.benchmarks.engine import NO_LIST, random_games
from studies.benchmarks.parts.timing import draws, fastest
from studies.benchmarks.values import positions_of
from studies.report.console import table_of

SOURCE = Path(__file__).with_suffix(".c")
SEED, GAMES_A_ROUND, ROUNDS = 7, 2_000, 9
CALLS, POSITIONS = 50_000, 10
Play = Callable[[bool], int]  # plays a round, with a copy per decision or without; decisions made


def our_play() -> Play:
    """A round on the compiled rules."""
    game = find_game("splinter")
    rules, table = game.prepare(game.Params()), game.new_states(2)
    return lambda copy: random_games(rules, table, SEED, GAMES_A_ROUND, copy, NO_LIST)


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
    made = [play(copy) for play in plays]
    if len(set(made)) > 1:
        raise InputError(f"bench: the same seeds gave games of different length: {made} decisions")
    draws()
    return fastest(ROUNDS, *(partial(play, copy) for play in plays), draws)


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

    table = positions_of(game, game.Params(), POSITIONS)
    think()
    return 1 / fastest(3, think)[0]


def run(console: Console) -> None:
    """Print both tables."""
    print_random_play(console)
    head = ["value", "positions/s"]
    rows = [[value, f"{nodes_per_second(value, CALLS):,.0f}"] for value in ("result", "material", "seven")]
    console.print(table_of(head, rows, f"Alpha-beta, {CALLS:,} positions a decision", head[1:]))


def print_random_play(console: Console) -> None:
    """The cost of a random decision, ours and C's."""
    c = c_play()
    plays = {"ours": our_play()} | ({"C": c} if c else {})
    figures = [costs(list(plays.values()), copy) for copy in (False, True)]
    rows = []
    for i, name in enumerate(plays):
        cells = [(seconds[i] * 1e9, seconds[i] / seconds[-1]) for seconds in figures]
        rows.append([name, *(f"{cell:.1f}" for pair in cells for cell in pair)])
    if c:
        ratios = [f"{seconds[0] / seconds[1]:.2f}x" for seconds in figures]
        rows.append(["ours / C", ratios[0], "", ratios[1], ""])
    head = ["", "ns", "draws", "ns with a copy", "draws with a copy"]
    console.print(table_of(head, rows, "Splinter, a random decision (target: within twice C's time)", head[1:]))
    if not c:
        console.print("no C compiler found (CC or gcc): nothing to compare with")
