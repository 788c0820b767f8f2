"""Chapter 6: how many first moves share Minimax's best value?"""

import numpy as np

from agents.minimax import best_moves, prepare_search
from engine.mind import OWN, open_budget
from studies.reproductions.hepworth.watching import BOTH, GREEDY, THESIS, Glimpse, watch
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import Row, mean_row
from studies.spec import SourcePart

DEPTHS = ((3, 20), (5, 2))  # ..., games


def measure(order: Order) -> Measured:
    """Count at every decision of Minimax in games against Greedy."""
    rows: list[Row] = []
    played = 0
    for depth, usual in DEPTHS:
        games = order.games(usual)
        numbers = [
            number_of_best(order, glimpse)
            for glimpse in watch(order, f"alphabeta:depth={depth},value=allEval2", GREEDY, games)
        ]
        rows.append(mean_row(f"depth {depth}", "best moves", numbers))
        rows.append(Row(f"depth {depth}", "most", max(numbers), min(numbers), max(numbers), len(numbers), False))
        played += games
    return Measured(rows, played)


def number_of_best(order: Order, glimpse: Glimpse) -> int:
    """The number of moves with the best value."""
    rules, state, mind = order.table.rules, glimpse.moment.state, glimpse.mind
    prepare_search(rules, state, mind)
    open_budget(mind.budget[OWN])
    depth = int(mind.knobs[0])
    return int(best_moves(rules, mind, int(state.to_move), depth, np.zeros(len(mind.actions), np.int64)))


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
