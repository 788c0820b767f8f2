"""The attributes that evaluation functions are made of, as the player knows them.

Those of a deck count all cards of a player, wherever they are. The densities are those of Fenner (2014): how often a
card of the deck has an effect, on average. The rival is the opponent with most points.
"""

import numpy as np

from engine.bits import count
from engine.dominion.instructions import Type
from engine.dominion.scores import among, owned, score, winners
from engine.dominion.zones import CURSE, DUCHY, PILES, PROVINCE, first_pile, kinds, number, number_of, size
from engine.jit import jit, jit_inline
from engine.lanes import S56
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
(PILES_EMPTY, CARDS_TO_END, TURNS_TO_GO, RIVAL_POINTS, RIVAL_CARDS, RIVAL_MONEY) = range(8, 14)
FIRST_OF_TURN = len(OF_GAME)
(OWN_TURN, ACTIONS, BUYS, COINS, HAND_CARDS, HAND_MONEY, HAND_ACTIONS) = range(FIRST_OF_TURN, FIRST_OF_TURN + 7)
FIRST_OF_DECK = FIRST_OF_TURN + len(OF_TURN)
POINTS, CARDS, MONEY, PLUS_COINS, PLUS_ACTIONS, PLUS_BUYS = range(FIRST_OF_DECK, FIRST_OF_DECK + 6)
FIRST_KIND = FIRST_OF_DECK + len(OF_DECK)
FIRST_DENSITY = FIRST_KIND + len(KIND_DENSITIES)


@jit_inline
def feature(rules, state, player, which):
    """One attribute, by its place in FEATURES."""
    return attribute(rules, state, player, which)


@jit
def attribute(rules, state, player, which):
    """The value of an attribute; a function of its own, so that it is compiled once."""
    if which >= FIRST_OF_DECK:
        return of_deck(rules, state, player, player, which)
    if which >= FIRST_OF_TURN:
        return of_turn(rules, state, player, which)
    if which == WINLOSS:
        return win_or_loss(rules, state, player)
    if which == LEAD:
        rival = rival_of(rules, state, player)
        return float(score(rules, state, player, player) - score(rules, state, rival, player))
    if which >= RIVAL_POINTS:
        what = POINTS if which == RIVAL_POINTS else CARDS if which == RIVAL_CARDS else MONEY
        return of_deck(rules, state, rival_of(rules, state, player), player, what)
    return of_game(rules, state, which)


@jit_inline
def win_or_loss(rules, state, player):
    """How the game ended for the player."""
    if not is_decided(state):
        return 0.0
    return 1.0 if holds(winners(rules, state), player) else -1.0


@jit
def rival_of(rules, state, player):
    """The opponent with most points, as the player knows them; the first such in turn."""
    best, rival = -1_000_000, player
    for i in range(1, state.n_players):
        other = (player + i) % state.n_players
        points = score(rules, state, other, player)
        if points > best:
            best, rival = points, other
    return rival


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
        smallest = first_pile(left)
        for pile in range(smallest + 1, PILES):
            if (left >> pile) & 1 and state.supply[pile] < state.supply[smallest]:
                smallest = pile
        total += int(state.supply[smallest])
        left &= ~(1 << smallest)
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
    total = 0
    left = kinds(seat.hand)
    while left:
        pile = first_pile(left)
        left &= left - 1
        total += number(seat.hand, pile) * weight(rules, state, pile, MONEY if which == HAND_MONEY else POINTS)
    return float(total)


@jit_inline
def weight(rules, state, pile, which):
    """What a card adds to an attribute of the deck."""
    card = state.cards[pile]
    if which >= FIRST_DENSITY:
        return int(rules.density[card, which - FIRST_DENSITY])
    if which >= FIRST_KIND:
        return int((state.types[which - FIRST_KIND + 1] >> pile) & 1)
    if which == MONEY:
        return int(rules.plus_coins[card]) if (state.types[Type.TREASURE] >> pile) & 1 else 0
    if which == PLUS_COINS:
        return int(rules.plus_coins[card])
    if which == PLUS_ACTIONS:
        return int(rules.plus_actions[card])
    if which == PLUS_BUYS:
        return int(rules.plus_buys[card])
    return int(rules.worth[card]) if which == POINTS else int(rules.plus_cards[card])


@jit
def of_deck(rules, state, player, viewer, which):
    """Attributes of all cards of a player, as a viewer knows them."""
    if which == POINTS:
        return float(score(rules, state, player, viewer))
    first = owned(state, player, 0, viewer)
    second = owned(state, player, 1, viewer)
    third = owned(state, player, 2, viewer)
    cards = float(np.int64((first >> S56) + (second >> S56) + (third >> S56)))
    if which == CARDS:
        return cards
    total = 0
    for pile in range(PILES):
        n = among(first, second, third, pile)
        if n > 0:
            total += n * weight(rules, state, pile, which)
    return total / max(cards, 1.0) if which >= FIRST_KIND else float(total)
