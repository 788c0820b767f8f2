"""Files that a study names, found from where the study's own file lies."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.catalog import GAMES
from engine.space import knobs_of

CHAMPION, SUFFIX = "@", ".toml"  # how a text begins and ends that names a champion's file; for its rules @ is optional
START = "start_from"  # the key of an earlier study
PLAYED = ("candidate", "opponents", "players", "ladder")  # the parts of a study in which players stand
RULED = ("game", "proof")  # those in which rules of the game do


def file_rules(table: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The rules that name a file, each with the part of the study that it stands in."""
    parts = {part: rules for part in RULED if isinstance(rules := table.get(part), Mapping)}
    if (game := parts.get("game", {}).get("name")) not in tuple(GAMES):
        return []
    files = {name for name, knob in knobs_of(GAMES[game].Params).items() if knob.file}
    found = [(part, rule) for part, rules in parts.items() for rule in rules if rule in files]
    return [(part, rule) for part, rule in found if isinstance(value := parts[part][rule], str) and value]


def from_place(table: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The study's table with its files where they are, seen from the study's own folder."""
    found = with_champions(table, lambda file: CHAMPION + str(folder / file))
    for part, rule in file_rules(table):
        found[part] = {**found[part], rule: str((folder / found[part][rule]).absolute())}
    preset = game.get("preset") if isinstance(game := found.get("game"), Mapping) else None
    if isinstance(preset, str) and preset.endswith(SUFFIX):
        found["game"] = {**found["game"], "preset": str(folder / preset.removeprefix(CHAMPION))}
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
