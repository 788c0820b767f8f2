"""Advice on demand: what an agent would do here, and what every move is worth.

A move's worth is told twice: by the value function that the agent strives for, right after the move has taken effect,
and by the share of the win when everybody plays on at random. Both are means over positions that the player to move
could be in: what it cannot see is dealt anew for each round of looks, the same for all moves.
"""

import math
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from agents.catalog import PlayerSpec, parse_player
from agents.outlook import look
from engine.chance import derive
from engine.value import compile_value, default_value, parse_value
from studies.interactive.session import Session
from studies.interactive.thinker import Thinker

ADVISER = "mcts"  # where no agent plays
CHANCE = 101  # of a game's streams of chance, the advice's
ROUNDS = 2000  # of looks at every move, at most
SECONDS = 0.5  # for all of them


class Hint(NamedTuple):
    """Advice about the position of now."""

    adviser: str
    action: int  # what the adviser would do
    value: str  # the value function, written out
    values: list[float]  # of each legal action, in their order: by the value function
    wins: list[float]  # the share of the win when all play on at random
    rounds: int  # of looks at each action


def adviser_of(session: Session, milliseconds: float) -> PlayerSpec:
    """The adviser: the first agent at the table."""
    players = [seat.player for seat in session.seats if seat.player]
    return players[0] if players else parse_player(ADVISER, session.game, milliseconds=milliseconds)


def hint_for(session: Session, player: PlayerSpec, clock: Callable[[], float] = time.monotonic) -> Hint:
    """What the player would do, and what can be said of every move."""
    strives = player.value or parse_value(default_value(session.game), session.game)
    program = compile_value(strives, session.game.FEATURES)
    actions = np.array(session.legal(), np.int64)
    values, wins = np.zeros(len(actions)), np.zeros(len(actions))
    pool, shares = session.game.new_states(2), np.zeros(len(session.seats))
    rng = np.array([derive(np.uint64(session.seed), np.uint64(CHANCE + session.turn))], np.uint64)
    rounds, due = 0, math.inf
    while rounds < ROUNDS and clock() < due:
        look(session.rules, session.state, actions, program, pool, rng, shares, values, wins)
        due = clock() + SECONDS if rounds == 0 else due  # the first round may have to be compiled
        rounds += 1
    advised = Thinker(session, player, CHANCE + session.turn).decide(session)
    return Hint(player.name, advised, str(strives), (values / rounds).tolist(), (wins / rounds).tolist(), rounds)
