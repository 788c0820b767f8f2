"""Files that a study names, found from where the study's own file lies."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.catalog import GAMES
from engine.space import knobs_of

CHAMPION, SUFFIX = "@", ".toml"  # how the text of a player begins and ends that names a champion's file
START = "start_from"  # the key of an earlier study
PLAYED = ("candidate", "opponents", "players", "ladder")  # the parts of a study in which players stand


def file_rules(table: Mapping[str, Any]) -> list[str]:
    """The rules of the study's game that name a file."""
    game = table.get("game")
    if not isinstance(game, Mapping) or game.get("name") not in tuple(GAMES):
        return []
    knobs = knobs_of(GAMES[game["name"]].Params)
    return [name for name, value in game.items() if name in knobs and knobs[name].file and isinstance(value, str)]


def from_place(table: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The study's table with its files where they are, seen from the study's own folder."""
    found = with_champions(table, lambda file: CHAMPION + str(folder / file))
    if rules := [rule for rule in file_rules(table) if table["game"][rule]]:
        found["game"] = {**table["game"], **{rule: str((folder / table["game"][rule]).absolute()) for rule in rules}}
    if START in found:
        found[START] = with_start(found, lambda study: here(study, folder))
    return found


def here(study: str, folder: Path) -> str:
    """The path of an earlier study, where one is meant; else its name, by which it is found in the workshop."""
    return str((folder / study).absolute()) if os.path.exists(folder / study) else study  # no name is too long for it


def with_start(table: Mapping[str, Any], change: Callable[[str], str]) -> Any:
    """What the table says of an earlier study, as text or as a table, with another text for the study."""
    start = table[START]
    if isinstance(start, dict) and isinstance(study := start.get("study"), str):
        return {**start, "study": change(study)}
    return change(start) if isinstance(start, str) else start


def with_champions(table: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """The study's table with another text for every player that is named by a file."""

    def changed(text: str) -> str:
        is_file = text.startswith(CHAMPION) and text.endswith(SUFFIX)
        return change(text.removeprefix(CHAMPION)) if is_file else text

    return {key: mapped(part, changed) if key in PLAYED else part for key, part in table.items()}


def mapped(part: Any, change: Callable[[str], Any]) -> Any:
    """Tables and lists of any depth with every text in them changed."""
    if isinstance(part, dict):
        return {mapped(key, change): mapped(value, change) for key, value in part.items()}
    if isinstance(part, list):
        return [mapped(value, change) for value in part]
    return change(part) if isinstance(part, str) else part
