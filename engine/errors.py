"""What a user did wrong, said in one line."""

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from typing import Any

LONGEST_NAME = 100  # letters of a name that are compared
LONGEST_LINE = 600  # letters of a message
MUCH = 0.2  # less alike than the nearest name: not worth naming


class InputError(ValueError):
    """Bad input: names the place, what was found there and what is accepted, in one line whatever was found.

    The command line exits with 2.
    """

    def __init__(self, text: str) -> None:
        half = LONGEST_LINE // 2
        cut = text if len(text) <= LONGEST_LINE else f"{text[:half]} ... {text[-half:]}"
        super().__init__("".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in cut))


def shown(value: Any, most: int = 60) -> str:
    """A value as an error message quotes it: never long, whatever it is."""
    if isinstance(value, str):
        value = value[: most + 1]
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # of thousands of digits, or that deep
        return f"a {type(value).__name__} of unwieldy size"
    return text if len(text) <= most else text[:most] + "..."


def hint(name: str, known: Iterable[str], otherwise: str = "there are {}") -> str:
    """The names that were probably meant, or else all that there are."""
    names, name = list(dict.fromkeys(known)), name[:LONGEST_NAME]
    similar = {near: SequenceMatcher(None, near, name).ratio() for near in get_close_matches(name, names, n=3)}
    near = [other for other, alike in similar.items() if alike > max(similar.values()) - MUCH]
    return f"did you mean {' or '.join(near)}?" if near else otherwise.format(", ".join(names) or "none")


def refuse_misfit(game: str, params: Any, wrong: bool, name: str, why: str) -> None:
    """Refuse a rule parameter that does not fit the others, if it is wrong."""
    if wrong:
        raise InputError(f"{game} rules: {name} = {getattr(params, name)} does not fit the others: {why}")


def unknown(what: str, name: str, known: Iterable[str]) -> InputError:
    """That there is nothing of this kind by that name."""
    return InputError(f"unknown {what} {shown(name)}; {hint(name, known)}")
