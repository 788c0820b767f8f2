"""A ledger as people read it: who played, and every game as a row of plain figures."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.errors import InputError
from engine.game import Ended
from studies.play.deals import derived
from studies.play.games import Games, game_dtype, join, no_games, payoffs, seat_of
from studies.search.folder import RunFolder
from studies.search.frames import read_frames, refuse_damage
from studies.search.ledger import GAMES, RUN, SUFFIX, owners_of, packed_dtype, read_header, unpack

Columns = dict[str, np.ndarray]


class Owned(NamedTuple):
    """An owner of games, and the games."""

    owner: dict[str, Any]  # as the ledger has it: id, values, stream, note ...
    games: Games
    block: int  # games on one deal


def read_ledger(path: Path) -> Iterator[Owned]:
    """Every owner with its games, in the order in which they were entered. Damage is an error, after all before it."""
    data = path.read_bytes()
    found = read_frames(data)
    if not (text := read_header(path, data, found)):
        raise InputError(f"{path}: not a ledger")
    header = json.loads(text)
    n_players, block = header["players"], header["block"]
    row, dtype = packed_dtype(n_players), game_dtype(n_players)
    owners = owners_of(data, found)
    parts: dict[int, list[Games]] = {number: [] for number in owners}
    for begin, end in zip(*(places.tolist() for places in found.of(GAMES)), strict=True):
        number, first = RUN.unpack_from(data, begin)
        parts[number].append(unpack(data[begin + RUN.size : end], row, first, dtype))
    for number, owner in owners.items():
        games = join(parts[number]) if parts[number] else no_games(n_players)
        yield Owned(json.loads(owner), games[np.argsort(games["number"])], block)
    refuse_damage(path, data, found.end)


def ledger_files(folder: RunFolder) -> list[Path]:
    """The ledgers of a study, the latest written last."""
    return sorted(folder.path.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_ctime)


def described(owner: Mapping[str, Any]) -> str:
    """An owner in a line: its note and its values."""
    return " ".join(f"{name}={value}" for name, value in {**owner.get("note", {}), **owner["values"]}.items())


def columns(owned: Owned) -> Columns:
    """The games of an owner, a column a figure; seats count from 1."""
    owner, games, block = owned
    seats = range(games["points"].shape[1])
    ways = np.array([end.name.lower() for end in Ended])
    return {
        "owner": np.full(len(games), owner["id"]),
        "number": games["number"],
        "seed": derived(owner["stream"], games["number"] // block),
        "seat": seat_of(games, block) + 1,
        "payoff": payoffs(games, block),
        "calls": games["calls"],
        "ended": ways[games["ended"]],
        **{f"won_{seat + 1}": games["winners"] >> seat & 1 for seat in seats},
        **{f"points_{seat + 1}": games["points"][:, seat] for seat in seats},
        **{f"decisions_{seat + 1}": games["decisions"][:, seat] for seat in seats},
    }
