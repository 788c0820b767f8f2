"""The rule-based player of Robilliard and Fonlupt (2015, section 4.1): goods, then shields, then points.

In ages I and II the first rule that fits a card which can be built: one that gives two or more kinds of goods; one that
gives a kind that is lacking; shields that make the player a leader; at random the blue card with most points or a green
card; any card; else a random discard. In age III whatever brings most points at once. Where the source is silent there
is a knob.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

import numpy as np

from engine.bits import ZERO, count
from engine.chance import below
from engine.game import NONE, copy_state, feature, legal, points
from engine.jit import jit, jit_inline
from engine.lanes import lane
from engine.sevenwonders.actions import Way, row_of, way_of
from engine.sevenwonders.features import Feature, kind_set
from engine.sevenwonders.rules import settle_alone
from engine.sevenwonders.state import COUNTS, LINKED, MANUFACTURED, MARKS, RAW_HIGH, RAW_LOW, Count, Mark, Phase
from engine.sevenwonders.trade import own_made, own_raw, price, usable_made, usable_raw
from engine.workspace import Needs, unpack

LAST_AGE = 2


class Pick(IntEnum):
    """Which of several cards that fit a rule."""

    RANDOM = 0
    CHEAPEST = 1  # a random one of those for which fewest coins are paid


class Stages(IntEnum):
    """When stages are built in ages I and II, of which no rule speaks."""

    NEVER = 0
    LAST = 1  # rather than discard a card
    FIRST = 2  # before all rules


class Params(NamedTuple):
    """Knobs for what the source leaves open."""

    pick: Annotated[Pick, "which of several cards that fit a rule"] = Pick.RANDOM
    stages: Annotated[Stages, "when stages are built in ages I and II"] = Stages.NEVER
    coins: Annotated[bool, "points at once include those for coins"] = True
    conflicts: Annotated[bool, "points at once include conflicts as they would end now"] = False


def needs(params, budget, max_actions):
    """The list of moves, and a position to try one on."""
    return Needs(states=1, actions=max_actions)


class Rule(IntEnum):
    """The rules of ages I and II, in their order."""

    GOODS = 0
    LACKING = 1
    SHIELDS = 2
    BLUE = 3
    GREEN = 4
    ANY = 5


@jit
def fits(rules, state, player, rule, row):
    """Whether a card is one that a rule means."""
    gives, counts = rules.gives[row], rules.gives[row, COUNTS]
    low, high = usable_raw(gives[RAW_LOW], gives[RAW_HIGH])
    kinds = kind_set(low, high, usable_made(gives[MANUFACTURED]))
    if rule == Rule.GOODS:
        return count(kinds) > 1
    if rule == Rule.LACKING:
        low, high = own_raw(state, player)
        return count(kinds) == 1 and kinds & kind_set(low, high, own_made(state, player)) == ZERO
    if rule == Rule.SHIELDS:
        return leads_with(state, player, lane(gives[MARKS], Mark.SHIELDS))
    if rule == Rule.BLUE:
        return lane(counts, Count.BLUE) > 0
    return rule == Rule.ANY or lane(counts, Count.GREEN) > 0


@jit_inline
def leads_with(state, player, shields):
    """Whether so many shields more make the player a leader, who is not the only one already."""
    most = 0
    for other in range(state.n_players):
        if other != player:
            most = max(most, lane(state.city[other, MARKS], Mark.SHIELDS))
    mine = lane(state.city[player, MARKS], Mark.SHIELDS)
    return shields > 0 and mine <= most <= mine + shields


@jit
def cost_of(rules, state, player, action):
    """The coins that are paid for building a card."""
    free = way_of(action) == Way.FREE or state.powers[player] & rules.cost[row_of(action), LINKED] != ZERO
    return 0 if free else price(rules, state, player, row_of(action))


@jit
def by_rule(rules, state, actions, n, rule, pick, rng):
    """A card that fits a rule and can be built, or NONE; of blue ones only those with most points."""
    player = np.int64(state.to_move)
    best, found, chosen = -np.inf, 0, NONE
    for i in range(n):
        action = actions[i]
        way = way_of(action)
        if (way != Way.BUILD and way != Way.FREE) or not fits(rules, state, player, rule, row_of(action)):
            continue
        rank = 0.0
        if rule == Rule.BLUE:
            rank += 100.0 * lane(rules.gives[row_of(action), MARKS], Mark.BLUE_POINTS)
        if pick == Pick.CHEAPEST:
            rank -= cost_of(rules, state, player, action)
        if rank > best:
            best, found = rank, 0
        if rank == best:
            found += 1
            if below(rng, found) == 0:
                chosen = action
    return chosen


@jit
def some(actions, n, way, rng):
    """A random action of that way, or NONE."""
    found, chosen = 0, NONE
    for i in range(n):
        if way_of(actions[i]) == way:
            found += 1
            if below(rng, found) == 0:
                chosen = actions[i]
    return chosen


@jit
def invest(rules, state, actions, n, pick, stages, rng):
    """The rules of ages I and II."""
    stage = some(actions, n, Way.STAGE, rng)
    if stages == Stages.FIRST and stage != NONE:
        return stage
    colour = below(rng, 2)  # blue before green, or green before blue
    for place in range(Rule.ANY + 1):
        rule = place
        if place == Rule.BLUE or place == Rule.GREEN:
            rule = place if colour == 0 else Rule.BLUE + Rule.GREEN - place
        action = by_rule(rules, state, actions, n, rule, pick, rng)
        if action != NONE:
            return action
    if stages == Stages.LAST and stage != NONE:
        return stage
    discard = some(actions, n, Way.DISCARD, rng)
    return discard if discard != NONE else actions[below(rng, n)]


@jit
def worth_now(rules, state, player, coins, conflicts):
    """The points of a player, as the knobs count them."""
    worth = np.float64(points(rules, state, player))
    if not coins:
        worth -= feature(rules, state, player, Feature.COIN_POINTS)
    if conflicts:
        worth += feature(rules, state, player, Feature.CONFLICTS_NOW)
    return worth


@jit
def harvest(rules, state, actions, n, trial, coins, conflicts, rng):
    """Whatever brings most points at once; of equals a random one."""
    player = np.int64(state.to_move)
    best, found, chosen = -np.inf, 0, actions[0]
    for i in range(n):
        copy_state(rules, state, trial, 0)
        settle_alone(rules, trial[0], player, actions[i])
        worth = worth_now(rules, trial[0], player, coins, conflicts)
        if worth > best:
            best, found = worth, 0
        if worth == best:
            found += 1
            if below(rng, found) == 0:
                chosen = actions[i]
    return chosen


def act(rules, state, workspace):
    """A card by the rules of the age."""
    p = unpack(Params, workspace.knobs)
    n = legal(rules, state, workspace.actions)
    if state.age == LAST_AGE or state.phase == Phase.RECOVER:
        return harvest(rules, state, workspace.actions, n, workspace.states, p.coins, p.conflicts, workspace.rng)
    return invest(rules, state, workspace.actions, n, p.pick, p.stages, workspace.rng)
