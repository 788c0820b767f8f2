"""Rules as people set them: a preset of the game, or its defaults, and changes of single parameters."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.errors import InputError
from engine.game import Game
from engine.space import build


def rule_params(game: Game, preset: str = "", changes: Mapping[str, Any] | None = None) -> Any:
    """The game's Params, each checked; whether they go together is said by `game.prepare`."""
    where, changes = f"rules of {game.name}", changes or {}
    if preset and preset not in game.presets:
        raise InputError(f"{where}: there is no preset {preset!r}; there are {', '.join(game.presets)}")
    params = game.presets[preset] if preset else game.Params()
    given = build(game.Params, changes, where)
    return params._replace(**{name: getattr(given, name) for name in changes})


def read_changes(texts: Iterable[str]) -> dict[str, str]:
    """Changes as the command line takes them: `--set name=value`."""
    changes = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise InputError(f"--set {text}: a change is written name=value")
        changes[name.strip()] = value.strip()
    return changes
