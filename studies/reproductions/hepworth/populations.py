"""Figures 4.2, 5.3 and 6.2: how the fitness of all plans spreads, turn by turn."""

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from agents.lookahead import ROOT
from agents.planner import Memory
from agents.random_search import random_line
from engine.game import determinize
from engine.match import Player
from engine.memory import memory_of
from engine.workspace import open_budget
from studies.play.setup import seat_player
from studies.report.plots import BLUE, GREEN, ORANGE, PINK, new_panels, save
from studies.reproductions.hepworth.watching import GREEDY, THESIS, watch
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import Row, mean_row
from studies.spec.players import player_spec_of
from studies.spec.study import SourcePart

POPULATION, LINES = 100, 1000
SNAPSHOTS = (0, 4, 8, 16)  # generations
COLOURS = (BLUE, GREEN, ORANGE, PINK)
DECIDED = 20.0  # a fitness beyond this has a won or lost game in it
SHOWN = 100  # dots of a turn
Scores = dict[int, list[np.ndarray]]  # by generation, of every turn


def measure(order: Order) -> Measured:
    """Look at one game of each."""
    found: dict[str, Scores] = {
        "RandomSearch (figure 4.2)": {0: list(random_scores(order))},
        "BuyOrder (figure 5.3)": plan_scores(order, "buy_order"),
        "BuyAndDeny (figure 6.2)": plan_scores(order, "buy_and_deny"),
    }
    rows: list[Row] = []
    for name, scores in found.items():
        for generation in (0, SNAPSHOTS[-1]) if len(scores) > 1 else (0,):
            label = f"{name.partition(' ')[0]}, generation {generation}" if len(scores) > 1 else name.partition(" ")[0]
            open_turns = [values for values in scores[generation] if np.abs(values).max() < DECIDED]
            rows.append(mean_row(label, "standard deviation", [values.std() for values in open_turns]))
            different = [len(np.unique(values.round(6))) / len(values) for values in open_turns]
            rows.append(mean_row(label, "different values", different, rate=True))
    return Measured(rows, len(found), (draw(order, found),))


def random_scores(order: Order) -> Iterator[np.ndarray]:
    """What the random lines of every turn come to, in a game against Minimax(3)."""
    rules = order.prepared.rules
    for glimpse in watch(order, f"random_search:k={LINES},value=allEval2", "alphabeta:depth=3,value=allEval2", 1):
        state, workspace = glimpse.moment.state, glimpse.workspace
        viewer = state.to_move
        open_budget(workspace.budget[0])
        determinize(rules, state, viewer, workspace.states, ROOT, workspace.rng, False)
        yield np.array([random_line(rules, state, workspace, viewer)[1] for _ in range(LINES)])


def plan_scores(order: Order, agent: str) -> Scores:
    """The fitness of whole generations in every turn of a game against Greedy."""
    rules = order.prepared.rules

    def player(generations: int) -> str:
        evaluations = POPULATION + generations * (POPULATION - 1)  # the best plan is kept, not tried again
        return f"{agent}:population={POPULATION},evaluations={evaluations},value=allEval2"

    watchers = {
        number: seat_player(order.prepared, player_spec_of(order.prepared.game.name, player(number)))
        for number in SNAPSHOTS
    }
    scores: Scores = {number: [] for number in SNAPSHOTS}
    for glimpse in watch(order, player(SNAPSHOTS[-1]), GREEDY, 1):
        for number, watcher in watchers.items():
            scores[number].append(generation_scores(rules, glimpse.moment.state, watcher))
    return scores


def generation_scores(rules: np.record, state: np.record, watcher: Player) -> np.ndarray:
    """What the plans of the last generation come to; equal chance gives all watchers the same first generations."""
    workspace = watcher.workspace
    workspace.rng[0] = 1 + int(state.turn)
    open_budget(workspace.budget[0])
    watcher.act(rules, state, workspace)
    return memory_of(Memory, workspace).scores[:POPULATION].copy()


def draw(order: Order, found: dict[str, Scores]) -> str:
    """One panel for each, every dot a plan."""
    figure, panels = new_panels("The fitness of all plans, turn by turn", len(found))
    for axes, (name, scores) in zip(panels, found.items(), strict=True):
        for place, (generation, turns) in enumerate(scores.items()):
            dots(axes, turns, place, len(scores), f"generation {generation}" if len(scores) > 1 else "")
        axes.set_title(name, fontsize=9)
        axes.set_xlabel("turn", fontsize=9)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    handles, labels = panels[-1].get_legend_handles_labels()
    figure.legend(handles, labels, fontsize=8, frameon=False, markerscale=4, loc="outside lower center", ncols=4)
    panels[0].set_ylabel("fitness (allEval2)", fontsize=9)
    return save(figure, order.pictures / f"{order.name}.png").name


def dots(axes: Axes, turns: list[np.ndarray], place: int, of: int, label: str) -> None:
    """The plans of one generation, a little beside those of the others."""
    kept = [(turn, values[:SHOWN]) for turn, values in enumerate(turns, 1) if np.abs(values).max() < DECIDED]
    x = np.concatenate([np.full(len(values), turn + 0.8 * (place + 0.5) / of - 0.4) for turn, values in kept])
    y = np.concatenate([values for _, values in kept])
    axes.plot(x, y, ".", markersize=2, color=COLOURS[place], alpha=0.5, label=label)


MEASUREMENT = Measurement(
    "hepworth",
    "populations",
    THESIS,
    SourcePart(
        place="figures 4.2, 5.3 and 6.2",
        question="How diverse are the plans? (The thesis: RandomSearch's are widely spread, most of BuyOrder's have "
        "the same fitness, BuyAndDeny's are more diverse.)",
        show=["standard deviation", "different values"],
    ),
    measure,
)
