"""Reads an effect's text word by word, and says what is wrong where."""

import re

from engine.dominion.instructions import ALL_BUT, KINDS, Op, Relation, Type, Zone
from engine.errors import InputError

MOST = 99
TOKEN = re.compile(r"\s*(\d+|\.\.|->|<=|>=|==|k(?=[CAB$])|[A-Za-z]+|\S|$)")
RELATIONS = {"<=": Relation.AT_MOST, "==": Relation.EQUAL, ">=": Relation.AT_LEAST}

Row = dict[str, int]  # an instruction


class Reader:
    """The words of one effect and the instructions made of them so far; `place` begins the error messages."""

    def __init__(self, text: str, place: str):
        self.text, self.place = text, place
        self.tokens = [(match.group(1), match.start(1)) for match in TOKEN.finditer(text) if match.group(1)]
        self.at = 0
        self.code: list[Row] = []
        self.around: set[str] = set()  # the blocks that it is in
        self.remembered: set[str] = set()

    @property
    def word(self) -> str:
        """The next word."""
        return self.peek(0)

    def peek(self, ahead: int) -> str:
        """A word further on."""
        return self.tokens[self.at + ahead][0] if self.at + ahead < len(self.tokens) else ""

    def fail(self, wanted: str, at: int | None = None) -> InputError:
        """An error that names the place in the text."""
        at = self.at if at is None else at
        place = self.tokens[at][1] + 1 if at < len(self.tokens) else len(self.text) + 1
        found = repr(self.tokens[at][0]) if at < len(self.tokens) else "the end"
        return InputError(f"{self.place}, place {place} of {self.text!r}: found {found}, {wanted}")

    def next(self) -> str:
        """Go over a word."""
        self.at += 1
        return self.peek(-1)

    def accept(self, *words: str) -> bool:
        """Go over these words if they are next."""
        if [token for token, _ in self.tokens[self.at : self.at + len(words)]] == list(words):
            self.at += len(words)
            return True
        return False

    def expect(self, *words: str) -> None:
        """Go over these words, which must be next."""
        for word in words:
            if not self.accept(word):
                raise self.fail(f"{word!r} is wanted")

    def pick(self, table, what: str):
        """The entry of a table that the next word names."""
        if self.word not in table:
            raise self.fail(f"{what} is wanted: {', '.join(table)}")
        return table[self.next()]

    def whole(self) -> int:
        """A whole number."""
        if not self.word.isdecimal() or int(self.word) > MOST:
            raise self.fail(f"a whole number from 0 to {MOST} is wanted")
        return int(self.next())

    def emit(self, op: Op, **fields: int) -> Row:
        """One more instruction."""
        self.code.append({"op": op, **fields})
        return self.code[-1]

    def knows(self, name: str) -> None:
        """Refuse the use of something that no statement before has remembered."""
        if name not in self.remembered:
            raise self.fail(f"nothing is remembered as {name} before", self.at - 1)

    def zone(self) -> Zone:
        """`H`."""
        return self.pick(Zone.__members__, "a zone")

    def kind(self) -> int:
        """`Treasure` or `Copper`."""
        return self.pick(KINDS, "a type or a basic card")

    def zone_and_kind(self) -> Row:
        """`H` or `H:Treasure`."""
        zone = self.zone()
        return {"source": zone, "kind": self.kind() if self.accept(":") else Type.ANY}

    def comparison(self) -> Row:
        """`>=3`."""
        return {"relation": self.pick(RELATIONS, "a relation"), "amount": self.whole()}

    def cost(self) -> Row:
        """`c<=4`, `c==c(x)+1`."""
        self.expect("c")
        if self.peek(1) != "c":
            return self.comparison()
        relation = self.pick(RELATIONS, "a relation")
        self.expect("c", "(", "x")
        self.knows("x")
        self.expect(")")
        sign = {"+": 1, "-": -1}.get(self.word, 0)
        amount = sign * self.whole() if sign and self.next() else 0
        return {"relation": relation, "amount": amount, "of_x": 1}

    def how_many(self) -> Row:
        """`2`, `all`, `|H|-3`, `0..4`, `0..all`."""
        if self.accept("all"):
            return {"low": ALL_BUT, "high": ALL_BUT}
        if self.accept("|"):
            self.expect("H", "|", "-")
            kept = ALL_BUT - self.whole()
            return {"low": kept, "high": kept}
        low = self.whole()
        if not self.accept(".."):
            return {"low": low, "high": low}
        return {"low": low, "high": ALL_BUT if self.accept("all") else self.whole()}
