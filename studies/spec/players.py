"""Players as studies keep them: text that `bottega match` takes too, `mcts:c=1.4,budget=500` or `@champion.toml`."""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agents.catalog import PlayerSpec, find_agent, parse_player, player_spec, weights_in
from engine.catalog import find_game
from engine.errors import InputError
from engine.game import Game
from engine.space import cast, read_settings, word
from engine.value import default_value, parse_value, value_of
from studies.spec.paths import CHAMPION
from studies.spec.study_file import read_champion

Values = Mapping[str, Any]  # of a candidate or a player, by name
VALUE = "value"  # the setting that says what a player strives for


def written_out(text: str, game: str = "") -> str:
    """The player itself where the text names a champion's file, which must be one of this game."""
    if not text.startswith(CHAMPION):
        return text
    file = text.removeprefix(CHAMPION)
    champion = read_champion(Path(file))
    player, own = champion.get("player"), champion.get("game", game)
    if game and own != game:
        raise InputError(f"{file}: is a champion of {own}, not of {game}")
    if not isinstance(player, str) or player.startswith(CHAMPION):
        raise InputError(f"{file}: player = {player!r} is not accepted; it takes a player as text")
    return player


def settings_of(text: str) -> tuple[str, dict[str, str]]:
    """The agent and what the text sets of it."""
    return read_settings(written_out(text), "player")


def with_values(text: str, values: Mapping[str, Any]) -> str:
    """The player with more settings, which win over those that the text has."""
    agent, settings = settings_of(text)
    return player_text(agent, {**settings, **values})


def player_text(agent: str, settings: Mapping[str, Any]) -> str:
    """The player with these settings as text."""
    written = ",".join([f"{name}={exact(value)}" for name, value in settings.items()])
    return f"{agent}:{written}" if written else agent


def exact(value: Any) -> str:
    """A value as text that reads back as the same value."""
    if isinstance(value, str):
        return value
    return repr(value) if isinstance(value, float) else word(value)


class PlayerTemplate:
    """A player whose settings are varied: its text, its value functions and each value of a knob are read once."""

    def __init__(self, text: str, game: Game) -> None:
        self.agent, self.settings = settings_of(text)
        self.game = game
        agent = find_agent(self.agent)
        self.knobs = agent.knobs(game)
        self._own = self.settings | (
            {VALUE: self.settings.get(VALUE, default_value(game, self.agent))} if agent.valued else {}
        )
        self._cast = functools.cache(lambda name, value: cast(self.knobs[name], value, f"player {self.agent}"))
        self._parse = functools.cache(lambda text: parse_value(text, game))

    def text(self, values: Mapping[str, Any]) -> str:
        """The player with these settings, as people write it."""
        return player_text(self.agent, {**self.settings, **values})

    def spec(self, values: Mapping[str, Any]) -> PlayerSpec:
        """The player with these settings."""
        base, name = self._base, self.settings.get("name") or self.text(values)
        if values.keys() <= self.knobs.keys():
            knobs = {knob: self._cast(knob, value) for knob, value in values.items()}
            return base._replace(name=name, params=base.params._replace(**knobs))
        weights = weights_in(values, f"player {name}")
        if base.value and len(weights) == len(values):
            return base._replace(name=name, value=value_of(base.value, self.game, weights))
        return self._read(values)

    @functools.cached_property
    def _base(self) -> PlayerSpec:
        return self._read({})

    def _read(self, values: Mapping[str, Any]) -> PlayerSpec:
        settings = {**self._own, **values}
        if isinstance(text := settings.get(VALUE), str):
            settings[VALUE] = self._parse(text)
        return player_spec(self.agent, settings, self.game, self.text(values))


@functools.lru_cache(maxsize=256)
def player_spec_of(game: str, text: str) -> PlayerSpec:
    """The player that a text describes."""
    return parse_player(written_out(text, game), find_game(game))
