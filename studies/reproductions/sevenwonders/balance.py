"""Which boards and sides win how often when equal and strong players have them."""

from optimisers.optimiser import Candidate
from studies.farm.local import LocalFarm
from studies.play.deals import CONFIRM, stream_seed
from studies.play.jobs import Job, Opponents
from studies.play.lots import lots_of, rates_of_all
from studies.play.setup import GameSetup, prepare_game
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import WIN_RATE, Row
from studies.search.store import GameStore
from studies.spec.players import player_spec_of
from studies.spec.study import GamePart, SourcePart

GAME = GamePart(name="sevenwonders", preset="both-sides")
STRONGEST = "greedy:worlds=11,value=robilliard"  # by sevenwonders/strongest, which is played at this table of three
PLAYER, GAMES, PORTION = STRONGEST, {3: 9000, 5: 4500}, 20  # games by number of players
EVEN = ", ".join(f"{100 / players:.1f} % with {players}" for players in GAMES)


def measure(order: Order) -> Measured:
    """Games of equal players on drawn boards and sides, with several numbers of players."""
    rows: list[Row] = []
    stream = stream_seed(order.seed, CONFIRM)
    with LocalFarm() as farm, GameStore(farm) as store:
        for players, usual in GAMES.items():
            setup = GameSetup(GAME.name, GAME.preset, (("players", players),))
            one, last = player_spec_of(GAME.name, PLAYER), order.games(usual)
            job = Job(setup, one, Opponents((one,) * (players - 1)), stream, 0, last, 1)
            games = store.gather(store.spread(Candidate(0, {}), job, PORTION))
            dealt = lots_of(prepare_game(setup), games, stream, 1)
            assert dealt is not None
            rates = rates_of_all(dealt, games)
            rows += [
                Row(f"{name}, {players} players", WIN_RATE, rate.mean, rate.low, rate.high, rate.games)
                for name, rate in sorted(rates.items(), key=lambda item: -item[1].mean)
            ]
    return Measured(rows, sum(order.games(usual) for usual in GAMES.values()))


MEASUREMENT = Measurement(
    "sevenwonders",
    "balance",
    GAME,
    SourcePart(
        question=f"Which boards and sides win how often at strong play? All players are `{PLAYER}`, the strongest of "
        "those that sevenwonders/strongest compares; boards and sides are drawn with the deal; equal chances would be "
        f"{EVEN}.",
    ),
    measure,
)
