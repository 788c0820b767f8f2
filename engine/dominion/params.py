"""The rule parameters, and the record of numbers and instructions that the rules read."""

import shutil
from functools import lru_cache, partial
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np

from engine.copying import fresh
from engine.dominion import content
from engine.dominion.content import Card
from engine.dominion.features import added_by
from engine.dominion.instructions import BASIC, NO_CODE, Op, Type
from engine.dominion.state import MOST_CODE, MOST_FRAMES, MOST_PLAYERS, RULES
from engine.dominion.words import Row
from engine.dominion.zones import COPPER, CURSE, KINGDOM, KINGDOM_PILES, MOST_IN_WORD, PILES
from engine.errors import InputError, refuse_misfit
from engine.reading import read_text
from engine.space import Choice, File, Range, Steps

BY_PLAYERS = {  # cards of a pile after the start decks are dealt, for 2, 3, 4, 5, 6 players
    "copper_pile": (46, 39, 32, 85, 78),  # of one box of 60, from 5 players on two
    "silver_pile": (40, 40, 40, 80, 80),
    "gold_pile": (30, 30, 30, 60, 60),
    "estate_pile": (8, 12, 12, 12, 12),
    "duchy_pile": (8, 12, 12, 12, 12),
    "province_pile": (8, 12, 12, 15, 18),
    "curse_pile": (10, 20, 30, 40, 50),
    "kingdom_pile": (10, 10, 10, 10, 10),
    "victory_pile": (8, 12, 12, 12, 12),
    "end_piles": (3, 3, 3, 4, 4),
}


class Params(NamedTuple):
    """Rules and content; the defaults are the published rules."""

    players: Annotated[int, Steps((2, 3, 4, 5, 6)), "number of players"] = 2
    kingdom: Annotated[
        str, "a set to draw ten cards of (both, base, intrigue), a recommended ten, or a list a+b+..."
    ] = "both"
    edition: Annotated[int, Choice((1, 2)), "which wording, where that of a card has changed"] = 1
    hand_size: Annotated[int, Range(3, 7, accepts=(1, 10)), "cards drawn at the end of a turn"] = 5
    start_copper: Annotated[int, Range(3, 10, accepts=(0, 20)), "Coppers of a start deck"] = 7
    start_estate: Annotated[int, Range(0, 5, accepts=(0, 10)), "Estates of a start deck"] = 3
    copper_pile: Annotated[
        int, Range(0, 60, accepts=(0, 100)), "size of the Copper pile; 0: by the number of players"
    ] = 0
    silver_pile: Annotated[
        int, Range(0, 40, accepts=(0, 100)), "size of the Silver pile; 0: by the number of players"
    ] = 0
    gold_pile: Annotated[int, Range(0, 30, accepts=(0, 100)), "size of the Gold pile; 0: by the number of players"] = 0
    estate_pile: Annotated[
        int, Range(0, 12, accepts=(0, 30)), "size of the Estate pile; 0: by the number of players"
    ] = 0
    duchy_pile: Annotated[int, Range(0, 12, accepts=(0, 30)), "size of the Duchy pile; 0: by the number of players"] = 0
    province_pile: Annotated[
        int, Range(0, 18, accepts=(0, 30)), "size of the Province pile; 0: by the number of players"
    ] = 0
    curse_pile: Annotated[int, Range(0, 50, accepts=(0, 60)), "size of the Curse pile; 0: by the number of players"] = 0
    kingdom_pile: Annotated[int, Range(0, 12), "cards of a pile of the kingdom; 0: 10 of them"] = 0
    victory_pile: Annotated[int, Range(0, 12), "cards of a kingdom pile of Victory cards; 0: by players"] = 0
    end_piles: Annotated[
        int, Range(0, 6, accepts=(0, 17)), "empty piles that end the game; 0: 3, from 5 players on 4"
    ] = 0
    turn_limit: Annotated[int, Range(10, 100, accepts=(1, 1000)), "turns of each player after which nobody wins"] = 100
    cards: Annotated[str, File(), "a CSV file of cards to play with instead of the published ones"] = ""


PRESETS = {
    "dominion": Params(),
    "base": Params(kingdom="base"),
    "intrigue": Params(kingdom="intrigue"),
    "thesis": Params(players=4, kingdom="base"),  # the games of Fenner (2014)
    "six": Params(players=6),
} | {name: Params(kingdom=name) for name in content.RECOMMENDED}

ODD_RULES = (
    {"players": 2, "kingdom": "deconstruction"},  # Throne Room, attacks, a reaction
    {"players": 4, "kingdom": "moat+secret chamber+masquerade+militia+torturer+minion+saboteur+thief+spy+witch"},
    {"players": 6, "kingdom": "both", "province_pile": 2},
    {"players": 3, "kingdom": "intrigue", "edition": 2, "hand_size": 3, "start_estate": 0},
)


def number(params: Params, name: str) -> int:
    """A parameter, or what the rules say for so many players."""
    return getattr(params, name) or BY_PLAYERS[name][params.players - 2]


def max_actions(params: Params) -> int:
    """A question has a pile or none for an answer."""
    return PILES + 1


