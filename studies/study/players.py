"""Players as studies keep them: text that `bottega match` takes too, `mcts:c=1.4,budget=500` or `@champion.toml`."""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agents.catalog import PlayerSpec, make_player, parse_player
from engine.catalog import find_game
from engine.errors import InputError
from engine.match import Player
from engine.space import read_settings, word
from engine.workspace import Room
from studies.study.study_file import read_table

FILE = "@"


def written_out(text: str) -> str:
    """The player itself where the text names a champion's file."""
    if not text.startswith(FILE):
        return text
    player = read_table(Path(text.removeprefix(FILE))).get("player")
    if not isinstance(player, str) or player.startswith(FILE):
        raise InputError(f"{text.removeprefix(FILE)}: player = {player!r} is not accepted; it takes a player as text")
    return player


def settings_of(text: str) -> tuple[str, dict[str, str]]:
    """The agent and what the text sets of it."""
    return read_settings(written_out(text), "player")


def with_values(text: str, values: Mapping[str, Any]) -> str:
    """The player with more settings, which win over those that the text has."""
    agent, settings = settings_of(text)
    merged = settings | {name: exact(value) for name, value in values.items()}
    return agent + "".join(f"{',' if i else ':'}{name}={value}" for i, (name, value) in enumerate(merged.items()))


def exact(value: Any) -> str:
    """A value as text that reads back as the same value."""
    return repr(value) if isinstance(value, float) else word(value)


@functools.lru_cache(maxsize=256)
def player_spec_of(game: str, text: str) -> PlayerSpec:
    """The player that a text describes."""
    return parse_player(written_out(text), find_game(game))


def seated(game: str, rule_params: Any, text: str, room: Room | None = None) -> Player:
    """A player ready to sit down, with a workspace of its own."""
    return make_player(player_spec_of(game, text), find_game(game), rule_params, room)
