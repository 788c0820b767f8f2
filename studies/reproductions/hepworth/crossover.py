"""Table 5.2: how often does crossing two of BuyOrder's plans give a better one, and how many plans really differ?"""

import numpy as np

from agents.planner import Memory
from agents.splendor.buy_seeker import MOST_TARGETS
from engine.memory import memory_of
from engine.workspace_type import Workspace
from studies.reproductions.hepworth.watching import BOTH, GREEDY, THESIS, watch
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import Row, mean_row, ratio_row
from studies.spec.study import SourcePart

SIZES = ((100, 200, 8), (100, 500, 6), (100, 1000, 4), (100, 10_000, 1), (1000, 10_000, 1))  # ..., games
CHILDREN = 2  # that a crossing has in the thesis, where each of them can be an improvement; ours has one
FIRST = 5  # cards of a plan that its author takes to be played for


def measure(order: Order) -> Measured:
    """Count crossings, improvements and different plans in games against Greedy."""
    rows: list[Row] = []
    played = 0
    for population, evaluations, usual in SIZES:
        games = order.games(usual)
        crossed, improved, classes, expressed = [], [], [], []
        player = f"buy_order:population={population},evaluations={evaluations},value=allEval2"
        for glimpse in watch(order, player, GREEDY, games):
            evolution = memory_of(Memory, glimpse.workspace).evolution[0]
            crossed.append(evolution.crossed)
            improved.append(CHILDREN * evolution.improved)
            expressed.append(evolution.expressed)
            classes.append(different(glimpse.workspace, population) / population)
        label = f"{population}/{evaluations}"
        rows.append(ratio_row(label, "improved", improved, crossed))
        rows.append(mean_row(label, "different plans", classes, rate=True))
        rows.append(mean_row(label, "cards played for", expressed))
        played += games
    return Measured(rows, played)


def different(workspace: Workspace, population: int) -> int:
    """The number of plans of the last generation that differ in their first cards."""
    genes = memory_of(Memory, workspace).genes.reshape(-1, MOST_TARGETS)[:population]
    return len(np.unique(genes[:, :FIRST], axis=0))


MEASUREMENT = Measurement(
    "hepworth",
    "table-5.2",
    THESIS,
    SourcePart(
        place="table 5.2",
        question="How many improvements on both parents does a crossing of two of BuyOrder's plans give (its two "
        "children counted), by population/evaluations? How many of the last plans differ in their first five cards, "
        "and how many cards does the best one play for?",
        says={
            "100/200: improved": 0.302,
            "100/500: improved": 0.227,
            "100/1000: improved": 0.12,
            "100/10000: improved": 0.014,
            "1000/10000: improved": 0.133,
            "100/1000: different plans": 0.06,
            "100/1000: cards played for": 5.0,
        },
        show=["improved"],
        presets=BOTH,
        others=0.5,
        why="The thesis' program crosses neighbours in the population as they come, lets parents and children compete "
        "and draws the survivors by rank with replacement: its first crossings start from poorer parents, and copies "
        "of the best soon fill its population. Ours picks parents by rank and breeds whole generations: a child has a "
        "higher bar to clear at first, and plans stay different.",
    ),
    measure,
)
