"""What lies on the table, and the tables that the rules read. Words of byte lanes: see lanes.py.

The cards of an age are numbered copy by copy, copies of one card side by side; a set of cards is a word of bits, a
hand a word of bytes (hands.py). Hands do not move in the state: `held_hand` says which one a player holds now. `plays`
keeps, for each hand and turn, the card that left it face down: what every player knows about covered cards follows from
it (knowledge.py).
"""

from enum import IntEnum

import numpy as np

from engine.game import HEADER
from engine.jit import jit_inline
from engine.sevenwonders.content import AGES, MOST_BOARDS, MOST_CARDS, MOST_COPIES, MOST_LETTERS, MOST_STAGES

MOST_PLAYERS = 7
MOST_SETUPS = 100  # of boards, from which a deal draws one
HAND = 7  # cards at the start of an age
LAST_TURN = 5  # of an age, from 0; two cards are left then
MOST_SIDES = 2 * MOST_BOARDS
STAGES_FROM = MOST_CARDS  # structures: cards by row, then four stages of each side
SIDE_ROOM = MOST_STAGES + 1  # one behind the last that nobody can pay
NOTHING = STAGES_FROM + MOST_SIDES * SIDE_ROOM  # a structure that costs and gives nothing
MOST_STRUCTURES = NOTHING + 1
UNPAYABLE = 1 << 20  # coins that no purse can reach


# Places in the game's chance, so that nothing that is drawn shifts anything else: 64 for the deck of each age, then
DRAW_BOARD, DRAW_SIDE = 8 * 64, 9 * 64  # by seat
DRAW_SETUP = 10 * 64
DRAW_PAYEE = 16 * 64  # by turn and seat
DRAW_WINNER = 32 * 64


class Phase(IntEnum):
    """The kinds of decision."""

    PICK = 0  # everybody picks a card, covered until the last pick is in
    SEVENTH = 1  # the last card of an age, for whom may play it
    RECOVER = 2  # a card of the discard pile, for whom may build it


class Count(IntEnum):
    """Lanes of `counts`."""

    BROWN = 0
    GREY = 1
    BLUE = 2
    YELLOW = 3
    RED = 4
    GREEN = 5
    PURPLE = 6
    STAGE = 7


class Mark(IntEnum):
    """Lanes of `marks`."""

    COMPASS = 0
    WHEEL = 1
    TABLET = 2
    ANY = 3  # a symbol of the owner's choice
    SHIELDS = 4
    BLUE_POINTS = 5
    STAGE_POINTS = 6
    DEFEATS = 7


class Covered(IntEnum):
    """How a card left a hand, in the upper two bits of its byte in `plays`; the lower six are its number."""

    NOT = 0  # it has not, or face up
    PILE = 1  # to the discard pile
    STAGE = 2  # under a board
    TAKEN = 3  # to the discard pile, and was built from there


# Bits of `powers`; those from LINKS_FROM on are the cards in the city that make others free.
RAW_LEFT, RAW_RIGHT, MADE_LEFT, MADE_RIGHT = (np.uint64(1 << bit) for bit in range(4))  # that cost less
FREE_BUILD, SEVENTH_CARD, RECOVER, COPY_GUILD = (np.uint64(1 << bit) for bit in range(4, 8))  # as in content.POWERS
FREE_USED = np.uint64(1 << 8)  # the free build of this age
SEVENTH_LATER = np.uint64(1 << 9)  # SEVENTH_CARD from the next turn on
LINKS_FROM = 16
LINKS = ~np.uint64((1 << LINKS_FROM) - 1)

# A city is eight words, and what a structure gives to it is added to them in one go; what it costs stands in the same
# columns, but for LINKED in place of COUNTS.
RAW_LOW, RAW_HIGH = 0, 1  # lanes of raw materials for sale
MANUFACTURED = 2  # likewise
COUNTS = 3  # lanes of Count
MARKS = 4  # lanes of Mark
NAMES_LOW, NAMES_HIGH = 5, 6  # set of the names that stand in it
COINS = 7
LINKED = 3  # bits of `powers`, any of which makes it free

