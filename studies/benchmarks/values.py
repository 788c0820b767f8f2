"""What an evaluation costs: a network beside an expression, alone and with the features that it looks at."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from engine.expression import net
from engine.game import Ended, Game, deal, sample, step
from engine.interpreter import tabulate, value
from engine.jit import jit
from engine.network import Input, Layer, Network, Output
from engine.value import compile_value, parse_value
from studies.benchmarks.parts.timing import fastest
from studies.play.setup import prepare_game, setup_for
from studies.report.console import table_of

ROUNDS = 40
POSITIONS = 60


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


def positions_of(game: Game, params: Any, n: int = POSITIONS) -> np.recarray:
    """Positions from the first two thirds of random games."""
    rules, states = game.prepare(params), game.new_states(n)
    rng = np.array([7], np.uint64)
    for i in range(n):
        reach_position(rules, states[i], i + 1, 4 + (i * 80) // n, rng)
        if states[i].ended:
            reach_position(rules, states[i], i + 1, 4, rng)
    return states


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
    rules, features = game.prepare(params), np.random.default_rng(2).uniform(0, 9, (1000, len(game.FEATURES)))
    rows = []
    for name, tree in values.items():
        program, out = compile_value(tree, game.FEATURES), np.empty(len(features))

        def alone(program: Any = program, out: Any = out) -> int:
            tabulate(program, features, out)
            return len(features)

        def on_positions(program: Any = program) -> int:
            value_positions(rules, positions, program, 20)
            return 20 * len(positions)

        alone()
        on_positions()
        seconds, looked = fastest(ROUNDS, alone, on_positions)
        weight = f"{1e9 * seconds / network.n_weights:.2f}" if tree.network else "-"
        rows.append([name, f"{1e9 * seconds:.0f}", weight, f"{1e9 * looked:.0f}"])
    head = ["value", "ns", "ns per weight", "ns with its features"]
    return table_of(head, rows, f"A value of {game.title} (target: at most 2 ns per weight of a network)", head[1:])


def params_of(game: Game) -> Any:
    """The published rules for four, or as many as can play."""
    return prepare_game(setup_for(game.name, "", {}, max(n for n in game.player_counts if n <= 4))).params


def run(console: Console, game: Game) -> None:
    """Print the table, for one game."""
    params = params_of(game)
    console.print(value_table(game, params, positions_of(game, params)))
