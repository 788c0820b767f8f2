"""A game as one small JSON file: its rules, seed, players and actions, which give back every position exactly."""

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.catalog import find_game
from engine.errors import InputError
from engine.game import key
from engine.reading import read_text, write_text
from engine.space import build, plain
from studies.interactive.session import MOST_SEED, Session, seat_of

FORMAT = "bottega game 1"


class Saved(BaseModel):
    """The contents of a saved game's file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    format: str
    game: str
    rules: dict[str, Any]  # every rule parameter
    seed: int = Field(ge=0, le=MOST_SEED)
    players: list[str]
    milliseconds: float = Field(ge=0)
    actions: list[int]
    position: str  # the key of the last position: other rules than these would give another one


def to_text(session: Session, milliseconds: float) -> str:
    """The file's content."""
    saved = Saved(
        format=FORMAT,
        game=session.game.name,
        rules={name: plain(value) for name, value in session.params._asdict().items()},
        seed=session.seed,
        players=[seat.text for seat in session.seats],
        milliseconds=milliseconds,
        actions=session.actions,
        position=position_of(session),
    )
    return json.dumps(saved.model_dump()) + "\n"


def position_of(session: Session) -> str:
    """The key of the position, as text."""
    return f"{int(key(session.rules, session.state)) % 2**64:016x}"


def save(session: Session, milliseconds: float, path: Path) -> None:
    """Write the file."""
    write_text(path, to_text(session, milliseconds))


def load(path: Path) -> tuple[Session, float]:
    """The game that a file holds, and how many milliseconds its agents think."""
    return from_text(read_text(path), str(path))


def from_text(text: str, where: str) -> tuple[Session, float]:
    """The game that a file's content describes, played again move by move; `where` begins every error."""
    try:
        saved = Saved.model_validate_json(text)
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(map(str, problem["loc"])) or "the file"
        raise InputError(f"{where}: not a saved game of this program: {place}: {problem['msg'].lower()}") from None
    if saved.format != FORMAT:
        raise InputError(f"{where}: format = {saved.format!r} is not accepted; it takes {FORMAT!r}")
    game = find_game(saved.game)
    params = build(game.Params, saved.rules, f"{where}: rules")
    seats = [seat_of(player, game, saved.milliseconds) for player in saved.players]
    try:
        session = Session(game, params, saved.seed, seats)
        for action in saved.actions:
            session.play(action)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if position_of(session) != saved.position:
        raise InputError(f"{where}: its moves lead to another position than when it was saved: the rules have changed")
    return session, saved.milliseconds
