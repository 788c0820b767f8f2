"""The kinds of farms, by name."""

from engine.errors import InputError
from studies.farm.local import Farm, LocalFarm


def open_farm(kind: str, workers: int | None = None, ray_address: str = "") -> Farm:
    """The farm of this kind; ray takes a while to load and is not loaded for nothing."""
    if kind == "local":
        return LocalFarm(workers)
    if kind != "ray":
        raise InputError(f"--farm {kind}: there is no such farm; there are local, ray")
    from studies.farm.ray_settings import known_address, prepare

    address = ray_address or known_address()
    prepare(address)
    from studies.farm.ray_farm import RayFarm

    return RayFarm(address, workers)
