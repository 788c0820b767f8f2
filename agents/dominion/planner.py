"""Branch and bound over purchases, with a network that says what decks are worth (Fenner 2014).

Where an answer changes the own deck, a tree of future purchases decides; anything else is answered by habit. A node is
a deck after some turns. Its least value are its points and those that a player who buys nothing but points would still
make of it. Its greatest value is the best of these over all decks that could be reached, a ball of deck vectors that
grows turn by turn as fast as any deck in it can change. The node of greatest value is looked at first; nodes whose
greatest value lies below the best least value are left out. What a deck earns, is worth and how fast it changes comes
from the network; how many turns are to come from games played to their end by Big Money.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from agents.dominion.ball import Bounds, greatest
from agents.dominion.buying import gains_for_itself, purchase
from agents.dominion.deck_network import BUYS, COINS, POINTS, compile_network, fill_vector, predict, predict_again
from agents.dominion.short_term import habits_of, short_term, with_habits
from engine.chance import below
from engine.dominion.actions import NO, Ask, encode
from engine.dominion.choices import piles_of
from engine.dominion.features import TURNS_TO_GO, of_game
from engine.dominion.instructions import Zone
from engine.dominion.scores import owned, winners
from engine.dominion.zones import CURSE, PILES, first_pile, number
from engine.game import Ended, copy_state, determinize
from engine.jit import jit, jit_inline
from engine.memory import memory_of
from engine.space import Range, Steps
from engine.winners import holds
from engine.workspace import OWN, Needs, advance, exhausted, unpack

ROOT, TRIED, FURTHER = 0, 1, 2  # workspace.states: a determinized position, after an answer, after a further one
MOST_NODES = 4096  # there is room for; the last holds the cards that are owned now
MOST_INPUTS = 64
DECISIONS = 4000  # of a playout at most
WON = 1000.0  # points that a win at once is worth


@with_habits
class Params(NamedTuple):
    """How far it looks, and the habits of all simple players."""

    nodes: Annotated[int, Steps((0, 1, 5, 10, 20, 50, 100), accepts=(0, 200)), "nodes that are expanded, at most"] = 20
    wide: Annotated[bool, "expand nodes turn by turn, not by their greatest value (not in the source)"] = False
    prune: Annotated[bool, "leave out nodes that cannot be best (ruling 16)"] = True
    starts: Annotated[int, Steps((1, 2, 4, 8), accepts=(1, 100)), "starts of an ascent in the ball (ruling 13)"] = 1
    ascent: Annotated[int, Steps((2, 4, 8, 15, 30), accepts=(1, 1000)), "steps of an ascent (ruling 13)"] = 4
    playouts: Annotated[
        int, Steps((0, 1, 3, 10, 30), accepts=(0, 1000)), "games by which turns are counted; 0: a guess (ruling 17)"
    ] = 10
    most_buys: Annotated[int, Range(1, 4), "purchases of a future turn, at most (ruling 14)"] = 4
    trash: Annotated[bool, "plan what to trash, not only what to gain"] = True
    finish: Annotated[bool, "end the game if that wins, and not if that loses (not in the source)"] = False


NODE = np.dtype(
    [
        ("low", "f8"),
        ("high", "f8"),
        ("turns", "i4"),
        ("coins", "i2"),  # while the purchases of a turn are listed: what is left
        ("buys", "i2"),
        ("from_pile", "i2"),  # purchases of a turn come in rising order of piles
        ("root", "i2"),  # the answer that it began with
        ("open", "i2"),  # 1: not yet expanded
        ("counts", "u1", (PILES,)),
    ],
    align=True,
)


class Memory(NamedTuple):
    """The tree, and room for vectors."""

    nodes: Annotated[Any, NODE]
    vector: Annotated[Any, np.float64]
    hidden: Annotated[Any, np.float64]
    best: Annotated[Any, np.float64]  # by answer: the greatest least value below it
    ball: Annotated[Any, np.float64]


def needs(params, budget, max_actions):
    """Determinized positions, a tree, vectors."""
    memory = Memory(nodes=MOST_NODES, vector=MOST_INPUTS, hidden=1024, best=NO + 1, ball=4 * MOST_INPUTS)
    return Needs(states=3, memory=memory)


def program(value, names):
    """The network's numbers take the place of a value's program."""
    return compile_network(value)


@jit
def count_cards(state, player, counts):
    """How many cards of each pile a player owns."""
    cards = owned(state, player, player)
    for pile in range(PILES):
        counts[pile] = number(cards, pile)


@jit
def points_of(rules, state, counts):
    """The points of so many cards of each pile."""
    total = 0
    for pile in range(PILES):
        if counts[pile] > 0:
            card = state.cards[pile]
            each = rules.worth[card]
            if rules.worth_every[card] > 0:
                piles, counted = piles_of(state, rules.worth_kind[card]), 0
                for other in range(PILES):
                    counted += counts[other] if (piles >> other) & 1 else 0
                each += counted // rules.worth_every[card]
            total += counts[pile] * each
    return total


@jit
def habit(rules, state, habits):
    """What all simple players would do; gains as Big Money takes them."""
    if gains_for_itself(state):
        return purchase(rules, state, 0, 0, False)
    return short_term(rules, state, habits)


@jit
def turns_to_come(rules, state, player, playouts, workspace):
    """Own turns after this one: the mean of games that all play to their end by Big Money, at least 1."""
    pool, budget, habits = workspace.states, workspace.budget[OWN], habits_of(workspace.knobs)
    if playouts == 0:
        return max(1, int(of_game(rules, state, TURNS_TO_GO) + 0.5))
    total = games = 0
    for _ in range(playouts):
        if exhausted(budget):
            break
        game = determinize(rules, state, player, pool, TRIED, workspace.rng, True)
        active = game.active
        for _ in range(DECISIONS):
            if game.ended != Ended.PLAYING or exhausted(budget):
                break
            advance(rules, game, encode(game.ask, habit(rules, game, habits)), budget)
            if game.active != active:
                active = game.active
                total += 1 if active == player else 0
        games += 1
    return max(1, int(total / max(games, 1) + 0.5))


@jit_inline
def changes_deck(rules, state, trash):
    """Whether answers may change the own deck: purchases, gains, and cards of one's own that are trashed."""
    if gains_for_itself(state):
        return True
    if not trash or state.ask != Ask.TRASH:
        return False
    frame = state.frames[state.depth - 1]
    return frame.actor == state.to_move and rules.code[frame.pc].source == Zone.H


