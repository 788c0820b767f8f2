"""Which plug-ins a study uses: they are noted when it begins, and a resumed study meets the same ones."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.errors import InputError
from engine.plugins import origin_of
from studies.spec.players import settings_of
from studies.spec.study import AnyStudy

Note = dict[str, str]


def used_by(study: AnyStudy) -> list[Note]:
    """The plug-ins that a study uses, as plain data: name, version, content and file."""
    found = filter(None, (origin_of(kind, name) for kind, name in sorted(set(names_in(study)))))
    return [{key: text for key, text in plugin._asdict().items() if key != "failure"} for plugin in found]


def names_in(study: AnyStudy) -> Iterator[tuple[str, str]]:
    """Every entry of a catalogue that a study names, by kind."""
    yield "GAME", study.game.name
    if optimiser := getattr(study, "optimiser", None):
        yield "OPTIMISER", optimiser.name
    for text in players_in(study):
        yield "AGENT", settings_of(text)[0]


def players_in(study: AnyStudy) -> Iterator[str]:
    """Every player that a study of any kind names."""
    for part in (study, *(getattr(study, name) for name in type(study).model_fields if name != "game")):
        for key in ("player", "players", "teacher"):
            found = getattr(part, key, ())
            yield from filter(None, [found] if isinstance(found, str) else found)


def check_unchanged(notes: Sequence[Note], where: Any) -> None:
    """Refuse to go on with other plug-ins than those that a study began with."""
    for note in notes:
        what = f"{note['kind'].lower()} {note['name']} of plug-in {note['package']} {note['version']}".rstrip()
        now = origin_of(note["kind"], note["name"])
        if now is None:
            raise InputError(f"{where}: uses {what}, which is not here: install it, or give --plugin {note['file']}")
        if now.content != note["content"]:
            raise InputError(
                f"{where}: {what} had content {note['content']} when the study began, now {now.content}; "
                f"put the old one back ({now.file}), or run the study anew"
            )
