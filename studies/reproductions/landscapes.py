"""Fig. 4 of Bravi et al. (2019): how good the configurations of each agent are, on a sample of its grid."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from studies.deals import CONFIRM, stream_seed
from studies.evaluate import Field, Job
from studies.plots import landscape
from studies.rates import rate_of
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rinascimento import AGENTS, EVEN, GAME, OSLA, RANDOM, TABLE, Tuned, play_all
from studies.reproductions.rows import Row
from studies.spec import SourcePart

CONFIGURATIONS, GAMES = 120, 80  # of each agent, and of each of them
FIGURES: dict[str, Callable[..., np.ndarray]] = {
    "median": np.median,
    "best tenth": partial(np.quantile, q=0.9),
    "above 50 %": lambda rates, axis: np.mean(rates > 0.5, axis=axis),
    "below 25 %": lambda rates, axis: np.mean(rates < EVEN, axis=axis),
}
RESAMPLES = 2000  # of the bootstrap


def measure(field: Field, title: str, order: Order) -> Measured:
    """Configurations drawn from every space, all on the same deals."""
    rates = {name: sample(tuned, field, order.games(CONFIGURATIONS), order.seed) for name, tuned in AGENTS.items()}
    picture = landscape(order.pictures / f"{order.name}-landscape.png", title, rates, EVEN)
    rows = [row for name, found in rates.items() for row in rows_for(name, found)]
    return Measured(rows, sum(map(len, rates.values())) * GAMES, (picture.name,))


def sample(tuned: Tuned, field: Field, configurations: int, seed: int) -> list[float]:
    """The win rates of configurations drawn at random."""
    rng = np.random.default_rng(seed)
    players = [tuned.player(tuned.space.sample(rng)) for _ in range(configurations)]
    stream = stream_seed(seed, CONFIRM)
    played = play_all([Job(TABLE, player, field, stream, 0, GAMES) for player in players])
    return [rate_of(games).mean for games in played]


def rows_for(name: str, rates: Sequence[float]) -> list[Row]:
    """What the curve looks like; intervals say how much another sample of configurations might differ."""
    drawn = np.random.default_rng(0).choice(rates, (RESAMPLES, len(rates)))
    rows = []
    for label, figure in FIGURES.items():
        low, high = np.quantile(figure(drawn, axis=1), (0.025, 0.975))
        rows.append(Row(name, label, float(figure(np.array(rates), axis=0)), low, high, len(rates) * GAMES))
    return rows


def about(opponents: str, name: str, field: Field) -> Measurement:
    """The measurement against these opponents."""
    source = SourcePart(
        place="fig. 4",
        question=f"How do the configurations of BMRH, SRH and MCTS fare against three {opponents}? A sample of "
        f"{CONFIGURATIONS} from each grid, {GAMES} games each. The paper, in words: most of BMRH's in the upper half, a "
        "few below 25 %; SRH's hardly ever below 25 %; of MCTS only a handful good.",
        show=list(FIGURES),
    )
    title = f"Configurations in order, against three {opponents}"
    return Measurement("rinascimento", name, GAME, source, partial(measure, field, title))


AGAINST_RANDOM = about("random players, as the paper's OSLA played", "landscapes-random", RANDOM)
AGAINST_OSLA = about("true OSLA", "landscapes-osla", OSLA)
