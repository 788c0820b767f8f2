"""What a structure costs a player now, and who is paid: exact, by counting uncovered units (lanes.py), without search.

What a pool of goods can cover is a matroid, so the cheapest units may be taken first: own ones, then those of the
neighbour that sells for less, then those of the other. Raw materials and manufactured goods do not meet.
"""

import numpy as np

from engine.bits import ZERO
from engine.chance import fixed
from engine.jit import jit, jit_inline
from engine.sevenwonders.lanes import ALL_BUT_FIRST, BYTE, ONES, shortfall
from engine.sevenwonders.params import Payment
from engine.sevenwonders.state import (
    HAND,
    MADE_LEFT,
    MADE_RIGHT,
    RAW_LEFT,
    RAW_RIGHT,
    UNPAYABLE,
    left_of,
    right_of,
)

RAW_SIDES, MADE_SIDES = RAW_LEFT | RAW_RIGHT, MADE_LEFT | MADE_RIGHT
TRADES = RAW_SIDES | MADE_SIDES
ONE, TWO, THREE = np.uint64(1), np.uint64(2), np.uint64(3)
TIE_STREAM = 16 * 64  # places in the game's chance; deals use those below


@jit_inline
def own_raw(state, player):
    """The raw materials that a city can use itself, private units included."""
    low, high = state.raw[player, 0], state.raw[player, 1]
    private = low & BYTE
    return low + private * ALL_BUT_FIRST, high + private * ONES


@jit_inline
def own_made(state, player):
    """Likewise for manufactured goods."""
    made = state.made[player]
    return made + (made & BYTE) * ALL_BUT_FIRST


@jit_inline
def prices(rules, powers):
    """A unit's price: raw from the left and the right, manufactured from the left and the right."""
    return (
        rules.price[powers & ONE],
        rules.price[(powers >> ONE) & ONE],
        rules.price[(powers >> TWO) & ONE],
        rules.price[(powers >> THREE) & ONE],
    )


@jit_inline
def market(rules, state, player):
    """All that prices depend on but the cost itself: pools of goods (own; with the cheaper neighbour's; with both
    neighbours') in three words each, and for raw and for manufactured goods the lower price and what the other adds.
    """
    left, right = left_of(state, player), right_of(state, player)
    trades = state.powers[player] & TRADES
    near = left if trades & RAW_SIDES == RAW_LEFT else right
    near_made = left if trades & MADE_SIDES == MADE_LEFT else right
    low, high = own_raw(state, player)
    made = own_made(state, player)
    return (
        (low, high, made),
        (low + state.raw[near, 0], high + state.raw[near, 1], made + state.made[near_made]),
        (
            low + state.raw[left, 0] + state.raw[right, 0],
            high + state.raw[left, 1] + state.raw[right, 1],
            made + state.made[left] + state.made[right],
        ),
        (rules.trade[trades, 0], rules.trade[trades, 1], rules.trade[trades, 2], rules.trade[trades, 3]),
    )


@jit_inline
def price_at(rules, market, structure):
    """The smallest sum that pays for a structure, to bank and neighbours; UNPAYABLE or more if there is none.

    Nearly everything is worked out, needed or not: that is quicker than guessing wrong what is needed.
    """
    own, near, both, each = market
    want_low, want_high, want_made = (
        rules.cost_raw[structure, 0],
        rules.cost_raw[structure, 1],
        rules.cost_made[structure],
    )
    lacking = shortfall(want_low, want_high, both[0], both[1]) + shortfall(want_made, ZERO, both[2], ZERO)
    coins = (
        rules.cost_coins[structure]
        + each[0] * shortfall(want_low, want_high, own[0], own[1])
        + each[2] * shortfall(want_made, ZERO, own[2], ZERO)
        + lacking * UNPAYABLE
    )
    if each[1] + each[3] > 0:
        coins += each[1] * shortfall(want_low, want_high, near[0], near[1])
        coins += each[3] * shortfall(want_made, ZERO, near[2], ZERO)
    return coins


