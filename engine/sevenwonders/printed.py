"""What is printed on cards and boards, read back from the rules record for views."""

from engine.lanes import unpack_lanes
from engine.sevenwonders.content import COLOURS
from engine.sevenwonders.lanes import GOODS
from engine.sevenwonders.state import COINS, COUNTS, MANUFACTURED, NAMES_LOW, RAW_LOW, SIDE_ROOM, STAGES_FROM
from engine.sevenwonders.trade import own_made, own_raw


def text(letters) -> str:
    """A text of the rules record."""
    return bytes(letters).rstrip(b"\0").decode()


def title(rules, row: int) -> str:
    """The name of a card."""
    return text(rules.title[row])


def words(rules, structure: int) -> str:
    """The effects of a structure in words."""
    return text(rules.words[structure])


def board_side(rules, side: int) -> str:
    """A side of a board: `Giza B`."""
    return text(rules.title[STAGES_FROM + SIDE_ROOM * side])


def board(rules, state, player: int) -> str:
    """A player's board and side."""
    return board_side(rules, int(state.side[player]))


def colour(rules, row: int) -> str:
    """The colour of a card."""
    return COLOURS[unpack_lanes(rules.gives[row, COUNTS]).index(1)]


def goods_of(low, high, made) -> list[int]:
    """Units by good, in the order of GOODS: the lanes of the sets of one letter."""
    low, made = unpack_lanes(low), unpack_lanes(made)
    return [low[1], low[2], low[4], unpack_lanes(high)[0], made[1], made[2], made[4]]


def city_goods(state, player: int) -> dict[str, int]:
    """The units a turn that a city can use, by their letters."""
    low, high = own_raw(state, player)
    return dict(zip(GOODS, goods_of(low, high, own_made(state, player)), strict=True))


def cost(rules, structure: int) -> str:
    """What a structure costs: `SSO`, `1 coin`, `nothing`."""
    wanted = goods_of(*rules.cost[structure, RAW_LOW : MANUFACTURED + 1])
    parts = ["".join(letter * n for letter, n in zip(GOODS, wanted, strict=True))]
    coins = int(rules.cost[structure, COINS])
    if coins:
        parts.append(f"{coins} coin{'s' if coins > 1 else ''}")
    return " + ".join(filter(None, parts)) or "nothing"


def members(word) -> list[int]:
    """The places of a set."""
    bits = int(word)
    return [place for place in range(bits.bit_length()) if bits >> place & 1]


def rows_in(rules, age: int, cards) -> list[int]:
    """The rows of a set of cards of an age, copies included."""
    return rules.row_of[age, members(cards)].tolist()


def city_rows(rules, state, player: int) -> list[int]:
    """The rows of the cards in a city, by colour."""
    names = [64 * word + place for word in range(2) for place in members(state.city[player, NAMES_LOW + word])]
    rows = [int(rules.row_named[name]) for name in names]
    return sorted(rows, key=lambda row: (COLOURS.index(colour(rules, row)), row))
