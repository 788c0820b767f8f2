"""An agent at a seat of a game with people."""

import numpy as np

from agents.catalog import PlayerSpec, make_player
from engine.chance import derive
from engine.errors import InputError
from engine.match import FIXTURE, RESULT, begin, decide, describe_fault
from studies.interactive.session import Session


class Thinker:
    """Decides, with a memory and chance of its own; a game that is taken back it meets like a new one."""

    def __init__(self, session: Session, player: PlayerSpec, chance: int) -> None:
        """`chance` tells the thinkers of a game apart: each draws from its own stream."""
        self.game, self.rules = session.game, session.rules
        self.player = make_player(player, session.game, session.params)
        self.fixture = np.zeros(1, FIXTURE).view(np.recarray)[0]  # every seat is this player's
        self.fixture.seed = derive(np.uint64(session.seed), np.uint64(chance))
        self.met = -1  # which line of the game it has in mind, see Session.taken_back

    def decide(self, session: Session) -> int:
        """The agent's action in this position; that takes as long as its budget says, and no interpreter lock."""
        workspaces = (self.player.workspace,)
        if self.met != session.taken_back:
            begin(self.rules, self.game.new_states(1)[0], self.fixture, workspaces)
            self.met = session.taken_back
        result = np.zeros(1, RESULT).view(np.recarray)[0]
        if not decide(self.rules, session.state, self.fixture, (self.player.act,), workspaces, result, 0):
            raise InputError(describe_fault(self.game, [self.player], self.fixture, result))
        return int(result.action)


def thinkers_of(session: Session) -> dict[int, Thinker]:
    """The agents of a game by their seats."""
    seats = enumerate(session.seats)
    return {number: Thinker(session, seat.player, 1 + number) for number, seat in seats if seat.player}
