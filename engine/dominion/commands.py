"""What a card can do, one function a word: each reads the rest of its statement and adds an instruction."""

from collections.abc import Callable

from engine.dominion.actions import Ask
from engine.dominion.instructions import ALL_BUT, Op, Type, Zone
from engine.dominion.words import Reader

PLUS = {"C": Op.CARDS, "A": Op.ACTIONS, "B": Op.BUYS, "$": Op.COINS}
TO_ASK = {  # the question that a choice of cards puts, by where they go
    Zone.X: Ask.DISCARD,
    Zone.T: Ask.TRASH,
    Zone.D: Ask.PUT_BACK,
    Zone.P: Ask.DOUBLE,
    Zone.H: Ask.TAKE,
    Zone.A: Ask.ASIDE,
    Zone.L: Ask.TRASH,
    Zone.LEFT: Ask.PASS,
}


def plus(reader: Reader) -> None:
    """`+2C`, `+k$`."""
    times_k = reader.accept("k")
    if times_k:
        reader.knows("k")
    amount = 1 if times_k else reader.whole()
    reader.emit(reader.pick(PLUS, "one of"), amount=amount, of_x=int(times_k))


def choose(reader: Reader, target: Zone | None) -> None:
    """`(H:Treasure,1)!`, with where the cards go unless the word before said it."""
    start = reader.at
    cards = reader.zone_and_kind()
    reader.expect(",")
    number = reader.how_many()
    reader.expect(")")
    if target is None:
        reader.expect("->")
        target = reader.zone()
    if not reader.accept("!") and number["low"] != 0:
        raise reader.fail("'!' is wanted after a number that leaves no choice (0..2 would)")
    source = cards["source"]
    if source not in (Zone.H, Zone.Y, Zone.A, Zone.L) or target == source or target == Zone.Y:
        raise reader.fail("cards are chosen from H, Y, A or L and go elsewhere", start)
    if number["low"] == number["high"] == ALL_BUT and target in (Zone.X, Zone.T, Zone.H, Zone.A):
        reader.emit(Op.MOVE, target=target, **cards)
    else:
        ask = Ask.TAKE if source == Zone.L else TO_ASK[target]
        reader.emit(Op.CHOOSE, ask=ask, target=target, **cards, **number)


def discard(reader: Reader) -> None:
    """`disc(H,2)!`."""
    reader.expect("(")
    choose(reader, Zone.X)


def trash(reader: Reader) -> None:
    """`trash(H,0..4)`, `trash(self)!`."""
    reader.expect("(")
    if reader.accept("self"):
        reader.expect(")", "!")
        reader.emit(Op.TRASH_SELF)
    else:
        choose(reader, Zone.T)


def put(reader: Reader) -> None:
    """`put(H,1)->D!`."""
    reader.expect("(")
    choose(reader, None)
    if reader.code[-1]["target"] == Zone.LEFT:
        raise reader.fail("cards are passed, not put, to the left", reader.at - 1)


def hand_on(reader: Reader) -> None:
    """`pass(H,1)->LEFT!`."""
    if "EACH" not in reader.around:
        raise reader.fail("cards are passed in EACH{} only", reader.at - 1)
    reader.expect("(")
    choose(reader, None)
    if reader.code[-1]["target"] != Zone.LEFT:
        raise reader.fail("cards are passed ->LEFT", reader.at - 1)


def move(reader: Reader) -> None:
    """`Y->X`: all cards; to the deck in an order of choice."""
    start = reader.at
    source = reader.zone()
    reader.expect("->")
    target = reader.zone()
    if source not in (Zone.Y, Zone.A, Zone.L, Zone.D) or target in (Zone.P, Zone.Y, Zone.L, Zone.LEFT, source):
        raise reader.fail("Y, A, L or D go to H, X, T, A or D", start)
    if target == Zone.D:
        reader.emit(Op.CHOOSE, ask=Ask.PUT_BACK, source=source, target=target, low=ALL_BUT, high=ALL_BUT)
    else:
        reader.emit(Op.MOVE, source=source, target=target)


