"""The best of all decks that could be reached: ascent on the network within a ball of deck vectors (Fenner 2014)."""

import math
from typing import NamedTuple

from agents.dominion.deck_network import (
    CARDS,
    CODE,
    INPUTS,
    MOBILITY,
    PLAYERS,
    POINTS,
    TURNS,
    of_input,
    predict,
    slopes,
)
from engine.chance import unit
from engine.jit import jit, jit_inline

TINY = 1e-12


class Bounds(NamedTuple):
    """How carefully the ball is searched."""

    starts: int
    steps: int


@jit_inline
def is_density(network, i):
    """Whether a number of the vector is a density, which purchases change."""
    return of_input(network, i, CODE) < PLAYERS


@jit
def pull_in(network, vector, centre, radius):
    """The nearest vector in the ball; no density is below zero."""
    n = int(network[INPUTS])
    total = 0.0
    for i in range(n):
        if is_density(network, i):
            vector[i] = max(vector[i], 0.0)
            total += (vector[i] - centre[i]) ** 2
    if total > radius * radius:
        share = radius / math.sqrt(total)
        for i in range(n):
            if is_density(network, i):
                vector[i] = centre[i] + share * (vector[i] - centre[i])


@jit
def scatter(network, vector, centre, radius, rng):
    """A random vector of the ball."""
    for i in range(int(network[INPUTS])):
        if is_density(network, i):
            vector[i] = centre[i] + radius * (2.0 * unit(rng) - 1.0)
    pull_in(network, vector, centre, radius)


@jit
def climb(network, vector, centre, radius, output, steps, hidden, gradient):
    """Steps up the slope of an output within the ball; the greatest value on the way."""
    n, best = int(network[INPUTS]), -1e9
    for _ in range(steps):
        best = max(best, slopes(network, vector, hidden, output, gradient))
        total = 0.0
        for i in range(n):
            if is_density(network, i):
                total += gradient[i] * gradient[i]
        if total < TINY:
            return best
        step = 2.0 * radius / (steps * math.sqrt(total))
        for i in range(n):
            if is_density(network, i):
                vector[i] += step * gradient[i]
        pull_in(network, vector, centre, radius)
    return max(best, predict(network, vector, hidden, output))


@jit
def peak(network, centre, radius, output, bounds, hidden, room, rng):
    """The greatest value of an output over the ball: from its centre, then from random vectors."""
    n = int(network[INPUTS])
    vector, gradient = room[:n], room[n : 2 * n]
    best = -1e9
    for start in range(bounds.starts):
        for i in range(n):
            vector[i] = centre[i]
        if start > 0:
            scatter(network, vector, centre, radius, rng)
        best = max(best, climb(network, vector, centre, radius, output, bounds.steps, hidden, gradient))
    return best


@jit
def greatest(network, centre, turns, bounds, hidden, room, rng):
    """The most points that could still be made: the best of the balls that are reached turn by turn."""
    n = int(network[INPUTS])
    best = radius = 0.0
    for left in range(turns, 0, -1):
        best = max(best, peak(network, centre, radius, POINTS, bounds, hidden, room, rng))
        for i in range(n):
            code = int(of_input(network, i, CODE))
            if code == CARDS:
                centre[i] += 1.0
            elif code == TURNS:
                centre[i] = left - 1.0
        radius += max(0.0, peak(network, centre, radius, MOBILITY, bounds, hidden, room, rng))
    return best
