"""The cards: a CSV file of numbers and effects (effects.py), and the kingdoms that they make."""

import functools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from engine.dominion.effects import Effect, read_effect
from engine.dominion.instructions import BASIC, Op, Type
from engine.dominion.state import DENSITIES, MOST_CARDS, MOST_COST, MOST_LETTERS
from engine.dominion.zones import KINGDOM_PILES
from engine.errors import InputError, unknown
from engine.reading import cell, read_text, rows_of

PUBLISHED = Path(__file__).parent / "cards.csv"
NUMBERS = {  # columns, with the least and the most that they take
    "cost": (0, MOST_COST),
    "coins": (0, 9),
    "actions": (0, 9),
    "buys": (0, 9),
    "cards": (0, 9),
    "vp": (-9, 20),
}
COLUMNS = ["set", "name", *list(NUMBERS)[:1], "types", *list(NUMBERS)[1:], "effect", "effect_2e", "densities"]
TYPES = {kind.name.capitalize(): kind for kind in Type if kind != Type.ANY}
CODES = {f"E{i:02}": i - 1 for i in range(1, 25)} | {f"I{i:02}": i + 23 for i in range(1, 22)}  # of the game vector
POOLS = ("base", "intrigue")  # sets; `both` is all of them

# The sets of ten that the rulebooks recommend.
RECOMMENDED = {
    "first-game": "Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter, Workshop",
    "big-money": "Adventurer, Bureaucrat, Chancellor, Chapel, Feast, Laboratory, Market, Mine, Moneylender,"
    " Throne Room",
    "interaction": "Bureaucrat, Chancellor, Council Room, Festival, Library, Militia, Moat, Spy, Thief, Village",
    "size-distortion": "Cellar, Chapel, Feast, Gardens, Laboratory, Thief, Village, Witch, Woodcutter, Workshop",
    "village-square": "Bureaucrat, Cellar, Festival, Library, Market, Remodel, Smithy, Throne Room, Village,"
    " Woodcutter",
    "victory-dance": "Bridge, Duke, Great Hall, Harem, Ironworks, Masquerade, Nobles, Pawn, Scout, Upgrade",
    "secret-schemes": "Conspirator, Harem, Ironworks, Pawn, Saboteur, Shanty Town, Steward, Swindler, Trading Post,"
    " Tribute",
    "best-wishes": "Coppersmith, Courtyard, Masquerade, Scout, Shanty Town, Steward, Torturer, Trading Post, Upgrade,"
    " Wishing Well",
    "deconstruction": "Bridge, Mining Village, Remodel, Saboteur, Secret Chamber, Spy, Swindler, Thief, Throne Room,"
    " Torturer",
    "hand-madness": "Bureaucrat, Chancellor, Council Room, Courtyard, Mine, Militia, Minion, Nobles, Steward, Torturer",
    "underlings": "Baron, Cellar, Festival, Library, Masquerade, Minion, Nobles, Pawn, Steward, Witch",
}


class Card(NamedTuple):
    """One card as it is printed."""

    group: str  # basic, or the set that it belongs to
    name: str
    cost: int
    types: frozenset[Type]
    coins: int
    actions: int
    buys: int
    cards: int
    vp: int
    effect: Effect
    densities: dict[int, int]  # how often it has the effects of the game vector

    @property
    def plays_cards(self) -> bool:
        """Whether it plays other cards."""
        return any(row["op"] == Op.PLAY for row in self.effect.play)


def read_cards(path: Path, edition: int) -> tuple[Card, ...]:
    """The cards of a file in its order, as an edition has them."""
    return cards_of(read_text(path), path, edition)


@functools.cache
def published() -> str:
    """What the file of the published cards says."""
    return read_text(PUBLISHED)


@functools.lru_cache(maxsize=16)
def cards_of(text: str, path: Path, edition: int) -> tuple[Card, ...]:
    """The cards of a file that says this."""
    rows = rows_of(text, path, COLUMNS)
    cards = tuple(read_card(row, place, edition) for place, row in rows)
    check_cards(cards, [place for place, _ in rows], path)
    return cards


