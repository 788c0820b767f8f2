"""BuyOrder and BuyAndDeny for Splendor (Hepworth 2016): evolve which cards to go for and leave the rest to BuySeeker.

A plan is an order of all cards in sight (on the board and in the own reserve). BuySeeker plays for the first of them that
is still there: buy it; else reserve it if an opponent could buy it now; else take the tokens that come closest to it.
BuyAndDeny has every card twice in its order: once to be bought, once to be reserved and left alone.
"""

from typing import Annotated, NamedTuple

import numpy as np

from agents.evolution import (
    GENERATION,
    ORDER,
    SCORES,
    CrossoverRate,
    Evaluations,
    MutationRate,
    Population,
    begin_evolution,
    best_plan,
    genes_of,
    next_plan,
    pick_by_rank,
)
from agents.foresight import (
    ROOT,
    SLOTS,
    Draws,
    Model,
    OpponentModel,
    WideShare,
    let_others_move,
    play_on,
    skip_others,
    start_line,
    worth,
)
from engine.chance import below, shuffle, unit
from engine.game import NONE, Ended, imagine, legal
from engine.jit import jit
from engine.mind import OWN, Needs, exhausted, unpack
from engine.space import Steps
from engine.splendor.actions import Kind, colours_of, kind_of, place_of, returned_by
from engine.splendor.lanes import NO_GOLD, ONE_GOLD, S56, SPREAD, missing, total
from engine.splendor.listing import affords
from engine.splendor.state import EMPTY, MOST_RESERVED, MOST_SLOTS

MOST_CARDS = MOST_SLOTS + MOST_RESERVED  # in sight
GENES = 2 * MOST_CARDS
LENGTH = GENES + 1  # of a row: genes, then how many of them were looked at when the plan was played
SCRATCH = 2  # rows behind the plans: the cards in sight with their number last, and places in orders


class Params(NamedTuple):
    """Size and operators of the evolution."""

    depth: Annotated[int, Steps((2, 4, 6, 10), accepts=(1, 200)), "own moves in a plan"] = 10
    pop: Population = 100
    evals: Evaluations = 1000
    cr: CrossoverRate = 0.75
    mr: MutationRate = 0.1
    om: OpponentModel = Model.GREEDY
    ombs: WideShare = 1.0
    draws: Draws = False


def needs(params, budget, max_actions):
    """Room for two generations and one list."""
    plans = 2 * params.pop
    return Needs(
        states=SLOTS,
        actions=max_actions,
        ints=ORDER + plans + (plans + SCRATCH) * LENGTH,
        floats=SCORES + plans,
    )


@jit
def see_cards(rules, state, cards):
    """Note the cards in sight of the player to move; returns their number."""
    n = 0
    for slot in range(rules.slots):
        if state.board[slot] != EMPTY:
            cards[n] = state.board[slot]
            n += 1
    for place in range(state.n_reserved[state.to_move]):
        cards[n] = state.reserved[state.to_move, place]
        n += 1
    return n


@jit
def slot_of(rules, state, card):
    """Where a card lies on the board, or NONE."""
    for slot in range(rules.slots):
        if state.board[slot] == card:
            return slot
    return NONE


@jit
def place_in_reserve(state, player, card):
    """Where a card lies in a player's reserve, or NONE."""
    for place in range(state.n_reserved[player]):
        if state.reserved[player, place] == card:
            return place
    return NONE


@jit
def wanted_by_others(rules, state, card):
    """Whether an opponent of the player to move could buy the card now."""
    for player in range(state.n_players):
        if player != state.to_move and affords(rules, state, player, card):
            return True
    return False


@jit
def lacking(rules, state, card, action):
    """The tokens that would still be missing for a card after a take or a reserve."""
    player, kind = state.to_move, kind_of(action)
    purse = state.tokens[player] - returned_by(action)
    if kind == Kind.TAKE_DIFFERENT:
        purse += SPREAD[colours_of(action)] * np.uint64(rules.take_amount)
    elif kind == Kind.TAKE_SAME:
        purse += SPREAD[colours_of(action)] * np.uint64(rules.take_same)
    elif state.bank >= ONE_GOLD:
        purse += ONE_GOLD
    short = total(missing(rules.cost[card], (purse & NO_GOLD) + state.bonuses[player]))
    return short - np.int64(purse >> S56)


@jit
def seek(rules, state, card, actions, n):
    """BuySeeker: what to do for a card that is in sight; NONE if nothing brings it closer."""
    slot, place = slot_of(rules, state, card), place_in_reserve(state, state.to_move, card)
    deny = slot != NONE and wanted_by_others(rules, state, card)
    chosen, least, rank = NONE, 1_000_000, 3
    for i in range(n):
        action = actions[i]
        kind, where = kind_of(action), place_of(action)
        if (kind == Kind.BUY_BOARD and where == slot) or (kind == Kind.BUY_RESERVED and where == place):
            return action
        this = 3
        if kind == Kind.RESERVE_BOARD and where == slot and deny:
            this = 0
        elif kind == Kind.TAKE_DIFFERENT or kind == Kind.TAKE_SAME:
            this = 1
        if this < 3 and this <= rank:
            short = lacking(rules, state, card, action)
            if this < rank or short < least:
                chosen, least, rank = action, short, this
    return chosen


@jit
def reserve_of(slot, actions, n):
    """The first listed way to reserve what lies in a slot, or NONE."""
    for i in range(n):
        if kind_of(actions[i]) == Kind.RESERVE_BOARD and place_of(actions[i]) == slot:
            return actions[i]
    return NONE


