"""The commands that run a study: from a file, from the command line alone, or on from where it stopped."""

from pathlib import Path
from typing import Annotated

import typer

from studies.commands.launch import go_on, need_file, short_search, start, start_short
from studies.commands.options import (
    GameName,
    Games,
    Players,
    Preset,
    Repeats,
    RunOptions,
    SearchOptions,
    Seed,
    Sets,
    grouped,
    number_option,
    overrides,
)
from studies.search.folder import find_folder
from studies.search.run import plan_of
from studies.spec.short_forms import compare_table, search_table
from studies.spec.study_file import load


@grouped()
def tune(
    game: GameName,
    agent: Annotated[str, typer.Argument(help="Whose knobs: mcts, or mcts:budget=500.")],
    *,
    changes: SearchOptions,
    options: RunOptions,
) -> None:
    """Find the parameters of an agent that win: bottega tune GAME mcts."""
    short_search(search_table("tune", game, agent), changes, options)


@grouped()
def evolve(
    game: GameName,
    agent: Annotated[str, typer.Argument(help="Whose value function.")] = "greedy",
    *,
    changes: SearchOptions,
    options: RunOptions,
) -> None:
    """Find the value function that wins: bottega evolve GAME."""
    short_search(search_table("evolve", game, agent), changes, options)


@grouped("optimiser", "repeats", "track_all")
def learn(
    game: GameName,
    agent: Annotated[str, typer.Argument(help="Who plays the games and is to strive for the network.")] = "greedy",
    target: Annotated[str, typer.Option(help="share, points_to_come, search, or any value at the game's end.")] = "",
    rounds: Annotated[
        int | None, number_option(1, 1000, help="The improved player makes the next round's games.")
    ] = None,
    *,
    changes: SearchOptions,
    options: RunOptions,
) -> None:
    """Learn a value network from games and prove it on fresh deals: bottega learn GAME."""
    sets = overrides(changes.sets, positions__target=target, budget__rounds=rounds)
    short_search(search_table("learn", game, agent), changes._replace(sets=sets), options)


@grouped("track_all")
def compare(
    game: GameName,
    who: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="At least two: agent, agent:knob=value, @champion.toml.")
    ],
    against: Annotated[
        list[str] | None, typer.Option(help="Who sits at all other seats, for each of them; or once per seat.")
    ] = None,
    games: Games = 1000,
    rules: Preset = "",
    players: Players = None,
    seed: Seed = None,
    sets: Sets = None,
    *,
    options: RunOptions,
) -> None:
    """Play a round robin, or everyone against a field, into one table."""
    table = compare_table(game, who, against or [], games)
    start_short(table, overrides(sets, game__preset=rules, game__players=players, seed=seed), options)


@grouped()
def run(
    file: Annotated[Path, typer.Argument(help="A study file (TOML).")],
    sets: Sets = None,
    repeats: Repeats = None,
    rules: Preset = "",
    *,
    options: RunOptions,
) -> None:
    """Run a study file of any kind."""
    study = load(need_file(file), overrides(sets, budget__repeats=repeats, game__preset=rules))
    start(plan_of(study, str(file)), options)


@grouped()
def resume(
    study: Annotated[str, typer.Argument(help="Its folder or name; the latest unfinished one if not given.")] = "",
    *,
    options: RunOptions,
) -> None:
    """Go on with an interrupted study: nothing is lost, nothing is played twice."""
    go_on(find_folder(study), options)
