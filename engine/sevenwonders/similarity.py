"""How near one action comes to another: the same card first, then what is done with it."""

from engine.jit import jit_inline
from engine.lanes import total
from engine.sevenwonders.actions import NO_CARD, left_coins, right_coins, row_of, way_of
from engine.sevenwonders.state import COUNTS

SAME_CARD, SAME_WAY, SAME_COLOUR, PER_COIN = 4.0, 2.0, 1.0, 1 / 256


@jit_inline
def similarity(rules, state, wanted, action):
    """Larger is nearer; largest for the same action."""
    near = 0.0
    if row_of(wanted) == row_of(action):
        near += SAME_CARD
    if way_of(wanted) == way_of(action):
        near += SAME_WAY
    near += SAME_COLOUR * same_colour(rules, row_of(wanted), row_of(action))
    apart = abs(left_coins(wanted) - left_coins(action)) + abs(right_coins(wanted) - right_coins(action))
    return near - PER_COIN * apart


@jit_inline
def same_colour(rules, one, other):
    """1 for cards of one colour, 0 for others."""
    if one == NO_CARD or other == NO_CARD:
        return 0
    return total(rules.gives[one, COUNTS] & rules.gives[other, COUNTS])
