"""Set-ups of boards: which board, on which side, stands at which seat; a deal has one of those that the rules have."""

import functools
from itertools import count
from math import perm
from random import Random

from engine.errors import InputError, hint
from engine.game import NONE
from engine.sevenwonders.content import SIDES

ANY_BOARD = "any"
Setup = tuple[tuple[int, int], ...]  # board and side by seat, NONE for what is drawn with the deal


def read_setups(text: str, players: int, names: list[str]) -> list[Setup]:
    """`Giza B / any / Rhodos`, or several of these with ; between; one that leaves all open for an empty text."""
    if not text.strip():
        return [((NONE, NONE),) * players]
    return [tuple(read_seat(seat, names) for seat in setup.split("/")) for setup in text.split(";")]


def read_seat(text: str, names: list[str]) -> tuple[int, int]:
    """A board, with or without a side."""
    *words, last = text.split() or [ANY_BOARD]
    given, side = (" ".join(words), last.upper()) if words else (last, "")
    name = next((known for known in (*names, ANY_BOARD) if known.lower() == given.lower()), None)
    if name is None:
        raise InputError(f"sevenwonders rules: boards: unknown board {given!r}; {hint(given, [*names, ANY_BOARD])}")
    if side and side not in SIDES:
        raise InputError(f"sevenwonders rules: boards: {name} has no side {last!r}; it takes {' or '.join(SIDES)}")
    return NONE if name == ANY_BOARD else names.index(name), SIDES.index(side) if side else NONE


@functools.lru_cache(maxsize=16)
def draw_setups(open_one: Setup, number: int, boards: int, side: int, seed: int) -> tuple[Setup, ...]:
    """So many different set-ups that agree with one; sides that it leaves open are `side`, or drawn if that is NONE."""
    left = [board for board in range(boards) if board not in dict(open_one)]
    free = sum(board == NONE for board, _ in open_one)
    possible = perm(len(left), free) * (2 ** sum(s == NONE for _, s in open_one) if side == NONE else 1)
    if number > possible:
        raise InputError(f"sevenwonders rules: setups = {number} is not accepted; there are {possible}")
    found: dict[Setup, None] = {}
    for attempt in count():
        random = Random(f"{seed} {attempt}")
        drawn = iter(random.sample(left, free))
        chosen = [(next(drawn) if board == NONE else board, fixed) for board, fixed in open_one]
        sides = [(random.randrange(2) if side == NONE else side) if fixed == NONE else fixed for _, fixed in open_one]
        found[tuple((board, fixed) for (board, _), fixed in zip(chosen, sides, strict=True))] = None
        if len(found) == number:
            break
    return tuple(found)