@jit
def planned_action(rules, state, actions, genes, cards, known):
    """What a plan says to do now; notes in genes[GENES] how far it was looked at."""
    n = legal(rules, state, actions)
    for i in range(GENES):
        if genes[i] == NONE:
            break
        card = cards[genes[i] % known]
        action = NONE
        if genes[i] >= known:
            slot = slot_of(rules, state, card)
            action = reserve_of(slot, actions, n) if slot != NONE else NONE
        elif slot_of(rules, state, card) != NONE or place_in_reserve(state, state.to_move, card) != NONE:
            action = seek(rules, state, card, actions, n)
        if action != NONE:
            genes[GENES] = max(genes[GENES], i + 1)
            return action
    return actions[0]


@jit
def sight(mind, pop):
    """The row of the cards in sight."""
    first = genes_of(pop, LENGTH, 2 * pop)
    return mind.ints[first : first + LENGTH]


@jit
def plan_row(mind, pop, row):
    """The genes of a plan."""
    first = genes_of(pop, LENGTH, row)
    return mind.ints[first : first + LENGTH]


@jit
def try_out(rules, state, mind, viewer, row):
    """Play a plan; what it comes to is its score, unless the budget does not last."""
    params = unpack(Params, mind.knobs)
    purse, brain, floats = mind.budget[OWN], mind.brain, mind.floats
    genes, cards = plan_row(mind, params.pop, row), sight(mind, params.pop)
    line = start_line(rules, state, mind, viewer, False, params.draws)
    genes[GENES], ply, complete = 0, 0, True
    for _ in range(params.depth):
        if line.ended != Ended.PLAYING:
            break
        if exhausted(purse):
            complete = False
            break
        action = planned_action(rules, line, mind.actions, genes, cards, cards[GENES])
        play_on(rules, line, action, purse, brain, floats, ply)
        ply += 1
        if not skip_others(rules, line, viewer, params.om):
            ply = let_others_move(rules, line, viewer, mind, params.om, params.ombs, ply)
    floats[SCORES + row] = worth(rules, line, viewer, brain, floats, ply) if complete else -np.inf


@jit
def random_order(genes, length, rng):
    """An order that nothing is known of."""
    for i in range(GENES):
        genes[i] = i if i < length else NONE
    shuffle(genes, length, rng)


@jit
def cross_successors(mother, father, child, places, length, rng):
    """Follow the parents' orders: after a gene comes the one that follows it in either of them, as far as it is free."""
    for i in range(length):
        places[mother[i]] = i
    now = mother[0]
    for i in range(length):
        child[i] = now
        places[now] = -1 - places[now]  # used
        options, chosen = 0, NONE
        after = -places[now]  # in the mother
        if after < length and places[mother[after]] >= 0:
            options, chosen = 1, mother[after]
        following = NONE
        for j in range(length - 1):
            if father[j] == now:
                following = father[j + 1]
        if following != NONE and places[following] >= 0:
            options += 1
            if below(rng, options) == 0:
                chosen = following
        j = 0
        while chosen == NONE and j < length:
            if places[mother[j]] >= 0:
                chosen = mother[j]
            j += 1
        now = chosen


@jit
def breed(mind, row, length):
    """Make a plan from one or two of this generation; a mutation swaps two genes that mattered."""
    params = unpack(Params, mind.knobs)
    rng, pop = mind.rng, params.pop
    child, mother = plan_row(mind, pop, row), plan_row(mind, pop, pick_by_rank(mind.ints, pop, rng))
    child[:] = mother
    if unit(rng) < params.cr:
        father = plan_row(mind, pop, pick_by_rank(mind.ints, pop, rng))
        cross_successors(mother, father, child, plan_row(mind, pop, 2 * pop + 1), length, rng)
    if unit(rng) < params.mr:
        expressed = max(2, mother[GENES])
        if length >= 2:
            i, j = below(rng, min(expressed, length)), below(rng, min(expressed, length))
            child[i], child[j] = child[j], child[i]


@jit
def plan_purchases(rules, state, mind, kinds):
    """Evolve orders of cards (`kinds` = 2: with denials) and play the first move of the best."""
    params = unpack(Params, mind.knobs)
    viewer, pop = state.to_move, params.pop
    root = imagine(rules, state, viewer, mind.states, ROOT, mind.rng, params.draws)
    cards = sight(mind, pop)
    cards[GENES] = see_cards(rules, root, cards)
    length = kinds * cards[GENES]
    begin_evolution(mind.ints, mind.floats, pop)
    for _ in range(params.evals):
        if exhausted(mind.budget[OWN]):
            break
        row = next_plan(mind.ints, mind.floats, pop)
        if mind.ints[GENERATION] > 0:
            breed(mind, row, length)
        else:
            random_order(plan_row(mind, pop, row), length, mind.rng)
        try_out(rules, state, mind, viewer, row)
    best = plan_row(mind, pop, best_plan(mind.floats, pop))
    return planned_action(rules, root, mind.actions, best, cards, cards[GENES])


def act_buy_order(rules, state, mind):
    """The first move of the best order of purchases."""
    return plan_purchases(rules, state, mind, 1)


def act_buy_and_deny(rules, state, mind):
    """The first move of the best order of purchases and denials."""
    return plan_purchases(rules, state, mind, 2)
