"""BuyOrder and BuyAndDeny (Hepworth 2016): evolved orders of cards to buy, for Splendor.

A plan is a permutation of the cards in sight. BuySeeker plays for the first of them that is still in sight: buy it;
else reserve it if an opponent could buy it now; else take the tokens that bring it closest. BuyAndDeny's plans are
twice as long: the second half of the numbers means *reserve this card*.
"""

from typing import Annotated, NamedTuple

import numpy as np

from agents.foresight import (
    ROOT,
    SLOTS,
    Draws,
    Model,
    OpponentModel,
    WideShare,
    let_others_move,
    play_on,
    start_line,
    unanswered,
    worth,
)
from agents.planner import (
    EXPRESSED,
    CrossoverRate,
    Depth,
    Evaluations,
    MutationRate,
    Population,
    best_row,
    count_crossing,
    lay_out,
    pick_by_rank,
    plan_needs,
    ranking,
    record,
)
from engine.chance import below, shuffle, unit
from engine.game import Ended, imagine, legal
from engine.jit import jit, jit_with_arrays
from engine.mind import OWN, exhausted, unpack
from engine.splendor.actions import Kind, colours_of, encode, kind_of, place_of, returned_by
from engine.splendor.lanes import NO_GOLD, SPREAD, missing, total
from engine.splendor.listing import affords, can_reserve
from engine.splendor.state import EMPTY, MOST_RESERVED, MOST_SLOTS

MOST_TARGETS = 2 * (MOST_SLOTS + MOST_RESERVED)
DENY = 1 << 10  # added to a card: reserve it, do not buy it


class Params(NamedTuple):
    """How orders are bred."""

    depth: Depth = 10
    population: Population = 100
    evaluations: Evaluations = 1000
    crossover: CrossoverRate = 0.75
    mutation: MutationRate = 0.1
    restricted: Annotated[bool, "mutation only swaps cards that the plan came to"] = True
    om: OpponentModel = Model.GREEDY
    ombs: WideShare = 1.0
    draws: Draws = False


def needs(params, budget, max_actions):
    """Two generations of permutations."""
    return plan_needs(SLOTS, max_actions, params.population, params.evaluations, MOST_TARGETS)


def act_to_buy(rules, state, mind):
    """BuyOrder."""
    return plan_buys(rules, state, mind, False)


def act_to_buy_or_deny(rules, state, mind):
    """BuyAndDeny."""
    return plan_buys(rules, state, mind, True)


@jit_with_arrays
def plan_buys(rules, state, mind, deny):
    """Evolve orders until their number or the budget is used up."""
    params = unpack(Params, mind.knobs)
    viewer, purse, rng = state.to_move, mind.budget[OWN], mind.rng
    root = imagine(rules, state, viewer, mind.states, ROOT, rng, params.draws)
    plans = lay_out(mind.ints, mind.floats, params.population, MOST_TARGETS)
    n = list_targets(rules, root, viewer, plans.genes[0], deny)
    if n == 0 or exhausted(purse):
        return seek(rules, root, mind.actions, plans.genes[0], n)[0]
    genes, scores, tried = plans.genes, plans.scores, 0
    used, child_used = plans.keys[:, 0], plans.child_keys[:, 0]  # how many cards each plan came to
    for row in range(params.population):
        genes[row, :n] = genes[0, :n]
        shuffle(genes[row], n, rng)
        scores[row] = -np.inf
        used[row] = n
        if tried < params.evaluations and not exhausted(purse):
            scores[row], used[row] = follow(rules, state, mind, params, viewer, genes[row], n)
            tried += 1
    record(mind.ints, plans.trace, scores)
    children, child_scores = plans.children, plans.child_scores
    while tried < params.evaluations and not exhausted(purse):
        order = ranking(scores)
        children[0, :n], child_scores[0], child_used[0] = genes[order[0], :n], scores[order[0]], used[order[0]]
        for row in range(1, params.population):
            mother, father = pick_by_rank(order, rng), pick_by_rank(order, rng)
            child = children[row]
            child[:n] = genes[mother, :n]
            crossed = unit(rng) < params.crossover
            if crossed:
                cross(genes[mother], genes[father], child, n, rng)
            if unit(rng) < params.mutation:
                swap(child, max(2, used[mother]) if params.restricted else n, n, rng)
            child_scores[row], child_used[row] = -np.inf, n
            if tried < params.evaluations and not exhausted(purse):
                child_scores[row], child_used[row] = follow(rules, state, mind, params, viewer, child, n)
                tried += 1
                if crossed:
                    count_crossing(mind.ints, child_scores[row], scores[mother], scores[father])
        genes, children = children, genes
        scores, child_scores = child_scores, scores
        used, child_used = child_used, used
        record(mind.ints, plans.trace, scores)
    best = best_row(scores)
    mind.ints[EXPRESSED] = used[best]
    return seek(rules, root, mind.actions, genes[best], n)[0]


