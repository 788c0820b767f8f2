"""What a user did wrong, said in one line."""

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches

MUCH = 0.2  # less alike than the nearest name: not worth naming


class InputError(ValueError):
    """Bad input: names the place, what was found there and what is accepted. The command line exits with 2."""


def hint(name: str, known: Iterable[str], otherwise: str = "there are {}") -> str:
    """What was probably meant, or else all that there is."""
    names = list(dict.fromkeys(known))
    likeness = {near: SequenceMatcher(None, near, name).ratio() for near in get_close_matches(name, names, n=3)}
    near = [other for other, alike in likeness.items() if alike > max(likeness.values()) - MUCH]
    return f"did you mean {' or '.join(near)}?" if near else otherwise.format(", ".join(names) or "none")


def unknown(what: str, name: str, known: Iterable[str]) -> InputError:
    """That there is nothing of this kind by that name."""
    return InputError(f"unknown {what} {name!r}; {hint(name, known)}")