def gain(reader: Reader) -> None:
    """`gain(Treasure,c<=c(x)+3)->H!`."""
    reader.expect("(")
    fields: dict[str, int] = {"kind": Type.ANY}
    if reader.word != "c":
        fields["kind"] = reader.kind()
    if reader.word == "c" or reader.accept(","):
        fields |= reader.cost()
    reader.expect(")")
    fields["target"] = reader.zone() if reader.accept("->") else Zone.X
    if fields["target"] not in (Zone.X, Zone.H, Zone.D):
        raise reader.fail("gained cards go to X, H or D", reader.at - 1)
    fields["low"] = int(reader.accept("!"))
    reader.emit(Op.GAIN, ask=Ask.GAIN, **fields)


def reveal(reader: Reader) -> None:
    """`reveal(D,2)`."""
    reader.expect("(", "D", ",")
    reader.emit(Op.REVEAL, amount=reader.whole(), low=1)
    reader.expect(")")


def look(reader: Reader) -> None:
    """`look(D,1)`: only the owner sees them."""
    reveal(reader)
    reader.code[-1]["low"] = 0


def dig(reader: Reader) -> None:
    """`dig(D,2,Treasure)->H`, `dig(D,1,c>=3)->T`."""
    reader.expect("(", "D", ",")
    fields: dict[str, int] = {"high": reader.whole()}
    reader.expect(",")
    fields |= reader.cost() if reader.word == "c" else {"kind": reader.kind()}
    reader.expect(")", "->")
    fields["target"] = reader.zone()
    if fields["target"] not in (Zone.H, Zone.T, Zone.X):
        raise reader.fail("found cards go to H, T or X", reader.at - 1)
    reader.emit(Op.DIG, **fields)


def name(reader: Reader) -> None:
    """`x=name`."""
    if reader.code and reader.peek(-2) != "=":
        raise reader.fail("a name is remembered: x=name", reader.at - 1)
    reader.emit(Op.NAME, ask=Ask.NAME)


def show(reader: Reader) -> None:
    """`show(H)`."""
    reader.expect("(", "H", ")")
    reader.emit(Op.SHOW)


def play(reader: Reader) -> None:
    """`play(x)`."""
    reader.expect("(", "x")
    reader.knows("x")
    reader.expect(")")
    if reader.around & {"ATK", "OTH", "EACH", "LEFT"}:
        raise reader.fail("cards are not played in blocks of several players")
    reader.emit(Op.PLAY)


def immune(reader: Reader) -> None:
    """`immune`."""
    if "REACT" not in reader.around:
        raise reader.fail("immune stands in REACT{} only", reader.at - 1)
    reader.emit(Op.IMMUNE)


def turn(reader: Reader) -> None:
    """`TURN{c-1}`, `TURN{Copper+1$}`."""
    reader.expect("{")
    if reader.accept("c", "-"):
        reader.emit(Op.BRIDGE, amount=reader.whole())
    elif reader.accept("Copper", "+"):
        reader.emit(Op.COPPERSMITH, amount=reader.whole())
        reader.expect("$")
    else:
        raise reader.fail("'c-1' or 'Copper+1$' is wanted")
    reader.expect("}")


COMMANDS: dict[str, Callable[[Reader], None]] = {
    "+": plus,
    "disc": discard,
    "trash": trash,
    "put": put,
    "pass": hand_on,
    "gain": gain,
    "reveal": reveal,
    "look": look,
    "dig": dig,
    "name": name,
    "show": show,
    "play": play,
    "immune": immune,
    "TURN": turn,
}
REMEMBERED = {  # what x and k can hold
    "x": ("trash", "disc", "put", "gain", "dig", "name"),
    "k": ("trash", "disc", "put"),
}
YOURS = (Op.CARDS, Op.CHOOSE, Op.GAIN, Op.MAY, Op.MODE)  # what the player of the card can do in another's block
