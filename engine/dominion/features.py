"""The attributes that evaluation functions are made of, as the player knows them.

Those of a deck count all cards of a player, wherever they are. The densities are those of Fenner (2014): how often a
card of the deck has an effect, on average. The rival is the opponent with most points.
"""

import numpy as np

from engine.bits import ZERO, count
from engine.dominion.content import Card
from engine.dominion.instructions import Type
from engine.dominion.scores import owned, points_of, winners
from engine.dominion.state import DECK_ATTRIBUTES, DENSITIES
from engine.dominion.zones import CURSE, DUCHY, PILES, PROVINCE, as_words, first_pile, kinds, number, number_of, size
from engine.jit import jit, jit_inline
from engine.winners import holds, is_decided

OF_GAME = (
    "winloss",  # 1 won (alone or with others), -1 lost, 0 otherwise
    "lead",  # points more than the rival's
    "players",
    "rounds",  # turns that all have had
    "turn",  # decisions made
    "provinces_left",
    "duchies_left",
    "curses_left",
    "piles_empty",
    "cards_to_end",  # the fewest purchases that end the game by empty piles
    "turns_to_go",  # own turns, guessed: a Province every other turn, or a card a turn until the piles are empty
    "rival_points",
    "rival_cards",
    "rival_money",
)
OF_TURN = (
    "own_turn",
    "actions",  # left in this turn; this and the next two are 0 in others' turns
    "buys",
    "coins",
    "hand_cards",
    "hand_money",  # what the Treasures of the hand pay
    "hand_actions",  # Action cards in the hand
    "hand_points",  # points printed on cards in the hand
)
OF_DECK = (
    "points",
    "cards",
    "money",  # what all Treasures pay
    "plus_coins",  # of all cards
    "plus_actions",
    "plus_buys",
    "plus_cards",
)
KIND_DENSITIES = tuple(f"{kind.name.lower()}_density" for kind in Type if kind != Type.ANY)
EFFECTS = (  # in the order of content.CODES
    *("minus_actions", "plus_cards", "plus_coins", "plus_actions", "plus_buys", "may_trash", "mine", "remodel"),
    *("moneylender", "trash_self", "thief", "throne_room", "militia", "council_room", "bureaucrat", "chancellor"),
    *("adventurer", "gain_5", "gain_4", "gain_silver", "spy", "library", "discard_for", "witch"),
    *("upgrade", "tribute", "mining_village", "trash_one", "saboteur", "trading_post", "torturer", "swindler"),
    *("shanty_town", "scout", "wishing_well", "conspirator", "ironworks", "masquerade", "baron", "courtyard"),
    *("minion", "steward", "nobles", "bridge", "pawn"),
)

DENSITY_NAMES = tuple(f"density_{effect}" for effect in EFFECTS)
FEATURES = (*OF_GAME, *OF_TURN, *OF_DECK, *KIND_DENSITIES, *DENSITY_NAMES)

(WINLOSS, LEAD, PLAYERS, ROUNDS, TURN, PROVINCES_LEFT, DUCHIES_LEFT, CURSES_LEFT) = range(8)
(PILES_EMPTY, CARDS_TO_END, TURNS_TO_GO, RIVAL_POINTS) = range(8, 12)
FIRST_OF_TURN = len(OF_GAME)
(OWN_TURN, ACTIONS, BUYS, COINS, HAND_CARDS, HAND_MONEY, HAND_ACTIONS) = range(FIRST_OF_TURN, FIRST_OF_TURN + 7)
FIRST_OF_DECK = FIRST_OF_TURN + len(OF_TURN)
POINTS, MONEY = FIRST_OF_DECK, FIRST_OF_DECK + 2
FIRST_KIND = FIRST_OF_DECK + len(OF_DECK)
assert len(FEATURES) - FIRST_OF_DECK == DECK_ATTRIBUTES


def added_by(card: Card) -> list[int]:
    """What a card adds to each attribute of a deck; to a density, times the number of cards."""
    money = card.coins if Type.TREASURE in card.types else 0
    of_all = [card.vp, 1, money, card.coins, card.actions, card.buys, card.cards]
    of_kinds = [int(kind in card.types) for kind in Type if kind != Type.ANY]
    return [*of_all, *of_kinds, *(card.densities.get(effect, 0) for effect in range(DENSITIES))]


@jit_inline
def feature(rules, state, player, which):
    """One attribute, by its place in FEATURES."""
    return alone(rules, state, player, which)


@jit
def alone(rules, state, player, which):
    """One attribute; a function of its own, so that it is compiled once."""
    rival = (ZERO, ZERO, ZERO)
    if is_of_rival(which):
        rival = rival_cards(rules, state, player)
    return attribute(rules, state, player, which, owned(state, player, player), rival)


