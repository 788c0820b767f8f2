"""Study files in and out: TOML text, --set overrides, and errors that name file, key, found and accepted."""

import copy
import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from engine.errors import InputError, hint
from studies.spec.study import KINDS, AnyStudy

Table = dict[str, Any]
ACCEPTED = {  # pydantic's kinds of problem -> what the key takes
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    "none_required": "nothing",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than": "less than {lt}",
    "literal_error": "{expected}",
    "too_short": "at least {min_length} entries",
    "string_too_short": "a text that is not empty",
    "string_pattern_mismatch": "letters, digits, dots, dashes and underscores",
}


def load(path: Path, sets: Iterable[str] = ()) -> AnyStudy:
    """The study that a file describes, after overrides of the form key.key=value."""
    return check(override(read_table(path), sets), str(path))


def read_table(path: Path) -> Table:
    """A TOML file as plain data."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        files = [file.name for file in path.parent.glob("*.toml")]
        raise InputError(f"{path}: no such file; {hint(path.name, files, 'the study files there are {}')}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not a TOML file: {error}") from None


def override(table: Table, sets: Iterable[str]) -> Table:
    """The table with every key.key=value put in its place; checked with the rest, so that none is lost in silence."""
    result = copy.deepcopy(table)
    for setting in sets:
        key, equals, text = setting.partition("=")
        path = key.strip().split(".")
        if not equals or not all(path):
            raise InputError(f"--set {setting}: takes key=value, for example budget.games=500")
        inner = result
        for step in path[:-1]:
            inner = inner.setdefault(step, {})
            if not isinstance(inner, dict):
                raise InputError(f"--set {setting}: {step} is a value, not a table")
        inner[path[-1]] = read_value(text.strip())
    return result


def read_value(text: str) -> Any:
    """A value as TOML reads it; what TOML cannot read is text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def check(table: Mapping[str, Any], where: str) -> AnyStudy:
    """Plain data as a study, or the first error in one line."""
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError(f"{where}: kind = {kind!r} is not accepted; it takes {', '.join(KINDS)}")
    try:
        return KINDS[kind].model_validate(dict(table))
    except ValidationError as error:
        problems = sorted(
            error.errors(), key=lambda problem: problem["type"] != "extra_forbidden"
        )  # a misspelt key first
        raise InputError(f"{where}: {describe(KINDS[kind], dict(problems[0]))}") from None


def describe(model: type[BaseModel], problem: Mapping[str, Any]) -> str:
    """One validation problem in our words: key, found, accepted."""
    key = ".".join(map(str, problem["loc"]))
    match problem["type"]:
        case "extra_forbidden":
            known = keys_at(model, problem["loc"][:-1])
            return f"{key}: there is no such key; {hint(str(problem['loc'][-1]), known, 'it takes {}')}"
        case "missing":
            return f"{key} is missing"
        case "value_error":
            return f"{key or 'the study'}: {problem['ctx']['error']}"
    accepts = ACCEPTED.get(problem["type"], problem["msg"].removeprefix("Input should be "))
    return f"{key} = {problem['input']!r} is not accepted; it takes {accepts.format(**problem.get('ctx', {}))}"


def keys_at(model: type[BaseModel], path: Iterable[Any]) -> list[str]:
    """The keys that the table at this place takes."""
    for step in path:
        if step not in model.model_fields:
            return []
        hint = model.model_fields[step].annotation
        inner = [kind for kind in (hint, *get_args(hint)) if isinstance(kind, type) and issubclass(kind, BaseModel)]
        if not inner:
            return []
        model = inner[0]
    return list(model.model_fields)


def as_table(study: AnyStudy) -> Table:
    """The study as plain data: what the file set and the defaults of the rest; what is empty is left out."""
    return _filled(study.model_dump())


def _filled(table: Table) -> Table:
    tables = {key: _filled(value) if isinstance(value, dict) else value for key, value in table.items()}
    return {key: value for key, value in tables.items() if value not in (None, "", [], {})}


def as_toml(table: Mapping[str, Any]) -> str:
    """Plain data as TOML text: values first, then tables."""
    return "\n".join(_lines(table, ())) + "\n"


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterable[str]:
    for key, value in table.items():
        if not isinstance(value, Mapping):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in table.items():
        if isinstance(value, Mapping):
            inner = (*path, _key(key))
            yield f"\n[{'.'.join(inner)}]"
            yield from _lines(value, inner)


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() and key.isascii() else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)
