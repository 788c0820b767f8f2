"""Tribute, a toy game with what the first games lack: hidden simultaneous picks, a decision inside another's turn, a
deck of one's own to shuffle, 2-7 players.

Everybody picks a card of his hand, covered. When the last pick is in, they are turned over. Who alone has the highest
takes two points, and the neighbour pays tribute: a point, or a card of his hand. Then all draw up; who has no cards
left to draw shuffles his discards. Most points after some rounds win.
"""

import sys
from typing import Annotated, NamedTuple

import numpy as np

from engine.chance import below, fold
from engine.game import HEADER, MAX_PLAYERS, NONE, Ended, Game
from engine.jit import jit_inline
from engine.space import Range, Steps

CARDS = 9  # at most; a card is its rank
POINT = CARDS + 1  # the action of paying a point; any other is the card to pick or to pay with
DECK, HAND, PICKED, DISCARDED = 0, 1, 2, 3
STATE = np.dtype(
    [
        *HEADER,
        ("rounds_left", "i2"),
        ("winner", "i2"),  # who is owed a tribute, or NONE
        ("score", "i2", (MAX_PLAYERS,)),
        ("place", "i2", (MAX_PLAYERS, CARDS + 1)),  # of each player's every card
    ],
    align=True,
)
RULES = np.dtype([("players", "i2"), ("rounds", "i2"), ("cards", "i2"), ("hand", "i2")], align=True)


class Params(NamedTuple):
    """The rules of Tribute."""

    players: Annotated[int, Range(2, MAX_PLAYERS), "players"] = 3
    rounds: Annotated[int, Steps((2, 4, 6), accepts=(1, 50)), "rounds"] = 4
    cards: Annotated[int, Range(5, CARDS), "cards of each player, from 1 up"] = 7
    hand: Annotated[int, Range(2, 4), "cards in a hand"] = 3


def prepare(params):
    rules = np.zeros(1, RULES).view(np.recarray)[0]
    rules.players, rules.rounds, rules.cards, rules.hand = params
    return rules


@jit_inline
def held(rules, state, player, place):
    """How many of a player's cards lie in a place."""
    n = 0
    for card in range(1, rules.cards + 1):
        n += state.place[player, card] == place
    return n


@jit_inline
def draw(rules, state, player, place, rng):
    """A random card of the player's deck goes to a place."""
    n = below(rng, held(rules, state, player, DECK))
    for card in range(1, rules.cards + 1):
        n -= state.place[player, card] == DECK
        if n < 0:
            state.place[player, card] = place
            return


@jit_inline
def move_all(rules, state, player, source, target):
    """All of a player's cards in one place go to another; the highest of them, or 0."""
    highest = 0
    for card in range(1, rules.cards + 1):
        if state.place[player, card] == source:
            state.place[player, card], highest = target, card
    return highest


@jit_inline
def draw_up(rules, state, player):
    while held(rules, state, player, HAND) < rules.hand:
        if held(rules, state, player, DECK) == 0:
            move_all(rules, state, player, DISCARDED, DECK)
        draw(rules, state, player, HAND, state.chance)


@jit_inline
def deal(rules, state, seed):
    state.to_move = state.ended = state.turn = 0
    state.n_players, state.chance[0], state.winner, state.rounds_left = rules.players, seed, NONE, rules.rounds
    for player in range(state.n_players):
        state.score[player] = state.place[player, 0] = 0
        for card in range(1, CARDS + 1):
            state.place[player, card] = DECK
        draw_up(rules, state, player)


@jit_inline
def allows(rules, state, action):
    if action == POINT or state.ended != Ended.PLAYING:
        return state.ended == Ended.PLAYING and state.winner != NONE
    return 1 <= action <= rules.cards and state.place[state.to_move, action] == HAND


@jit_inline
def legal(rules, state, out):
    n = 0
    for action in range(1, POINT + 1):
        if allows(rules, state, action):
            out[n] = action
            n += 1
    return n


@jit_inline
def sample(rules, state, rng):
    n, chosen = 0, NONE
    for action in range(1, POINT + 1):
        if allows(rules, state, action):
            n += 1
            chosen = action if below(rng, n) == 0 else chosen
    return chosen


@jit_inline
def step(rules, state, action):
    mover, paying = state.to_move, state.winner != NONE
    state.turn += 1
    if action == POINT:
        state.score[mover] -= 1
    else:
        state.place[mover, action] = DISCARDED if paying else PICKED
    state.to_move = mover + 1
    if paying or (state.to_move == state.n_players and not turn_over(rules, state)):
        end_round(rules, state)


