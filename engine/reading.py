"""Numbers and files as people give them: the one place that says what is accepted as a number and as a text.

Everything that a person writes goes through here: knobs, rules, options, study files, cards, networks.
"""

import csv
import math
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.errors import InputError, hint, shown

MOST_BYTES = 2**26  # of a file that a person names
WIDEST = 2**63 - 1  # of a whole number


def number(value: Any) -> float:
    """A finite number, given as one or as text; anything else is a ValueError."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError("not a number")
    try:
        result = float(value)
    except OverflowError:
        result = math.inf
    if not math.isfinite(result):
        raise ValueError("not finite")
    return result


def whole(value: Any) -> int:
    """A whole number that fits into 64 bits (1e3 is one too); anything else is a ValueError."""
    result = number(value)
    if result != int(result) or abs(result) > WIDEST:
        raise ValueError("not a whole number of 64 bits")
    if isinstance(value, str):
        digits = value.strip().lstrip("+-")
        return int(value) if digits.isdecimal() else int(result)
    return int(value)


def within(value: Any, key: str, where: str, least: float, most: float, fraction: bool = False) -> Any:
    """A number between two bounds, or an error that names the key: what was found there and what it takes."""
    with suppress(ValueError):
        if least <= (found := number(value) if fraction else whole(value)) <= most:
            return found
    kind = "a number" if fraction else "a whole number"
    raise InputError(f"{where}: {key} = {shown(value)} is not accepted; it takes {kind} from {least:g} to {most:g}")


def cell(text: str, place: str, least: int, most: int) -> int:
    """The whole number in a cell of a table, or an error that names the place."""
    with suppress(ValueError):
        if least <= (found := whole(text)) <= most:
            return found
    raise InputError(f"{place}: found {shown(text)}, it takes a whole number from {least} to {most}")


def read_bytes(path: Path | str, what: str = "files") -> bytes:
    """The content of a file that a person named; `what` are the files that are listed if it is not there."""
    path = Path(path)
    try:
        size = path.stat().st_size
        if path.is_file() and size <= MOST_BYTES:
            return path.read_bytes()
    except FileNotFoundError:
        near = hint(path.name, neighbours(path), f"the {what} there are {{}}")
        raise InputError(f"{shown_path(path)}: no such file; {near}") from None
    except OSError as error:
        raise InputError(f"{shown_path(path)}: cannot be read ({error.strerror or error})") from None
    except ValueError:  # a null byte
        raise InputError(f"{shown_path(path)}: not the name of a file") from None
    more = f"more than {MOST_BYTES // 2**20} MB"
    raise InputError(f"{path}: cannot be read ({more if path.is_file() else 'it is a folder or a device'})")


def read_text(path: Path | str, what: str = "files") -> str:
    """A file's text."""
    try:
        return read_bytes(path, what).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: cannot be read (no UTF-8 at byte {error.start})") from None


def read_rows(path: Path | str, columns: Sequence[str], note: str = "") -> list[tuple[str, dict[str, str]]]:
    """The rows of a CSV file with these columns, with the place of each; `note` says why the header must be so."""
    return rows_of(read_text(path), path, columns, note)


def rows_of(text: str, path: Path | str, columns: Sequence[str], note: str = "") -> list[tuple[str, dict[str, str]]]:
    """The rows of a CSV file that says this."""
    try:
        reader = csv.DictReader(text.splitlines(keepends=True), strict=True)
        if list(reader.fieldnames or ()) != list(columns):
            found = ",".join(reader.fieldnames or ["nothing"])
            raise InputError(f"{path}:1: the header is {found}; {note}it must be {','.join(columns)}")
        rows = [(f"{path}:{reader.line_num}", row) for row in reader]
    except csv.Error as error:
        raise InputError(f"{path}: cannot be read ({error})") from None
    for place, row in rows:
        if None in row or None in row.values():
            raise InputError(f"{place}: the row does not have {len(columns)} columns")
    return rows


def write_text(path: Path | str, text: str) -> None:
    """Write a file that a person named."""
    path = Path(path)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{shown_path(path)}: cannot be written ({error.strerror or error})") from None
    except ValueError:
        raise InputError(f"{shown_path(path)}: not the name of a file that can be written") from None


def shown_path(path: Path) -> str:
    """A path as an error message names it: a text that was never meant as one may be long, or not printable."""
    text = str(path)
    return text if len(text) <= 200 and text.isprintable() else shown(text)


def neighbours(path: Path) -> list[str]:
    """The files of the same kind in the same place, for a hint."""
    try:
        return sorted(file.name for file in path.parent.glob(f"*{path.suffix}") if file.is_file())[:20]
    except (OSError, ValueError, NotImplementedError, IndexError):
        return []
