"""Figures 5.1, 5.2 and 6.1: the best fitness of every generation, turn by turn."""

import numpy as np
from matplotlib import colormaps
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize

from agents.planner import Memory
from engine.memory import memory_of
from studies.report.plots import MAP, new_panels, save
from studies.reproductions.hepworth.watching import GREEDY, THESIS, watch
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import Row, mean_row
from studies.spec.study import SourcePart

POPULATION, LENGTH = 100, 20  # plans, generations
PLANNERS = {"ExactMove": "exact_move", "BuyOrder": "buy_order", "BuyAndDeny": "buy_and_deny"}
FIGURES = {"ExactMove": "5.1", "BuyOrder": "5.2", "BuyAndDeny": "6.1"}
DECIDED = 20.0  # a fitness beyond this has a won or lost game in it
GAMES = 4


def measure(order: Order) -> Measured:
    """Follow the planners through games against Greedy."""
    rows: list[Row] = []
    first: dict[str, list[np.ndarray]] = {}
    games = order.games(GAMES)
    for name, agent in PLANNERS.items():
        evaluations = POPULATION + (LENGTH - 1) * (POPULATION - 1)  # the best plan is kept, not tried again
        player = f"{agent}:population={POPULATION},evaluations={evaluations},value=allEval2"
        glimpses = [(glimpse.game, trace(glimpse.workspace)) for glimpse in watch(order, player, GREEDY, games)]
        first[name] = [best for game, best in glimpses if game == 0]
        rises = [best[-1] > best[0] for _, best in glimpses]
        late = [best[-1] > best[len(best) // 2] for _, best in glimpses]
        rows.append(mean_row(name, "turns with a rise", rises, rate=True))
        rows.append(mean_row(name, "turns with a rise in the second half", late, rate=True))
    return Measured(rows, games * len(PLANNERS), (draw(order, first),))


def trace(workspace) -> np.ndarray:  # type: ignore[no-untyped-def]
    """The best fitness of each generation of the last decision."""
    memory = memory_of(Memory, workspace)
    return memory.trace[: memory.evolution[0].generations].copy()


def draw(order: Order, games: dict[str, list[np.ndarray]]) -> str:
    """One panel for each planner, one line for each turn of a game; turns in which the game is decided are left out."""
    title = "Best fitness per generation, one line per turn of a game against Greedy"
    span = Normalize(1, max(map(len, games.values())))
    figure, panels = new_panels(title, len(games), height=3.4)
    for axes, (name, turns) in zip(panels, games.items(), strict=True):
        for turn, best in enumerate(turns, 1):
            if np.abs(best).max() < DECIDED:
                axes.plot(range(1, len(best) + 1), best, color=colormaps[MAP](span(turn)), linewidth=1.3)
        axes.set_title(f"{name} (figure {FIGURES[name]})", fontsize=9)
        axes.set_xlabel("generation", fontsize=9)
    panels[0].set_ylabel("best fitness (allEval2)", fontsize=9)
    figure.colorbar(ScalarMappable(span, MAP), ax=panels, label="turn")
    return save(figure, order.pictures / f"{order.name}.png").name


MEASUREMENT = Measurement(
    "hepworth",
    "best-fitness",
    THESIS,
    SourcePart(
        place="figures 5.1, 5.2 and 6.1",
        question="Do the planners evolve? (The thesis: ExactMove and BuyOrder are flat, BuyAndDeny rises now and then "
        "over a few generations; the second half of the generations is largely wasted.)",
        show=["turns with a rise", "turns with a rise in the second half"],
    ),
    measure,
)
