"""Beyond the source: a network of another kind, learnt from games, inside Greedy and MCTS against both planners.

`lead.json` is the network of the last round of `beyond/learn-dominion`, as its study's folder has it.
"""

import json
from pathlib import Path

from studies.play.setup import GameSetup
from studies.play.standings import standing
from studies.reproductions.fenner.performance import PLANNING, SEATS
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import WIN_RATE, Row
from studies.search.match import play_match
from studies.spec.players import player_spec_of
from studies.spec.study import GamePart, SourcePart

NETWORK = f"100*winloss + net({json.dumps(str(Path(__file__).with_name('lead.json')))})"
PLAYERS = {
    "Greedy by the network": f"greedy:value={NETWORK}",
    "MCTS by the network, 1,000 calls": f"mcts:budget=1000,value={NETWORK}",
    "the planner": PLANNING,
    "the planner without its tree": PLANNING.replace("planner:", "planner:nodes=0,"),
}
GAMES = 400


def measure(order: Order) -> Measured:
    """All four at one table."""
    players = [player_spec_of("dominion", text) for text in PLAYERS.values()]
    games = play_match(GameSetup("dominion", "thesis"), players, order.games(GAMES), order.seed)
    rates = [standing(games, SEATS, player).rate for player in range(SEATS)]
    rows = [Row(name, WIN_RATE, *rate) for name, rate in zip(PLAYERS, rates, strict=True)]
    return Measured(rows, len(games))


MEASUREMENT = Measurement(
    "beyond",
    "planner-learnt",
    GamePart(name="dominion", preset="thesis"),
    SourcePart(
        place="Fenner 2014",
        question="Does a network that learnt the final lead from games (`learn-dominion`, its last round) serve Greedy "
        "or MCTS well enough to beat the planner? All four at one table (even: 25 %).",
        means="It serves both about as well as the deck network serves the planner with its tree; the planner without "
        "its tree wins most, but not so much that so few games would show it.",
    ),
    measure,
)
