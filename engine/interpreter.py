"""Runs value functions: one compiled stack machine for every expression and every game.

A program is an array of floats: a header, the features to compute (each once), a table of their values followed by all
constants and the outputs of networks, the networks (engine.forward), the tokens, and room for the stack. A token is an
operator and the table place of its last operand, or -1 when that is on the stack: half of all nodes are such leaves and
cost no token of their own.
"""

import math

from engine.expression import LIMIT, Op
from engine.forward import run_network
from engine.game import features
from engine.jit import jit, jit_inline

# header: whether it values moves; how many features; where things begin
CHANGE, FEATURES, TABLE, NETWORKS, TOKENS, STACK = range(6)
PROGRAM_HEADER = 6
ON_STACK = -1
LOAD = int(Op.CONST)  # the token that puts a table entry on the stack
PLY_INDEX = -1  # in place of the last feature: decisions since the position that is being thought about
LOG_LIMIT = 345.0  # just below log(LIMIT)
TINY = 1e-9
MAX_WHOLE = 64.0  # powers up to here are multiplied out


@jit_inline
def bounded(x):
    """x, cut off where numbers would cease to be finite."""
    if x > LIMIT:
        return LIMIT
    if x >= -LIMIT:
        return x
    return -LIMIT


@jit_inline
def divide(a, b):
    """a / b, and 1 where b is nearly zero."""
    if -TINY < b < TINY:
        return 1.0
    return bounded(a / b)


@jit
def whole_power(base, exponent):
    """base ** exponent for a whole exponent, by squaring."""
    if exponent < 0.0:
        base, exponent = divide(1.0, base), -exponent
    left = int(exponent)
    result = 1.0
    while left > 0:
        if left & 1:
            result *= base
        base *= base
        left >>= 1
    return bounded(result)


@jit
def power(base, exponent):
    """base ** exponent; |base| where it is negative and the exponent not whole; 0 ** b is 1 for b <= 0."""
    if base == 0.0:
        return 1.0 if exponent <= 0.0 else 0.0
    whole = exponent % 1.0 == 0.0
    if whole and abs(exponent) <= MAX_WHOLE:
        return whole_power(base, exponent)
    magnitude = abs(base)
    result = LIMIT
    if exponent * math.log(magnitude) < LOG_LIMIT:
        result = magnitude**exponent
    return -result if base < 0.0 and whole and exponent % 2.0 == 1.0 else result


@jit_inline
def operate(op, a, b):
    """A binary operator."""
    if op == Op.ADD:
        return bounded(a + b)
    if op == Op.MUL:
        return bounded(a * b)
    if op == Op.SUB:
        return bounded(a - b)
    if op == Op.DIV:
        return divide(a, b)
    if op == Op.MIN:
        return b if b < a else a
    if op == Op.MAX:
        return b if b > a else a
    if op == Op.POW:
        return power(a, b)
    if op == Op.LT:
        return 1.0 if a < b else 0.0
    if op == Op.LE:
        return 1.0 if a <= b else 0.0
    if op == Op.GT:
        return 1.0 if a > b else 0.0
    if op == Op.GE:
        return 1.0 if a >= b else 0.0
    if op == Op.EQ:
        return 1.0 if a == b else 0.0
    return 1.0 if a != b else 0.0


@jit_inline
def run(program):
    """The value, once the table holds the features."""
    token, stack = int(program[TOKENS]), int(program[STACK])
    network = int(program[NETWORKS])
    while network < token:
        network = run_network(program, network)
    end, sp = stack, stack
    top = 0.0
    while token < end:
        op, place = int(program[token]), int(program[token + 1])
        token += 2
        if op == LOAD:
            program[sp] = top
            sp += 1
            top = program[place]
        elif op == Op.NEG:
            top = -top
        else:
            last = top
            if place != ON_STACK:
                last = program[place]
            else:
                sp -= 1
                top = program[sp]
            if op == Op.IF:
                sp -= 1
                top = top if program[sp] > 0.0 else last
            else:
                top = operate(op, top, last)
    return bounded(top)


@jit
def value(rules, state, player, program, ply):
    """What the position is worth to `player`; `ply` decisions after the one that is being thought about."""
    table = int(program[TABLE])
    n = int(program[FEATURES])
    if program[PROGRAM_HEADER + n - 1] == PLY_INDEX:
        n -= 1
        program[table + n] = ply
    features(rules, state, player, program, PROGRAM_HEADER, n, table)
    if program[STACK] - program[NETWORKS] == 2.0:  # a single feature or number
        return bounded(program[table])
    return run(program)


@jit
def tabulate(program, rows, out):
    """The value of every row of a table of features."""
    table = int(program[TABLE])
    for row in range(len(rows)):
        for i in range(int(program[FEATURES])):
            which = int(program[PROGRAM_HEADER + i])
            program[table + i] = 0.0 if which == PLY_INDEX else rows[row, which]
        out[row] = run(program)
