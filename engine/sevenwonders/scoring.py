"""Points: by part, as they would be counted if the game ended now; and who has won."""

from enum import IntEnum

import numpy as np

from engine.bits import ONE, ZERO, count, lowest, nth
from engine.chance import fixed
from engine.jit import jit, jit_inline
from engine.lanes import lane, total
from engine.sevenwonders.params import Tie
from engine.sevenwonders.state import (
    COPY_GUILD,
    COUNTS,
    DRAW_WINNER,
    MARKS,
    NAMES_HIGH,
    NAMES_LOW,
    Mark,
    coins_of,
    left_of,
    right_of,
)
from engine.winners import count_in, is_decided, share_out

LEFT_CITY, OWN_CITY, RIGHT_CITY = 1, 2, 4  # sets of cities whose things count


class Part(IntEnum):
    """The parts of a player's points."""

    CONFLICTS = 0
    COINS = 1
    STAGES = 2
    BLUE = 3
    SCIENCE = 4
    YELLOW = 5
    GUILDS = 6


@jit_inline
def things(state, player, who, in_counts, in_marks):
    """How many counted things some of the cities around a player hold."""
    left, right = left_of(state, player), right_of(state, player)
    number = 0
    if who & LEFT_CITY:
        number += total(state.city[left, COUNTS] & in_counts) + total(state.city[left, MARKS] & in_marks)
    if who & OWN_CITY:
        number += total(state.city[player, COUNTS] & in_counts) + total(state.city[player, MARKS] & in_marks)
    if who & RIGHT_CITY:
        number += total(state.city[right, COUNTS] & in_counts) + total(state.city[right, MARKS] & in_marks)
    return number


@jit_inline
def counted_coins(rules, state, player, structure):
    """What a structure pays at once, as the table stands."""
    what = rules.coins_what[structure, 0], rules.coins_what[structure, 1]
    return rules.coins_each[structure] * things(state, player, rules.coins_who[structure], what[0], what[1])


@jit_inline
def counted_points(rules, state, player, row):
    """What a card is worth in the player's city, as the table stands."""
    who = rules.points_who[row]
    if who == 0:
        return rules.points_each[row]
    return rules.points_each[row] * things(state, player, who, rules.points_what[row, 0], rules.points_what[row, 1])


@jit
def points_of_cards(rules, state, player, low, high):
    """What the player's cards among those names are worth."""
    worth = 0
    left = state.city[player, NAMES_LOW] & low
    while left != ZERO:
        worth += counted_points(rules, state, player, rules.row_named[lowest(left)])
        left &= left - ONE
    left = state.city[player, NAMES_HIGH] & high
    while left != ZERO:
        worth += counted_points(rules, state, player, rules.row_named[64 + lowest(left)])
        left &= left - ONE
    return worth


@jit
def science(rules, marks, extra):
    """Squares of the symbol counts and sets of three; symbols of free choice, and some extra, as they are best."""
    compass, wheel, tablet = lane(marks, Mark.COMPASS), lane(marks, Mark.WHEEL), lane(marks, Mark.TABLET)
    free = lane(marks, Mark.ANY) + extra
    best = 0
    for first in range(free + 1):
        for second in range(free + 1 - first):
            a, b, c = compass + first, wheel + second, tablet + free - first - second
            best = max(best, a * a + b * b + c * c + rules.science_set * min(a, b, c))
    return best


@jit
def copied_guild(rules, state, player):
    """The best that a guild of a neighbour would be worth here: (points as a guild, points of science)."""
    best, best_science = 0, 0
    if state.powers[player] & COPY_GUILD == ZERO:
        return best, best_science
    symbols = science(rules, state.city[player, MARKS], 0)
    left, right = left_of(state, player), right_of(state, player)
    for word in range(2):
        guilds = (state.city[left, NAMES_LOW + word] | state.city[right, NAMES_LOW + word]) & rules.purple[word]
        while guilds != ZERO:
            row = rules.row_named[64 * word + lowest(guilds)]
            guilds &= guilds - ONE
            worth = counted_points(rules, state, player, row) if rules.points_each[row] else 0
            if rules.copy_counts_itself and rules.points_who[row] & OWN_CITY:
                worth += rules.points_each[row] * total(rules.points_what[row, 0] & rules.gives[row, COUNTS])
            extra = lane(rules.gives[row, MARKS], Mark.ANY) if rules.copy_science else 0
            gained = science(rules, state.city[player, MARKS], extra) - symbols if extra else 0
            if worth + gained > best + best_science:
                best, best_science = worth, gained
    return best, best_science


@jit
def points_of(rules, state, player, part):
    """One part of a player's points."""
    if part == Part.CONFLICTS:
        return np.int64(state.tokens[player])
    if part == Part.COINS:
        return coins_of(state, player) // rules.coins_per_point
    if part == Part.STAGES:
        return lane(state.city[player, MARKS], Mark.STAGE_POINTS)
    if part == Part.BLUE:
        return lane(state.city[player, MARKS], Mark.BLUE_POINTS)
    if part == Part.SCIENCE:
        return science(rules, state.city[player, MARKS], 0) + copied_guild(rules, state, player)[1]
    if part == Part.YELLOW:
        return points_of_cards(rules, state, player, rules.yellow[0], rules.yellow[1])
    guilds = points_of_cards(rules, state, player, rules.other[0], rules.other[1])
    return guilds + copied_guild(rules, state, player)[0]


@jit
def points(rules, state, player):
    """All points of a player, as if the game ended now."""
    marks = state.city[player, MARKS]
    low, high = rules.yellow[0] | rules.other[0], rules.yellow[1] | rules.other[1]
    copied, symbol = copied_guild(rules, state, player)
    return (
        np.int64(state.tokens[player])
        + coins_of(state, player) // rules.coins_per_point
        + lane(marks, Mark.STAGE_POINTS)
        + lane(marks, Mark.BLUE_POINTS)
        + science(rules, marks, 0)
        + points_of_cards(rules, state, player, low, high)
        + copied
        + symbol
    )


@jit
def parts(rules, state, player, out):
    """All parts of a player's points, in the order of Part."""
    for part in range(Part.GUILDS + 1):
        out[part] = points_of(rules, state, player, part)


@jit
def winners(rules, state):
    """The players with most points and, among them, most coins, as a set; one of them where chance decides."""
    best, chosen = -1_000_000_000, ZERO
    for player in range(state.n_players):
        rank = points(rules, state, player) * 100_000 + coins_of(state, player)
        best, chosen = count_in(best, chosen, rank, player)
    if rules.tie == Tie.CHANCE and count(chosen) > 1:
        chosen = ONE << np.uint64(nth(chosen, fixed(state.chance[0], DRAW_WINNER, count(chosen))))
    return chosen


@jit_inline
def payoffs(rules, state, out):
    """1 for the winner, equal shares of 1 for several; nothing for anybody at the limit."""
    share_out(winners(rules, state) if is_decided(state) else ZERO, state.n_players, out)
