"""The effects of cards: a short text in a notation of its own, read once into instructions that machine.py plays.

Zones: H hand, D deck, X discard pile, P play area, T trash, Y cards looked at, A cards set aside, L cards that this
play has trashed and that may still be gained. `H:Treasure`, `H:Copper`: only cards of a type, or of a basic name.
`|D|` counts the discard pile too, which becomes the deck when that is empty.

    +2C  +1A  +1B  +3$  +kC           draw cards; Actions, Buys, coins; as many as k
    disc(H,2)!  trash(H,|H|-3)!       choose so many cards, as far as there are, and move them
    put(H,1)->D!  put(Y:Victory,all)->H!
    disc(H,0..all)  trash(H,0..4)     a number of choice
    Y->X                              all cards of a zone; to the deck in an order of choice
    EACH{pass(H,1)->LEFT!}            cards change hands after all have chosen
    gain(c<=4)!  gain(Silver)->D!     from the supply, to X unless it says where; without `!` if one likes
    gain(Treasure,c<=c(x)+3)->H!      costs are current ones; nothing if x is no card
    reveal(D,2)  look(D,1)            cards of the deck to Y, for all to see or for their owner
    dig(D,2,Treasure)->H              reveal until so many are found; they go there, the others to Y
    dig(D,1,c>=3)->T
    x=trash(H,1)!  k=disc(H,0..all)   remember the last card or the number of cards
    x=name  play(x)  trash(self)!     name a card; play a card; trash the card itself
    show(H)  immune                   show the hand; the play does not touch the actor (in REACT)
    TURN{c-1}  TURN{Copper+1$}        until the end of the turn cards cost less, Coppers pay more
    may{...} else {...}               if one likes
    one{a|b}  two{a|b|c}              options, picked before any is done
    if k==1 {...} else {...}          or |H:Action|==0, plays>=3, x:Action, x in Y, self in P; joined by &
    while |H|<=6 {...}
    each x in Y {...}                 for every different card
    ATK{...}  OTH{...}                for each other player who is not immune; for each other player
    EACH{...}  LEFT{...}              for every player from me on; for the next player
    you ...                           in such a block: the player of the card decides, or draws
    REACT{...}                        what the card does when it is shown to an attack
    VP(cards/10)  VP(Duchy/1)         points at the end, one for every so many cards
"""

from typing import NamedTuple

from engine.dominion.actions import Ask
from engine.dominion.commands import COMMANDS, REMEMBERED, YOURS, move
from engine.dominion.instructions import Op, Players, Type, Zone
from engine.dominion.words import Reader, Row

BLOCKS = Players.__members__.keys()


class Effect(NamedTuple):
    """What the text of a card says. Jumps count from the first instruction of each list."""

    play: list[Row]  # nothing for a card that is all numbers
    reaction: list[Row]
    worth_kind: int = 0
    worth_every: int = 0


def read_effect(text: str, place: str) -> Effect:
    """The instructions of a text; `place` (file, line and column) begins the error message of a malformed one."""
    reader = Reader(text, place)
    reaction: list[Row] = []
    worth = (0, 0)
    while reader.word:
        if reader.accept("REACT"):
            if reaction:
                raise reader.fail("a card has one REACT{}", reader.at - 1)
            own, reader.code = reader.code, []
            read_block(reader, "REACT")
            reaction, reader.code = reader.code, own
        elif reader.accept("VP"):
            worth = read_points(reader)
        else:
            read_statement(reader)
        if reader.word and not reader.accept(";"):
            raise reader.fail("';' or the end is wanted")
    return Effect(reader.code, reaction, *worth)


def read_points(reader: Reader) -> tuple[int, int]:
    """`VP(cards/10)`: one point for so many cards of a kind."""
    reader.expect("(")
    kind = Type.ANY if reader.accept("cards") else reader.kind()
    reader.expect("/")
    every = reader.whole()
    if not every:
        raise reader.fail("a number from 1 on is wanted", reader.at - 1)
    reader.expect(")")
    return kind, every


def read_statements(reader: Reader, *ends: str) -> None:
    """Statements up to one of these words, which is left."""
    while True:
        read_statement(reader)
        if not reader.accept(";"):
            break
    if reader.word not in ends:
        raise reader.fail(" or ".join(map(repr, (";", *ends))) + " is wanted")


def read_block(reader: Reader, name: str = "") -> None:
    """`{...}`; a named one does not stand in another of its name."""
    if name in reader.around:
        raise reader.fail(f"{name} blocks do not stand in each other")
    outside, reader.around = reader.around, reader.around | ({name} - {""})
    reader.expect("{")
    read_statements(reader, "}")
    reader.expect("}")
    reader.around = outside


def read_statement(reader: Reader) -> None:
    """One statement."""
    start, before, yours = reader.at, len(reader.code), reader.accept("you")
    word = reader.word
    if word in BLOCKS and reader.peek(1) == "{":
        read_players(reader)
    elif word in Zone.__members__ and reader.peek(1) == "->":
        move(reader)
    elif word in COMMANDS:
        COMMANDS[reader.next()](reader)
    elif word in WAYS:
        WAYS[reader.next()](reader)
    elif word in REMEMBERED:
        read_remembered(reader)
    else:
        raise reader.fail(f"a statement is wanted: {', '.join([*COMMANDS, *WAYS, *BLOCKS])}, Y->X")
    if yours:
        if not reader.around & BLOCKS or reader.code[before]["op"] not in YOURS:
            raise reader.fail("'you' goes before a choice or a draw in a block of other players", start)
        reader.code[before]["yours"] = 1


