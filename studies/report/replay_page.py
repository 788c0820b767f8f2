"""One game as a single HTML page: SVG boards, stepped through with keys or buttons, nothing loaded from anywhere."""

import json
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).with_suffix(".html")


class Frame(NamedTuple):
    """A position, and what was played to reach it."""

    picture: str  # SVG
    caption: str


def replay_page(title: str, note: str, frames: Sequence[Frame]) -> str:
    """The page. Neighbouring pictures share most of their shapes, so each distinct shape is stored once."""
    pieces: dict[str, int] = {}
    shown = []
    for frame in frames:
        shapes = re.findall(r"<[^<]*", frame.picture)
        picture = [pieces.setdefault(shape, len(pieces)) for shape in shapes]
        shown.append({"caption": frame.caption, "picture": picture})
    data = json.dumps({"pieces": list(pieces), "frames": shown}, separators=(",", ":"))
    parts = {"__TITLE__": escape(title), "__NOTE__": escape(note), "__DATA__": data.replace("</", "<\\/")}
    return re.sub("|".join(parts), lambda found: parts[found.group()], PAGE.read_text(encoding="utf-8"))