def card_file(params: Params) -> tuple[str, Path, int]:
    """What the file of cards that these parameters play with says, where it stands, and the edition that counts."""
    path = Path(params.cards) if params.cards else content.PUBLISHED
    return read_text(path) if params.cards else content.published(), path, params.edition


def load_cards(params: Params) -> tuple[Card, ...]:
    """The cards that these parameters play with."""
    return content.cards_of(*card_file(params))


def write_content(params: Params, folder: Path) -> None:
    """The cards of these parameters as a CSV file."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(params.cards or content.PUBLISHED, folder / "cards.csv")


def prepare(params: Params) -> np.record:
    """The rules record that every verb reads."""
    if not 2 <= params.players <= MOST_PLAYERS:
        raise InputError(f"dominion rules: players = {params.players} does not fit: 2 to {MOST_PLAYERS} can play")
    file = card_file(params)
    cards = content.cards_of(*file)
    pool = content.find_kingdom(params.kingdom, cards, "dominion kingdom")
    rules = fresh(tables(*file))
    for name in ("players", "hand_size", "start_copper", "start_estate", "turn_limit"):
        rules[name] = getattr(params, name)
    for name in ("kingdom_pile", "victory_pile", "end_piles"):
        rules[name] = number(params, name)
    rules.skip_empty_hands = params.edition == 2
    rules.n_pool = len(pool)
    rules.pool[: len(pool)] = pool
    for name, pile in BASIC.items():
        rules.basic_pile[pile] = number(params, f"{name.lower()}_pile")
    check(params, rules, [cards[i] for i in pool])
    return rules


@lru_cache(maxsize=16)
def tables(text: str, path: Path, edition: int) -> np.record:
    """The part of the rules record that is printed in a file of cards."""
    cards = content.cards_of(text, path, edition)
    rules = np.zeros(1, RULES).view(np.recarray)[0]
    for name, pile in BASIC.items():
        rules.basic[pile] = next(i for i, card in enumerate(cards) if card.name == name)
    for i, card in enumerate(cards):
        fill_card(rules, i, card)
    assemble(rules, cards)
    return rules


def fill_card(rules: np.record, i: int, card: Card) -> None:
    """The name and the numbers of a card."""
    name = card.name.encode()
    rules.letters[i, : len(name)] = list(name)
    rules.cost[i] = card.cost
    rules.type_set[i] = 1 << Type.ANY | sum(1 << kind for kind in card.types)
    rules.plus_coins[i], rules.plus_actions[i] = card.coins, card.actions
    rules.plus_buys[i], rules.plus_cards[i] = card.buys, card.cards
    rules.worth[i], rules.worth_kind[i] = card.vp, card.effect.worth_kind
    rules.worth_every[i] = card.effect.worth_every
    rules.adds[:, i] = added_by(card)


def assemble(rules: np.record, cards: tuple[Card, ...]) -> None:
    """The instructions of all cards in one table. An attack begins with the window for reactions."""
    code: list[Row] = []
    for i, card in enumerate(cards):
        rules.effect_at[i] = rules.reaction_at[i] = NO_CODE
        attack = Type.ATTACK in card.types
        if card.effect.play or attack:
            rules.effect_at[i] = len(code)
            begin: list[Row] = [{"op": Op.WINDOW}, {"op": Op.NUMBERS}]
            code += begin if attack else begin[1:]
            code += placed(card.effect.play, len(code))
        if card.effect.reaction:
            rules.reaction_at[i] = len(code)
            code += placed(card.effect.reaction, len(code))
    if len(code) > MOST_CODE:
        raise InputError(f"dominion rules: the cards make {len(code)} instructions, at most {MOST_CODE} are possible")
    for at, row in enumerate(code):
        for name, value in row.items():
            rules.code[at][name] = value


def placed(rows: list[Row], first: int) -> list[Row]:
    """Instructions with their jumps counted from the beginning of the table, and an end."""
    return [*(row | {"jump": row["jump"] + first} if "jump" in row else row for row in rows), {"op": Op.END}]


def check(params: Params, rules: np.record, pool: list[Card]) -> None:
    """Refuse parameters that do not fit together."""
    refuse = partial(refuse_misfit, "dominion", params)
    refuse(params.start_copper + params.start_estate == 0, "start_copper", "the start decks are empty")
    sizes = [0] * PILES  # the most cards that there can be of each pile
    for pile in BASIC.values():
        sizes[pile] = int(rules.basic_pile[pile])
    sizes[COPPER] += params.players * params.start_copper
    sizes[BASIC["Estate"]] += params.players * params.start_estate
    for pile in range(KINGDOM, KINGDOM + KINGDOM_PILES):
        sizes[pile] = max(number(params, "kingdom_pile"), number(params, "victory_pile"))
    for first in range(0, CURSE + 1, 8):
        total = sum(sizes[first : first + 8])
        name = "copper_pile" if first == 0 else "silver_pile"
        refuse(total > MOST_IN_WORD, name, f"{total} cards of piles that are counted together, {MOST_IN_WORD} fit")
    chain = sum(card.plays_cards for card in pool) * number(params, "kingdom_pile") + 2
    refuse(chain > MOST_FRAMES, "kingdom_pile", f"a chain of {chain - 1} cards could be played at once")
