"""Who has won, as a set of players: found by rank, counted, and shared out."""

import numpy as np

from engine.bits import ONE, ZERO, count
from engine.game import Ended
from engine.jit import jit_inline


@jit_inline
def count_in(best, chosen, rank, player):
    """The best rank so far and the set of players who have it, one more player counted in."""
    if rank < best:
        return best, chosen
    return rank, (chosen if rank == best else ZERO) | ONE << np.uint64(player)


@jit_inline
def is_decided(state):
    """Whether the game is over and somebody has won it."""
    return state.ended == Ended.WON or state.ended == Ended.SHARED


@jit_inline
def how_won(winners):
    """How a game ends that these players have won."""
    return Ended.WON if count(winners) == 1 else Ended.SHARED


@jit_inline
def share_out(winners, n_players, out):
    """The payoffs: equal shares of 1 for the winners, nothing for the others."""
    for player in range(n_players):
        out[player] = 1.0 / count(winners) if holds(winners, player) else 0.0


@jit_inline
def holds(winners, player):
    """Whether a player is one of the winners."""
    return (winners >> np.uint64(player)) & ONE != ZERO