@jit
def least(rules, state, network, counts, turns, memory):
    """Points, and those that a player who buys nothing else would still make."""
    fill_vector(network, rules, state, counts, turns, memory.vector)
    return points_of(rules, state, counts) + predict(network, memory.vector, memory.hidden, POINTS)


@jit
def take_effect(rules, state, player, network, turns, workspace, memory, counts):
    """After an answer: the cards owned then. A gain that follows at once is the best one."""
    pool, budget = workspace.states, workspace.budget[OWN]
    count_cards(state, player, counts)
    if state.ask != Ask.GAIN or state.to_move != player or not gains_for_itself(state):
        return
    best, piles = -1e9, int(state.options)
    while piles and not exhausted(budget):
        pile = first_pile(piles)
        piles &= piles - 1
        copy_state(rules, state, pool, FURTHER)
        advance(rules, pool[FURTHER], encode(state.ask, pile), budget)
        mine = memory.nodes[len(memory.nodes) - 1].counts
        count_cards(pool[FURTHER], player, mine)
        worth = least(rules, state, network, mine, turns, memory)
        if worth > best:
            best = worth
            for i in range(PILES):
                counts[i] = mine[i]


@jit
def plant(rules, state, player, p, turns, workspace, memory):
    """The first nodes, one for each answer; how many, or 0 if none changes the deck."""
    pool, budget, network = workspace.states, workspace.budget[OWN], workspace.program
    determinize(rules, state, player, pool, ROOT, workspace.rng, True)
    n, left, alike = 0, int(state.options), True
    while left:
        if exhausted(budget):
            return 0
        answer = first_pile(left)
        left &= left - 1
        if answer == CURSE and gains_for_itself(state) and left:
            continue
        copy_state(rules, pool[ROOT], pool, TRIED)
        after, node = pool[TRIED], memory.nodes[n]
        advance(rules, after, encode(state.ask, answer), budget)
        take_effect(rules, after, player, network, turns, workspace, memory, node.counts)
        node.turns, node.root, node.open = turns, answer, 1
        node.low = least(rules, state, network, node.counts, turns, memory)
        if p.finish and after.ended != Ended.PLAYING:
            node.low += WON if holds(winners(rules, after), player) else -WON
            node.open = 0
        node.high = 0.0
        for i in range(PILES):
            alike = alike and node.counts[i] == memory.nodes[0].counts[i]
        n += 1
    return 0 if alike else n


