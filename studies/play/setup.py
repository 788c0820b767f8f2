"""What is played: a game under its rules, and the players that sit down to it."""

import functools
from collections.abc import Iterable, Mapping
from shlex import quote
from typing import Any, NamedTuple

import numpy as np

from agents.catalog import PlayerSpec, check_rules, make_player, parse_player
from engine.catalog import find_game
from engine.errors import InputError
from engine.game import Game
from engine.match import Player
from engine.space import word
from engine.words import many
from engine.workspace import Room
from studies.spec.players import written_out
from studies.spec.rules import rule_params
from studies.spec.study_file import written_rules


class GameSetup(NamedTuple):
    """A game and its rules, as plain data."""

    game: str
    preset: str = ""
    rules: tuple[tuple[str, Any], ...] = ()

    @property
    def options(self) -> str:
        """The rules as options of `bottega match`, where players are counted."""
        changes = [f"--set {quote(f'{name}={word(value)}')}" for name, value in self.rules if name != "players"]
        return " ".join([f"--rules {self.preset}"] * bool(self.preset) + changes)


class PreparedGame(NamedTuple):
    """A game ready to be played under its rules."""

    game: Game
    params: Any  # the game's Params
    rules: np.record
    n_players: int


@functools.lru_cache(maxsize=1024)
def prepare_game(setup: GameSetup) -> PreparedGame:
    """The game under its rules, checked."""
    game = find_game(setup.game)
    params = rule_params(game, setup.preset, dict(setup.rules))
    rules = game.prepare(params)
    return PreparedGame(game, params, rules, int(game.new_deal(rules, 0).n_players))


def setup_for(game: str, preset: str, changes: Mapping[str, Any], players: int) -> GameSetup:
    """The set-up for as many players as there are, or an error where the game or its rules take another number."""
    counts = find_game(game).player_counts
    if players not in counts:
        raise InputError(f"{game}: {many(players, 'player')} given; it takes {' or '.join(map(str, counts))}")
    if str(changes.get("players", players)) != str(players):
        raise InputError(
            f"{game}: {many(players, 'player')} given; players = {changes['players']} wants another number"
        )
    chosen = {"players": players} if len(counts) > 1 else {}
    return game_setup(game, preset, {**changes, **chosen})


def game_setup(game: str, preset: str, changes: Mapping[str, Any]) -> GameSetup:
    """The set-up of a preset, or of a file with rules, and changes of single rules."""
    preset, changes = written_rules(game, preset, changes)
    return GameSetup(game, preset, tuple(changes.items()))


def read_players(
    prepared: PreparedGame, texts: Iterable[str], budget: int | None = None, milliseconds: float = 0.0
) -> list[PlayerSpec]:
    """The players that texts describe; a champion of another game, or who cannot play by these rules, is refused."""
    game = prepared.game
    specs = [parse_player(written_out(text, game.name), game, budget, milliseconds) for text in texts]
    for spec in specs:
        check_rules(spec, prepared.params)
    return specs


def seat_player(prepared: PreparedGame, player: PlayerSpec, room: Room | None = None) -> Player:
    """A player ready to sit down, with a workspace of its own or in a room that players use in turn."""
    return make_player(player, prepared.game, prepared.params, room)
