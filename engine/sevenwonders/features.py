"""The attributes that evaluation functions are made of, as one player sees them: nothing here looks at covered cards.

The first fifteen are the terminals of Robilliard and Fonlupt (2015, table 1), in their order.
"""

from enum import IntEnum, auto

import numpy as np

from engine.bits import ONE, ZERO, count, lowest
from engine.game import Ended
from engine.jit import jit, jit_inline
from engine.lanes import lane, total
from engine.sevenwonders.hands import as_set
from engine.sevenwonders.lanes import GOODS
from engine.sevenwonders.legal_moves import can_build, is_free, next_stage, stands
from engine.sevenwonders.scoring import OWN_CITY, Part, counted_coins, points, points_of, winners
from engine.sevenwonders.state import (
    COINS,
    COUNTS,
    MADE_LEFT,
    MADE_RIGHT,
    MANUFACTURED,
    MARKS,
    NAMES_HIGH,
    NAMES_LOW,
    RAW_HIGH,
    RAW_LEFT,
    RAW_LOW,
    RAW_RIGHT,
    UNPAYABLE,
    Count,
    Mark,
    coins_of,
    held_hand,
    left_of,
    right_of,
)
from engine.sevenwonders.trade import own_made, own_raw, price
from engine.winners import holds, is_decided


class Feature(IntEnum):
    """`left` and `right` are the neighbours."""

    SHIELDS = 0  # Xmil
    LEFT_SHIELDS = auto()  # Xlmil
    RIGHT_SHIELDS = auto()  # Xrmil
    YELLOW_CARDS = auto()  # Xtrade
    YELLOW_GOODS = auto()  # Xtradrsc: yellow cards that give goods
    BLUE_CARDS = auto()  # Xcivil
    RESOURCE_CARDS = auto()  # Xrsc: brown and grey
    GOODS = auto()  # Xdiffsrc: kinds of goods that the city can use, of seven
    GREEN_CARDS = auto()  # Xscience
    SCIENCE_POINTS = auto()  # Xsciencep
    COINS = auto()  # Xgold
    CHAINS = auto()  # Xchain: cards of later ages that would be free
    AGE = auto()  # Xage: 1 to 3
    AGE_TURN = auto()  # Xturn: 1 to 6
    POINTS = auto()  # Xvp: as if the game ended now
    CONFLICT_POINTS = auto()  # the other parts of the points
    COIN_POINTS = auto()
    STAGE_POINTS = auto()
    BLUE_POINTS = auto()
    YELLOW_POINTS = auto()
    GUILD_POINTS = auto()
    BROWN_CARDS = auto()
    GREY_CARDS = auto()
    RED_CARDS = auto()
    PURPLE_CARDS = auto()
    STAGES = auto()  # built
    STAGES_LEFT = auto()
    DEFEATS = auto()
    COMPASSES = auto()
    WHEELS = auto()
    TABLETS = auto()
    FREE_SYMBOLS = auto()  # of the owner's choice
    SCIENCE_PAIRS = auto()  # kinds of symbols of which there are two
    SCIENCE_SETS = auto()  # of three different symbols, free ones not counted
    WOOD = auto()  # units a turn that the city can use, by what they can be
    STONE = auto()
    ORE = auto()
    CLAY = auto()
    GLASS = auto()
    CLOTH = auto()
    PAPYRUS = auto()
    UNITS = auto()  # units a turn of all kinds
    LEFT_GOODS = auto()  # kinds that a neighbour sells
    RIGHT_GOODS = auto()
    REACHED_GOODS = auto()  # kinds that the city has or can buy
    DISCOUNTS = auto()  # of four: raw and manufactured goods from the left and the right
    HAND_CARDS = auto()
    PLAYABLE = auto()  # cards of the hand that could be built now
    FREE_CARDS = auto()  # of them, those that cost nothing
    STAGE_PRICE = auto()  # coins for the next stage; -1 if it cannot be had
    CONFLICT_MARGIN = auto()  # own shields less those of the stronger neighbour
    CONFLICTS_NOW = auto()  # points if the conflicts of the age were fought now
    LEFT_COINS = auto()
    RIGHT_COINS = auto()
    LEFT_POINTS = auto()
    RIGHT_POINTS = auto()
    RIVAL_POINTS = auto()  # the best of all others
    LEAD = auto()  # points less those of the best other
    WINLOSS = auto()  # 1 won (also shared), -1 lost, 0 otherwise
    OVER = auto()  # 1 when the game has ended
    TURN = auto()  # decisions made so far
    EARNINGS = auto()  # most coins that a card of the hand would pay if it were built now


FEATURES = tuple(feature.name.lower() for feature in Feature)

