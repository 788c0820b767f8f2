"""Chapter 6: how many first moves share Minimax's best value?"""

import numpy as np

from agents.full_width import best_moves
from agents.minimax import Memory, Params, prepare_search
from engine.memory import memory_of
from engine.workspace import OWN, open_budget, unpack
from studies.reproductions.hepworth.watching import BOTH, GREEDY, THESIS, Glimpse, watch
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import Row, mean_row
from studies.spec.study import SourcePart

MINIMAX = "alphabeta:depth=3,value=allEval2"
CASES = (  # label, depth, value, opponent, games
    ("depth 3", 3, "allEval2", GREEDY, 20),
    ("depth 5", 5, "allEval2", GREEDY, 2),
    ("depth 3 against Minimax(3)", 3, "allEval2", MINIMAX, 20),
    ("depth 3 by allEval", 3, "allEval", GREEDY, 20),
)


def measure(order: Order) -> Measured:
    """Count at every decision of Minimax."""
    rows: list[Row] = []
    played = 0
    for label, depth, value, opponent, usual in CASES:
        games = order.games(usual)
        glimpses = watch(order, f"alphabeta:depth={depth},value={value}", opponent, games)
        numbers = [number_of_best(order, glimpse) for glimpse in glimpses]
        rows.append(mean_row(label, "best moves", numbers))
        played += games
    return Measured(rows, played)


def number_of_best(order: Order, glimpse: Glimpse) -> int:
    """The number of moves with the best value."""
    rules, state, workspace = order.prepared.rules, glimpse.moment.state, glimpse.workspace
    params, notes = unpack(Params, workspace.knobs), memory_of(Memory, workspace).search[0]
    prepare_search(rules, state, workspace, notes, params)
    open_budget(workspace.budget[OWN])
    found = np.zeros(len(workspace.actions), np.int64)
    return int(best_moves(rules, workspace, notes, int(state.to_move), params.depth, found))


MEASUREMENT = Measurement(
    "hepworth",
    "best-moves",
    THESIS,
    SourcePart(
        place="chapter 6",
        question="How many first moves share the best value of Minimax, by allEval2 and against Greedy if not said "
        "otherwise? (The thesis saw 1 to 10.)",
        says={"depth 3: best moves": 3.1, "depth 5: best moves": 2.5},
        why="The thesis does not say against whom it counted. The number grows with a stronger opponent, and without "
        "the decay over time, which tells the order of moves apart.",
        show=["best moves"],
        presets=BOTH,
    ),
    measure,
)
