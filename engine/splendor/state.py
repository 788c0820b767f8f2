"""What lies on the table. Lanes are words of token counts (see lanes.py)."""

from enum import IntEnum

import numpy as np

from engine.game import HEADER

MOST_PLAYERS = 4
MOST_RESERVED = 5
MOST_DECKS = 5
MOST_FACE_UP = 6
MOST_SLOTS = MOST_DECKS * MOST_FACE_UP
MOST_NOBLES = 8  # on the table
MOST_CARDS = 200  # in a deck at most 64, so that a deck is a set of bits
DECK_CARDS = 64
NOBLE_TILES = 64  # to draw those on the table from
EMPTY = 255  # no card


class Asked(IntEnum):
    """What a player may have to decide before the turn is over."""

    NOBLE = 1  # which of several nobles comes
    RETURN = 2  # which token goes back: RETURN * (1 + lane), from that lane on


STATE = np.dtype(
    [
        *HEADER,
        ("draws", "i8"),  # 0: cards that leave the table leave holes
        ("bank", "u8"),  # lanes
        ("tokens", "u8", (MOST_PLAYERS,)),  # lanes
        ("bonuses", "u8", (MOST_PLAYERS,)),  # lanes
        ("deck", "u8", (MOST_DECKS,)),  # the cards still in each deck, by their place in the deck's list
        ("score", "i2", (MOST_PLAYERS,)),  # prestige points
        ("cards", "i2", (MOST_PLAYERS,)),  # bought
        ("gathered", "i2", (MOST_PLAYERS,)),  # tokens taken net of returns, 1 a reserve; never lowered by buying
        ("nobles_owned", "i2", (MOST_PLAYERS,)),
        ("n_reserved", "i2", (MOST_PLAYERS,)),
        ("hidden", "i2", (MOST_PLAYERS,)),  # set of places in the reserve that the others have not seen
        ("deck_left", "i2", (MOST_DECKS,)),
        ("n_nobles", "i2"),  # on the table
        ("choosing", "i2"),  # what the player to move is asked besides: see Asked
        ("final", "i2"),  # 1: somebody has reached the end score, the round is being finished
        ("waiting", "i2"),  # set of players whom a second noble will visit after a later action
        ("board", "u1", (MOST_SLOTS,)),  # card by slot, deck after deck
        ("reserved", "u1", (MOST_PLAYERS, MOST_RESERVED)),  # cards
        ("nobles", "u1", (MOST_NOBLES,)),
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("players", "i8"),
        ("colours", "i8"),
        ("tokens_per_colour", "i8"),
        ("gold", "i8"),
        ("decks", "i8"),
        ("face_up", "i8"),
        ("slots", "i8"),  # decks x face_up
        ("nobles", "i8"),  # on the table at the start
        ("max_tokens", "i8"),
        ("max_reserved", "i8"),
        ("end_points", "i8"),
        ("take_colours", "i8"),
        ("take_amount", "i8"),
        ("take_same", "i8"),
        ("take_same_minimum", "i8"),
        ("take_fewer", "i8"),
        ("finish_round", "i8"),
        ("noble_choice", "i8"),
        ("noble_timing", "i8"),
        ("deck_reserve", "i8"),
        ("gold_at_limit", "i8"),
        ("returns", "i8"),
        ("pass_when_stuck", "i8"),
        ("decision_limit", "i8"),
        ("kind_thresholds", "u8", (64, 5)),  # weights of the random action generators, by the kinds ruled out
        ("deck_from", "i8", (MOST_DECKS + 1,)),  # where each deck's cards begin
        ("cost", "u8", (256,)),  # lanes; beyond any purse for EMPTY
        ("bonus", "u8", (MOST_CARDS,)),  # lanes: 1 in the card's colour
        ("worth", "i8", (MOST_CARDS,)),  # points
        ("level", "i8", (MOST_CARDS,)),  # deck, from 0
        ("noble_cost", "u8", (NOBLE_TILES,)),  # lanes of bonuses
        ("noble_worth", "i8", (NOBLE_TILES,)),
        ("n_noble_tiles", "i8"),
    ],
    align=True,
)
