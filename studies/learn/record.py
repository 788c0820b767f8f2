"""The compiled part of collecting: games whose positions are kept, how players see them, and looks ahead from them."""

from typing import Any, NamedTuple

import numpy as np

from engine.chance import draw, unit
from engine.game import Ended, determinize, feature, payoffs, pending, points, sample, step
from engine.interpreter import value
from engine.jit import jit
from engine.match import begin, decide

FAULT = -1  # in place of a number of positions: a player did what it may not
VIEW = np.dtype(
    [
        ("position", "i8"),  # the number of the position
        ("player", "i8"),  # who looks
        ("turn", "i8"),
        ("points", "f8"),  # the player's, by now
    ],
    align=True,
)


class Recorded(NamedTuple):
    """A game, its kept positions and how players see them."""

    final: np.record  # the state at its end
    result: np.record
    positions: np.ndarray  # states
    rows: np.ndarray  # view x feature
    views: Any  # VIEW
    rng: np.ndarray


@jit
def record_game(
    rules: Any,
    table: Any,
    kept: Any,
    fixture: Any,
    acts: Any,
    workspaces: Any,
    result: Any,
    rng: Any,
    rate: float,
    explore: float,
) -> int:
    """Play a game and keep this share of the positions after its moves. Their number, also of those beyond the room.

    A share `explore` of the moves is random: good players by themselves repeat each other's games.
    """
    state, n = table[0], 0
    begin(rules, state, fixture, workspaces)
    while state.ended == Ended.PLAYING:
        if not decide(rules, state, fixture, acts, workspaces, result, state.turn):
            return FAULT
        action = result.action
        if unit(rng) < explore:
            action = sample(rules, state, rng)
        step(rules, state, action)
        if unit(rng) < rate:
            if n < len(kept):
                kept[n] = state
            n += 1
    payoffs(rules, state, result.payoffs)
    return n


@jit
def look_at(rules: Any, kept: Any, pool: Any, rng: Any, rows: Any, views: Any) -> int:
    """The features of all positions for all players, as they determinize them; the number of rows.

    A player whose choice has yet to take effect is left out: the position does not show it.
    """
    n = 0
    for i in range(len(kept)):
        for player in range(kept[i].n_players):
            if pending(rules, kept[i], player):
                continue
            seen = determinize(rules, kept[i], player, pool, 0, rng, True)
            for which in range(rows.shape[1]):
                rows[n, which] = feature(rules, seen, player, which)
            view = views[n]
            view.position, view.player, view.turn = i, player, kept[i].turn
            view.points = points(rules, seen, player)
            n += 1
    return n


@jit
def look_ahead(
    rules: Any,
    position: Any,
    player: int,
    pool: Any,
    fixture: Any,
    acts: Any,
    workspaces: Any,
    result: Any,
    rng: Any,
    program: Any,
    plies: int,
    samples: int,
) -> float:
    """What a value says, on average, when the teachers have played on for so many decisions; NaN after a fault."""
    total = 0.0
    for _ in range(samples):
        fixture.seed = draw(rng)
        begin(rules, pool[0], fixture, workspaces)
        state = determinize(rules, position, player, pool, 0, rng, True)
        made = 0
        while state.ended == Ended.PLAYING and (made < plies or pending(rules, state, player)):
            if not decide(rules, state, fixture, acts, workspaces, result, state.turn):
                return np.nan
            step(rules, state, result.action)
            made += 1
        total += value(rules, state, player, program, 0)
    return total / samples