def read_card(row: dict[str, str], place: str, edition: int) -> Card:
    """The card of one row."""
    if not 0 < len(row["name"].encode()) <= MOST_LETTERS:
        raise InputError(f"{place}, column name: found {row['name']!r}, it takes 1 to {MOST_LETTERS} letters")
    numbers = {column: whole(row[column], place, column) for column in NUMBERS}
    for word in row["types"].split("|"):
        if word not in TYPES:
            raise InputError(f"{place}, column types: found {word!r}, it takes {', '.join(TYPES)} joined by |")
    types = frozenset(TYPES[word] for word in row["types"].split("|"))
    both = [read_effect(row[column], f"{place}, column {column}") for column in ("effect", "effect_2e")]
    effect = both[1] if edition == 2 and row["effect_2e"] else both[0]
    if effect.play and Type.ACTION not in types:
        raise InputError(f"{place}, column effect: found {row['effect']!r}, only an Action does something when played")
    if (numbers["vp"] or effect.worth_every) and not types & {Type.VICTORY, Type.CURSE}:
        raise InputError(f"{place}, column vp: only a Victory card or a Curse is worth points")
    if bool(effect.reaction) != (Type.REACTION in types):
        raise InputError(f"{place}, column effect: a Reaction has REACT{{...}}, other cards have none")
    densities = read_densities(row["densities"], place)
    return Card(row["set"], row["name"], types=types, effect=effect, densities=densities, **numbers)


def whole(text: str, place: str, column: str) -> int:
    """A whole number within the bounds of its column."""
    least, most = NUMBERS[column]
    return cell(text, f"{place}, column {column}", least, most)


def read_densities(text: str, place: str) -> dict[int, int]:
    """`E02*2;E04`: the effects of the game vector that a card has, and how often."""
    found = {}
    for part in filter(None, text.split(";")):
        code, _, times = part.partition("*")
        if code not in CODES or (times and not times.isdecimal()):
            raise InputError(f"{place}, column densities: found {part!r}, it takes E01 to E24 or I01 to I21, as E02*2")
        found[CODES[code]] = cell(times or "1", f"{place}, column densities", 0, 99)
    return found


def check_cards(cards: Sequence[Card], places: Sequence[str], path: Path) -> None:
    """Refuse a file that no game can be made of."""
    seen: dict[str, str] = {}
    for card, place in zip(cards, places, strict=True):
        first = seen.setdefault(plain_name(card.name), place)
        if first != place:
            raise InputError(f"{place}, column name: found {card.name!r}, which is there already: {first}")
    missing = [name for name in BASIC if (name, "basic") not in [(card.name, card.group) for card in cards]]
    if missing:
        raise InputError(f"{path}: the basic card {missing[0]!r} is missing")
    if len(cards) > MOST_CARDS:
        raise InputError(f"{path}: {len(cards)} cards, at most {MOST_CARDS} are possible")
    others = {card.group for card in cards} - {"basic", *POOLS}
    if others & {"both", *RECOMMENDED}:
        raise InputError(f"{path}: a set cannot be called {min(others & {'both', *RECOMMENDED})!r}")
    assert len(CODES) == DENSITIES


@functools.lru_cache(maxsize=1024)
def plain_name(text: str) -> str:
    """A name as it is compared: throne-room, Throne Room and THRONE_ROOM are the same."""
    return " ".join(re.split(r"[\s_-]+", text.strip().lower()))


def find_kingdom(text: str, cards: Sequence[Card], where: str) -> list[int]:
    """The cards to draw a kingdom of, by their place in the file: of a set, a recommended ten, or a list of names."""
    kingdom = [i for i, card in enumerate(cards) if card.group != "basic"]
    sets = {plain_name(cards[i].group): cards[i].group for i in kingdom}
    whole = plain_name(text)
    if whole == "both":
        chosen = kingdom
    elif whole in sets:
        chosen = [i for i in kingdom if plain_name(cards[i].group) == whole]
    else:
        by_name = {plain_name(cards[i].name): i for i in kingdom}
        words = re.split(r"[,+;]", RECOMMENDED.get(whole.replace(" ", "-"), text))
        named = [plain_name(word) for word in words]
        for word, name in zip(words, named, strict=True):
            if name not in by_name and len(words) == 1:
                raise unknown(f"{where}", word, ["both", *sorted(sets.values()), *RECOMMENDED])
            if name not in by_name:
                raise unknown(f"{where} card", word.strip(), by_name)
            if named.count(name) > 1:
                raise InputError(f"{where}: the card {cards[by_name[name]].name} is in it twice")
        chosen = sorted(by_name[name] for name in named)
    if len(chosen) < KINGDOM_PILES:
        raise InputError(f"{where}: {text!r} has {len(chosen)} cards; a kingdom is {KINGDOM_PILES} of at least as many")
    return chosen