def read_remembered(reader: Reader) -> None:
    """`x=trash(H,1)!`, `k=disc(H,0..all)`."""
    name = reader.next()
    reader.expect("=")
    if reader.word not in REMEMBERED[name]:
        raise reader.fail(f"{name} can remember {', '.join(REMEMBERED[name])}")
    COMMANDS[reader.next()](reader)
    reader.code[-1]["assign"] = int(name == "x")
    reader.remembered.add(name)


def read_may(reader: Reader) -> None:
    """`may{...} else {...}`."""
    ask = reader.emit(Op.MAY, ask=Ask.MAY)
    read_block(reader)
    read_else(reader, [ask])


def read_if(reader: Reader) -> None:
    """`if k==1 {...} else {...}`."""
    tests = read_condition(reader)
    read_block(reader)
    read_else(reader, tests)


def read_else(reader: Reader, tests: list[Row]) -> None:
    """Where to go on if a test fails: at an `else`, if there is one."""
    if reader.accept("else"):
        leave = reader.emit(Op.JUMP)
        lead(tests, reader)
        read_block(reader)
        lead([leave], reader)
    else:
        lead(tests, reader)


def lead(rows: list[Row], reader: Reader) -> None:
    """These instructions jump to the place that is read now."""
    for row in rows:
        row["jump"] = len(reader.code)


def read_while(reader: Reader) -> None:
    """`while |H|<=6 {...}`."""
    again = len(reader.code)
    tests = read_condition(reader)
    read_block(reader)
    reader.emit(Op.JUMP, jump=again)
    lead(tests, reader)


def read_condition(reader: Reader) -> list[Row]:
    """Tests that must all hold."""
    tests = [read_test(reader)]
    while reader.accept("&"):
        tests.append(read_test(reader))
    return tests


def read_test(reader: Reader) -> Row:
    """`|H:Action|==0`, `k>=1`, `plays>=3`, `x:Action`, `x in Y`, `self in P`."""
    if reader.accept("self"):
        reader.expect("in", "P")
        return reader.emit(Op.IF_SELF)
    if reader.accept("x"):
        reader.knows("x")
        if reader.accept("in"):
            reader.expect("Y")
            return reader.emit(Op.IF_LOOKED)
        reader.expect(":")
        return reader.emit(Op.IF_TYPE, kind=reader.kind())
    if reader.accept("k"):
        reader.knows("k")
        return reader.emit(Op.IF_K, **reader.comparison())
    if reader.accept("plays"):
        return reader.emit(Op.IF_PLAYS, **reader.comparison())
    if reader.accept("|"):
        start = reader.at
        cards = reader.zone_and_kind()
        if cards["source"] not in (Zone.H, Zone.D, Zone.Y) or (cards["source"] == Zone.D and cards["kind"]):
            raise reader.fail("H, D, Y or a kind of card in H or Y can be counted", start)
        reader.expect("|")
        return reader.emit(Op.IF_NUMBER, **cards, **reader.comparison())
    raise reader.fail("a condition is wanted: |H|>=1, k==1, plays>=3, x:Action, x in Y or self in P")


def read_options(reader: Reader, picks: int) -> None:
    """`one{a|b}`: an instruction before each option leaves it out if it was not picked."""
    start = reader.at
    if "options" in reader.around:
        raise reader.fail("one{} and two{} do not stand in each other", start - 1)
    outside, reader.around = reader.around, reader.around | {"options"}
    ask = reader.emit(Op.MODE, ask=Ask.MODE, low=picks)
    number, word = 0, reader.word
    reader.expect("{")
    while word != "}":
        option = reader.emit(Op.OPTION, amount=number)
        read_statements(reader, "|", "}")
        lead([option], reader)
        number, word = number + 1, reader.next()
    if not picks < number <= 6:
        raise reader.fail(f"{picks + 1} to 6 options are wanted, there are {number}", start)
    reader.around = outside
    ask["amount"] = number


def read_each(reader: Reader) -> None:
    """`each x in Y {...}`."""
    reader.expect("x", "in", "Y")
    reader.remembered.add("x")
    reader.emit(Op.FIRST_CARD)
    again = len(reader.code)
    following = reader.emit(Op.NEXT_CARD)
    read_block(reader, "each")
    reader.emit(Op.JUMP, jump=again)
    lead([following], reader)


def read_players(reader: Reader) -> None:
    """`ATK{...}`; what was passed in it arrives at its end."""
    word = reader.next()
    if reader.around & BLOCKS:
        raise reader.fail("blocks of players do not stand in each other", reader.at - 1)
    first = reader.emit(Op.PLAYERS, source=Players[word])
    again = len(reader.code)
    read_block(reader, word)
    reader.emit(Op.NEXT_PLAYER, source=Players[word], jump=again)
    lead([first], reader)
    if any(row["op"] == Op.CHOOSE and row["target"] == Zone.LEFT for row in reader.code[again:]):
        reader.emit(Op.DELIVER)


WAYS = {
    "may": read_may,
    "if": read_if,
    "while": read_while,
    "each": read_each,
    "one": lambda reader: read_options(reader, 1),
    "two": lambda reader: read_options(reader, 2),
}
