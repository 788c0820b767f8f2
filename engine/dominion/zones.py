"""A zone of cards (a hand, a deck, a discard pile) is how many it holds of each of the 17 piles.

The numbers are kept as running sums, one byte lane for each pile in three words: lane i of a word holds the cards of
its lanes 0 to i. So the size is the last lane, moving cards between zones is adding and subtracting words, and taking
the k-th card is one comparison of all lanes with k. The order of piles keeps every word's sum below 256 (params.py
checks it for other pile sizes).
"""

import numpy as np

from engine.bits import ONE, ZERO, count, lowest
from engine.chance import below
from engine.jit import jit_inline
from engine.lanes import BYTE, GATHER, ONES, S3, S56

PILES = 17
WORDS = 3
NO_PILE = -1
# The basic piles; the ten of the kingdom stand between them.
COPPER, ESTATE, DUCHY, PROVINCE, KINGDOM, SILVER, GOLD, CURSE = 0, 1, 2, 3, 4, 14, 15, 16
KINGDOM_PILES = 10
EVERY_PILE = (1 << PILES) - 1  # as a set
MOST_IN_WORD = 255

S7, S8, S16 = (np.uint64(n) for n in (7, 8, 16))
NOT_THERE = np.uint64(127)  # no lane of a small zone holds more
HIGH = np.uint64(0x8080808080808080)
LOW7 = np.uint64(0x7F7F7F7F7F7F7F7F)
# RUN[pile]: one card, as running sums of its word
RUN = np.array([0x0101010101010101 << 8 * (pile & 7) & 0xFFFFFFFFFFFFFFFF for pile in range(PILES)], np.uint64)
# LANES[bits]: a set of eight piles as whole lanes
LANES = np.array([sum(0xFF << 8 * i for i in range(8) if bits >> i & 1) for bits in range(256)], np.uint64)


@jit_inline
def size(zone):
    """How many cards a zone holds."""
    return np.int64((zone[0] >> S56) + (zone[1] >> S56) + (zone[2] >> S56))


@jit_inline
def clear(zone):
    """Leave nothing in a zone."""
    for word in range(WORDS):
        zone[word] = 0


@jit_inline
def number(zone, pile):
    """How many cards of a pile a zone holds."""
    return of_pile(zone[pile >> 3], pile)


@jit_inline
def of_pile(sums, pile):
    """How many cards of a pile the word of a zone holds that the pile is in."""
    return np.int64(((sums - (sums << S8)) >> (np.uint64(pile & 7) << S3)) & BYTE)


@jit_inline
def before(zone, pile):
    """How many cards of piles before this one a zone holds."""
    sums = zone[pile >> 3]
    found = np.int64(((sums << S8) >> (np.uint64(pile & 7) << S3)) & BYTE)
    for word in range(pile >> 3):
        found += np.int64(zone[word] >> S56)
    return found


@jit_inline
def add(zone, pile):
    """A zone has one more card of a pile."""
    zone[pile >> 3] += RUN[pile]


@jit_inline
def drop(zone, pile):
    """A zone has one card of a pile less; it must be there."""
    zone[pile >> 3] -= RUN[pile]


@jit_inline
def drop_all(zone, other):
    """A zone loses the cards that another one holds; they must be there."""
    for word in range(WORDS):
        zone[word] -= other[word]


@jit_inline
def empty_into(zone, other):
    """All cards of a zone go to another one."""
    for word in range(WORDS):
        other[word] += zone[word]
        zone[word] = 0


@jit_inline
def lanes_used(sums):
    """The lanes of a word that hold a card, as a set of bits."""
    counts = sums - (sums << S8)
    flags = (((counts & LOW7) + LOW7) | counts) & HIGH
    return ((flags >> S7) * GATHER) >> S56


@jit_inline
def kinds(zone):
    """The piles of which a zone holds a card, as a set of bits."""
    curses = np.uint64(1) if zone[2] != np.uint64(0) else np.uint64(0)
    return np.int64(lanes_used(zone[0]) | (lanes_used(zone[1]) << S8) | (curses << S16))


