"""Section 6.3: planners whose networks only know the n most frequent effects."""

from typing import NamedTuple

import numpy as np

from agents.catalog import player_spec
from engine.catalog import find_game
from engine.expression import net
from engine.value import Value
from studies.play.games import payoffs
from studies.play.setup import GameSetup
from studies.report.plots import BLUE, GREEN, ORANGE, SKY, even_line, new_figure, percent, save
from studies.reproductions.fenner.network import deck_network
from studies.reproductions.fenner.performance import SEATS, THEIRS, Table, player_rows, sit_down, wilcoxon_z
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import WIN_RATE, Row, Z
from studies.spec.study import GamePart, SourcePart

COUNTS = (1, 2, 3, 4, 5, 6, *range(8, 25, 2))  # from the seventh on, an effect belongs to one card
GAMES = {"": 100, ", no tree": 400}  # of each network, by what the planner is
KNOBS: dict[str, dict[str, int]] = {"": {}, ", no tree": {"nodes": 0}}
DECKS = 0.25  # of the decks that the source learnt from


class Run(NamedTuple):
    """The games with one network."""

    effects: int
    form: str  # of the planner
    table: Table


def measure(order: Order) -> Measured:
    """Train and play for every number of effects."""
    runs = [run for effects in COUNTS for run in play_with(order, effects)]
    rows = [row for run in runs for row in rows_of_run(run)]
    games = sum(len(run.table.games) for run in runs)
    return Measured(rows, games, (draw(order, runs),), note=f"Networks from {DECKS:g} of the source's decks.")


def play_with(order: Order, effects: int) -> list[Run]:
    """Tables whose planner knows so many effects, with its tree and without."""
    network = deck_network("base", effects, order.seed, DECKS * min(1.0, order.scale))
    value = Value(net(f"{effects} effects", network, "points"))
    found = []
    for form, games in GAMES.items():
        name = f"planner with {effects} effects{form}"
        planner = player_spec("planner", {"value": value, **KNOBS[form]}, find_game("dominion"), name)
        table = sit_down(GameSetup("dominion", "thesis"), planner, order.games(games), order.seed)
        found.append(Run(effects, form, table))
    return found


def rows_of_run(run: Run) -> list[Row]:
    """Score and wins of the planner, and its lead over Fifth Card."""
    label, table = f"{run.effects} effects{run.form}", run.table
    rows = [row._replace(row=label) for row in player_rows(table, 0) if row.figure in ("mean score", WIN_RATE)]
    z = wilcoxon_z(table.one_a_deal(0), table.one_a_deal(1))
    return [*rows, Row(label, "z against Fifth Card", z, z - Z, z + Z, len(table.games) // SEATS, False)]


def wins(run: Run, player: int) -> float:
    """A player's share of the wins."""
    return float(np.mean(payoffs(run.table.games, SEATS, player)))


def draw(order: Order, runs: list[Run]) -> str:
    """Wins of the planner, with and without its tree, and of Fifth Card over the number of effects."""
    figure, axes = new_figure("Wins by the number of effects that the planner's network knows")
    for (form, games), colour in zip(GAMES.items(), (BLUE, GREEN), strict=True):
        rates = np.array([wins(run, 0) for run in runs if run.form == form])
        half = Z * np.sqrt(rates * (1 - rates) / order.games(games))
        axes.plot(COUNTS, rates, "o-", color=colour, markersize=3, label=f"planner{form}")
        axes.fill_between(COUNTS, rates - half, rates + half, color=SKY, alpha=0.2, linewidth=0)
    beside = [wins(run, 1) for run in runs if not run.form]
    axes.plot(COUNTS, beside, "o-", color=ORANGE, markersize=3, label="Fifth Card beside the planner")
    even_line(axes, 1 / SEATS)
    axes.set_xlabel("effects", fontsize=9)
    percent(axes)
    axes.legend(fontsize=8, frameon=False)
    return save(figure, order.pictures / f"{order.name}.png").name


MEASUREMENT = Measurement(
    "fenner",
    "constraint",
    GamePart(name="dominion", preset="thesis"),
    SourcePart(
        place="section 6.3",
        question="How many effects must the network know? (The source: with 18 the planner is still "
        "above the runner-up, p = .0537.) All numbers up to 6, then every second one: from the seventh on, an effect "
        f"belongs to one card. {GAMES['']} games for each with the tree and {GAMES[', no tree']} without, where the "
        "source played 100 with it for all 24; and networks from a quarter of its decks.",
        says={f"18 effects{form}: z against Fifth Card": "> 0" for form in GAMES},
        games=THEIRS,
        show=["mean score", WIN_RATE, "z against Fifth Card"],
        means="Coins (the third effect) are what the planner lives on; without its tree it is above Fifth Card from 16 "
        "effects on, and with 18 as in the source. With it, networks from a quarter of the decks are not good enough.",
    ),
    measure,
)