@jit
def list_targets(rules, state, player, out, deny):
    """The cards in sight, then with `deny` those on the board again as cards to reserve; their number."""
    n = 0
    for slot in range(rules.slots):
        if state.board[slot] != EMPTY:
            out[n] = state.board[slot]
            n += 1
    on_board = n
    for place in range(state.n_reserved[player]):
        out[n] = state.reserved[player, place]
        n += 1
    if deny:
        for i in range(on_board):
            out[n] = out[i] + DENY
            n += 1
    return n


@jit
def follow(rules, state, mind, params, viewer, plan, n):
    """What an order comes to, and how many of its cards were played for; -inf if the budget did not last."""
    line = start_line(rules, state, mind, viewer, False, params.draws)
    ply, reached = 0, 1
    for _ in range(params.depth):
        if line.ended != Ended.PLAYING:
            break
        if exhausted(mind.budget[OWN]):
            return -np.inf, reached
        action, target = seek(rules, line, mind.actions, plan, n)
        reached = max(reached, target + 1)
        play_on(rules, line, action, mind.budget[OWN], mind.brain, mind.floats, ply)
        ply = let_others_move(rules, line, viewer, mind, params.om, params.ombs, ply + 1)
    result = -np.inf if unanswered(line, viewer) else worth(rules, line, viewer, mind.brain, mind.floats, ply)
    return result, reached


@jit
def seek(rules, state, actions, plan, n):
    """BuySeeker: the action for the first card of the plan that is still in sight, and where in the plan it stands."""
    player = state.to_move
    number = legal(rules, state, actions)
    if state.choosing:
        return actions[0], 0
    for i in range(n):
        card = plan[i] & (DENY - 1)
        slot = slot_of(rules, state, card)
        if plan[i] >= DENY:
            if slot >= 0 and can_reserve(rules, state, player):
                return reserve_action(actions, number, slot), i
            continue
        place = place_in_reserve(state, player, card)
        if slot < 0 and place < 0:
            continue
        if affords(rules, state, player, card):
            kind = Kind.BUY_BOARD if slot >= 0 else Kind.BUY_RESERVED
            return encode(kind, slot if slot >= 0 else place, 0, np.uint64(0)), i
        if slot >= 0 and can_reserve(rules, state, player) and threatened(rules, state, player, card):
            return reserve_action(actions, number, slot), i
        return closest_take(rules, state, player, actions, number, card), i
    return actions[0], 0


@jit
def slot_of(rules, state, card):
    """Where a card lies on the board, or -1."""
    for slot in range(rules.slots):
        if state.board[slot] == card:
            return slot
    return -1


@jit
def place_in_reserve(state, player, card):
    """Where a card is in the player's reserve, or -1."""
    for place in range(state.n_reserved[player]):
        if state.reserved[player, place] == card:
            return place
    return -1


@jit
def threatened(rules, state, player, card):
    """Whether an opponent could buy the card now."""
    for other in range(state.n_players):
        if other != player and affords(rules, state, other, card):
            return True
    return False


@jit
def reserve_action(actions, n, slot):
    """The first legal way to reserve what lies in a slot."""
    for i in range(n):
        if kind_of(actions[i]) == Kind.RESERVE_BOARD and place_of(actions[i]) == slot:
            return actions[i]
    return actions[0]


@jit
def closest_take(rules, state, player, actions, n, card):
    """The take after which least is missing for the card: the first such, so three colours before two of one."""
    choice, least = actions[0], 1000
    for i in range(n):
        kind = kind_of(actions[i])
        if kind != Kind.TAKE_DIFFERENT and kind != Kind.TAKE_SAME:
            continue
        amount = rules.take_amount if kind == Kind.TAKE_DIFFERENT else rules.take_same
        taken = SPREAD[colours_of(actions[i])] * np.uint64(amount)
        purse = state.tokens[player] + taken - returned_by(actions[i])
        gold = np.int64(purse >> np.uint64(56))
        lacking = total(missing(rules.cost[card], (purse & NO_GOLD) + state.bonuses[player])) - gold
        if lacking < least:
            choice, least = actions[i], lacking
    return choice


@jit
def cross(mother, father, child, n, rng):
    """Card by card, take the successor that a parent has; where the child has both, go on in the mother's order."""
    unused = 0
    child[0] = mother[0]
    for filled in range(1, n):
        first, second = (mother, father) if below(rng, 2) == 0 else (father, mother)
        following = successor(first, n, child, filled)
        if following < 0:
            following = successor(second, n, child, filled)
        if following < 0:
            while holds(child, filled, mother[unused]):
                unused += 1
            following = mother[unused]
        child[filled] = following


@jit
def successor(parent, n, child, filled):
    """What follows the child's last card in a parent, or -1 if the child has it already."""
    for i in range(n - 1):
        if parent[i] == child[filled - 1]:
            return -1 if holds(child, filled, parent[i + 1]) else parent[i + 1]
    return -1


@jit
def holds(row, n, card):
    """Whether the first n of a row have a card."""
    for i in range(n):
        if row[i] == card:
            return True
    return False


@jit
def swap(row, among, n, rng):
    """Exchange two of the first cards."""
    among = min(among, n)
    i, j = below(rng, among), below(rng, among)
    row[i], row[j] = row[j], row[i]
