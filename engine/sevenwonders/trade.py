"""What a structure costs a player now, and who is paid: exact, by counting uncovered units (lanes.py), without search.

What a pool of goods can cover is a matroid, so the cheapest units may be taken first: own ones, then those of the
neighbour that sells for less, then those of the other. Raw materials and manufactured goods do not meet.
"""

import numpy as np

from engine.bits import ZERO
from engine.chance import fixed
from engine.jit import jit, jit_inline
from engine.lanes import BYTE, ONES
from engine.sevenwonders.lanes import ALL_BUT_FIRST, covers, shortfall
from engine.sevenwonders.params import Payment
from engine.sevenwonders.state import (
    COINS,
    DRAW_PAYEE,
    HAND,
    MADE_LEFT,
    MADE_RIGHT,
    MANUFACTURED,
    RAW_HIGH,
    RAW_LEFT,
    RAW_LOW,
    RAW_RIGHT,
    UNPAYABLE,
    left_of,
    right_of,
)

RAW_SIDES, MADE_SIDES = RAW_LEFT | RAW_RIGHT, MADE_LEFT | MADE_RIGHT
REDUCTIONS = RAW_SIDES | MADE_SIDES
ONE, TWO, THREE = np.uint64(1), np.uint64(2), np.uint64(3)


@jit_inline
def usable_raw(low, high):
    """Raw materials for own use, private units (in lane 0) included."""
    private = low & BYTE
    return low + private * ALL_BUT_FIRST, high + private * ONES


@jit_inline
def usable_made(made):
    """Manufactured goods for own use, private units (in lane 0) included."""
    return made + (made & BYTE) * ALL_BUT_FIRST


@jit_inline
def own_raw(state, player):
    """The raw materials that a city can use itself."""
    return usable_raw(state.city[player, RAW_LOW], state.city[player, RAW_HIGH])


@jit_inline
def own_made(state, player):
    """The manufactured goods that a city can use itself."""
    return usable_made(state.city[player, MANUFACTURED])


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
    """What prices depend on: the pools of own goods and of those of all three cities, in three words each, and by class
    of goods the lower price, what the other adds to it, and which neighbour it is paid to.
    """
    left, right = left_of(state, player), right_of(state, player)
    reductions = state.powers[player] & REDUCTIONS
    low, high = own_raw(state, player)
    made = own_made(state, player)
    return (
        (low, high, made),
        (
            low + state.city[left, RAW_LOW] + state.city[right, RAW_LOW],
            high + state.city[left, RAW_HIGH] + state.city[right, RAW_HIGH],
            made + state.city[left, MANUFACTURED] + state.city[right, MANUFACTURED],
        ),
        (
            rules.trade[reductions, 0],
            rules.trade[reductions, 1],
            left if reductions & RAW_SIDES == RAW_LEFT else right,
        ),
        (
            rules.trade[reductions, 2],
            rules.trade[reductions, 3],
            left if reductions & MADE_SIDES == MADE_LEFT else right,
        ),
    )


@jit_inline
def price_at(rules, state, market, structure):
    """The smallest sum that pays for a structure, to bank and neighbours; UNPAYABLE or more if there is none.

    Nearly everything is worked out, needed or not: that is quicker than guessing wrong what is needed.
    """
    (low, high, made), (all_low, all_high, all_made), (raw_price, raw_extra, raw_near), made_terms = market
    made_price, made_extra, made_near = made_terms
    want_low, want_high, want_made = (
        rules.cost[structure, RAW_LOW],
        rules.cost[structure, RAW_HIGH],
        rules.cost[structure, MANUFACTURED],
    )
    coins = (
        np.int64(rules.cost[structure, COINS])
        + raw_price * shortfall(want_low, want_high, low, high)
        + made_price * shortfall(want_made, ZERO, made, ZERO)
    )
    if raw_extra + made_extra > 0:  # what the cheaper neighbour cannot give comes from the other
        low, high = low + state.city[raw_near, RAW_LOW], high + state.city[raw_near, RAW_HIGH]
        coins += raw_extra * shortfall(want_low, want_high, low, high)
        coins += made_extra * shortfall(want_made, ZERO, made + state.city[made_near, MANUFACTURED], ZERO)
    return coins if covers(all_low, all_high, all_made, want_low, want_high, want_made) else UNPAYABLE


@jit_inline
def price(rules, state, player, structure):
    """The smallest sum that a structure costs a player now."""
    return price_at(rules, state, market(rules, state, player), structure)


@jit_inline
def prefers_left(rules, state, player):
    """Which neighbour is paid where both could be: by rule, or by a bit of chance that nothing else can shift."""
    if rules.payment == Payment.CHANCE:
        return fixed(state.chance[0], DRAW_PAYEE + (state.age * 8 + state.age_turn) * HAND + player, 2) == 0
    return rules.payment == Payment.LEFT


@jit_inline
def payment(rules, state, player, structure):
    """The coins that the left and the right neighbour get for a structure that can be paid, at the smallest sum."""
    want_low, want_high, want_made = (
        rules.cost[structure, RAW_LOW],
        rules.cost[structure, RAW_HIGH],
        rules.cost[structure, MANUFACTURED],
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
    rest = shortfall(want_low, want_high, low + state.city[near, RAW_LOW], high + state.city[near, RAW_HIGH])
    raw = raw_need - rest if raw_first else rest
    made_first = made_left < made_right or (made_left == made_right and leftish)
    rest = shortfall(want_made, ZERO, made + state.city[left if made_first else right, MANUFACTURED], ZERO)
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
    want_low, want_high, want_made = (
        rules.cost[structure, RAW_LOW],
        rules.cost[structure, RAW_HIGH],
        rules.cost[structure, MANUFACTURED],
    )
    raw_need = shortfall(want_low, want_high, low, high)
    made_need = shortfall(want_made, ZERO, made, ZERO)
    raw_least = shortfall(want_low, want_high, low + state.city[right, RAW_LOW], high + state.city[right, RAW_HIGH])
    raw_most = raw_need - shortfall(
        want_low, want_high, low + state.city[left, RAW_LOW], high + state.city[left, RAW_HIGH]
    )
    made_least = shortfall(want_made, ZERO, made + state.city[right, MANUFACTURED], ZERO)
    made_most = made_need - shortfall(want_made, ZERO, made + state.city[left, MANUFACTURED], ZERO)
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
