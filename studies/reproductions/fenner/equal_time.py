"""Beyond the source: the planner, with its tree and without, against tree search that thinks at least as long.

How much longer, the clock of the same games says.
"""

from studies.play.games import Games
from studies.play.setup import setup_for
from studies.play.standings import effort, standing
from studies.reproductions.fenner.performance import PLANNING
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import WIN_RATE, Row
from studies.search.match import play_match
from studies.spec.players import player_spec_of
from studies.spec.study import GamePart, SourcePart

NO_TREE = PLANNING.replace("planner:", "planner:nodes=0,")
MATCHES = {  # the planner, calls of tree search a decision, games
    "24,000 calls, against the planner": (PLANNING, 24_000, 300),
    "50 calls, against the planner without its tree": (NO_TREE, 50, 2000),
    "700 calls, against the planner without its tree": (NO_TREE, 700, 2000),
}
TIMES, MILLISECONDS = "times the planner's time", "milliseconds a decision"


def measure(order: Order) -> Measured:
    """All matches, in the kingdom First Game."""
    setup = setup_for("dominion", "", {"kingdom": "first-game"}, 2)
    rows: list[Row] = []
    played = 0
    for name, (planner, calls, wanted) in MATCHES.items():
        players = [player_spec_of("dominion", text) for text in (f"mcts:budget={calls}", planner)]
        games = play_match(setup, players, order.games(wanted), order.seed)
        rows += search_rows(name, games)
        played += len(games)
    return Measured(rows, played)


def search_rows(label: str, games: Games) -> list[Row]:
    """Wins and time of the tree search."""
    search, planner = (effort(games, 2, player).milliseconds for player in (0, 1))
    figures = {TIMES: search / planner, MILLISECONDS: search, f"{MILLISECONDS} of the planner": planner}
    return [
        Row(label, WIN_RATE, *standing(games, 2, 0).rate),
        *(Row(label, figure, value, value, value, len(games), False) for figure, value in figures.items()),
    ]


MEASUREMENT = Measurement(
    "beyond",
    "planner-equal-time",
    GamePart(name="dominion", kingdom="first-game", players=2),  # type: ignore[call-arg]
    SourcePart(
        place="Fenner 2014",
        question="Does the planner beat tree search that thinks at least as long? Wins of MCTS with so many calls a "
        "decision, kingdom First Game.",
        show=[WIN_RATE, TIMES],
        means="It does not: tree search wins more often than the planner in a little more time than that, whether the "
        "planner has its tree or not.",
    ),
    measure,
)
