"""Records that carry their own checksum, so that a damaged or edited one is never taken for what was written."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from engine.errors import InputError

SEAL = "checksum"
Record = dict[str, Any]


def checksum(data: bytes) -> str:
    """The SHA-256 of some bytes."""
    return hashlib.sha256(data).hexdigest()


def sealed(record: Mapping[str, Any]) -> Record:
    """The record with its checksum before all else, where a file that is cut off still has it."""
    return {SEAL: _of(record), **record}


def unsealed(record: Mapping[str, Any], where: str, otherwise: str) -> Record:
    """The record without its checksum, which must be right; `otherwise` says what can be done about one that is not."""
    rest = {key: value for key, value in record.items() if key != SEAL}
    if record.get(SEAL) != _of(rest):
        found = "has no checksum" if SEAL not in record else "is not what its checksum on the first lines stands for"
        raise InputError(f"{where}: damaged or edited: it {found}; {otherwise}")
    return rest


def _of(record: Mapping[str, Any]) -> str:
    return checksum(json.dumps(record, sort_keys=True, separators=(",", ":")).encode())


def read_record(text: str, where: str, otherwise: str) -> Record:
    """A sealed record from its JSON; damage is an error that says where."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:  # not JSON, or a number of thousands of digits
        line = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise InputError(f"{where}{line}: damaged: not JSON; {otherwise}") from None
    if not isinstance(found, dict):
        raise InputError(f"{where}:1: damaged: no table; {otherwise}")
    return unsealed(found, where, otherwise)


def write_record(record: Mapping[str, Any]) -> str:
    """A record as JSON with its checksum."""
    return json.dumps(sealed(record), indent=1)
