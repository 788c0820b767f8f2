"""Randomness as plain data: a generator is a one-element uint64 array that copies with whatever holds it.

splitmix64 (Steele, Lea, Flood 2014): any seed is a good seed, and a draw is a hash of a counter, so that the same
function also gives the n-th draw of a stream without drawing those before (`fixed`).
"""

import numpy as np

from engine.jit import jit

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32, S11 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32), np.uint64(11)
UNIT = 2.0**-53


@jit
def mix(word):
    """A well-spread hash of a 64-bit word."""
    word = (word ^ (word >> S30)) * MIX_1
    word = (word ^ (word >> S27)) * MIX_2
    return word ^ (word >> S31)


@jit
def fold(name, word):
    """The name of a sequence of 64-bit words that has grown by one: how positions get their keys."""
    return mix((name ^ word) + GOLDEN)


@jit
def draw(rng):
    """The next 64 random bits."""
    rng[0] += GOLDEN
    return mix(rng[0])


@jit
def below(rng, n):
    """A random integer 0 <= i < n, for n below 2**32."""
    return np.int64(((draw(rng) >> S32) * np.uint64(n)) >> S32)


@jit
def unit(rng):
    """A random float 0 <= u < 1."""
    return np.float64(draw(rng) >> S11) * UNIT


@jit
def fixed(seed, index, n):
    """The `index`-th draw below n of the stream that `seed` names: the same whatever else was drawn."""
    return np.int64(((mix(seed + np.uint64(index) * GOLDEN) >> S32) * np.uint64(n)) >> S32)


@jit
def derive(seed, index):
    """The seed of the `index`-th stream under `seed`."""
    return mix(mix(np.uint64(seed) + GOLDEN) ^ (np.uint64(index) * MIX_2 + GOLDEN))


@jit
def shuffle(items, n, rng):
    """Put the first n items in random order."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]
