"""Cards and wonder boards: the published ones, or those of a CSV file. What they do is said in words (`Effect`).

| words | meaning |
|---|---|
| make W, make WW, make W/C | one unit a turn, two, one of either kind; for own use and for sale |
| use W/S/O/C, use G/L/P | one unit a turn of any raw material, of any manufactured good; for own use only |
| trade raw left right | that class of goods (raw, made) costs less from those neighbours |
| shields 2 | |
| science wheel | compass, wheel, tablet, or any: the best of them at the end |
| coins 5, coins 1 per brown left own right | at once |
| points 3, points 1 per brown+grey own | at the end |
| power recover | free_build, seventh_card, recover, copy_guild |
"""

import functools
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import InputError, shown
from engine.reading import cell, read_rows
from engine.sevenwonders.lanes import GOODS, MADE, RAW

HERE = Path(__file__).parent
COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
THINGS = (*COLOURS, "stage", "defeat")  # that can be counted
SYMBOLS = ("compass", "wheel", "tablet", "any")
NEIGHBOURS = ("left", "own", "right")
POWERS = ("free_build", "seventh_card", "recover", "copy_guild")
GUILD = "guild"
AGES, NUMERALS, SIDES = 3, ("I", "II", "III"), ("A", "B")
MOST_CARDS, MOST_BOARDS, MOST_STAGES, MOST_GOODS, MOST_COPIES = 96, 8, 4, 7, 63
LARGEST = 30  # of any single number in a file
MOST_LETTERS = 64  # of a name or an effect


class Per(NamedTuple):
    """An amount for each counted thing in some cities; without things, the amount as it is."""

    each: int
    things: tuple[str, ...]
    who: tuple[str, ...]


class Effect(NamedTuple):
    """What a card or a stage does."""

    make: tuple[str, ...] = ()  # units for own use and for sale, each with the letters it can give
    private: tuple[str, ...] = ()  # units for own use only: all raw or all manufactured letters
    trade: tuple[tuple[str, str], ...] = ()  # (raw | made, left | right) that cost less
    shields: int = 0
    science: tuple[str, ...] = ()
    coins: Per | None = None
    points: Per | None = None
    powers: tuple[str, ...] = ()


class Card(NamedTuple):
    """One row of cards; `copies` are the player numbers from which on a copy is in the deck, none for a guild."""

    age: int
    name: str
    colour: str
    coins: int
    goods: str
    effect: Effect
    chain: tuple[str, ...]
    copies: tuple[int, ...]
    words: str

    @property
    def guild(self) -> bool:
        return not self.copies

    def number(self, players: int) -> int:
        """How many copies a game of that many players has; of a guild, the one that may be drawn."""
        return 1 if self.guild else sum(least <= players for least in self.copies)


class Stage(NamedTuple):
    """One stage of a wonder."""

    goods: str
    effect: Effect
    words: str


class Side(NamedTuple):
    """One side of a board."""

    start: str
    stages: tuple[Stage, ...]


NamedSides = tuple[tuple[str, Side], ...]  # `Giza B` and what it is


class Content(NamedTuple):
    """Everything that is printed rather than ruled: cards by age, sides A and B of the boards by name."""

    cards: tuple[Card, ...]
    boards: dict[str, tuple[Side, Side]]

    @property
    def sides(self) -> NamedSides:
        """Both sides of every board."""
        return tuple((f"{name} {SIDES[i]}", side) for name, both in self.boards.items() for i, side in enumerate(both))


def refuse(place: str, found: str, wanted: str) -> InputError:
    """An error about one place of a file."""
    return InputError(f"{place}: found {shown(found)}, it takes {wanted}")


def number(text: str, place: str, least: int = 0, most: int = LARGEST) -> int:
    """A whole number in bounds, or an error that names the place."""
    return cell(text, place, least, most)


def goods(text: str, place: str, most: int = MOST_GOODS) -> str:
    """Letters of goods, one for each unit."""
    if set(text) - set(GOODS) or len(text) > most:
        raise refuse(place, text, f"at most {most} of the letters {GOODS}")
    return text


def one_of(word: str, known: tuple[str, ...], place: str) -> str:
    """A known word."""
    if word not in known:
        raise refuse(place, word, ", ".join(known))
    return word


def read_per(words: list[str], place: str) -> Per:
    """`3`, or `1 per brown+grey left own`."""
    each = number(words[0] if words else "", place)
    if len(words) == 1:
        return Per(each, (), ())
    if len(words) < 4 or words[1] != "per":
        raise refuse(place, " ".join(words), "a number, or a number per things and whose (1 per brown+grey left own)")
    things = tuple(one_of(thing, THINGS, place) for thing in words[2].split("+"))
    return Per(each, things, tuple(one_of(who, NEIGHBOURS, place) for who in words[3:]))


def read_units(text: str, place: str) -> tuple[str, ...]:
    """`W` and `WW` as single units, `W/C` as one unit of either kind."""
    units = ("".join(text.split("/")),) if "/" in text else tuple(text)
    for unit in units:
        if not unit or not any(set(unit) <= set(kinds) for kinds in (RAW, MADE)):
            raise refuse(place, text, f"letters of one class: {RAW} or {MADE}, with / between alternatives")
    return units


