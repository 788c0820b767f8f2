"""The rules of Splinter: one piece steps and pushes a line, kings must not be parted or fall."""

import numpy as np

from engine.bits import ONE, ZERO, count, lowest, nth
from engine.chance import below, fold
from engine.game import NONE, Ended
from engine.jit import jit_inline
from engine.splinter.board import bit, group, group_size, holds, line_end, occupied, size
from engine.splinter.features import feature  # noqa: F401  (a verb)
from engine.splinter.state import OFF, move_of, square_of, way_of

OPENING_TRIES = 100
S8 = np.uint64(8)


@jit_inline
def deal(rules, state, seed):
    """The start position, after the opening moves that the seed names."""
    state.chance[0] = seed
    set_up(rules, state)
    for _ in range(OPENING_TRIES):
        if open_play(rules, state):
            return
        set_up(rules, state)


@jit_inline
def set_up(rules, state):
    """Put every piece where it starts."""
    state.n_players, state.to_move, state.turn = 2, 0, 0
    state.ended, state.winner, state.vacated = Ended.PLAYING, OFF, OFF
    for side in range(2):
        state.kings[side] = rules.kings[side]
        for half in range(2):
            state.men[side, half] = rules.men[side, half]


@jit_inline
def open_play(rules, state):
    """Play the random opening; False when the game did not live through it."""
    for _ in range(rules.opening):
        state.turn = -1  # opening moves do not count
        step(rules, state, sample(rules, state, state.chance))
        if state.ended != Ended.PLAYING:
            return False
    return True


@jit_inline
def fills(rules, state, low, high, square, way):
    """Whether a move would fill the square that the opponent's move left empty (R2)."""
    vacated = state.vacated
    if vacated == OFF or rules.toward[vacated, square] != way:
        return False
    return line_end(low, high, square, rules.deltas[way]) == vacated


@jit_inline
def legal(rules, state, out):
    """Every legal move, by square and direction. Each piece has at least seven, so that nobody is ever stuck (R3)."""
    if state.ended != Ended.PLAYING:
        return 0
    low, high = occupied(state)
    n = 0
    for word in range(2):
        own = state.men[state.to_move, word]
        while own != ZERO:
            square = word * 64 + lowest(own)
            own &= own - ONE
            for way in range(8):
                if not fills(rules, state, low, high, square, way):
                    out[n] = move_of(square, way)
                    n += 1
    return n


@jit_inline
def allows(rules, state, action):
    """Whether a move is legal."""
    if state.ended != Ended.PLAYING:
        return False
    square, way = square_of(action), way_of(action)
    if not holds(state.men[state.to_move, 0], state.men[state.to_move, 1], square):
        return False
    low, high = occupied(state)
    return not fills(rules, state, low, high, square, way)


@jit_inline
def sample(rules, state, rng):
    """A random legal move, all equally likely: a random move is drawn again in the rare case that it is not legal."""
    if state.ended != Ended.PLAYING:
        return NONE
    own_low, own_high = state.men[state.to_move, 0], state.men[state.to_move, 1]
    in_low = count(own_low)
    moves = (in_low + count(own_high)) * 8
    low, high = occupied(state)
    while True:
        pick = below(rng, moves)
        piece, way = pick >> 3, pick & 7
        square = nth(own_low, piece) if piece < in_low else 64 + nth(own_high, piece - in_low)
        if not fills(rules, state, low, high, square, way):
            return move_of(square, way)


@jit_inline
def step(rules, state, action):
    """Move a piece one step and push the line in front of it; what leaves the board is out."""
    square = square_of(action)
    push(rules, state, square, rules.deltas[way_of(action)])
    state.vacated = square
    state.to_move = 1 - state.to_move
    state.turn += 1
    judge(rules, state)


@jit_inline
def skip(rules, state, viewer):
    """Leave out the opponent's turn."""
    if state.to_move != viewer:
        state.vacated = OFF
        state.to_move = viewer
        state.turn += 1
        judge(rules, state)
    return True


