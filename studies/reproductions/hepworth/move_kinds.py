"""Chapter 4.1: what does Minimax do with its turns, by depth?"""

from engine.splendor.actions import Kind, kind_of
from studies.reproductions.hepworth.watching import BOTH, THESIS, watch
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import Row, mean_row
from studies.spec.study import SourcePart

DEPTHS = ((1, 100), (3, 100), (5, 24))  # ..., games
KINDS = {
    "buys": (Kind.BUY_BOARD, Kind.BUY_RESERVED),
    "reserves": (Kind.RESERVE_BOARD, Kind.RESERVE_DECK),
    "takes of three": (Kind.TAKE_DIFFERENT,),
    "takes of two": (Kind.TAKE_SAME,),
}


def measure(order: Order) -> Measured:
    """Count the moves of games against Greedy."""
    rows: list[Row] = []
    played = 0
    for depth, usual in DEPTHS:
        games = order.games(usual)
        glimpses = watch(order, f"alphabeta:depth={depth},value=allEval", "greedy:value=allEval", games)
        kinds = [kind_of(glimpse.moment.action) for glimpse in glimpses]
        for name, meant in KINDS.items():
            rows.append(mean_row(f"depth {depth}", name, [kind in meant for kind in kinds], rate=True))
        played += games
    return Measured(rows, played)


MEASUREMENT = Measurement(
    "hepworth",
    "move-kinds",
    THESIS,
    SourcePart(
        place="chapter 4.1",
        question="What does Minimax do, by depth? (The deeper it looks, the more it reserves to deny cards.)",
        says={
            "depth 1: buys": 0.59,
            "depth 1: reserves": 0.03,
            "depth 1: takes of three": 0.35,
            "depth 1: takes of two": 0.02,
            "depth 5: buys": 0.48,
            "depth 5: reserves": 0.16,
            "depth 5: takes of three": 0.35,
            "depth 5: takes of two": 0.02,
        },
        show=list(KINDS),
        why={
            "thesis": "The document gives whole per cents and not the number of games.",
            "splendor": "The published rules allow to take fewer than three where the bank has fewer colours.",
        },
        presets=BOTH,
        others=0.5,
    ),
    measure,
)
