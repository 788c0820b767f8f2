"""Games on a server, side by side: people's requests and the thinking of agents meet here, under one lock a game."""

import secrets
import threading
from typing import Any

from engine.errors import InputError
from engine.jit import compiling
from studies.interactive.hints import adviser_of, hint_for
from studies.interactive.session import Session
from studies.interactive.thinker import Thinker, thinkers_of

MOST_TABLES = 24
Data = dict[str, Any]


class UnknownGameError(LookupError):
    """There is no such game."""


class StaleError(RuntimeError):
    """The request is about a position that the game has left."""


class Table:
    """One game. Agents think on a thread of the table's own; what comes of it is played unless it was taken back."""

    def __init__(self, session: Session, milliseconds: float) -> None:
        self.session, self.milliseconds = session, milliseconds
        self.secret = secrets.token_urlsafe(16)  # in the address of the replay
        self.fault = ""  # why an agent could not decide
        self._lock = threading.RLock()
        self._thinkers: dict[int, Thinker] | None = None
        self._busy = False  # the thread runs
        self._go_on()

    def play(self, turn: int, number: int) -> None:
        """A person plays the move of that number in the position after `turn` decisions."""
        with self._lock:
            self._check(turn)
            moves = self.session.legal()
            if not 1 <= number <= len(moves):
                raise InputError(f"move {number} is not accepted; it takes 1 to {len(moves)}")
            self.session.play(moves[number - 1])
            self._go_on()

    def take_back(self, turn: int) -> None:
        """A person takes back its last decision; an agent may be thinking meanwhile, for nothing."""
        with self._lock:
            self._check_turn(turn)
            self.session.take_back()
            self.fault = ""
            self._go_on()

    def hint(self, turn: int) -> Data:
        """Advice for the person to move."""
        with self._lock:
            self._check(turn)
            session = self.session.snapshot()
        hint = hint_for(session, adviser_of(session, self.milliseconds))
        said = {key: getattr(hint, key) for key in ("adviser", "value", "values", "wins", "rounds")}
        return {**said, "turn": turn, "move": session.legal().index(hint.action) + 1}

    def _check(self, turn: int) -> None:
        """Refuse what was meant for another position, or comes out of turn."""
        seat = self.session.to_move
        self._check_turn(turn)
        if seat is None:
            raise StaleError("the game is over")
        if not self.session.seats[seat].is_person:
            raise StaleError(f"it is the turn of {self.session.called(seat)}")

    def _check_turn(self, turn: int) -> None:
        if turn != self.session.turn:
            raise StaleError(f"the game has gone on: it is after {self.session.turn} decisions, not {turn}")

    def _go_on(self) -> None:
        """Let agents think if it is their turn."""
        if not self._busy and self._agents_turn():
            self._busy = True
            threading.Thread(target=self._think, name="thinking", daemon=True).start()

    def _agents_turn(self) -> bool:
        return not (self.session.over or self.session.waits_for_person or self.fault)

    def _think(self) -> None:
        """Until a person is to move, on the table's own thread."""
        try:
            if self._thinkers is None:
                self._thinkers = thinkers_of(self.session)
            while True:
                with self._lock:
                    if not self._agents_turn():
                        self._busy = False
                        return
                    asked = self.session.snapshot()
                action = self._thinkers[int(asked.state.to_move)].decide(asked)
                with self._lock:
                    if (asked.turn, asked.taken_back) == (self.session.turn, self.session.taken_back):
                        self.session.play(action)
        except Exception as error:
            with self._lock:
                self.fault, self._busy = str(error) or type(error).__name__, False
            if not isinstance(error, InputError):
                raise

    def version(self) -> str:
        """A name for what `look` shows; it changes whenever that does."""
        session = self.session
        return f"{session.turn}.{session.taken_back}.{bool(self.fault)}.{compiling.depth > 0}"

    def look(self) -> Data:
        """What the page shows, through the eyes of the person who is to move or was last."""
        with self._lock:
            version, fault, session = self.version(), self.fault, self.session.snapshot()
        viewer, seat, mine = session.viewer, session.to_move, session.waits_for_person
        return {
            "version": version,
            "fault": fault,
            "title": session.game.title,
            "game": session.game.name,
            "seed": str(session.seed),  # JavaScript has no such whole numbers
            "turn": session.turn,
            "to_move": None if seat is None else seat + 1,
            "viewer": None if viewer is None else viewer + 1,
            "your_turn": mine,
            "ending": session.ending() if session.over else "",
            "compiling": compiling.depth > 0,
            "hand_over": mine and len(session.persons) > 1 and session.looks_differ(),
            "seats": [{"name": seat.name, "player": seat.text, "pace": seat.pace} for seat in session.seats],
            "picture": session.picture(None if session.over else viewer),
            "moves": [{"words": move.words, "clicks": move.clicks} for move in session.moves()] if mine else [],
            "log": [{"seat": told.seat + 1, "words": told.words} for told in session.log(viewer)],
            "can_take_back": session.can_take_back(),
            "replay": f"/replay/{self.secret}" if session.over else "",
        }


class Tables:
    """All games of the server by their ids."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()
        self._opened = 0

    def open(self, session: Session, milliseconds: float) -> str:
        """A new game; its id."""
        with self._lock:
            if len(self._tables) >= MOST_TABLES:
                raise InputError(f"there are {MOST_TABLES} games already; close one first")
            self._opened += 1
            name = str(self._opened)
            self._tables[name] = Table(session, milliseconds)
        return name

    def find(self, name: str) -> Table:
        """The game of that id."""
        try:
            return self._tables[name]
        except KeyError:
            raise UnknownGameError(
                f"there is no game {name!r}; there are {', '.join(self._tables) or 'none'}"
            ) from None

    def close(self, name: str) -> None:
        """Forget a game."""
        self.find(name)
        with self._lock:
            self._tables.pop(name, None)

    def with_secret(self, secret: str) -> Table:
        """The game whose replay has this address."""
        for table in self._tables.values():
            if secrets.compare_digest(table.secret.encode(), secret.encode()):
                return table
        raise UnknownGameError("there is no such replay")

    def list(self) -> list[Data]:
        """The labels of the tabs."""
        games = [(name, table.session.snapshot()) for name, table in list(self._tables.items())]
        return [
            {"id": name, "title": game.game.title, "your_turn": game.waits_for_person, "over": game.over}
            for name, game in games
        ]