@jit_inline
def push(rules, state, square, delta):
    """Shift the line of pieces that begins on `square` by one step; a king that leaves the board goes to OFF."""
    men, kings = state.men, state.kings
    low, high = occupied(state)
    x_low, x_high = men[0, 0], men[0, 1]
    line_low, line_high, new_low, new_high = ZERO, ZERO, ZERO, ZERO
    start_low, start_high = here_low, here_high = bit(square)
    while (here_low & low) | (here_high & high) != ZERO:
        square += delta
        next_low, next_high = bit(square)
        line_low |= here_low
        line_high |= here_high
        if (here_low & x_low) | (here_high & x_high) != ZERO:
            new_low |= next_low
            new_high |= next_high
        here_low, here_high = next_low, next_high
    on_low, on_high = rules.board[0], rules.board[1]
    men[0, 0] = (x_low & ~line_low | new_low) & on_low
    men[0, 1] = (x_high & ~line_high | new_high) & on_high
    men[1, 0] = (low ^ start_low | here_low & on_low) & ~men[0, 0]
    men[1, 1] = (high ^ start_high | here_high & on_high) & ~men[0, 1]
    for side in range(2):
        if holds(line_low, line_high, kings[side]):
            square = kings[side] + delta
            kings[side] = square if holds(on_low, on_high, square) else OFF


@jit_inline
def judge(rules, state):
    """End the game when a king has left the board, when the kings are parted, or at the limit."""
    kings = state.kings
    if kings[0] == OFF or kings[1] == OFF:
        win(state, 1 if kings[0] == OFF else 0)
        return
    low, high = occupied(state)
    near_low, near_high = group(rules, low, high, kings[0], kings[1])
    if not holds(near_low, near_high, kings[1]):
        compare_groups(rules, state)
        return
    if not rules.loose_stay:
        sweep(rules, state)
    if state.turn >= rules.max_plies:
        state.ended = Ended.LIMIT


@jit_inline
def win(state, side):
    """The game is over and has a winner."""
    state.ended, state.winner = Ended.WON, side


@jit_inline
def compare_groups(rules, state):
    """The kings are parted: the larger group wins."""
    lead = group_size(rules, state, 0) - group_size(rules, state, 1)
    if lead == 0:
        state.ended = Ended.SHARED
    else:
        win(state, 0 if lead > 0 else 1)


@jit_inline
def sweep(rules, state):
    """Take every piece off whose group has no king (R6, as the other reading has it)."""
    low, high = occupied(state)
    low, high = group(rules, low, high, state.kings[0], OFF)
    for side in range(2):
        state.men[side, 0] &= low
        state.men[side, 1] &= high


@jit_inline
def key(rules, state):
    """A name of the position: two states of equal key go on alike, up to the limit of plies."""
    name = np.uint64(state.turn)
    name = name << S8 | np.uint64(state.kings[0] + 1)
    name = name << S8 | np.uint64(state.kings[1] + 1)
    name = name << S8 | np.uint64(state.vacated + 1)
    name = name << S8 | np.uint64(state.to_move)
    for side in range(2):
        name = fold(fold(name, state.men[side, 0]), state.men[side, 1])
    return name


@jit_inline
def payoffs(rules, state, out):
    """1 for the winner, a half each for groups of equal size, nothing for a game at its limit."""
    for side in range(2):
        out[side] = 1.0 if state.winner == side else 0.5 if state.ended == Ended.SHARED else 0.0


@jit_inline
def points(rules, state, player):
    """The size of the group that the player's king stands in."""
    return group_size(rules, state, player)


@jit_inline
def standing(rules, state, player):
    """Pieces on the board: groups are equal until the kings are parted, and then the game is over."""
    return size(state.men[player, 0], state.men[player, 1])


@jit_inline
def redeal(rules, state, viewer, rng):
    """Nothing is hidden."""


@jit_inline
def has_chance(rules, state):
    """There is none once the opening has been drawn."""
    return False
