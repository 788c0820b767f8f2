"""One game as a single HTML page: SVG boards, stepped through with keys or buttons, nothing loaded from anywhere."""

import json
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

MOST_LETTERS = 18  # of a name on a panel
PAGE = Path(__file__).with_suffix(".html")


class Frame(NamedTuple):
    """A position, and what was played to reach it."""

    picture: str  # SVG
    caption: str
    marks: tuple[str, ...] = ()  # where on the picture it was played (`data-mark`)


def with_names(picture: str, names: Sequence[str]) -> str:
    """The picture with who plays there on every player's panel."""
    return re.sub(
        r">Player (\d+)\b", lambda found: f">{found[1]}: {escape(names[int(found[1]) - 1][:MOST_LETTERS])}", picture
    )


def places_of(view: ModuleType, rules: Any, state: Any, action: int) -> tuple[str, ...]:
    """Where on the picture an action is made, as far as the game's view tells."""
    stages = view.clicks(rules, state, action) if hasattr(view, "clicks") else ()
    return tuple(dict.fromkeys(mark for stage in stages for mark in stage))


def replay_page(title: str, note: str, frames: Sequence[Frame]) -> str:
    """The page. Neighbouring pictures share most of their shapes, so each distinct shape is stored once."""
    pieces: dict[str, int] = {}
    shown = []
    for frame in frames:
        shapes = re.findall(r"<[^<]*", frame.picture)
        picture = [pieces.setdefault(shape, len(pieces)) for shape in shapes]
        shown.append({"caption": frame.caption, "picture": picture, "marks": frame.marks})
    data = json.dumps({"pieces": list(pieces), "frames": shown}, separators=(",", ":"))
    parts = {"__TITLE__": escape(title), "__NOTE__": escape(note), "__DATA__": data.replace("</", "<\\/")}
    return re.sub("|".join(parts), lambda found: parts[found.group()], PAGE.read_text(encoding="utf-8"))
