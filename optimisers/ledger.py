"""The truth of a study: every candidate and every block of its games, in one append-only file of JSON lines.

A block is written by one system call. A process that dies in the middle of it leaves half a line at the end, which is
cut off when the file is opened again; nothing before it can be lost.
"""

import fcntl
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import InputError
from optimisers.optimiser import Candidate, Outcome, printed

_dumps = json.JSONEncoder(separators=(",", ":"), allow_nan=False, default=lambda array: array.tolist()).encode


class Block(NamedTuple):
    """The games of one candidate on one deal: its payoff in each, and other figures of each game by name."""

    number: int
    payoffs: tuple[float, ...]
    figures: Mapping[str, Sequence[Any]]


class Ledger:
    """Candidates and their blocks, in memory and on disk. One process writes at a time."""

    def __init__(self, path: Path):
        self.path = path
        self.candidates: dict[int, Candidate] = {}
        self.blocks: dict[int, dict[int, Block]] = {}  # candidate -> block number -> block
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise InputError(f"{path}: another process is writing this ledger") from None
        self._load()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let others write."""
        os.close(self._file)

    def enter(self, candidate: Candidate) -> Candidate:
        """Write down a candidate before its games. One that is known must be the same; what was written then stands."""
        known = self.candidates.get(candidate.id)
        if known is None:
            self._keep(line := {"candidate": candidate.as_json()})
            self._write([line])
            return candidate
        if not known.same_as(candidate):
            was, now = dict(known.values), printed(candidate.values)
            changed = "the study or the program has changed"
            raise InputError(f"{self.path}: candidate {candidate.id} was {was} and is now {now}; {changed}")
        return known

    def record(self, candidate: int, blocks: Iterable[Block]) -> None:
        """Write down blocks of games; a block that is known is refused, because nothing is played twice."""
        if candidate not in self.candidates:
            raise InputError(f"{self.path}: games of candidate {candidate}, which was never entered")
        lines: list[dict[str, Any]] = []
        for block in blocks:
            if block.number in self.blocks[candidate]:
                raise InputError(f"{self.path}: block {block.number} of candidate {candidate} is there already")
            Outcome(block.payoffs)  # refuses what is no number
            lines.append({"games": candidate, "block": block.number, "payoffs": list(block.payoffs), **block.figures})
        self._write(lines)
        for line in lines:
            self._keep(line)

    def outcome(self, candidate: int, costs: Sequence[str] = ()) -> Outcome:
        """All games of a candidate so far, in the order of their blocks."""
        blocks = [block for _, block in sorted(self.blocks.get(candidate, {}).items())]
        if not blocks:
            raise InputError(f"{self.path}: there is no game of candidate {candidate} yet")
        figures = {name: [figure for block in blocks for figure in block.figures[name]] for name in costs}
        return Outcome([payoff for block in blocks for payoff in block.payoffs], figures)

    def games(self) -> int:
        """How many games were written down."""
        return sum(len(block.payoffs) for blocks in self.blocks.values() for block in blocks.values())

    def _write(self, lines: list[dict[str, Any]]) -> None:
        text = "".join(_dumps(line) + "\n" for line in lines).encode()
        while text:  # a full disk may take a part; the rest follows or the error says so
            text = text[os.write(self._file, text) :]

    def _keep(self, line: dict[str, Any]) -> None:
        if "candidate" in line:
            candidate = Candidate.from_json(line["candidate"])
            self.candidates[candidate.id] = candidate
            self.blocks[candidate.id] = {}
        else:
            figures = {name: value for name, value in line.items() if name not in ("games", "block", "payoffs")}
            self.blocks[line["games"]][line["block"]] = Block(line["block"], tuple(line["payoffs"]), figures)

    def _load(self) -> None:
        text = self.path.read_bytes()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):
            os.ftruncate(self._file, whole)
        for number, line in enumerate(text[:whole].splitlines(), 1):
            try:
                self._keep(json.loads(line))
            except (ValueError, KeyError, TypeError):
                raise InputError(f"{self.path}: line {number} is damaged: {line[:60]!r}") from None
