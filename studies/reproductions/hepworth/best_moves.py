"""Chapter 6: how many first moves share Minimax's best value?"""

import numpy as np

from agents.minimax import prepare_search, search
from engine.game import legal, step
from engine.interpreter import value
from engine.jit import jit
from studies.reproductions.hepworth.watching import BOTH, GREEDY, THESIS, watch
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import Row, mean_row
from studies.spec import SourcePart

SAME = 1e-9  # sums of decayed gains are equal up to rounding
DEPTHS = ((3, 20), (5, 2))  # ..., games


def measure(order: Order) -> Measured:
    """Count at every decision of Minimax in games against Greedy."""
    rows: list[Row] = []
    played = 0
    for depth, usual in DEPTHS:
        games = order.games(usual)
        numbers = [
            best_moves(order.table.rules, glimpse.moment.state, glimpse.mind)
            for glimpse in watch(order, f"alphabeta:depth={depth},value=allEval2", GREEDY, games)
        ]
        rows.append(mean_row(f"depth {depth}", "best moves", numbers))
        rows.append(Row(f"depth {depth}", "most", max(numbers), min(numbers), max(numbers), len(numbers), False))
        played += games
    return Measured(rows, played)


@jit
def best_moves(rules, state, mind):  # type: ignore[no-untyped-def]
    """The number of moves with the best value; moves that fall short of it are not searched to the end."""
    prepare_search(rules, state, mind)
    depth, viewer, pool, brain = int(mind.knobs[0]), int(state.to_move), mind.states, mind.brain
    n = legal(rules, pool[0], mind.actions)
    before = value(rules, pool[0], viewer, brain, 0)
    best, number = -np.inf, 0
    for i in range(n):
        pool[1] = pool[0]
        step(rules, pool[1], mind.actions[i])
        gain = value(rules, pool[1], viewer, brain, 0) - before
        found = search(rules, mind, 1, depth - 1, viewer, gain, best - SAME, np.inf, True)
        if found > best + SAME:
            best, number = found, 1
        elif found > best - SAME:
            number += 1
    return number


MEASUREMENT = Measurement(
    "hepworth",
    "best-moves",
    THESIS,
    SourcePart(
        place="chapter 6",
        question="How many first moves share the best value of Minimax by allEval2? (The thesis saw 1 to 10.)",
        says={"depth 3: best moves": 3.1, "depth 5: best moves": 2.5},
        show=["best moves", "most"],
        presets=BOTH,
    ),
    measure,
)
