"""The attributes that evaluation functions are made of, for the player and again for its strongest rival.

The rival is the opponent with most points (then fewest cards, then next in turn).
"""

import numpy as np

from engine.bits import ZERO
from engine.jit import jit_inline
from engine.lanes import S56, lane, total
from engine.splendor.lanes import COLOURS, missing
from engine.splendor.legal_moves import affords
from engine.winners import count_in, holds, is_decided

OF_A_PLAYER = (
    "points",
    "cards",
    *(f"bonus_{colour}" for colour in COLOURS),
    "bonuses",
    *(f"token_{colour}" for colour in COLOURS),
    "gold",
    "tokens",
    "reserved",
    "nobles",
    "noble_progress",
    "affordable",
    "gathered",
)
FEATURES = (*OF_A_PLAYER, *(f"rival_{name}" for name in OF_A_PLAYER), "winloss", "lead", "turn")

(POINTS, CARDS, BONUS) = (OF_A_PLAYER.index(name) for name in ("points", "cards", "bonus_white"))
(BONUSES, TOKEN, GOLD_HELD, TOKENS) = (OF_A_PLAYER.index(name) for name in ("bonuses", "token_white", "gold", "tokens"))
(RESERVED, NOBLES, PROGRESS) = (OF_A_PLAYER.index(name) for name in ("reserved", "nobles", "noble_progress"))
(AFFORDABLE, GATHERED) = (OF_A_PLAYER.index(name) for name in ("affordable", "gathered"))
RIVAL = len(OF_A_PLAYER)
WINLOSS, LEAD, TURN = (FEATURES.index(name) for name in ("winloss", "lead", "turn"))


@jit_inline
def feature(rules, state, player, which):
    """One attribute, by its place in FEATURES."""
    if which < RIVAL:
        return of_player(rules, state, player, which, 0)
    if which < WINLOSS:
        rival = rival_of(state, player)
        return of_player(rules, state, rival, which - RIVAL, state.hidden[rival])
    if which == WINLOSS:
        return win_or_loss(state, player)
    if which == LEAD:
        return np.float64(state.score[player] - state.score[rival_of(state, player)])
    return np.float64(state.turn)


@jit_inline
def of_player(rules, state, player, which, covered):
    """One attribute of one player; `covered` is the set of places in its reserve that must not be looked at."""
    if which == POINTS:
        return np.float64(state.score[player])
    if which == CARDS:
        return np.float64(state.cards[player])
    if which < BONUSES:
        return np.float64(lane(state.bonuses[player], which - BONUS))
    if which == BONUSES:
        return np.float64(total(state.bonuses[player]))
    if which < GOLD_HELD:
        return np.float64(lane(state.tokens[player], which - TOKEN))
    if which == GOLD_HELD:
        return np.float64(np.int64(state.tokens[player] >> S56))
    if which == TOKENS:
        return np.float64(total(state.tokens[player]))
    if which == RESERVED:
        return np.float64(state.n_reserved[player])
    if which == NOBLES:
        return np.float64(state.nobles_owned[player])
    if which == PROGRESS:
        return noble_progress(rules, state, player)
    if which == AFFORDABLE:
        return affordable(rules, state, player, covered)
    return np.float64(state.gathered[player])


@jit_inline
def noble_progress(rules, state, player):
    """Bonuses missing for the nobles on the table, summed up and negative."""
    lacking = 0
    for place in range(state.n_nobles):
        lacking += total(missing(rules.noble_cost[state.nobles[place]], state.bonuses[player]))
    return -np.float64(lacking)


@jit_inline
def affordable(rules, state, player, covered):
    """Cards that the player could buy now, from the board and its reserve."""
    number = 0
    for slot in range(rules.slots):
        number += affords(rules, state, player, state.board[slot])
    for place in range(state.n_reserved[player]):
        number += not (covered >> place) & 1 and affords(rules, state, player, state.reserved[player, place])
    return np.float64(number)


@jit_inline
def rank_of(state, player):
    """What decides who wins: points, then fewer cards."""
    return state.score[player] * 1000 - state.cards[player]


@jit_inline
def winners(state):
    """The players with most points and, among them, fewest cards, as a set of bits."""
    best, chosen = -1_000_000, ZERO
    for player in range(state.n_players):
        best, chosen = count_in(best, chosen, rank_of(state, player), player)
    return chosen


@jit_inline
def rival_of(state, player):
    """The strongest opponent."""
    best, rival = -1_000_000, player
    for ahead in range(1, state.n_players):
        other = (player + ahead) % state.n_players
        rank = rank_of(state, other)
        if rank > best:
            best, rival = rank, other
    return rival


@jit_inline
def win_or_loss(state, player):
    """1 for a win (also a shared one), -1 for a loss, 0 while playing and when nobody has won."""
    if not is_decided(state):
        return 0.0
    return 1.0 if holds(winners(state), player) else -1.0
