"""`bottega stats`: what random games of a rule set look like."""

import time
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from engine.errors import InputError
from studies.commands.options import DealSeed, GameName, Preset, RuleChanges
from studies.play.deals import SHOW, stream_seed
from studies.play.games import Games, lengths, shares
from studies.play.jobs import Job, Opponents, evaluate
from studies.play.setup import GameSetup, prepare_game
from studies.play.standings import endings
from studies.spec.players import player_spec_of
from studies.spec.rules import read_changes


def run(
    game: GameName,
    games: Annotated[int, typer.Option(help="Random games per row.")] = 100_000,
    seed: DealSeed = 1,
    rules: Preset = "",
    set_: RuleChanges = None,
) -> None:
    """Length, endings, seat advantage and points of random games, in every weighting of the random actions."""
    if games < 1 or seed < 0:
        raise InputError(f"--games {games} --seed {seed}: at least 1 game and a seed from 0 on are wanted")
    setup = GameSetup(game, rules, tuple(read_changes(set_ or []).items()))
    table = Table("", title=f"{games:,} random games of {prepare_game(setup).game.title}", title_justify="left")
    columns = []
    for name, weighted in weightings(setup).items():
        table.add_column(name, justify="right")
        start = time.perf_counter()
        played = random_games(weighted, games, seed)
        columns.append(figures(played) | {"seconds": f"{time.perf_counter() - start:.1f}"})
    for label in columns[0]:
        table.add_row(label, *(column[label] for column in columns))
    Console().print(table)


def weightings(setup: GameSetup) -> dict[str, GameSetup]:
    """The rule set as it is and, where random actions are weighted by kind, with equal weights."""
    weights = prepare_game(setup).game.random_weights
    if not weights:
        return {"uniform": setup}
    equal = {**dict(setup.rules), **dict.fromkeys(weights, 1.0)}
    return {"as weighted": setup, "equal weights": setup._replace(rules=tuple(equal.items()))}


def random_games(setup: GameSetup, games: int, seed: int) -> Games:
    """Random players in fixed seats, each game on a deal of its own."""
    player, others = player_spec_of(setup.game, "random"), prepare_game(setup).n_players - 1
    return evaluate(Job(setup, player, Opponents((player,) * others), stream_seed(seed, SHOW), 0, games, 1))


def figures(games: Games) -> dict[str, str]:
    """What the games of one rule set came to."""
    length, wins = lengths(games), shares(games)
    error = 1.96 * wins.std(axis=0).max() / np.sqrt(len(games))
    rows = {
        "decisions, mean": f"{length.mean():.2f}",
        "standard deviation": f"{length.std():.2f}",
        "shortest, longest": f"{length.min()}, {length.max()}",
    }
    rows |= {way: f"{100 * share:.2f} %" for way, share in endings(games).items()}
    rows |= {f"wins, seat {i}": f"{100 * win:.2f} ± {100 * error:.2f} %" for i, win in enumerate(wins.mean(axis=0), 1)}
    return rows | {f"points, seat {i}": f"{mean:.2f}" for i, mean in enumerate(games["points"].mean(axis=0), 1)}
