"""The truth of a study: every owner of games and every game, in one append-only file.

The file is a row of frames. A frame is a word that says its length and checks itself, a checksum, a letter that says
what it is, and its content. The first one is the header: how many players, how many games on one deal. An owner (a
candidate, a finalist, a player of a match) is JSON; games are packed rows, numbered from the one that the frame names.

What belongs together is written by one system call. A process that dies in the middle of it leaves half a frame at the
end, which is cut off when the file is opened again; nothing before it can be lost. Anything else that is not as it was
written is damage, and is named with its place.
"""

import fcntl
import json
import os
import struct
import zlib
from bisect import bisect
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.errors import InputError
from optimisers.optimiser import Candidate
from studies.play.games import Games, game_dtype, no_games

SUFFIX = ".ledger"
HEADER, OWNER, GAMES = b"HOG"
WORD = struct.Struct("<IIB")  # length with its check, checksum, letter
OWNED = struct.Struct("<i")  # an owner's number, before its JSON
RUN = struct.Struct("<iQ")  # whose games, and the number of the first
LENGTH = 2**24 - 1  # the longest content, in bytes
_dumps = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Run(NamedTuple):
    """Games of one owner that follow each other, and where in the file their rows begin."""

    first: int
    end: int  # the number after the last
    at: int


class Frame(NamedTuple):
    """A frame of the file."""

    letter: int
    content: memoryview
    at: int  # where its content begins


def packed_dtype(n_players: int) -> np.dtype:
    """A row as the file keeps it: its number follows from its place."""
    row = game_dtype(n_players)
    return np.dtype([(name, row[name]) for name in row.names or () if name != "number"])


def frame(letter: int, content: bytes) -> bytes:
    """A frame to be written."""
    assert len(content) <= LENGTH
    return WORD.pack(guarded(len(content)), zlib.crc32(content, letter), letter) + content


def guarded(length: int) -> int:
    """A length with a byte that checks it: a damaged length must not look like a frame that is not finished."""
    return length | ((length * 0x9E3779B1 >> 16 & 0xFF) ^ 0xA5) << 24


def frames(path: Path, data: bytes) -> Iterator[Frame]:
    """The frames of a file; it ends before one that is not finished. Damage is an error that says where."""
    at, size, whole = 0, len(data), memoryview(data)
    while at + WORD.size <= size:
        word, checksum, letter = WORD.unpack_from(data, at)
        length = word & LENGTH
        begin = at + WORD.size
        end = begin + length
        if guarded(length) != word or (end <= size and zlib.crc32(whole[begin:end], letter) != checksum):
            cut = f"all before it is whole; to go on without the rest: truncate -s {at} {path}"
            raise InputError(f"{path}: damaged at byte {at} of {size}; {cut}")
        if end > size:
            return
        yield Frame(letter, whole[begin:end], begin)
        at = end