@jit_inline
def turn_over(rules, state):
    """All picks are in. Whether somebody is to pay."""
    best = 0
    for player in range(state.n_players):
        pick = move_all(rules, state, player, PICKED, PICKED)
        if pick >= best:
            state.winner = player if pick > best else NONE
            best = pick
    if state.winner != NONE:
        state.score[state.winner] += 2
        state.to_move = (state.winner + 1) % state.n_players
    return state.winner != NONE


@jit_inline
def end_round(rules, state):
    for player in range(state.n_players):
        move_all(rules, state, player, PICKED, DISCARDED)
        draw_up(rules, state, player)
    state.winner, state.to_move = NONE, 0
    state.rounds_left -= 1
    if state.rounds_left == 0:
        state.ended = Ended.WON if leaders(state) == 1 else Ended.SHARED


@jit_inline
def lead(state, player):
    """A player's points less the best of the others'."""
    best = -1000
    for other in range(state.n_players):
        best = max(best, state.score[other]) if other != player else best
    return state.score[player] - best


@jit_inline
def leaders(state):
    n = 0
    for player in range(state.n_players):
        n += lead(state, player) >= 0
    return n


@jit_inline
def payoffs(rules, state, out):
    for player in range(state.n_players):
        out[player] = 1.0 / leaders(state) if state.ended != Ended.PLAYING and lead(state, player) >= 0 else 0.0


@jit_inline
def points(rules, state, player):
    return int(state.score[player])


@jit_inline
def redeal(rules, state, viewer, rng):
    for player in range(state.n_players):
        if player != viewer:
            in_hand, picked = held(rules, state, player, HAND), held(rules, state, player, PICKED)
            move_all(rules, state, player, HAND, DECK)
            if state.winner == NONE:  # picks are covered
                move_all(rules, state, player, PICKED, DECK)
            for i in range(in_hand + (picked if state.winner == NONE else 0)):
                draw(rules, state, player, HAND if i < in_hand else PICKED, rng)


@jit_inline
def key(rules, state):
    name = fold(np.uint64(state.turn), np.uint64(state.to_move))
    for player in range(state.n_players):
        name = fold(name, np.uint64(state.score[player] + 1000))
        for card in range(1, rules.cards + 1):
            name = fold(name, np.uint64(state.place[player, card]))
    return name


@jit_inline
def feature(rules, state, player, which):
    if which < 2:
        return float(state.score[player] if which == 0 else lead(state, player))
    return float(held(rules, state, player, HAND) if which == 2 else state.rounds_left)


@jit_inline
def pending(rules, state, player):
    return held(rules, state, player, PICKED) > 0


@jit_inline
def tally(rules, state, action, counts):
    if action == NONE:
        for player in range(state.n_players):
            for card in range(1, rules.cards + 1):
                counts[player, 1, card] += state.place[player, card] == DISCARDED
    elif action != POINT and state.winner == NONE:
        counts[state.to_move, 0, action] += 1


def uses(rules):
    return {use: [f"rank {rank}" for rank in range(rules.cards + 1)] for use in ("picked", "on the discards")}


def show(rules, state, viewer=None):
    lines = [f"{state.rounds_left} rounds left, player {state.to_move} to move"]
    for player in range(state.n_players):
        places = state.place[player, : rules.cards + 1]
        hand, pick, discards = (np.flatnonzero(places == place).tolist() for place in (HAND, PICKED, DISCARDED))
        if viewer not in (None, player):
            hand, pick = len(hand), len(pick) if state.winner == NONE else pick
        lines.append(f"{player}: {state.score[player]} points, hand {hand}, pick {pick}, discards {discards}")
    return "\n".join(lines)


def say(rules, state, action):
    return "pay a point" if action == POINT else f"{'pick' if state.winner == NONE else 'pay with'} {action}"


def svg(rules, state, viewer=None):
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{show(rules, state, viewer)}</text></svg>'


HERE = sys.modules[__name__]
GAME = Game(
    name="tribute",
    title="Tribute",
    Params=Params,
    presets={"standard": Params(), "duel": Params(players=2, hand=4)},
    STATE=STATE,
    RULES=RULES,
    verbs=HERE,
    prepare=prepare,
    max_actions=lambda params: params.hand + 1,
    FEATURES=("points", "lead", "hand", "rounds_left"),
    player_counts=tuple(range(2, MAX_PLAYERS + 1)),
    view=HERE,
    length_limit="rounds",
    values={"default": "lead"},
)
