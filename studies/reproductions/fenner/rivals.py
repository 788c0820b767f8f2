"""Beyond the source: the planner, with its tree and without, against players that the source did not try.

Tree search gets so many calls a decision that it thinks at least as long as the planner; how much longer, the clock of
the same games says.
"""

from typing import NamedTuple

from studies.play.games import Games
from studies.play.setup import setup_for
from studies.play.standings import effort, standing
from studies.reproductions.fenner.performance import PLANNING
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import WIN_RATE, Row
from studies.search.match import play_match
from studies.spec.players import player_spec_of
from studies.spec.study import GamePart, SourcePart

MENUS = {
    "Big Money that turns to points": "menu",
    "Big Money and a Smithy": "menu:card_4=smithy,count_4=1",
    "a menu by Provincial's evolution": "menu:card_4=market,count_4=1,card_5=militia,count_5=1,card_6=market,"
    "count_6=12,card_7=militia,count_7=2,estate_at=3",
    "a menu by a genetic algorithm": "menu:card_4=market,count_4=99,card_5=militia,count_5=4,card_6=silver,count_6=12,"
    "card_7=village,count_7=99,card_9=remodel",
}
TIMES, MILLISECONDS = "times the planner's time", "milliseconds a decision"


class Planner(NamedTuple):
    """A form of the planner, and what it meets."""

    name: str
    text: str
    games: int  # against each menu
    calls: tuple[int, ...]  # of tree search a decision
    searches: int  # games against each


PLANNERS = (
    Planner("the planner", PLANNING, 100, (24_000,), 300),
    Planner("the planner without its tree", PLANNING.replace("planner:", "planner:nodes=0,"), 2000, (50, 700), 2000),
)


def measure(order: Order) -> Measured:
    """Each form of the planner against each rival, in the kingdom First Game."""
    setup = setup_for("dominion", "", {"kingdom": "first-game"}, 2)
    rows: list[Row] = []
    played = 0
    for planner in PLANNERS:
        searches = {f"tree search with {calls:,} calls a decision": f"mcts:budget={calls}" for calls in planner.calls}
        for name, text in (MENUS | searches).items():
            players = [player_spec_of("dominion", player) for player in (text, planner.text)]
            thinks = name in searches
            games = play_match(setup, players, order.games(planner.searches if thinks else planner.games), order.seed)
            rows += rival_rows(f"{name}, against {planner.name}", games, thinks)
            played += len(games)
    return Measured(rows, played)


def rival_rows(label: str, games: Games, thinks: bool) -> list[Row]:
    """A rival's wins; of one that thinks, its time too."""
    rows = [Row(label, WIN_RATE, *standing(games, 2, 0).rate)]
    if thinks:
        rival, planner = (effort(games, 2, player).milliseconds for player in (0, 1))
        figures = {TIMES: rival / planner, MILLISECONDS: rival, f"{MILLISECONDS} of the planner": planner}
        rows += [Row(label, figure, value, value, value, len(games), False) for figure, value in figures.items()]
    return rows


MEASUREMENT = Measurement(
    "beyond",
    "planner-rivals",
    GamePart(name="dominion", kingdom="first-game", players=2),  # type: ignore[call-arg]
    SourcePart(
        place="Fenner 2014",
        question="Does the planner beat evolved menus, Big Money with one card, and tree search that thinks at least "
        "as long? Wins of each against it, kingdom First Game.",
        show=[WIN_RATE, TIMES],
    ),
    measure,
)
