"""The truth of a study: every owner of games and every game, in one append-only file.

The file is a row of frames (`frames.py`). The first one is the header: how many players, how many games on one deal. An
owner (a candidate, a finalist, a player of a match) is JSON; games are packed rows, numbered from the one that the
frame names.

What belongs together is written by one system call. A process that dies in the middle of it leaves half a frame at the
end, which is cut off when the file is opened again; nothing before it can be lost. Damage is named with its place.
"""

import fcntl
import json
import os
import struct
from bisect import bisect
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.errors import InputError
from optimisers.optimiser import Candidate
from studies.play.games import Games, game_dtype, no_games
from studies.search.frames import HEAD, Frames, frame, read_frames, refuse_damage

SUFFIX, VERSION = ".ledger", 2
HEADER, OWNER, GAMES = b"HOG"
OWNED = struct.Struct("<i")  # an owner's number, before its JSON
RUN = struct.Struct("<iQ")  # whose games, and the number of the first, before their rows
_dumps = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Run(NamedTuple):
    """Games of one owner that follow each other, and where in the file their rows begin."""

    first: int
    end: int  # the number after the last
    at: int


def packed_dtype(n_players: int) -> np.dtype:
    """A row as the file keeps it: its number follows from its place."""
    row = game_dtype(n_players)
    return np.dtype([(name, row[name]) for name in row.names or () if name != "number"])


class Ledger:
    """Owners and their games. One process writes at a time."""

    def __init__(self, path: Path, n_players: int, block: int) -> None:
        self.path, self.n_players = path, n_players
        self.row = packed_dtype(n_players)
        self.games, self._size = 0, 0  # written down, and octets
        self._runs: dict[int, list[Run]] = {}  # by owner, in the order of their numbers
        self._unwritten: dict[int, bytes] = {}  # owners whose first games are awaited
        self._failed = False  # whether the disk refused something
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._load(_dumps({"version": VERSION, "players": n_players, "block": block}).encode())
        except BaseException as error:
            self.close()
            if isinstance(error, BlockingIOError):
                raise InputError(f"{path}: another process is writing this ledger") from None
            raise

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
                runs.append((owner, Run(first, first + len(part), size + HEAD + RUN.size)))
                size += len(texts[-1])
        for owner, run in runs:
            self._keep(owner, run)
        self._write(texts)

    def known(self, owner: int, first: int = 0, last: int = 2**62) -> Games:
        """The games of an owner with these numbers, in order."""
        parts = [self._read(run) for run in self._runs_of(owner) if run.first < last and run.end > first]
        if not parts:
            return no_games(self.n_players)
        games = np.concatenate(parts)
        return games[(games["number"] >= first) & (games["number"] < last)]

    def _runs_of(self, owner: int) -> list[Run]:
        """Those that were there when it was opened are unpacked when they are first asked for."""
        if owner not in self._runs:
            begin, end = np.searchsorted(self._earlier[0], (owner, owner + 1)) if self._earlier.size else (0, 0)
            self._runs[owner] = [Run(*run) for run in self._earlier[1:, begin:end].T.tolist()]
        return self._runs[owner]

    def _keep(self, owner: int, run: Run) -> None:
        runs = self._runs_of(owner)
        place = bisect(runs, run)
        if (place and runs[place - 1].end > run.first) or (place < len(runs) and runs[place].first < run.end):
            self._refuse_again(owner, run.first, run.end)
        runs.insert(place, run)
        self.games += run.end - run.first

    def _refuse_again(self, owner: int, first: int, end: int) -> None:
        raise InputError(f"{self.path}: of games {first} to {end - 1} of candidate {owner} some are there already")

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

    def _load(self, header: bytes) -> None:
        """Read what is there, all frames at once: there may be millions."""
        data = self.path.read_bytes()
        found = read_frames(data)
        if (was := read_header(self.path, data, found)) not in (b"", header):
            opened = f"written for {was.decode()}, opened for {header.decode()}"
            raise InputError(f"{self.path}: {opened}; the study has changed")
        refuse_damage(self.path, data, found.end)
        self._owners = owners_of(data, found)
        self._earlier = runs_of(data, found, self.row.itemsize)
        owner, first, end, _ = self._earlier
        for i in np.flatnonzero((owner[1:] == owner[:-1]) & (first[1:] < end[:-1]))[:1]:
            self._refuse_again(owner[i], first[i + 1], end[i + 1])
        self.games, self._size = int((end - first).sum()), found.end
        if found.end < len(data):
            os.ftruncate(self._file, found.end)
        if not found.end:
            self._write([frame(HEADER, header)])


def owners_of(data: bytes, found: Frames) -> dict[int, bytes]:
    """By number, everyone who was entered, as JSON."""
    begins, ends = found.of(OWNER)
    numbers = fields(data, begins, "<i4")
    places = zip(numbers.tolist(), (begins + OWNED.size).tolist(), ends.tolist(), strict=True)
    return {number: data[begin:end] for number, begin, end in places}


def runs_of(data: bytes, found: Frames, row: int) -> np.ndarray:
    """Owner, first, end, at of all runs; in the order of owners, and then of numbers."""
    begins, ends = found.of(GAMES)
    owner, first, at = fields(data, begins, "<i4"), fields(data, begins + OWNED.size, "<i8"), begins + RUN.size
    order = np.lexsort((first, owner))
    return np.stack((owner, first, first + (ends - at) // row, at))[:, order]


def fields(data: bytes, begins: np.ndarray, kind: str) -> np.ndarray:
    """A whole number from each of these places."""
    octets, dtype = np.frombuffer(data, np.uint8), np.dtype(kind)
    return octets[begins[:, None] + np.arange(dtype.itemsize)].view(dtype)[:, 0]


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


def refuse_old_form(path: Path, data: bytes) -> None:
    """A study whose ledgers are in an earlier form can only be finished by the version that began it."""
    lines = path if data[:1] == b"{" else path.with_suffix(".jsonl")
    cure = "finish the study with the version that began it, or start it anew"
    if lines == path or lines.exists():
        raise InputError(f"{lines}: a ledger in the form of an earlier version (lines of JSON); {cure}")
    if data[9:].startswith(b'{"version":1,'):
        raise InputError(f"{path}: a ledger in the form of an earlier version (1, this is {VERSION}); {cure}")


def read_header(path: Path, data: bytes, found: Frames) -> bytes:
    """What the first frame says; nothing of a file that is empty or whose first frame is not finished."""
    refuse_old_form(path, data)
    if not len(found.ends):
        refuse_damage(path, data, 0)
        return b""
    if found.letters[0] != HEADER:
        raise InputError(f"{path}: not a ledger")
    return data[found.begins[0] : found.ends[0]]