STATE = np.dtype(
    [
        *HEADER,
        ("age", "u2"),  # 0..2
        ("age_turn", "u2"),  # turn of the age, 0..5
        ("phase", "u2"),  # Phase
        ("shift", "u2"),  # the hand that player 0 holds
        ("discarded", "i8"),  # cards in the discard pile
        ("pick", "i8", (MOST_PLAYERS,)),  # covered action, NONE before
        ("hand", "u8", (MOST_PLAYERS,)),  # by hand, covered picks included
        ("city", "u8", (MOST_PLAYERS, 8)),  # see below
        ("powers", "u8", (MOST_PLAYERS,)),
        ("tokens", "i2", (MOST_PLAYERS,)),  # points from conflicts
        ("side", "u2", (MOST_PLAYERS,)),  # 2 x board + side
        ("looked", "i2", (MOST_PLAYERS,)),  # last look at the pile: 8 x age + turns of that age whose cards lay there
        ("box", "u8", (AGES,)),  # cards of the age that were not dealt
        ("plays", "u8", (AGES, MOST_PLAYERS)),  # by hand, a byte a turn: Covered and card
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("players", "i8"),
        ("payment", "i8"),
        ("price", "i8", (2,)),  # of a unit: full, reduced
        ("trade", "i8", (16, 4)),  # by reductions: lower price and difference, for raw and for manufactured goods
        ("coins_per_point", "i8"),
        ("victory", "i8", (AGES,)),
        ("defeat", "i8"),
        ("science_set", "i8"),
        ("chain_same_age", "i8"),
        ("babylon_first", "i8"),
        ("seventh_at_once", "i8"),
        ("may_decline", "i8"),
        ("copy_counts_itself", "i8"),
        ("copy_science", "i8"),
        ("free_build_always", "i8"),
        ("may_discard", "i8"),
        ("tie", "i8"),
        ("decision_limit", "i8"),
        ("plain_ways", "i8"),  # cards may always be discarded, and payments are not divided
        ("most_splits", "i8"),  # ways to divide one payment between the neighbours
        # boards
        ("n_boards", "i8"),
        ("sides", "i8"),
        ("n_setups", "i8"),
        ("seat_board", "i1", (MOST_SETUPS, MOST_PLAYERS)),  # NONE: drawn
        ("seat_side", "i1", (MOST_SETUPS, MOST_PLAYERS)),  # NONE: as `sides` says
        ("n_stages", "i8", (MOST_SIDES,)),
        ("start", "u8", (MOST_SIDES, 8)),  # the city at the start
        # decks
        ("deck", "u8", (AGES,)),  # set of the cards that are certainly in it
        ("guilds", "u8", (AGES,)),  # set of those of which some are drawn
        ("guilds_left", "i8", (AGES,)),  # how many are not drawn
        ("surplus", "i8", (AGES,)),  # cards of the deck that are not dealt
        ("doubled", "i8"),  # some card has several copies
        ("row_of", "u1", (AGES, MOST_COPIES + 1)),  # row by number in the age
        ("copies_before", "u8", (AGES, MOST_COPIES + 1)),  # set of the copies of the card with a smaller number
        ("later_copies", "u8", (AGES,)),  # set of those that have any
        ("copies", "u8", (MOST_CARDS,)),  # set of numbers by row
        ("first_copy", "i8", (MOST_CARDS,)),  # the smallest of them
        ("age_of", "i8", (MOST_CARDS,)),
        # structures
        ("cost", "u8", (MOST_STRUCTURES, 8)),
        ("gives", "u8", (MOST_STRUCTURES, 8)),
        ("gives_powers", "u8", (MOST_STRUCTURES,)),
        ("coins_each", "i8", (MOST_STRUCTURES,)),  # by the table as it stands
        ("coins_what", "u8", (MOST_STRUCTURES, 2)),  # counted lanes of `counts` and `marks`
        ("coins_who", "i8", (MOST_STRUCTURES,)),  # set of left, own, right
        ("points_each", "i8", (MOST_STRUCTURES,)),
        ("points_what", "u8", (MOST_STRUCTURES, 2)),
        ("points_who", "i8", (MOST_STRUCTURES,)),  # likewise; 0: once, whatever there is
        ("title", "u1", (MOST_STRUCTURES, MOST_LETTERS)),  # for people: UTF-8, filled up with zeros
        ("words", "u1", (MOST_STRUCTURES, MOST_LETTERS)),  # its effect
        # names
        ("row_named", "i8", (128,)),  # a row of that name
        ("yellow", "u8", (2,)),  # names of yellow cards with points
        ("other", "u8", (2,)),  # names of the other cards with points, but for points of blue cards
        ("purple", "u8", (2,)),  # names of guilds
        ("goods_yellow", "u8", (2,)),  # names of yellow cards that give goods
        ("chained", "i8", (MOST_CARDS,)),  # rows of cards that can be free
        ("n_chained", "i8"),
    ],
    align=True,
)


# Numbers that cannot be negative, as the compiler can tell, are quicker places in an array.
@jit_inline
def number(state):
    """The number of players."""
    return np.int64(np.uint8(state.n_players))


@jit_inline
def mover(state):
    """The player who decides."""
    return np.int64(np.uint8(state.to_move))


@jit_inline
def held_hand(state, player):
    """The hand that a player holds now."""
    hand = player + np.int64(state.shift)
    return hand - number(state) if hand >= number(state) else hand


@jit_inline
def coins_of(state, player):
    """The coins of a player."""
    return np.int64(state.city[player, COINS])


@jit_inline
def left_of(state, player):
    """The neighbour clockwise."""
    return player + 1 if player + 1 < number(state) else 0


@jit_inline
def right_of(state, player):
    """The neighbour counter-clockwise."""
    return player - 1 if player > 0 else number(state) - 1


@jit_inline
def structure_of_stage(state, player, stages):
    """The structure that is a side's next stage when so many are built."""
    return STAGES_FROM + SIDE_ROOM * np.int64(state.side[player]) + stages