@jit
def features(rules, state, player, numbers, at, n, to):
    """Several attributes: whose cards are whose is only found out once."""
    cards = rival = owned(state, player, player)
    found = False
    for i in range(n):
        which = int(numbers[at + i])
        if is_of_rival(which) and not found:
            rival, found = rival_cards(rules, state, player), True
        numbers[to + i] = attribute(rules, state, player, which, cards, rival)


@jit_inline
def is_of_rival(which):
    """Whether an attribute asks for the rival's cards."""
    return which == LEAD or RIVAL_POINTS <= which < FIRST_OF_TURN


@jit_inline
def attribute(rules, state, player, which, cards, rival):
    """An attribute, given the cards of the player and of its rival."""
    if RIVAL_POINTS <= which < FIRST_OF_TURN:  # the first three of a deck
        which += POINTS - RIVAL_POINTS
        cards = rival
    if which >= FIRST_OF_DECK:
        return of_deck(rules, state, cards, which)
    if which >= FIRST_OF_TURN:
        return of_turn(rules, state, player, which)
    if which == WINLOSS:
        return win_or_loss(rules, state, player)
    if which == LEAD:
        return float(points_of(rules, state, cards) - points_of(rules, state, rival))
    return of_game(rules, state, which)


@jit_inline
def win_or_loss(rules, state, player):
    """How the game ended for the player."""
    if not is_decided(state):
        return 0.0
    return 1.0 if holds(winners(rules, state), player) else -1.0


@jit_inline
def rival_cards(rules, state, player):
    """The cards of the opponent with most points, as the player knows them; of the first such in turn."""
    best, cards = -1_000_000, (ZERO, ZERO, ZERO)
    for i in range(1, state.n_players):
        others = owned(state, (player + i) % state.n_players, player)
        points = points_of(rules, state, others)
        if points > best:
            best, cards = points, others
    return cards


@jit_inline
def of_game(rules, state, which):
    """Attributes that all players share."""
    if which == PLAYERS:
        return float(state.n_players)
    if which == ROUNDS:
        return float(state.rounds)
    if which == TURN:
        return float(state.turn)
    if which == PROVINCES_LEFT:
        return float(state.supply[PROVINCE])
    if which == DUCHIES_LEFT:
        return float(state.supply[DUCHY])
    if which == CURSES_LEFT:
        return float(state.supply[CURSE])
    if which == PILES_EMPTY:
        return float(PILES - count(np.uint64(state.stock)))
    cards = float(cards_to_end(rules, state))
    return cards if which == CARDS_TO_END else min(2.0 * state.supply[PROVINCE], cards) / state.n_players


@jit
def cards_to_end(rules, state):
    """How many cards the smallest piles have together that must be empty for the end."""
    total, left = 0, int(state.stock)
    for _ in range(rules.end_piles - (PILES - count(np.uint64(state.stock)))):
        smallest = 1 << 16  # its cards, and its number below them
        for pile in range(PILES):
            smallest = min(smallest, int(state.supply[pile]) << 5 | pile | (~left >> pile & 1) << 16)
        total += smallest >> 5
        left &= ~(1 << (smallest & 31))
    return total


@jit_inline
def of_turn(rules, state, player, which):
    """Attributes of a hand and a turn."""
    mine = state.active == player
    seat = state.seats[player]
    if which == OWN_TURN:
        return 1.0 if mine else 0.0
    if which == ACTIONS:
        return float(state.actions) if mine else 0.0
    if which == BUYS:
        return float(state.buys) if mine else 0.0
    if which == COINS:
        return float(state.coins) if mine else 0.0
    if which == HAND_CARDS:
        return float(size(seat.hand))
    if which == HAND_ACTIONS:
        return float(number_of(seat.hand, int(state.types[Type.ACTION])))
    return float(sum_up(rules, state, as_words(seat.hand), MONEY if which == HAND_MONEY else POINTS))


@jit_inline
def sum_up(rules, state, cards, which):
    """What cards add to an attribute of a deck."""
    total, left = 0, kinds(cards)
    while left:
        pile = first_pile(left)
        left &= left - 1
        total += number(cards, pile) * int(rules.adds[which - FIRST_OF_DECK, state.cards[pile]])
    return total


@jit_inline
def of_deck(rules, state, cards, which):
    """Attributes of all cards of a player."""
    if which == POINTS:
        return float(points_of(rules, state, cards))
    if which < FIRST_KIND:
        return float(sum_up(rules, state, cards, which))
    return sum_up(rules, state, cards, which) / max(float(size(cards)), 1.0)