@jit_inline
def part(zone, word, piles):
    """Word number `word` of the zone's cards of a set of piles, as running sums."""
    return part_of(zone[word], word, piles)


@jit_inline
def part_of(sums, word, piles):
    """The cards of a set of piles in word number `word` of a zone, given that word."""
    return ((sums - (sums << S8)) & LANES[(piles >> (8 * word)) & 255]) * ONES


@jit_inline
def number_of(zone, piles):
    """How many cards of a set of piles a zone holds."""
    found = np.uint64(0)
    for word in range(WORDS):
        found += part(zone, word, piles) >> S56
    return np.int64(found)


@jit_inline
def move_kinds(zone, other, piles):
    """All cards of a set of piles go to another zone."""
    for word in range(WORDS):
        moved = part(zone, word, piles)
        zone[word] -= moved
        other[word] += moved


@jit_inline
def lanes_above(sums, k):
    """The high bits of the lanes that hold more than k, for all numbers that a byte can hold."""
    limit = ~(np.uint64(k) * ONES)
    return ((sums & limit) | ((sums | limit) & ((sums & LOW7) + (limit & LOW7)))) & HIGH


@jit_inline
def take_nth(zone, k):
    """Take the k-th card (from 0, in the order of the piles) out; its pile."""
    word = 0
    while k >= np.int64(zone[word] >> S56):
        k -= np.int64(zone[word] >> S56)
        word += 1
    above = lanes_above(zone[word], k)
    zone[word] -= above >> S7
    return 8 * word + 8 - count(above)


@jit_inline
def take_random(zone, n, rng):
    """Take a random card out of the n that there are; its pile."""
    return take_nth(zone, below(rng, n))


@jit_inline
def deal_random(zone, other, n, rng):
    """n random cards (or all, if there are fewer) go to another zone; how many did."""
    held = size(zone)
    if held <= n:
        empty_into(zone, other)
        return held
    if held < 128 and zone[2] == ZERO:
        deal_few(zone, other, n, held, rng)
    else:
        for i in range(n):
            add(other, take_random(zone, held - i, rng))
    return n


@jit_inline
def deal_few(zone, other, n, held, rng):
    """n random cards go to another zone without a branch, for fewer than 128 cards and no Curses: most decks.

    Lanes then leave their high bits free, and with it set a lane is compared by subtracting. The k-th card of all is
    the k-th of the first word, or comes after all of these and is one of the second.
    """
    first, second, in_first = zone[0] | HIGH, zone[1] | HIGH, zone[0] >> S56
    for i in range(n):
        k = np.uint64(below(rng, held - i))
        beyond = k >= in_first
        next_k = k - in_first if beyond else NOT_THERE
        first -= ((first - (k + ONE) * ONES) & HIGH) >> S7
        second -= ((second - (next_k + ONE) * ONES) & HIGH) >> S7
        in_first -= ZERO if beyond else ONE
    first ^= HIGH
    second ^= HIGH
    other[0] += zone[0] - first
    other[1] += zone[1] - second
    zone[0], zone[1] = first, second


# Zones that are not on the table: a tuple of three words is read as a zone is


@jit_inline
def as_words(zone):
    """The words of a zone."""
    return zone[0], zone[1], zone[2]


@jit_inline
def single(pile):
    """The zone of one card."""
    word, run = pile >> 3, RUN[pile]
    return run if word == 0 else ZERO, run if word == 1 else ZERO, run if word == 2 else ZERO


@jit_inline
def joined(words, others):
    """The cards of two zones together."""
    return words[0] + others[0], words[1] + others[1], words[2] + others[2]


@jit_inline
def reduced(words, others):
    """A zone without the cards of another, which must be there."""
    return words[0] - others[0], words[1] - others[1], words[2] - others[2]


@jit_inline
def first_pile(piles):
    """The lowest pile of a set."""
    return lowest(np.uint64(piles))


def counts(zone) -> list[int]:
    """The number of cards of each pile (Python only)."""
    return [int(number(zone, pile)) for pile in range(PILES)]
