"""A game between people and agents: dealt from a seed, played move by move, and taken back.

Nothing here waits, prints or thinks: `terminal` and `browser` ask people, `thinker` asks agents, and both play what
they got by `Session.play`. A game is its seed and its actions, so every position of it is kept or found again.

People are told only what their seat can see, in the words of the game's view (engine.game).
"""

import copy
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from agents.catalog import PlayerSpec, parse_player
from engine.errors import InputError
from engine.game import Ended, Game, allows, legal, payoffs, pending, points, step

PERSON = "person"  # how a seat is written down that a person has
MOST_SEED = 2**63 - 1


class Seat(NamedTuple):
    """A seat: a person, or an agent's player."""

    text: str  # PERSON, or a player as `bottega match` takes it
    player: PlayerSpec | None  # none: a person

    @property
    def is_person(self) -> bool:
        """Whether a person has the seat."""
        return self.player is None

    @property
    def name(self) -> str:
        """What others call it: of an agent its name, not all its settings."""
        return self.player.name.partition(":")[0] if self.player else PERSON

    @property
    def pace(self) -> str:
        """How long an agent thinks about a move, in words."""
        if self.player is None:
            return ""
        limits = [f"{self.player.milliseconds / 1000:g} s"] if self.player.milliseconds else []
        if self.player.budget < 10**9:
            limits.append(f"{self.player.budget:,} forward-model calls")
        return "at most " + " or ".join(limits) + " a move" if limits else "as long as it takes"


class Move(NamedTuple):
    """What the player to move can do."""

    action: int
    words: str
    clicks: tuple[tuple[str, ...], ...] = ()


class Told(NamedTuple):
    """One decision of the game as a viewer heard of it."""

    seat: int
    words: str


def seat_of(text: str, game: Game, milliseconds: float) -> Seat:
    """The seat that `text` names; agents think for so long, unless the text says otherwise."""
    return Seat(text, None if text == PERSON else parse_player(text, game, milliseconds=milliseconds))


class Session:
    """One game: the positions so far and what was played in them."""

    def __init__(self, game: Game, params: Any, seed: int, seats: Sequence[Seat]) -> None:
        if not 0 <= seed <= MOST_SEED:
            raise InputError(f"seed {seed}: it takes a whole number from 0 to {MOST_SEED}")
        self.game, self.params, self.seed, self.seats = game, params, seed, tuple(seats)
        self.rules = game.prepare(params)
        self.states = [game.new_deal(self.rules, seed)]
        self.actions: list[int] = []
        self.taken_back = 0  # how often: agents then forget what they planned
        if len(seats) != self.state.n_players:
            raise InputError(f"{game.name}: {len(seats)} players given; it takes {self.state.n_players}")

    def snapshot(self) -> "Session":
        """The game as it is now, which stays so while this one goes on."""
        other = copy.copy(self)
        other.states, other.actions = self.states.copy(), self.actions.copy()
        return other

    @property
    def state(self) -> Any:
        """The position now; whoever wants to change it copies it."""
        return self.states[-1]

    @property
    def turn(self) -> int:
        """The number of decisions so far."""
        return len(self.actions)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.ended != Ended.PLAYING)

    @property
    def to_move(self) -> int | None:
        """The seat that decides next, from 0 on; none when the game is over."""
        return None if self.over else int(self.state.to_move)

    @property
    def waits_for_person(self) -> bool:
        """Whether a person decides next."""
        return not self.over and self.seats[self.state.to_move].is_person

    @property
    def persons(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.is_person]

    @property
    def viewer(self) -> int | None:
        """Through whose eyes people look now: who is to move, or who of them was last. None: no person plays."""
        movers = [int(state.to_move) for state in reversed(self.states) if state.ended == Ended.PLAYING]
        return next((seat for seat in movers if self.seats[seat].is_person), next(iter(self.persons), None))

    def legal(self) -> list[int]:
        """Every legal action."""
        room = np.zeros(self.game.max_actions(self.params), np.int64)
        return room[: legal(self.rules, self.state, room)].tolist()

    def moves(self) -> list[Move]:
        """Every legal action in words; a move's number is its place here, from 1 on."""
        clicks, view = getattr(self.game.view, "clicks", None), self.game.view
        return [
            Move(
                action,
                view.say(self.rules, self.state, action),
                clicks(self.rules, self.state, action) if clicks else (),
            )
            for action in self.legal()
        ]

    def play(self, action: int) -> None:
        """Play a legal action for whoever is to move."""
        if self.over or not allows(self.rules, self.state, action):
            raise InputError(f"action {action} is not legal after {self.turn} decisions")
        after = self.game.new_states(1)
        after[0] = self.state
        step(self.rules, after[0], action)
        self.states.append(after[0])
        self.actions.append(int(action))

    def can_take_back(self) -> bool:
        """Whether a person has decided anything yet."""
        return any(self.seats[state.to_move].is_person for state in self.states[:-1])

    def take_back(self) -> None:
        """Go back to the last position in which a person decided."""
        if not self.can_take_back():
            raise InputError("there is nothing to take back: no person has moved yet")
        turn = self.turn - 1
        while not self.seats[self.states[turn].to_move].is_person:
            turn -= 1
        del self.states[turn + 1 :], self.actions[turn:]
        self.taken_back += 1

    def show(self, viewer: int | None) -> str:
        """The position as text, as a seat sees it."""
        return self.game.view.show(self.rules, self.state, viewer)

    def picture(self, viewer: int | None) -> str:
        """The position as SVG, as a seat sees it."""
        return self.game.view.svg(self.rules, self.state, viewer)

    def looks_differ(self) -> bool:
        """Whether one person must not see what another one sees."""
        return len({self.show(seat) for seat in self.persons}) > 1

    def log(self, viewer: int | None) -> list[Told]:
        """Every decision in words, as far as a viewer has learnt of it; without a viewer, all."""
        return [Told(int(self.states[at].to_move), self.words(at, viewer)) for at in range(self.turn)]

    def words(self, at: int, viewer: int | None) -> str:
        """The words for one decision."""
        state, action, view = self.states[at], self.actions[at], self.game.view
        seat = int(state.to_move)
        if viewer is None or viewer == seat or not hasattr(view, "tell"):
            return view.say(self.rules, state, action)
        done = not all(pending(self.rules, later, seat) for later in self.states[at + 1 :])
        return view.tell(self.rules, state, action, viewer, done)

    def called(self, seat: int) -> str:
        """A seat as people speak of it: seats count from 1."""
        return f"player {seat + 1} ({self.seats[seat].name})"

    def ending(self) -> str:
        """The end of the game in words."""
        shares = np.zeros(len(self.seats))
        payoffs(self.rules, self.state, shares)
        winners = [self.called(int(seat)) for seat in np.flatnonzero(shares)]
        how = {
            Ended.WON: f"{' and '.join(winners)} wins",
            Ended.SHARED: f"{' and '.join(winners)} share the win",
            Ended.STALEMATE: "nobody can move: nobody wins",
            Ended.LIMIT: "the limit of decisions is reached: nobody wins",
        }[Ended(int(self.state.ended))]
        scores = ", ".join(str(points(self.rules, self.state, seat)) for seat in range(len(self.seats)))
        return f"{how}; points by seat: {scores}"
