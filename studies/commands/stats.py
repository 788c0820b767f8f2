"""`bottega stats`: what random games of a rule set look like."""

import time
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from agents import uniform
from engine.errors import InputError
from engine.game import Ended, Game
from engine.match import FIXTURE, Player, compile_act, new_workspace, play
from engine.workspace import Needs
from studies.commands.options import DealSeed, GameName, Preset, RuleChanges
from studies.play.setup import GameSetup, prepare_game
from studies.spec.rules import read_changes


def run(
    game: GameName,
    games: Annotated[int, typer.Option(help="Random games per row.")] = 100_000,
    seed: DealSeed = 1,
    rules: Preset = "",
    set_: RuleChanges = None,
) -> None:
    """Length, endings, seat advantage and points of random games, in every weighting of the random actions."""
    if games < 1:
        raise InputError(f"--games {games}: at least 1 is wanted")
    found, params, _, n_players = prepare_game(GameSetup(game, rules, tuple(read_changes(set_ or []).items())))
    table = Table("", title=f"{games:,} random games of {found.title}", title_justify="left")
    columns = []
    for name, weighted in weightings(found, params):
        table.add_column(name, justify="right")
        columns.append(figures(found, weighted, n_players, games, seed))
    for label in columns[0]:
        table.add_row(label, *(column[label] for column in columns))
    Console().print(table)


def weightings(game: Game, params: Any) -> list[tuple[str, Any]]:
    """The rule set as it is and, where random actions are weighted by kind, with equal weights."""
    if not game.random_weights:
        return [("uniform", params)]
    return [("as weighted", params), ("equal weights", params._replace(**dict.fromkeys(game.random_weights, 1.0)))]


def figures(game: Game, params: Any, players: int, games: int, seed: int) -> dict[str, str]:
    """What the games of one rule set came to."""
    start = time.perf_counter()
    results = random_results(game, params, players, games, seed)
    seconds = time.perf_counter() - start
    wins, points = results.payoffs[:, :players], results.points[:, :players]
    error = 1.96 * wins.std(axis=0).max() / np.sqrt(games)
    rows = {
        "decisions, mean": f"{results.length.mean():.2f}",
        "standard deviation": f"{results.length.std():.2f}",
        "shortest, longest": f"{results.length.min()}, {results.length.max()}",
    }
    rows |= {end.name.lower(): f"{100 * np.mean(results.ended == end):.2f} %" for end in Ended if end}
    rows |= {f"wins, seat {i}": f"{100 * win:.2f} ± {100 * error:.2f} %" for i, win in enumerate(wins.mean(axis=0), 1)}
    rows |= {f"points, seat {i}": f"{mean:.2f}" for i, mean in enumerate(points.mean(axis=0), 1)}
    return rows | {"seconds": f"{seconds:.1f}"}


def random_results(game: Game, params: Any, n_players: int, games: int, seed: int) -> np.recarray:
    """Random players in fixed seats."""
    fixtures = np.zeros(games, FIXTURE).view(np.recarray)
    fixtures.seed = np.arange(games, dtype=np.uint64) + np.uint64(seed << 32)
    fixtures.seats[:] = np.arange(fixtures.seats.shape[1])
    players = [Player("random", compile_act(game, uniform.act), new_workspace(game, Needs())) for _ in range(n_players)]
    return play(game, game.prepare(params), players, fixtures)
