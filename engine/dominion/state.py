"""What lies on the table. Zones are three words of lanes (zones.py), cards are named by their pile.

A deck is the set of its cards, which have no order until they are drawn, under a stack of cards whose place somebody
knows: equal in distribution to a shuffled pile, and no order has to be hidden.

Numbers that stay small are single bytes, and what a game may not use comes last: seats, cards being played, passes. A
copy leaves out what is not in use (copying.py); of a two-player game between cards that is 512 bytes.
"""

import numpy as np

from engine.dominion.zones import PILES, WORDS
from engine.game import HEADER

MOST_PLAYERS = 6
MOST_KNOWN = 23  # cards on a deck whose place is known; beyond, the deepest is shuffled into the rest
MOST_PASSES = 24  # passed cards that third players have not seen; beyond, the oldest is told
MOST_FRAMES = 14  # a chain of 12 Throne Rooms, what they play, and a reaction to it
MOST_COST = 11
MOST_CARDS = 80  # in a card file
MOST_CODE = 800  # instructions of a card file
MOST_LETTERS = 24  # of a card's name
DENSITIES = 45  # effects of the game vector (Fenner 2014)
FIRST_DENSITY = 13  # of the attributes of a deck (features.py)
DECK_ATTRIBUTES = FIRST_DENSITY + DENSITIES

# An entry of `known`: the pile, and who knows the place
PILE_BITS = 31
TO_ALL = 32  # everybody, else the owner
AS_SET = 64  # everybody knows the cards, but their order is the owner's

FRAME = np.dtype(  # a card that is being played
    [
        ("pc", "i2"),  # the next instruction
        ("k", "i2"),  # the number remembered
        ("need", "i2"),  # of a choice of cards: how many must still be chosen; -1 before the choice begins
        ("most", "i2"),  # and how many can
        ("pile", "i1"),  # the card
        ("player", "i1"),  # who played it
        ("actor", "i1"),  # whom the instruction is about
        ("x", "i1"),  # the card remembered, or NO_PILE
        ("cap", "i1"),  # cards of a choice come in falling order of piles: none above; the option picked last
        ("each", "i1"),  # where a loop over cards goes on
        ("modes", "i1"),  # options picked, as a set
        ("immune", "i1"),  # players whom this play does not touch, as a set
        ("shown", "i1"),  # reactions that the actor has used against it
        ("gone", "i1"),  # 1: the card has left the play area
        ("x_gone", "i1"),  # 1: the card remembered has, since it is played by this one
    ]
)

SEAT = np.dtype(  # what a player has
    [
        ("hand", "u8", (WORDS,)),
        ("deck", "u8", (WORDS,)),  # without the known cards on it
        ("discard", "u8", (WORDS,)),
        ("seen", "u8", (WORDS,)),  # cards of the hand that everybody knows of
        ("known", "u1", (MOST_KNOWN,)),  # on the deck, the uppermost last
        ("n_known", "i1"),
    ],
    align=True,
)

STATE = np.dtype(
    [
        *HEADER,
        ("options", "i4"),  # the answers that the player to move can give, as a set
        ("rounds", "i2"),  # turns that all players have had
        ("actions", "i2"),
        ("buys", "i2"),
        ("coins", "i2"),
        ("bridge", "i2"),  # how much less every card costs this turn
        ("coppersmith", "i2"),  # how much more every Copper pays this turn
        ("plays", "i2"),  # Action cards resolved this turn
        ("ask", "i1"),  # Ask: what is to be decided
        ("active", "i1"),  # whose turn it is
        ("phase", "i1"),  # Phase of the turn
        ("depth", "i1"),  # frames in use
        ("n_passed", "i1"),
        ("in_flight", "i1"),  # the last so many of them have not arrived yet
        ("looked_by", "i1"),  # whose deck the cards in `looked` come from
        ("looked_seen", "i1"),  # 1: everybody sees them
        ("aside_of", "i1"),  # whose the cards in `aside` are; NO_PILE: trashed ones that may still be gained
        ("stock", "i4"),  # piles of the supply with cards left, as a set
        ("supply", "u1", (PILES,)),
        ("cards", "u1", (PILES,)),  # which card each pile is
        ("cheap", "i4", (MOST_COST + 1,)),  # piles of that printed cost or less, as sets
        ("types", "i4", (8,)),  # piles of a type (Type), as sets
        ("play", "u8", (WORDS,)),  # the play area of the active player
        ("trash", "u8", (WORDS,)),
        ("looked", "u8", (WORDS,)),  # cards revealed or looked at
        ("aside", "u8", (WORDS,)),  # cards set aside
        ("seats", SEAT, (MOST_PLAYERS,)),
        ("frames", FRAME, (MOST_FRAMES,)),
        ("passed", "u1", (MOST_PASSES, 3)),  # pile, from, to: what Masquerade has moved unseen by others
    ],
    align=True,
)

CODE = np.dtype(  # an instruction (effects.py)
    [
        ("op", "i2"),
        ("ask", "i2"),  # the question it puts
        ("yours", "i2"),  # 1: the player of the card decides or draws, not the one whom the block is about
        ("assign", "i2"),  # 1: the card is remembered as x
        ("source", "i2"),  # Zone
        ("target", "i2"),  # Zone
        ("kind", "i2"),  # which cards: a Type, or from NAMED on a basic pile
        ("relation", "i2"),  # Relation, of a cost or a number
        ("amount", "i2"),
        ("of_x", "i2"),  # 1: the amount is on top of the cost of x, or is times k
        ("low", "i2"),  # how many cards at least
        ("high", "i2"),  # and at most; ALL_BUT - n: all but n
        ("jump", "i2"),  # where to go on otherwise
    ]
)

RULES = np.dtype(
    [
        ("players", "i8"),
        ("hand_size", "i8"),
        ("start_copper", "i8"),
        ("start_estate", "i8"),
        ("end_piles", "i8"),
        ("turn_limit", "i8"),
        ("skip_empty_hands", "i8"),  # Masquerade passes over players without cards
        ("basic_pile", "i8", (PILES,)),  # cards of the basic piles
        ("kingdom_pile", "i8"),
        ("victory_pile", "i8"),  # of a kingdom pile with type Victory
        ("n_pool", "i8"),  # kingdom cards to draw ten of
        ("pool", "i8", (MOST_CARDS,)),
        ("basic", "i8", (PILES,)),  # the card of each basic pile
        ("cost", "i8", (MOST_CARDS,)),
        ("type_set", "i8", (MOST_CARDS,)),  # Types, as a set
        ("plus_coins", "i8", (MOST_CARDS,)),
        ("plus_actions", "i8", (MOST_CARDS,)),
        ("plus_buys", "i8", (MOST_CARDS,)),
        ("plus_cards", "i8", (MOST_CARDS,)),
        ("worth", "i8", (MOST_CARDS,)),  # points
        ("worth_kind", "i8", (MOST_CARDS,)),  # and 1 more for every `worth_every` cards of that kind
        ("worth_every", "i8", (MOST_CARDS,)),  # 0: none
        ("effect_at", "i8", (MOST_CARDS,)),  # first instruction, or NO_CODE
        ("reaction_at", "i8", (MOST_CARDS,)),
        ("adds", "i2", (DECK_ATTRIBUTES, MOST_CARDS)),  # what a card adds to an attribute of a deck (features.py)
        ("letters", "u1", (MOST_CARDS, MOST_LETTERS)),  # of the names
        ("code", CODE, (MOST_CODE,)),
    ],
    align=True,
)
