"""Drawing a position: shapes on a canvas, one look for all games."""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

PAPER, CARD, EDGE, LINE, SOFT, INK = "#efeadc", "#fffdf6", "#c9c4b5", "#8a8577", "#55524a", "#222222"
MOVING = "#b5651d"  # the frame of whoever is to move


class Canvas:
    """Shapes of a drawing, collected."""

    def __init__(self) -> None:
        self.shapes: list[str] = []

    @contextmanager
    def mark(self, name: str) -> Iterator[None]:
        """Shapes that are one thing, which moves are about: a page may let people click on it."""
        self.shapes.append(f'<g data-mark="{name}">')
        yield
        self.shapes.append("</g>")

    def box(self, x, y, w, h, fill, stroke=LINE, width=1.0, dash="", rounded=5) -> None:
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{rounded}" fill="{fill}" stroke="{stroke}" '
            f'stroke-width="{width:g}"{dashed}/>'
        )

    def panel(self, x, y, w, h, moving) -> None:
        """The ground of what belongs to a player."""
        self.box(x, y, w, h, CARD, MOVING if moving else EDGE, 2.5 if moving else 1)

    def text(self, x, y, words, size=12.0, fill=INK, anchor="start", weight="normal") -> None:
        self.shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}" '
            f'font-weight="{weight}">{escape(str(words))}</text>'
        )

    def circle(self, x, y, radius, fill, stroke, width, title="") -> None:
        told = f"<title>{escape(title)}</title>" if title else ""
        self.shapes.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}">'
            f"{told}</circle>"
        )

    def disc(self, x, y, radius, fill, words, ink=INK, size=11.0, title="") -> None:
        """A round token with a few letters."""
        self.circle(x, y, radius, fill, SOFT, 0.8, title)
        self.text(x, y + 0.36 * size, words, size, ink, "middle", "bold")

    def document(self, width, height) -> str:
        """The whole drawing as an SVG document of that size."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="sans-serif">'
            f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>{"".join(self.shapes)}</svg>'
        )
