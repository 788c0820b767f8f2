"""Run the study that a file describes."""

from pathlib import Path
from typing import Annotated

import typer

from studies.launch import (
    FarmKind,
    How,
    Json,
    NoTrack,
    Quiet,
    RayAddress,
    Repeats,
    Sets,
    TrackAll,
    Workers,
    need_file,
    overrides,
    start,
)
from studies.study_file import load


def run(
    file: Annotated[Path, typer.Argument(help="A study file (TOML).")],
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
    """Run a study file: tune, evolve, design or compare."""
    study = load(need_file(file), overrides(sets, budget__repeats=repeats))
    start(study, str(file), How(workers, quiet, json, no_track, track_all, farm=farm, ray_address=ray_address))