# Lanes behind features that are one count of the city.
IN_COUNTS = {Feature[f"{count.name}_CARDS"]: count for count in Count if count != Count.STAGE} | {
    Feature.STAGES: Count.STAGE
}
IN_MARKS = {
    Feature.SHIELDS: Mark.SHIELDS,
    Feature.STAGE_POINTS: Mark.STAGE_POINTS,
    Feature.BLUE_POINTS: Mark.BLUE_POINTS,
    Feature.DEFEATS: Mark.DEFEATS,
    Feature.COMPASSES: Mark.COMPASS,
    Feature.WHEELS: Mark.WHEEL,
    Feature.TABLETS: Mark.TABLET,
    Feature.FREE_SYMBOLS: Mark.ANY,
}
IN_PARTS = {
    Feature.SCIENCE_POINTS: Part.SCIENCE,
    Feature.CONFLICT_POINTS: Part.CONFLICTS,
    Feature.COIN_POINTS: Part.COINS,
    Feature.YELLOW_POINTS: Part.YELLOW,
    Feature.GUILD_POINTS: Part.GUILDS,
}
COUNT_OF, MARK_OF, PART_OF = (
    np.array([table.get(feature, -1) for feature in Feature], np.int64) for table in (IN_COUNTS, IN_MARKS, IN_PARTS)
)


@jit_inline
def feature(rules, state, player, which):
    """One attribute, by its place in FEATURES."""
    if COUNT_OF[which] >= 0:
        return np.float64(lane(state.city[player, COUNTS], COUNT_OF[which]))
    if MARK_OF[which] >= 0:
        return np.float64(lane(state.city[player, MARKS], MARK_OF[which]))
    return np.float64(looked_up(rules, state, player, which))


@jit
def looked_up(rules, state, player, which):
    """One attribute that is more than a count."""
    if PART_OF[which] >= 0:
        return points_of(rules, state, player, PART_OF[which])
    if which == Feature.POINTS:
        return points(rules, state, player)
    if which == Feature.COINS:
        return coins_of(state, player)
    if which == Feature.AGE:
        return np.int64(state.age) + 1
    if which == Feature.AGE_TURN:
        return np.int64(state.age_turn) + 1
    if which <= Feature.SCIENCE_SETS:
        return of_city(rules, state, player, which)
    if which <= Feature.DISCOUNTS:
        return of_goods(state, player, which)
    if which <= Feature.STAGE_PRICE:
        return of_hand(rules, state, player, which)
    if which == Feature.EARNINGS:
        return earnings(rules, state, player)
    return of_table(rules, state, player, which)


@jit_inline
def of_city(rules, state, player, which):
    """One attribute of the city."""
    counts, marks = state.city[player, COUNTS], state.city[player, MARKS]
    compass, wheel, tablet = lane(marks, Mark.COMPASS), lane(marks, Mark.WHEEL), lane(marks, Mark.TABLET)
    if which == Feature.LEFT_SHIELDS:
        return lane(state.city[left_of(state, player), MARKS], Mark.SHIELDS)
    if which == Feature.RIGHT_SHIELDS:
        return lane(state.city[right_of(state, player), MARKS], Mark.SHIELDS)
    if which == Feature.YELLOW_GOODS:
        low, high = rules.goods_yellow[0], rules.goods_yellow[1]
        return count(state.city[player, NAMES_LOW] & low) + count(state.city[player, NAMES_HIGH] & high)
    if which == Feature.RESOURCE_CARDS:
        return lane(counts, Count.BROWN) + lane(counts, Count.GREY)
    if which == Feature.GOODS:
        low, high = own_raw(state, player)
        return kinds(low, high, own_made(state, player))
    if which == Feature.CHAINS:
        return chains(rules, state, player)
    if which == Feature.STAGES_LEFT:
        return rules.n_stages[state.side[player]] - lane(counts, Count.STAGE)
    if which == Feature.SCIENCE_PAIRS:
        return int(compass > 1) + int(wheel > 1) + int(tablet > 1)
    return min(compass, wheel, tablet)


@jit_inline
def chains(rules, state, player):
    """Cards of later ages, not yet in the city, that a card in it makes free."""
    number = 0
    for i in range(rules.n_chained):
        row = rules.chained[i]
        later = rules.age_of[row] > state.age
        number += later and is_free(rules, state, player, row) and not stands(rules, state, player, row)
    return number


@jit_inline
def units(low, high, made, good):
    """Units of a pool that can be of a kind, by its place in GOODS; the sets of one letter are lanes 1, 2, 4, 8."""
    if good == 3:
        return lane(high, 0)
    return lane(low, 1 << good) if good < 3 else lane(made, 1 << (good - 4))


@jit_inline
def kind_set(low, high, made):
    """The kinds of which units of a pool can be, as a set of places in GOODS."""
    there = ZERO
    for good in range(len(GOODS)):
        there |= np.uint64(units(low, high, made, good) > 0) << np.uint64(good)
    return there


