"""Positions as numbers, and what is to be learnt of them."""

import os
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import InputError


@dataclass(frozen=True, eq=False)
class Dataset:
    """Rows are positions as one player sees them."""

    names: tuple[str, ...]  # of the features
    features: np.ndarray  # row x feature, in single precision
    outputs: tuple[str, ...]  # names of the targets
    targets: np.ndarray  # row x target
    games: np.ndarray  # the number of the row's game
    deals: np.ndarray  # and of its deal: games on one deal resemble each other
    players: np.ndarray  # the seat of who looks
    turns: np.ndarray  # decisions made before

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.features)

    def rows(self, chosen: np.ndarray) -> "Dataset":
        """Some of the rows, by a mask or by their numbers."""
        return replace(self, **{name: getattr(self, name)[chosen] for name in BY_ROW})

    def only(self, names: Sequence[str]) -> "Dataset":
        """The dataset with some of the features."""
        places = [self.names.index(name) for name in names]
        return replace(self, names=tuple(names), features=self.features[:, places])


BY_ROW = ("features", "targets", "games", "deals", "players", "turns")


def save(dataset: Dataset, path: Path) -> None:
    """Write a dataset's file, which is there whole or not at all; numpy and what reads its files can open it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".part")
    with draft.open("wb") as file:
        columns: dict[str, Any] = {field.name: np.asarray(getattr(dataset, field.name)) for field in fields(dataset)}
        np.savez_compressed(file, **columns)
    os.replace(draft, path)


def read(path: Path) -> Dataset:
    """The dataset in a file."""
    try:
        with np.load(path, allow_pickle=False) as file:
            columns: dict[str, Any] = {field.name: file[field.name] for field in fields(Dataset)}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(f"{path}: cannot be read ({error}); without it its games are played again") from None
    words = {name: tuple(columns[name].tolist()) for name in ("names", "outputs")}
    return Dataset(**{**columns, **words})


def join(parts: Sequence[Dataset]) -> Dataset:
    """All rows of several datasets of the same features and targets."""
    columns: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in BY_ROW}
    return replace(parts[0], **columns)


def split(dataset: Dataset, share: float, seed: int) -> tuple[Dataset, Dataset]:
    """Two datasets, the second with about this share of the deals. All games of a deal are on one side."""
    deals = np.unique(dataset.deals)
    held = round(share * len(deals))
    if not 0 < held < len(deals):
        raise InputError(f"learning: {share:g} of {len(deals)} deals cannot be held out; at least one a side is needed")
    chosen = np.isin(dataset.deals, np.random.default_rng(seed).permutation(deals)[:held])
    return dataset.rows(~chosen), dataset.rows(chosen)
