"""What a study reads beside its own file: champions, cards, networks, earlier studies; all as they were."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.errors import InputError
from engine.reading import read_bytes
from studies.spec.paths import CHAMPION, START, file_rules, mapped, with_champions, with_start
from studies.spec.players import written_out
from studies.spec.seal import checksum

HOME = "inputs"  # the folder of the copies, in the study's own
NETWORKS = re.compile(r'(?:^|value=)@([^,]+)|net\("([^"]+)"')  # in a player's or a value's text
Table = dict[str, Any]


def taken_in(
    table: Table, write: Callable[[str, bytes], Any], statistics: Callable[[str], Path]
) -> tuple[Table, dict[str, str]]:
    """The study with champions written out and cards copied, and the checksums of its files by their places.

    `statistics` finds the file of an earlier study that this one starts from; it is copied.
    A network is copied too, for the record, but goes on being read where it is: its name is part of a player's.
    """
    table = with_champions(table, lambda file: written_out(CHAMPION + file))
    sums: dict[str, str] = {}

    def take_in(source: str | Path, name: str) -> str:
        data, place = read_bytes(source), f"{HOME}/{name}"
        write(place, data)
        sums[place] = checksum(data)
        return place

    for part, rule in file_rules(table):
        file, name = table[part][rule], rule if part == "game" else f"{part}-{rule}"
        table[part] = {**table[part], rule: take_in(file, name + Path(file).suffix)}
    if START in table:
        table[START] = with_start(table, lambda study: take_in(statistics(study), f"{START}.json"))
    for network in networks_of(table):
        data = read_bytes(network)
        sums[str(Path(network).absolute())] = checksum(data)
        write(copy_of(network, checksum(data)), data)
    return table, sums


def check_inputs(folder: Path, sums: dict[str, str]) -> None:
    """Refuse to go on with a study whose files are not what they were."""
    for place, known in sums.items():
        if checksum(read_bytes(folder / place)) != known:
            copy = folder / copy_of(place, known)
            cure = f"; its copy is {copy}" if copy.exists() else ""
            raise InputError(f"{folder / place}: edited since the study was begun; put it back to go on{cure}")


def networks_of(table: Table) -> list[str]:
    """The files of networks that a study names."""
    texts: list[str] = []
    mapped(table, texts.append)
    return sorted({found for text in texts for pair in NETWORKS.findall(text) for found in pair if found})


def copy_of(place: str, known: str) -> str:
    """Where a file of this name and checksum is copied to."""
    return f"{HOME}/{known[:8]}-{Path(place).name}"