@jit
def bound(rules, state, node, p, workspace, memory):
    """The greatest value of a node."""
    network = workspace.program
    fill_vector(network, rules, state, node.counts, node.turns, memory.vector)
    bounds = Bounds(p.starts, p.ascent)
    best = greatest(network, memory.vector, int(node.turns), bounds, memory.hidden, memory.ball, workspace.rng)
    node.high = max(node.low, points_of(rules, state, node.counts) + best)


@jit
def branch(rules, state, parent, n, p, workspace, memory, start):
    """Append what could be bought in the node's next turn, with what its deck is said to earn; how many nodes then."""
    network, nodes = workspace.program, memory.nodes
    fill_vector(network, rules, state, nodes[parent].counts, nodes[parent].turns, memory.vector)
    coins = predict(network, memory.vector, memory.hidden, COINS)
    buys = predict_again(network, memory.hidden, BUYS)
    nodes[n] = nodes[parent]
    nodes[n].turns -= 1
    nodes[n].coins = max(0, int(coins))
    nodes[n].buys = min(p.most_buys, max(1, int(buys + 0.5)))
    nodes[n].from_pile = 0
    at, n = n, n + 1
    while at < n:
        node = nodes[at]
        for pile in range(node.from_pile, PILES):
            cost = int(rules.cost[state.cards[pile]])
            if node.buys == 0 or n >= len(nodes) - 1 or pile == CURSE or cost > node.coins:
                continue
            if int(node.counts[pile]) - int(start[pile]) >= state.supply[pile]:
                continue
            nodes[n] = node
            nodes[n].counts[pile] += 1
            nodes[n].coins -= cost
            nodes[n].buys -= 1
            nodes[n].from_pile = pile
            n += 1
        at += 1
    return n


@jit
def next_node(nodes, n, floor, wide):
    """The open node of greatest value, not below the floor, or with `wide` of fewest turns; -1 if there is none."""
    found, best = -1, -1e9
    for i in range(n):
        if nodes[i].open and nodes[i].turns > 0 and nodes[i].high >= floor:
            worth = nodes[i].turns if wide else nodes[i].high
            if worth > best:
                found, best = i, worth
    return found


@jit
def search(rules, state, n, p, workspace, memory):
    """Grow the tree from its first nodes; the least values that each answer can come to are in `best`. Its size."""
    nodes, best = memory.nodes, memory.best
    start = nodes[len(nodes) - 1].counts
    count_cards(state, int(state.to_move), start)
    best[:] = -1e9
    floor = -1e9
    for i in range(n):
        best[nodes[i].root] = nodes[i].low
        floor = max(floor, nodes[i].low)
        if p.nodes > 0:
            bound(rules, state, nodes[i], p, workspace, memory)
    for _ in range(p.nodes):
        parent = next_node(nodes, n, floor if p.prune else -1e9, p.wide)
        if parent < 0 or n >= len(nodes) - 1:
            break
        nodes[parent].open = 0
        first, n = n, branch(rules, state, parent, n, p, workspace, memory, start)
        for i in range(first, n):
            node = nodes[i]
            node.low = least(rules, state, workspace.program, node.counts, int(node.turns), memory)
            node.open = 1
            best[node.root] = max(best[node.root], node.low)
            floor = max(floor, node.low)
            bound(rules, state, node, p, workspace, memory)
    return n


@jit
def best_answer(options, best, rng):
    """The answer with the greatest value, of equal ones a random one."""
    found, equal = first_pile(options), 0
    for answer in range(NO + 1):
        if (options >> answer) & 1 == 0:
            continue
        if best[answer] > best[found]:
            found, equal = answer, 0
        if best[answer] == best[found]:
            equal += 1
            if below(rng, equal) == 0:
                found = answer
    return found


def act(rules, state, workspace):
    """The answer whose tree holds the best deck, where decks can change; anything else by habit."""
    p = unpack(Params, workspace.knobs)
    options = int(state.options)
    if changes_deck(rules, state, p.trash) and options & (options - 1):
        memory, player = memory_of(Memory, workspace), int(state.to_move)
        turns = turns_to_come(rules, state, player, p.playouts, workspace)
        n = plant(rules, state, player, p, turns, workspace, memory)
        if n > 0:
            search(rules, state, n, p, workspace, memory)
            return encode(state.ask, best_answer(options, memory.best, workspace.rng))
    return encode(state.ask, habit(rules, state, habits_of(workspace.knobs)))