@jit_inline
def kinds(low, high, made):
    """Of how many kinds the units of a pool can be."""
    return count(kind_set(low, high, made))


@jit_inline
def of_goods(state, player, which):
    """One attribute of what the city can use or buy."""
    low, high = own_raw(state, player)
    made = own_made(state, player)
    left, right = left_of(state, player), right_of(state, player)
    if which <= Feature.PAPYRUS:
        return units(low, high, made, which - Feature.WOOD)
    if which == Feature.UNITS:
        return lane(high, 7) + lane(made, 7)
    if which == Feature.LEFT_GOODS:
        return kinds(state.city[left, RAW_LOW], state.city[left, RAW_HIGH], state.city[left, MANUFACTURED])
    if which == Feature.RIGHT_GOODS:
        return kinds(state.city[right, RAW_LOW], state.city[right, RAW_HIGH], state.city[right, MANUFACTURED])
    if which == Feature.REACHED_GOODS:
        low += state.city[left, RAW_LOW] + state.city[right, RAW_LOW]
        high += state.city[left, RAW_HIGH] + state.city[right, RAW_HIGH]
        return kinds(low, high, made + state.city[left, MANUFACTURED] + state.city[right, MANUFACTURED])
    return count(state.powers[player] & (RAW_LEFT | RAW_RIGHT | MADE_LEFT | MADE_RIGHT))


@jit_inline
def of_hand(rules, state, player, which):
    """One attribute of what the player could do now."""
    cards = as_set(state.hand[held_hand(state, player)])
    if which == Feature.HAND_CARDS:
        return count(cards)
    if which == Feature.STAGE_PRICE:
        coins = price(rules, state, player, next_stage(rules, state, player))
        return coins if coins < UNPAYABLE else -1
    number = 0
    while cards != ZERO:
        row = rules.row_of[state.age, lowest(cards)]
        cards &= cards - ONE
        if which == Feature.PLAYABLE:
            number += can_build(rules, state, player, row)
        elif not stands(rules, state, player, row):
            number += is_free(rules, state, player, row) or price(rules, state, player, row) == 0
    return number


@jit
def earnings(rules, state, player):
    """The most coins that a card of the hand would pay if it were built now; it counts itself."""
    cards, most = as_set(state.hand[held_hand(state, player)]), 0
    while cards != ZERO:
        row = rules.row_of[state.age, lowest(cards)]
        cards &= cards - ONE
        coins = np.int64(rules.gives[row, COINS]) + counted_coins(rules, state, player, row)
        if rules.coins_who[row] & OWN_CITY:
            coins += rules.coins_each[row] * total(rules.gives[row, COUNTS] & rules.coins_what[row, 0])
        if coins > most and can_build(rules, state, player, row):
            most = coins
    return most


@jit_inline
def of_table(rules, state, player, which):
    """One attribute that compares players, or of the game."""
    left, right = left_of(state, player), right_of(state, player)
    mine = lane(state.city[player, MARKS], Mark.SHIELDS)
    over_left = mine - lane(state.city[left, MARKS], Mark.SHIELDS)
    over_right = mine - lane(state.city[right, MARKS], Mark.SHIELDS)
    if which == Feature.CONFLICT_MARGIN:
        return min(over_left, over_right)
    if which == Feature.CONFLICTS_NOW:
        won, lost = int(over_left > 0) + int(over_right > 0), int(over_left < 0) + int(over_right < 0)
        return won * rules.victory[state.age] - lost * rules.defeat
    if which == Feature.LEFT_COINS:
        return coins_of(state, left)
    if which == Feature.RIGHT_COINS:
        return coins_of(state, right)
    if which == Feature.LEFT_POINTS:
        return points(rules, state, left)
    if which == Feature.RIGHT_POINTS:
        return points(rules, state, right)
    if which == Feature.RIVAL_POINTS:
        return rival_points(rules, state, player)
    if which == Feature.LEAD:
        return points(rules, state, player) - rival_points(rules, state, player)
    if which == Feature.WINLOSS:
        return win_or_loss(rules, state, player)
    if which == Feature.OVER:
        return int(state.ended != Ended.PLAYING)
    return np.int64(state.turn)


@jit
def rival_points(rules, state, player):
    """The most points of another player."""
    best = -1_000_000
    for other in range(state.n_players):
        if other != player:
            best = max(best, points(rules, state, other))
    return best


@jit
def win_or_loss(rules, state, player):
    """1 for a win (also a shared one), -1 for a loss, 0 while playing and when nobody has won."""
    if not is_decided(state):
        return 0
    return 1 if holds(winners(rules, state), player) else -1
