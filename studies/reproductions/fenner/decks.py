"""Random decks, and what they earn, are worth and how fast they can change: what the deck network learns.

Section 2 of the source. Decks are drawn as its training program drew them; targets are means over sampled hands and
games that are played to their end alone, by a player who buys nothing but points (rulings 10 to 12).
"""

from typing import Any, NamedTuple

import numpy as np

from agents.dominion.deck_network import OUTPUT_NAMES, STATE_NAMES
from agents.dominion.fifth_card import begin_hand, lay_open
from agents.dominion.planner import count_cards, points_of
from agents.dominion.short_term import Habits, short_term
from engine.chance import below, derive, draw
from engine.dominion.actions import NO, Ask, encode
from engine.dominion.choices import cost_of
from engine.dominion.features import DENSITY_NAMES
from engine.dominion.state import DENSITIES, FIRST_DENSITY
from engine.dominion.table import take_from_supply
from engine.dominion.zones import COPPER, CURSE, ESTATE, GOLD, PILES, SILVER, add, clear, size
from engine.game import Ended, deal, step
from engine.jit import jit
from studies.learn.dataset import Dataset
from studies.play.setup import prepare_game, setup_for

FEWEST, MOST, MOST_TURNS = 5, 50, 30  # cards of a deck, turns to come
HANDS, ROLLOUTS = 30, 10
DECISIONS = 200  # of a turn at most
USUAL = Habits()  # of all simple players
PLAYERS = (2, 3, 4, 5, 6)
STREAM = 7
TREASURES = ((COPPER, 60), (SILVER, 40), (GOLD, 30))  # fixed piles, for any number of players


class Decks(NamedTuple):
    """Vectors and targets, and how uncertain each target is."""

    dataset: Dataset
    variances: np.ndarray  # of the targets, which are means of a few hands or games: row x target


@jit
def draw_deck(rules: Any, state: Any, rng: Any, sizes: Any, fixed: bool) -> None:
    """A kingdom, and a deck of a random size in it: some Coppers and Estates, then cards as the supply has them.

    Piles are drawn from by what is left of them, or `fixed` by what the source says that they begin with.
    """
    deal(rules, state, draw(rng))
    for pile in range(CURSE):
        sizes[pile] = state.supply[pile]
    if fixed:
        for pile, cards in TREASURES:
            sizes[pile] = cards
    seat = state.seats[0]
    clear(seat.hand)
    clear(seat.discard)
    clear(seat.deck)
    clear(state.play)  # where the Treasures of the first hand lie
    for _ in range(below(rng, 8)):
        add(seat.deck, COPPER)
    for _ in range(below(rng, 4)):
        add(seat.deck, ESTATE)
    wanted = FEWEST + below(rng, MOST - FEWEST + 1)
    while size(seat.deck) < wanted:
        total = 0
        for pile in range(CURSE):
            total += sizes[pile]
        place, pile = below(rng, total), 0
        while place >= sizes[pile]:
            place -= sizes[pile]
            pile += 1
        if state.supply[pile] > 0:
            take_from_supply(state, pile)
        sizes[pile] -= 0 if fixed else 1
        add(seat.deck, pile)
    state.n_players = 1  # nobody else plays
    lay_open(state, 0)


@jit
def play_actions(rules: Any, state: Any) -> bool:
    """Play the hand until the purchases; whether it came to that."""
    rounds = state.rounds
    for _ in range(DECISIONS):
        if state.ended != Ended.PLAYING or state.rounds != rounds:
            return False
        if state.ask == Ask.BUY:
            return True
        answer = short_term(rules, state, USUAL)
        step(rules, state, encode(state.ask, answer))
    return False


@jit
def buy_points(rules: Any, state: Any, counts: Any) -> None:
    """Spend the turn on the cards that raise the score most, and nothing else."""
    rounds = state.rounds
    while state.ended == Ended.PLAYING and state.rounds == rounds and state.ask == Ask.BUY:
        count_cards(state, 0, counts)
        before = points_of(rules, state, counts)
        best, found = 0, NO
        for pile in range(CURSE):
            if (state.options >> pile) & 1:
                counts[pile] += 1
                gain = points_of(rules, state, counts) - before
                counts[pile] -= 1
                if gain > best:
                    best, found = gain, pile
        step(rules, state, encode(Ask.BUY, found))


@jit
def points_to_come(rules: Any, state: Any, turns: int, seed: Any, counts: Any) -> float:
    """Points that so many turns add for a player who buys nothing else."""
    count_cards(state, 0, counts)
    before = points_of(rules, state, counts)
    begin_hand(rules, state, 0, NO, seed)
    first = state.rounds
    while state.ended == Ended.PLAYING and state.rounds - first < turns:
        if play_actions(rules, state):
            buy_points(rules, state, counts)
        elif state.ended == Ended.PLAYING and state.ask != Ask.PLAY and state.ask != Ask.BUY:
            break  # a chain of cards without end
    count_cards(state, 0, counts)
    return float(points_of(rules, state, counts) - before)


