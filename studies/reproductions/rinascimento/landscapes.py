"""Fig. 4 of Bravi et al. (2019): how good the configurations of each agent are, on a sample of its grid."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from studies.play.deals import CONFIRM, stream_seed
from studies.play.jobs import Opponents
from studies.report.plots import landscape
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rinascimento.setting import AGENTS, EVEN, GAME, OSLA, RANDOM, Tuned, job, play_all, win_rate
from studies.reproductions.rows import Row
from studies.spec.study import SourcePart

CONFIGURATIONS, GAMES = 80, 48  # of each agent, and of each of them
FIGURES: dict[str, Callable[..., np.ndarray]] = {
    "median": np.median,
    "best tenth": partial(np.quantile, q=0.9),
    "above 50 %": lambda rates, axis: np.mean(rates > 0.5, axis=axis),
    "below 25 %": lambda rates, axis: np.mean(rates < EVEN, axis=axis),
}
RESAMPLES = 2000  # of the bootstrap


def measure(opponents: Opponents, title: str, order: Order) -> Measured:
    """Configurations drawn from every space, all on the same deals."""
    rates = {name: sample(tuned, opponents, order.games(CONFIGURATIONS), order.seed) for name, tuned in AGENTS.items()}
    picture = landscape(order.pictures / f"{order.name}-landscape.png", title, rates, EVEN)
    rows = [row for name, found in rates.items() for row in rows_for(name, found)]
    return Measured(rows, sum(map(len, rates.values())) * GAMES, (picture.name,))


def sample(tuned: Tuned, opponents: Opponents, configurations: int, seed: int) -> list[float]:
    """The win rates of configurations drawn at random."""
    rng = np.random.default_rng(seed)
    players = [tuned.player(tuned.space.sample(rng)) for _ in range(configurations)]
    stream = stream_seed(seed, CONFIRM)
    played = play_all([job(player, opponents, stream, 0, GAMES) for player in players])
    return [win_rate(games) for games in played]


def rows_for(name: str, rates: Sequence[float]) -> list[Row]:
    """What the curve looks like; intervals say how much another sample of configurations might differ."""
    drawn = np.random.default_rng(0).choice(rates, (RESAMPLES, len(rates)))
    rows = []
    for label, figure in FIGURES.items():
        low, high = np.quantile(figure(drawn, axis=1), (0.025, 0.975))
        rows.append(Row(name, label, float(figure(np.array(rates), axis=0)), low, high, len(rates) * GAMES))
    return rows


def against_random(order: Order) -> Measured:
    """The landscape against what the paper's OSLA was."""
    return measure(RANDOM, "Configurations in order, against three random players", order)


def against_osla(order: Order) -> Measured:
    """The landscape against what the paper says."""
    return measure(OSLA, "Configurations in order, against three true OSLA", order)


MEASUREMENT_RANDOM = Measurement(
    "rinascimento",
    "landscapes-random",
    GAME,
    SourcePart(
        place="section 9, fig. 4",
        question="How do the configurations of BMRH, SRH and MCTS fare against three random players, which is how the "
        f"paper's OSLA really played? A sample of {CONFIGURATIONS} from each grid, {GAMES} games each. The paper, in "
        "words: most of BMRH's are in the upper half and a few below 25 %; SRH's hardly ever below 25 %; of MCTS only "
        "a handful is good.",
        show=list(FIGURES),
        means="BMRH is as the paper says. SRH is not: a quarter of its grid has n 0 or 1, which is random play. Nor "
        "is MCTS, most of whose configurations are good here; why the paper's were not is not known.",
    ),
    against_random,
)
MEASUREMENT_OSLA = Measurement(
    "rinascimento",
    "landscapes-osla",
    GAME,
    SourcePart(
        place="section 9, fig. 4",
        question="The same configurations against three OSLA that do look one step ahead.",
        show=list(FIGURES),
        means="Against opponents who think, the paper's warning holds: of MCTS only a handful is good, of the "
        "others none. All of them plan for points alone.",
    ),
    against_osla,
)