@jit_inline
def price(rules, state, player, structure):
    """The smallest sum that a structure costs a player now."""
    return price_at(rules, market(rules, state, player), structure)


@jit_inline
def prefers_left(rules, state, player):
    """Which neighbour is paid where both could be: by rule, or by a bit of chance that nothing else can shift."""
    if rules.payment == Payment.CHANCE:
        return fixed(state.chance[0], TIE_STREAM + (state.age * 8 + state.age_turn) * HAND + player, 2) == 0
    return rules.payment == Payment.LEFT


@jit_inline
def payment(rules, state, player, structure):
    """The coins that the left and the right neighbour get for a structure that can be paid, at the smallest sum."""
    want_low, want_high, want_made = (
        rules.cost_raw[structure, 0],
        rules.cost_raw[structure, 1],
        rules.cost_made[structure],
    )
    low, high = own_raw(state, player)
    made = own_made(state, player)
    raw_need, made_need = shortfall(want_low, want_high, low, high), shortfall(want_made, ZERO, made, ZERO)
    if raw_need + made_need == 0:
        return 0, 0
    left, right = left_of(state, player), right_of(state, player)
    raw_left, raw_right, made_left, made_right = prices(rules, state.powers[player])
    leftish = prefers_left(rules, state, player)
    raw_first = raw_left < raw_right or (raw_left == raw_right and leftish)
    near = left if raw_first else right
    rest = shortfall(want_low, want_high, low + state.raw[near, 0], high + state.raw[near, 1])
    raw = raw_need - rest if raw_first else rest
    made_first = made_left < made_right or (made_left == made_right and leftish)
    rest = shortfall(want_made, ZERO, made + state.made[left if made_first else right], ZERO)
    manufactured = made_need - rest if made_first else rest
    return (
        raw_left * raw + made_left * manufactured,
        raw_right * (raw_need - raw) + made_right * (made_need - manufactured),
    )


@jit_inline
def purchase(rules, state, player, structure):
    """Units that can be bought on the left (least, most) and that must be bought in all: raw, then manufactured."""
    left, right = left_of(state, player), right_of(state, player)
    low, high = own_raw(state, player)
    made = own_made(state, player)
    want_low, want_high, want_made = rules.cost_raw[structure, 0], rules.cost_raw[structure, 1], rules.cost_made[structure]
    raw_need = shortfall(want_low, want_high, low, high)
    made_need = shortfall(want_made, ZERO, made, ZERO)
    raw_least = shortfall(want_low, want_high, low + state.raw[right, 0], high + state.raw[right, 1])
    raw_most = raw_need - shortfall(want_low, want_high, low + state.raw[left, 0], high + state.raw[left, 1])
    made_least = shortfall(want_made, ZERO, made + state.made[right], ZERO)
    made_most = made_need - shortfall(want_made, ZERO, made + state.made[left], ZERO)
    return raw_least, raw_most, raw_need, made_least, made_most, made_need


@jit
def next_split(rules, state, player, structure, right_before):
    """The division of a payment that gives the left neighbour least among those that give the right one less than
    `right_before`: from UNPAYABLE on, one after the other all that are not worse for both. (NONE, NONE) after the last.
    """
    raw_least, raw_most, raw_need, made_least, made_most, made_need = purchase(rules, state, player, structure)
    raw_left, raw_right, made_left, made_right = prices(rules, state.powers[player])
    best_left, best_right = -1, -1
    for raw in range(raw_least, raw_most + 1):
        for made in range(made_least, made_most + 1):
            to_left = raw_left * raw + made_left * made
            to_right = raw_right * (raw_need - raw) + made_right * (made_need - made)
            nearer = best_left < 0 or to_left < best_left or (to_left == best_left and to_right < best_right)
            if to_right < right_before and nearer:
                best_left, best_right = to_left, to_right
    return best_left, best_right
