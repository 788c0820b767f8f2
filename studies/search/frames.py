"""A file as a row of frames, each of which checks itself.

A frame is a head and its content. The head says how long the content is, a letter for what it is and its checksum, and
has a checksum of its own: a length that is damaged cannot look like a frame that is not finished. So half a frame at
the end is what a process left that died while it wrote; anything else that is not as it was written is damage.
"""

import struct
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.errors import InputError
from engine.jit import jit

LEAD = struct.Struct("<IIB")  # length of the content, its checksum, letter
CHECK = struct.Struct("<I")  # checksum of the lead
HEAD = LEAD.size + CHECK.size


class Frames(NamedTuple):
    """The frames that are whole, as columns."""

    letters: np.ndarray
    begins: np.ndarray  # of the contents
    ends: np.ndarray

    def of(self, letter: int) -> tuple[np.ndarray, np.ndarray]:
        """Where the contents of one kind begin and end."""
        mine = self.letters == letter
        return self.begins[mine], self.ends[mine]

    @property
    def end(self) -> int:
        """Of the last one."""
        return int(self.ends[-1]) if len(self.ends) else 0


def frame(letter: int, content: bytes) -> bytes:
    """A frame to be written."""
    lead = LEAD.pack(len(content), zlib.crc32(content), letter)
    return lead + CHECK.pack(zlib.crc32(lead)) + content


def read_frames(data: bytes) -> Frames:
    """All up to the first one that is damaged or not finished."""
    octets = np.frombuffer(data, np.uint8)
    starts = np.empty(len(data) // HEAD + 1, np.int64)
    starts = starts[: walk(octets, starts) + 1]
    return Frames(octets[starts[:-1] + LEAD.size - 1], starts[:-1] + HEAD, starts[1:])


def refuse_damage(path: Path, data: bytes, end: int) -> None:
    """Name the place if anything but half a frame follows those that are whole."""
    if len(data) - end < HEAD:
        return
    lead = data[end : end + LEAD.size]
    sound = zlib.crc32(lead) == CHECK.unpack_from(data, end + LEAD.size)[0]
    if not sound or end + HEAD + LEAD.unpack(lead)[0] <= len(data):
        cut = f"all before it is whole; to go on without the rest: truncate -s {end} {path}"
        raise InputError(f"{path}: damaged at byte {end} of {len(data)}; {cut}")


def crc_table() -> np.ndarray:
    """What each octet does to a checksum."""
    table = np.arange(256)
    for _ in range(8):
        table = table >> 1 ^ 0xEDB88320 * (table & 1)
    return table


CRC = crc_table()


@jit
def checksum(octets: Any, begin: int, end: int) -> int:
    """As zlib has it: a call of Python for each of a million frames would take seconds."""
    crc = 0xFFFFFFFF
    for i in range(begin, end):
        crc = CRC[(crc ^ octets[i]) & 255] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


@jit
def number_at(octets: Any, at: int) -> int:
    """A whole number of four octets."""
    found = 0
    for i in range(4):
        found |= int(octets[at + i]) << (8 * i)
    return found


@jit
def walk(octets: Any, starts: Any) -> int:
    """Note where frames begin that are whole, and where the last one ends; how many there are."""
    n, at = 0, 0
    starts[0] = 0
    while at + HEAD <= len(octets):
        begin = at + HEAD
        end = begin + number_at(octets, at)
        if end > len(octets) or checksum(octets, at, begin - 4) != number_at(octets, begin - 4):
            break
        if checksum(octets, begin, end) != number_at(octets, at + 4):
            break
        n += 1
        starts[n] = end
        at = end
    return n
