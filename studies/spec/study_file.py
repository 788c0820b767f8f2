"""Study files in and out: TOML text, --set overrides, and errors that name file, key, found and accepted."""

import copy
import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from engine.errors import InputError, hint, shown
from engine.reading import read_text
from engine.space import check_names
from studies.spec.paths import from_place
from studies.spec.seal import SEAL, unsealed
from studies.spec.study import KINDS, AnyStudy

Table = dict[str, Any]
DEEPEST = 8  # parts of a key
KEYS = ("player", "game", "players", "rules", "preset", "study", "verdict", "proof")  # of a champion's file
RULES_FILE = ".toml"  # how the name of a file with rules ends; presets have none
ACCEPTED = {  # pydantic's kinds of problem -> what the key takes
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a whole number of 64 bits",
    "finite_number": "a finite number",
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
    "less_than_equal": "{le} or less",
    "too_long": "at most {max_length} entries",
    "string_too_long": "at most {max_length} letters",
    "literal_error": "{expected}",
    "too_short": "at least {min_length} entries",
    "string_too_short": "a text that is not empty",
    "string_pattern_mismatch": "letters, digits, dots, dashes and underscores",
}


def load(path: Path, sets: Iterable[str] = ()) -> AnyStudy:
    """The study that a file describes, after overrides of the form key.key=value.

    Files that it names are looked for from where it lies; those of an override from the working directory.
    """
    return check(override(from_place(read_table(path), path.parent), sets), str(path))


def read_table(path: Path) -> Table:
    """A TOML file as plain data."""
    text = read_text(path, "study files")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else too_much(error)
        raise InputError(f"{path}: not a TOML file: {' '.join(why.split())}") from None


def too_much(error: Exception) -> str:
    """What Python's reader of TOML trips over, in words."""
    return "nested too deeply" if isinstance(error, RecursionError) else "a number of too many digits"


def read_champion(path: Path) -> dict[str, Any]:
    """A champion's file. One that a study wrote has a checksum; one that a person wrote need not have any."""
    table = read_table(path)
    if SEAL not in table:
        check_names(KEYS, table, str(path))
        return table
    return unsealed(table, str(path), f"to play it as your own, delete the line that begins with {SEAL}")


def written_rules(game: str, preset: str, changes: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A preset of a game and changes of single rules, where the preset may be a file that says both.

    Files that it names are looked for from where it lies.
    """
    if not preset.endswith(RULES_FILE):
        return preset, dict(changes)
    path = Path(preset.removeprefix("@"))
    table = read_champion(path)
    if (named := table.get("game", game)) != game:
        raise InputError(f"{preset}: has rules of {named}, not of {game}")
    if not isinstance(rules := table.get("rules", {}), dict) or not (rules or "preset" in table):
        raise InputError(f'{preset}: has no rules; it takes preset = "..." or a table [rules]')
    placed = from_place({"game": {"name": game, **rules}}, path.parent)["game"]
    return str(table.get("preset", "")), {**{rule: placed[rule] for rule in rules}, **changes}


def override(table: Table, sets: Iterable[str]) -> Table:
    """The table with every key.key=value put in its place; checked with the rest, so that none is lost in silence."""
    result = copy.deepcopy(table)
    for setting in sets:
        key, equals, text = setting.partition("=")
        path = key.strip().split(".")
        if not equals or not all(path):
            raise InputError(f"--set {setting}: takes key=value, for example budget.games=500")
        if len(path) > DEEPEST:
            raise InputError(f"--set {setting}: there is no such key; none has more than {DEEPEST} parts")
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
    except (ValueError, RecursionError) as error:
        raise InputError(f"--set ...={shown(text)}: {too_much(error)}") from None


def check(table: Mapping[str, Any], where: str) -> AnyStudy:
    """Plain data as a study, or the first error in one line. Rules that stand in a file are written out."""
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError(f"{where}: kind = {shown(kind)} is not accepted; it takes {', '.join(KINDS)}")
    game = table.get("game")
    if isinstance(game, dict) and isinstance(preset := game.get("preset"), str) and isinstance(game.get("name"), str):
        changes = {key: value for key, value in game.items() if key not in ("name", "preset")}
        preset, changes = written_rules(game["name"], preset, changes)
        table = {**table, "game": {"name": game["name"], **({"preset": preset} if preset else {}), **changes}}
    try:
        return KINDS[kind].model_validate(dict(table))
    except ValidationError as error:
        first = min(error.errors(), key=lambda problem: problem["type"] != "extra_forbidden")  # a misspelt key
        raise InputError(f"{where}: {describe(KINDS[kind], first)}") from None


def describe(model: type[BaseModel], problem: Mapping[str, Any]) -> str:
    """One validation problem in our words: key, found, accepted."""
    key = ".".join(str(part)[:40] for part in problem["loc"][:DEEPEST])
    match problem["type"]:
        case "extra_forbidden":
            known = keys_at(model, problem["loc"][:-1])
            return f"{key}: there is no such key; {hint(str(problem['loc'][-1]), known, 'it takes {}')}"
        case "missing":
            return f"{key} is missing"
        case "value_error":
            return f"{key or 'the study'}: {problem['ctx']['error']}"
    accepts = ACCEPTED.get(problem["type"], problem["msg"].removeprefix("Input should be "))
    return f"{key} = {shown(problem['input'])} is not accepted; it takes {accepts.format(**problem.get('ctx', {}))}"


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
    """Plain data as TOML text: values first, then tables. Below the parts of a study all keeps its order, because the
    order of knobs in a space decides what a search draws."""
    return "\n".join(_lines(table, ())) + "\n"


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterable[str]:
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping) and len(path) < 2}
    for key, value in table.items():
        if key not in inner:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        here = (*path, _key(key))
        yield f"\n[{'.'.join(here)}]"
        yield from _lines(value, here)


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
