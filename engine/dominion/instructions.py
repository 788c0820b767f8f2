"""The words that effects (effects.py) and the machine that plays them (machine.py) share."""

from enum import IntEnum

from engine.dominion.zones import COPPER, CURSE, DUCHY, ESTATE, GOLD, PROVINCE, SILVER


class Op(IntEnum):
    """What an instruction does."""

    END = 0
    NUMBERS = 1  # the card's own Actions, Buys, coins and cards
    CARDS = 2
    ACTIONS = 3
    BUYS = 4
    COINS = 5
    MOVE = 6  # all cards of a kind
    REVEAL = 7
    DIG = 8
    TRASH_SELF = 9
    SHOW = 10  # the hand
    PLAY = 11  # x
    IMMUNE = 12
    BRIDGE = 13
    COPPERSMITH = 14
    JUMP = 15
    OPTION = 16  # leave it out unless it was picked
    PLAYERS = 17  # begin a block of players
    NEXT_PLAYER = 18
    DELIVER = 19  # what was passed
    FIRST_CARD = 20
    NEXT_CARD = 21
    CHOOSE = 22  # these may ask: cards of choice
    GAIN = 23
    MODE = 24  # options
    WINDOW = 25  # others may show reactions
    NAME = 26  # a card
    MAY = 27
    IF_NUMBER = 28  # these are conditions: how many cards a zone holds
    IF_K = 29
    IF_PLAYS = 30
    IF_TYPE = 31  # of x
    IF_LOOKED = 32  # x is among the cards looked at
    IF_SELF = 33  # the card is still in play


class Zone(IntEnum):
    """Where cards are, as the notation has it."""

    H = 0
    D = 1
    X = 2
    P = 3
    T = 4
    Y = 5
    A = 6
    L = 7
    LEFT = 8  # the hand of the next player


class Type(IntEnum):
    """What a card is; ANY is every card."""

    ANY = 0
    ACTION = 1
    TREASURE = 2
    VICTORY = 3
    CURSE = 4
    ATTACK = 5
    REACTION = 6


class Relation(IntEnum):
    """How a cost or a number compares."""

    NONE = 0
    AT_MOST = 1
    EQUAL = 2
    AT_LEAST = 3


class Players(IntEnum):
    """Whom a block is about."""

    ATK = 0
    OTH = 1
    EACH = 2
    LEFT = 3


ALL_BUT = -1  # of a number of cards: -1 all, -2 all but one ...
NO_CODE = -1  # a card without instructions
NAMED = 8  # kinds from here on are basic piles
BASIC = {
    "Copper": COPPER,
    "Silver": SILVER,
    "Gold": GOLD,
    "Estate": ESTATE,
    "Duchy": DUCHY,
    "Province": PROVINCE,
    "Curse": CURSE,
}
TYPES = {word.name.capitalize(): word for word in Type if word not in (Type.ANY, Type.CURSE)}
KINDS = TYPES | {name: NAMED + pile for name, pile in BASIC.items()}