class Ledger:
    """Owners and their games. One process writes at a time."""

    def __init__(self, path: Path, n_players: int, block: int) -> None:
        self.path, self.n_players = path, n_players
        self.row = packed_dtype(n_players)
        self._owners: dict[int, bytes] = {}  # as JSON
        self._runs: dict[int, list[Run]] = {}  # by owner, in the order of their numbers
        self._unwritten: dict[int, bytes] = {}  # owners whose first games are awaited
        self._failed = False  # whether the disk refused something
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise InputError(f"{path}: another process is writing this ledger") from None
        header = _dumps({"version": 1, "players": n_players, "block": block}).encode()
        self._size = self._load(header)
        if not self._size:
            self._write([frame(HEADER, header)])

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, so that others may write."""
        os.close(self._file)

    def enter(self, owner: Candidate, stream: int) -> Candidate:
        """Note an owner, to be written down with its first games; one that is known must be the same as it was.

        What is written down stands, to its last digit.
        """
        text = _dumps({**owner.as_json(), "stream": stream}).encode()
        known = self._owners.setdefault(owner.id, text)
        if known is text:
            self._unwritten[owner.id] = text
        elif known != text:
            return self._as_written(owner_of(known), owner)
        return owner

    def _as_written(self, written: Candidate, owner: Candidate) -> Candidate:
        if not written.same_as(owner):
            was, now = dict(written.values), dict(owner.values)
            changed = "the study or the program has changed"
            raise InputError(f"{self.path}: candidate {owner.id} was {was} and is now {now}; {changed}")
        numbers = {name: value for name, value in written.values.items() if isinstance(value, float)}
        return replace(owner, values={**owner.values, **numbers})

    def record(self, played: list[tuple[int, Games]]) -> None:
        """Write down games of owners; what is known is refused, because nothing is played twice.

        After a write that failed nothing more is written: what is missing is played again when the study is resumed.
        """
        if self._failed:
            return
        texts: list[bytes] = []
        size, runs = self._size, []
        for owner, games in played:
            if owner not in self._owners:
                raise InputError(f"{self.path}: games of candidate {owner}, which was never entered")
            if text := self._unwritten.pop(owner, b""):
                texts.append(frame(OWNER, OWNED.pack(owner) + text))
                size += len(texts[-1])
            for part in consecutive(games):
                first = int(part["number"][0])
                texts.append(frame(GAMES, RUN.pack(owner, first) + pack(part, self.row)))
                runs.append((owner, Run(first, first + len(part), size + WORD.size + RUN.size)))
                size += len(texts[-1])
        for owner, run in runs:
            self._keep(owner, run)
        self._write(texts)

    def known(self, owner: int, first: int = 0, last: int = 2**62) -> Games:
        """The games of an owner with these numbers, in order."""
        parts = [self._read(run) for run in self._runs.get(owner, ()) if run.first < last and run.end > first]
        if not parts:
            return no_games(self.n_players)
        games = np.concatenate(parts)
        return games[(games["number"] >= first) & (games["number"] < last)]

    @property
    def owners(self) -> dict[int, Candidate]:
        """The owners that are entered, by number."""
        return {number: owner_of(text) for number, text in self._owners.items()}

    @property
    def games(self) -> int:
        """The number of games written down."""
        return sum(run.end - run.first for runs in self._runs.values() for run in runs)

    def _keep(self, owner: int, run: Run) -> None:
        runs = self._runs.setdefault(owner, [])
        place = bisect(runs, run)
        if (place and runs[place - 1].end > run.first) or (place < len(runs) and runs[place].first < run.end):
            games = f"games {run.first} to {run.end - 1}"
            raise InputError(f"{self.path}: of {games} of candidate {owner} some are there already")
        runs.insert(place, run)

    def _read(self, run: Run) -> Games:
        data = os.pread(self._file, (run.end - run.first) * self.row.itemsize, run.at)
        return unpack(data, self.row, run.first, game_dtype(self.n_players))

    def _write(self, texts: list[bytes]) -> None:
        text = b"".join(texts)
        size, rest = self._size + len(text), text
        try:
            while rest:  # a full disk may take a part; the rest follows or the error says so
                rest = rest[os.write(self._file, rest) :]
        except OSError:
            self._failed = True  # first: the disk may refuse the next line too
            os.ftruncate(self._file, self._size)  # else what is written later would stand behind half a frame
            raise
        self._size = size

    def _load(self, header: bytes) -> int:
        """Read what is there; where it ends."""
        data = self.path.read_bytes()
        refuse_old_form(self.path, data)
        end = 0
        for letter, content, at in frames(self.path, data):
            end = at + len(content)
            if letter == GAMES:
                owner, first = RUN.unpack_from(content)
                end_number = first + (len(content) - RUN.size) // self.row.itemsize
                self._keep(owner, Run(first, end_number, at + RUN.size))
            elif letter == OWNER:
                self._owners[OWNED.unpack_from(content)[0]] = bytes(content[OWNED.size :])
            elif bytes(content) != header:
                was, now = bytes(content).decode(), header.decode()
                raise InputError(f"{self.path}: written for {was}, opened for {now}; the study has changed")
        if end < len(data):
            os.ftruncate(self._file, end)
        return end


def owner_of(text: bytes) -> Candidate:
    """An owner as it was entered."""
    return Candidate.from_json(json.loads(text))


def consecutive(games: Games) -> list[Games]:
    """Games in runs whose numbers follow each other."""
    if not len(games):
        return []
    if games["number"][-1] - games["number"][0] == len(games) - 1:  # they are in order, and none comes twice
        return [games]
    return np.split(games, np.flatnonzero(np.diff(games["number"]) != 1) + 1)


def pack(games: Games, row: np.dtype) -> bytes:
    """Rows as the file keeps them."""
    packed = np.empty(len(games), row)
    for name in row.names or ():
        packed[name] = games[name]
    return packed.tobytes()


def unpack(data: bytes | memoryview, row: np.dtype, first: int, dtype: np.dtype) -> Games:
    """Rows as they were played."""
    packed = np.frombuffer(data, row)
    games = np.empty(len(packed), dtype)
    for name in row.names or ():
        games[name] = packed[name]
    games["number"] = np.arange(first, first + len(packed))
    return games


def refuse_old_form(path: Path, data: bytes = b"") -> None:
    """Ledgers were lines of JSON once: such a study can only be finished by the version that began it."""
    old = path if data[:1] == b"{" else path.with_suffix(".jsonl")
    if data[:1] == b"{" or old.exists():
        cure = "finish the study with the version that began it, or start it anew"
        raise InputError(f"{old}: a ledger in the form of an earlier version (lines of JSON); {cure}")


def read_header(data: bytes, path: Path) -> dict[str, Any]:
    """The header, from the first frame."""
    refuse_old_form(path, data)
    first = next(frames(path, data), None)
    if first is None or first.letter != HEADER:
        raise InputError(f"{path}: not a ledger")
    return json.loads(bytes(first.content))