@jit
def densities(rules: Any, state: Any, counts: Any, vector: Any) -> None:
    """How often a card has each effect, on average."""
    cards = 0
    for pile in range(PILES):
        cards += counts[pile]
    for effect in range(DENSITIES):
        total = 0
        for pile in range(PILES):
            total += counts[pile] * rules.adds[FIRST_DENSITY + effect, state.cards[pile]]
        vector[effect] = total / max(cards, 1)


@jit
def farthest(rules: Any, state: Any, counts: Any, vector: Any, trial: Any, effects: int) -> float:
    """How far the best purchases of the turn move the vector; of several Buys one after the other."""
    count_cards(state, 0, counts)
    coins, best = int(state.coins), 0.0
    for _ in range(state.buys):
        found = NO
        for pile in range(CURSE):
            if state.supply[pile] == 0 or cost_of(rules, state, pile) > coins:
                continue
            counts[pile] += 1
            densities(rules, state, counts, trial)
            total = 0.0
            for effect in range(effects):
                total += (trial[effect] - vector[effect]) ** 2
            counts[pile] -= 1
            if total > best:
                best, found = total, pile
        if found == NO:
            break
        counts[found] += 1
        coins -= cost_of(rules, state, found)
    return np.sqrt(best)


@jit
def describe(
    rules: Any,
    pool: Any,
    effects: int,
    rng: Any,
    vector: Any,
    trial: Any,
    counts: Any,
    sums: Any,
    hands: int,
    games: int,
    fixed: bool,
) -> None:
    """A random deck as a vector, and sums and sums of squares of its four targets."""
    state, copy = pool[0], pool[1]
    draw_deck(rules, state, rng, counts, fixed)
    count_cards(state, 0, counts)
    densities(rules, state, counts, vector)
    turns = below(rng, MOST_TURNS + 1)
    vector[DENSITIES], vector[DENSITIES + 1], vector[DENSITIES + 2] = rules.players, size(state.seats[0].deck), turns
    sums[:] = 0.0
    for _ in range(hands):
        pool[1] = state
        begin_hand(rules, copy, 0, NO, draw(rng))
        if not play_actions(rules, copy):
            continue
        for target, found in ((0, float(copy.coins)), (1, float(copy.buys))):
            sums[target, 0] += found
            sums[target, 1] += found * found
        moved = farthest(rules, copy, counts, vector, trial, effects)
        sums[3, 0] += moved
        sums[3, 1] += moved * moved
    for _ in range(games):
        pool[1] = state
        found = points_to_come(rules, copy, turns, draw(rng), counts)
        sums[2, 0] += found
        sums[2, 1] += found * found


def sample_decks(n: int, kingdom: str, effects: int, seed: int, fixed: bool = False) -> Decks:
    """So many random decks with their targets, for 2 to 6 players in turn; from piles that empty, or `fixed` ones."""
    names = (*DENSITY_NAMES[:effects], *STATE_NAMES)
    kept = [*range(effects), *range(DENSITIES, DENSITIES + len(STATE_NAMES))]
    features, targets, variances = np.zeros((n, len(names)), np.float32), np.zeros((n, 4)), np.zeros((n, 4))
    tables = [prepare_game(setup_for("dominion", "", {"kingdom": kingdom}, players)) for players in PLAYERS]
    pools = [table.game.new_states(2) for table in tables]
    vector, trial = np.zeros(DENSITIES + len(STATE_NAMES)), np.zeros(DENSITIES)
    counts, sums = np.zeros(PILES, np.uint8), np.zeros((4, 2))
    times = np.array([HANDS, HANDS, ROLLOUTS, HANDS])
    for i in range(n):
        table = i % len(PLAYERS)
        rng = np.array([derive(np.uint64(derive(np.uint64(seed), np.uint64(STREAM))), np.uint64(i))], np.uint64)
        describe(tables[table].rules, pools[table], effects, rng, vector, trial, counts, sums, HANDS, ROLLOUTS, fixed)
        features[i] = vector[kept]
        targets[i] = sums[:, 0] / times
        variances[i] = np.maximum(0.0, sums[:, 1] / times - targets[i] ** 2) / (times - 1)
    rows = np.arange(n)
    dataset = Dataset(names, features, OUTPUT_NAMES, targets, rows, rows, np.zeros(n, int), np.zeros(n, int))
    return Decks(dataset, variances)