def read_effect(text: str, place: str) -> Effect:
    """An effect in words, as the table above lists them."""
    made: dict = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        kind, *words = part.split()
        rest = " ".join(words)
        match kind:
            case "make":
                found: dict[str, Any] = {"make": read_units(rest, place)}
            case "use":
                found = {"private": (one_of(rest.replace("/", ""), (RAW, MADE), place),)}
            case "trade":
                kinds = one_of(words[0] if words else "", ("raw", "made"), place)
                found = {"trade": tuple((kinds, one_of(side, ("left", "right"), place)) for side in words[1:])}
            case "shields":
                found = {"shields": number(rest, place)}
            case "science":
                found = {"science": (one_of(rest, SYMBOLS, place),)}
            case "coins" | "points":
                found = {kind: read_per(words, place)}
            case "power":
                found = {"powers": (one_of(rest, POWERS, place),)}
            case _:
                raise refuse(place, part, "make, use, trade, shields, science, coins, points, power")
        if found.keys() & made.keys():
            raise refuse(place, text, f"{kind} only once")
        made |= found
    return Effect(**made)


def read_table(path: Path, columns: str) -> list[tuple[str, dict[str, str]]]:
    """The rows of a CSV file with the place of each, its header checked."""
    rows = read_rows(path, columns.split(","))
    for place, row in rows:
        for name, text in row.items():
            if len(text.encode()) > MOST_LETTERS:
                raise refuse(f"{place}, column {name}", text, f"at most {MOST_LETTERS} letters")
    return rows


def read_card(place: str, row: dict[str, str], names: set[str]) -> Card:
    """One row of a file of cards, in which all these names occur."""

    def column(name: str) -> str:
        return f"{place}, column {name}"

    if not row["name"].strip():
        raise refuse(column("name"), row["name"], "a name")
    chain = tuple(filter(None, (name.strip() for name in row["chain"].split("/"))))
    if lost := set(chain) - names:
        raise refuse(column("chain"), min(lost), "names of cards, with / between them")
    copies = [] if row["copies"].strip() == GUILD else row["copies"].split()
    if not row["copies"].strip():
        raise refuse(column("copies"), "", "player numbers from 3 to 7, or guild")
    effect = read_effect(row["effect"], column("effect"))
    if effect.powers:
        raise refuse(column("effect"), row["effect"], "no power: only stages have one")
    return Card(
        age=number(row["age"], column("age"), 1, AGES),
        name=row["name"],
        colour=one_of(row["colour"], COLOURS, column("colour")),
        coins=number(row["coins"], column("coins")),
        goods=goods(row["goods"], column("goods")),
        effect=effect,
        chain=chain,
        copies=tuple(number(word, column("copies"), 3, 7) for word in copies),
        words=row["effect"],
    )


def read_cards(path: Path) -> tuple[Card, ...]:
    """Cards of a CSV file, by age."""
    rows = read_table(path, "age,name,colour,coins,goods,effect,chain,copies")
    names = {row["name"] for _, row in rows}
    cards: dict[tuple[int, str], Card] = {}
    for place, row in rows:
        card = read_card(place, row, names)
        if (card.age, card.name) in cards:
            raise InputError(f"{place}, column name: {card.name!r} stands in age {card.age} twice; it takes one row")
        cards[card.age, card.name] = card
    if not 1 <= len(cards) <= MOST_CARDS:
        raise InputError(f"{path}: {len(cards)} rows of cards, 1 to {MOST_CARDS} are possible")
    return tuple(sorted(cards.values(), key=lambda card: card.age))


def read_boards(path: Path) -> dict[str, tuple[Side, Side]]:
    """Boards of a CSV file, one row a stage."""
    found: dict[tuple[str, str], Side] = {}
    for place, row in read_table(path, "board,side,start,stage,goods,effect"):
        name, side = row["board"].strip(), one_of(row["side"], SIDES, f"{place}, column side")
        if len(f"{name} {side}".encode()) > MOST_LETTERS:  # as a side is called
            raise refuse(f"{place}, column board", name, f"at most {MOST_LETTERS - 2} letters")
        start = one_of(row["start"], tuple(GOODS), f"{place}, column start")
        old = found.get((name, side), Side(start, ()))
        stage = number(row["stage"], f"{place}, column stage", 1, MOST_STAGES)
        if stage != len(old.stages) + 1 or start != old.start:
            wanted = f"stage {len(old.stages) + 1} of {name} {side} with start {old.start}"
            raise refuse(place, f"stage {stage} with start {start}", wanted)
        effect = read_effect(row["effect"], f"{place}, column effect")
        if effect.make or (effect.points and effect.points.things):
            raise refuse(
                f"{place}, column effect", row["effect"], "no goods for sale and no points per thing on stages"
            )
        added = Stage(goods(row["goods"], f"{place}, column goods"), effect, row["effect"])
        found[name, side] = Side(start, (*old.stages, added))
    names = list(dict.fromkeys(name for name, _ in found))
    for name in names:
        for side in SIDES:
            if (name, side) not in found:
                raise InputError(f"{path}: board {name} has no side {side}; it takes both")
    if not 1 <= len(names) <= MOST_BOARDS:
        raise InputError(f"{path}: {len(names)} boards, 1 to {MOST_BOARDS} are possible")
    return {name: (found[name, "A"], found[name, "B"]) for name in names}


@functools.cache
def published() -> Content:
    """The published game: 78 rows of cards and seven boards."""
    return Content(read_cards(HERE / "cards.csv"), read_boards(HERE / "wonders.csv"))


def load(cards: str, boards: str) -> Content:
    """The content of two files, the published one where none is named."""
    printed = published()
    return Content(
        read_cards(Path(cards)) if cards else printed.cards,
        read_boards(Path(boards)) if boards else printed.boards,
    )
