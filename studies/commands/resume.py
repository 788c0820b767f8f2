"""Go on with a study that was interrupted."""

from typing import Annotated

import typer

from studies.folder import find_folder
from studies.launch import FarmKind, How, Json, NoTrack, Quiet, RayAddress, TrackAll, Workers, finish


def run(
    study: Annotated[str, typer.Argument(help="Its folder or name; the latest unfinished one if not given.")] = "",
    workers: Workers = None,
    farm: FarmKind = "",
    ray_address: RayAddress = "",
    quiet: Quiet = False,
    json: Json = False,
    no_track: NoTrack = False,
    track_all: TrackAll = False,
) -> None:
    """Go on with an interrupted study: nothing is lost, nothing is played twice."""
    finish(find_folder(study), How(workers, quiet, json, no_track, track_all, farm=farm, ray_address=ray_address))
