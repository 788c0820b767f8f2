"""A tune study from the command line alone."""

from typing import Annotated

import typer

from studies.launch import (
    Against,
    FarmKind,
    Games,
    How,
    Json,
    NoTrack,
    Optimiser,
    Players,
    Quiet,
    RayAddress,
    Repeats,
    Seed,
    Sets,
    TrackAll,
    Workers,
    overrides,
    short_search,
)
from studies.short_forms import tune_table


def run(
    game: Annotated[str, typer.Argument(help="Which game, for example splendor.")],
    agent: Annotated[str, typer.Argument(help="Whose knobs: mcts, or mcts:budget=500.")],
    against: Against = "",
    optimiser: Optimiser = "",
    games: Games = None,
    players: Players = None,
    seed: Seed = None,
    sets: Sets = None,
    repeats: Repeats = None,
    workers: Workers = None,
    farm: FarmKind = "",
    ray_address: RayAddress = "",
    quiet: Quiet = False,
    json: Json = False,
    no_track: NoTrack = False,
    track_all: TrackAll = False,
) -> None:
    """Find the parameters of an agent that win: bottega tune splendor mcts."""
    named = overrides(
        sets, optimiser__name=optimiser, budget__games=games, game__players=players, seed=seed, budget__repeats=repeats
    )
    short_search(
        tune_table(game, agent),
        against,
        named,
        How(workers, quiet, json, no_track, track_all, farm=farm, ray_address=ray_address),
    )
