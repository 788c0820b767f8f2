"""What every move is worth, for people who ask: one look ahead by a value function, and random play to the end."""

from engine.game import Ended, copy_state, determinize, payoffs, pending, sample, step
from engine.interpreter import CHANGE, value
from engine.jit import jit


@jit
def look(rules, state, actions, program, pool, rng, shares, values, wins):
    """One round: every action in one determinized position, then random play to the end by its own chance."""
    viewer = state.to_move
    root = determinize(rules, state, viewer, pool, 0, rng, True)
    before = value(rules, root, viewer, program, 0) if program[CHANGE] != 0.0 else 0.0
    for i in range(len(actions)):
        copy_state(rules, root, pool, 1)
        line = pool[1]
        step(rules, line, actions[i])
        while pending(rules, line, viewer) and line.ended == Ended.PLAYING:
            step(rules, line, sample(rules, line, line.chance))
        values[i] += value(rules, line, viewer, program, 0) - before
        while line.ended == Ended.PLAYING:
            step(rules, line, sample(rules, line, line.chance))
        shares[:] = 0.0
        payoffs(rules, line, shares)
        wins[i] += shares[viewer]
