"""The strongest players of the game at tables of four to seven."""

from studies.farm.local import LocalFarm
from studies.play.deals import CONFIRM, stream_seed
from studies.play.games import join
from studies.play.jobs import Job, Opponents, evaluate
from studies.play.setup import GameSetup
from studies.play.standings import standing
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import WIN_RATE, Row
from studies.reproductions.sevenwonders.balance import STRONGEST
from studies.spec.players import player_spec_of
from studies.spec.study import GamePart, SourcePart

GAME = GamePart(name="sevenwonders")
BEST = STRONGEST
OTHERS = {
    "rule-AI": "rule_ai",
    "evolved": "greedy:worlds=11,value=evolved",
    "MCTS": "mcts:simulations=200",
    "UCT": "uct:simulations=200",
}
TABLES, DEALS, PORTION = (4, 5, 6, 7), 60, 2  # numbers of players, deals of each match and in one job


def measure(order: Order) -> Measured:
    """One best player among equal others, every deal in all seats."""
    rows, total, deals = [], 0, order.games(DEALS)
    farm = LocalFarm()
    stream = stream_seed(order.seed, CONFIRM)
    try:
        for players in TABLES:
            setup = GameSetup(GAME.name, "", (("players", players),))
            best = player_spec_of(GAME.name, BEST)
            for name, text in OTHERS.items():
                others = Opponents((player_spec_of(GAME.name, text),) * (players - 1))
                job = Job(setup, best, others, stream, 0, deals * players, players)
                step = PORTION * players
                parts = [job._replace(first=i, last=min(job.last, i + step)) for i in range(0, job.last, step)]
                games = join([future.result() for future in [farm.submit(evaluate, part) for part in parts]])
                rate = standing(games, players, 0).rate
                rows.append(Row(f"{players} players, {name}", WIN_RATE, rate.mean, rate.low, rate.high, rate.games))
                total += len(games)
    finally:
        farm.close(cancel=True)
    return Measured(rows, total)


MEASUREMENT = Measurement(
    "sevenwonders",
    "large-tables",
    GAME,
    SourcePart(
        question=f"How often does `{BEST}`, the strongest player of sevenwonders/strongest, win at tables of four to "
        "seven where all others are rule-AIs, players by the function that was evolved over all features, MCTS with "
        "its settings for the game or UCT, both with 200 simulations a decision? Equal chances would be 25.0, 20.0, "
        "16.7 and 14.3 %.",
    ),
    measure,
)
