"""Readings of section 2.4 and chapter 5: how many hands Fifth Card tries, and what the planner is without its tree.

The source says "several sample hands", ours are 50 (ruling 6); whether Coppers are candidates it does not say.
"""

from studies.play.setup import GameSetup
from studies.reproductions.fenner.performance import PLANNING, SIMPLE, THEIRS, Table, player_rows, sit_down
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import WIN_RATE, Row
from studies.spec.players import player_spec_of
from studies.spec.study import GamePart, SourcePart

NO_TREE = PLANNING.replace("planner:", "planner:nodes=0,")
READINGS = {
    "50 hands": "samples=50",
    "10 hands": "samples=10",
    "5 hands": "samples=5",
    "5 hands, Coppers too": "samples=5,copper=true",
    "2 hands, Coppers too": "samples=2,copper=true",
}
GAMES = 2000  # of each reading
FIGURES = ("mean score", WIN_RATE)


def measure(order: Order) -> Measured:
    """A table for every reading, on the same deals."""
    tables = {label: play_with(order, knobs) for label, knobs in READINGS.items()}
    rows: list[Row] = []
    for label, table in tables.items():
        for player in (0, 1, 2):
            name = f"{table.names[player]}; Fifth Card tries {label}"
            rows += [row._replace(row=name) for row in player_rows(table, player) if row.figure in FIGURES]
    note = "The planner takes the answer of greatest least value here: no node is expanded. Card Value sits there too."
    return Measured(rows, sum(len(table.games) for table in tables.values()), note=note)


def play_with(order: Order, knobs: str) -> Table:
    """A table whose Fifth Card has these knobs."""
    simple = (SIMPLE[0].replace("fifth_card:", f"fifth_card:{knobs},"), *SIMPLE[1:])
    planner = player_spec_of("dominion", NO_TREE)
    return sit_down(GameSetup("dominion", "thesis"), planner, order.games(GAMES), order.seed, simple)


SAYS = {"Planning": 29.71, "Fifth Card": 23.89, "Big Money": 23.22}
MEASUREMENT = Measurement(
    "fenner",
    "readings",
    GamePart(name="dominion", preset="thesis"),
    SourcePart(
        place="section 6.2",
        question="How much of the difference from the source's table lies in what it does not say? Fifth Card by the "
        "number of its sample hands, beside a planner without its tree.",
        says={
            f"{name}; Fifth Card tries {label}: mean score": score for label in READINGS for name, score in SAYS.items()
        }
        | {f"Planning; Fifth Card tries {label}": "> 0.6" for label in READINGS},
        games=THEIRS,
        show=list(FIGURES),
        why="The fewer hands Fifth Card tries, the weaker it is: with two to five it leads Big Money by as little as "
        "in the source. What it loses the others win, so that no reading brings all scores to the source's at once.",
        means="The planner without a tree wins what the source claims whatever the reading.",
    ),
    measure,
)
