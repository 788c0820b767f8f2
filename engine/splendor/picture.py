"""A position as one SVG picture: nobles, decks and bank above, a strip for each player below."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from html import escape

from engine.game import Ended
from engine.splendor.lanes import COLOURS, unpack_lanes
from engine.splendor.state import EMPTY

# Fill, ink and letter of each lane; the letter carries the meaning for those who do not see the colour.
PAINT = (
    ("#f7f7f2", "#222222", "W"),
    ("#3b6fb6", "#ffffff", "U"),
    ("#2f8f5b", "#ffffff", "G"),
    ("#c8443a", "#ffffff", "R"),
    ("#3a3a3a", "#ffffff", "K"),
    ("#7d5ba6", "#ffffff", "V"),
    ("#e08a2e", "#222222", "O"),
    ("#e3c14a", "#222222", "★"),
)
CARD_W, CARD_H, GAP, PAD = 92, 74, 8, 14


class Canvas:
    """Collects shapes."""

    def __init__(self) -> None:
        self.shapes: list[str] = []

    @contextmanager
    def mark(self, name: str) -> Iterator[None]:
        """Shapes that are one thing, which moves are about: a page may let people click on it."""
        self.shapes.append(f'<g data-mark="{name}">')
        yield
        self.shapes.append("</g>")

    def box(self, x, y, w, h, fill, stroke="#8a8577", width=1.0, radius=6) -> None:
        self.shapes.append(
            f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{radius}" fill="{fill}" stroke="{stroke}" '
            f'stroke-width="{width}"/>'
        )

    def text(self, x, y, words, size=12, fill="#222222", anchor="start", weight="normal") -> None:
        self.shapes.append(
            f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" '
            f'font-weight="{weight}">{escape(str(words))}</text>'
        )

    def token(self, x, y, lane, words, radius=10) -> None:
        fill, ink, letter = PAINT[lane]
        self.shapes.append(
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="#55524a" stroke-width="0.8">'
            f"<title>{escape(str(words))} {(*COLOURS, 'gold')[lane]}</title></circle>"
        )
        self.text(x, y + 4, f"{words}{letter}", radius, ink, "middle", "bold")

    def tokens(self, x, y, word, radius=10, mark="") -> float:
        """Counts of a word in a row, each with its mark if there is one; returns where the next thing may stand."""
        for lane, n in enumerate(unpack_lanes(word)):
            if n:
                with self.mark(f"{mark}-{lane}") if mark else nullcontext():
                    self.token(x, y, lane, n, radius)
                x += 2.3 * radius
        return x


def draw_card(canvas: Canvas, rules, card: int, x: float, y: float, covered: bool = False) -> None:
    """A card, its back, or the hole that it left."""
    if card == EMPTY:
        canvas.box(x, y, CARD_W, CARD_H, "none", "#c9c4b5")
        return
    if covered:
        canvas.box(x, y, CARD_W, CARD_H, "#b9b2a0")
        canvas.text(x + CARD_W / 2, y + CARD_H / 2 + 5, "covered", 12, "#55524a", "middle")
        return
    lane = unpack_lanes(rules.bonus[card]).index(1)
    fill, ink, letter = PAINT[lane]
    canvas.box(x, y, CARD_W, CARD_H, "#fffdf6")
    canvas.box(x, y, CARD_W, 24, fill)
    canvas.text(x + CARD_W - 8, y + 17, letter, 14, ink, "end", "bold")
    if rules.worth[card]:
        canvas.text(x + 8, y + 18, int(rules.worth[card]), 16, ink, "start", "bold")
    canvas.tokens(x + 13, y + 50, rules.cost[card], 9)


def svg(rules, state, viewer: int | None = None) -> str:
    """The whole table as an SVG document; with a viewer, the others' unseen cards stay covered."""
    canvas = Canvas()
    width = 2 * PAD + 84 + max(int(rules.face_up), 5) * (CARD_W + GAP)
    y = draw_table(canvas, rules, state, width)
    for player in range(state.n_players):
        y = draw_player(canvas, rules, state, player, viewer, y, width)
    body = "".join(canvas.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y + PAD}" font-family="sans-serif">'
        f'<rect width="{width}" height="{y + PAD}" fill="#efeadc"/>{body}</svg>'
    )


def draw_table(canvas: Canvas, rules, state, width: float) -> float:
    """What belongs to nobody yet."""
    ended = state.ended != Ended.PLAYING
    status = f"over: {Ended(int(state.ended)).name.lower()}" if ended else f"player {state.to_move + 1} to move"
    canvas.text(PAD, PAD + 12, f"Decision {state.turn} · {status}", 14, weight="bold")
    y = PAD + 24
    for place in range(state.n_nobles):
        tile, x = state.nobles[place], PAD + place * (CARD_W + GAP)
        with canvas.mark(f"noble-{place}"):
            canvas.box(x, y, CARD_W, 46, "#f1e6ef", "#8f6d8a")
            canvas.text(x + 8, y + 17, f"{rules.noble_worth[tile]} noble", 12, weight="bold")
            canvas.tokens(x + 13, y + 32, rules.noble_cost[tile], 9)
    y += 46 + GAP
    for deck in reversed(range(rules.decks)):
        with canvas.mark(f"deck-{deck}"):
            canvas.box(PAD, y, 76, CARD_H, "#d8d0ba")
            canvas.text(PAD + 38, y + 32, f"deck {deck + 1}", 13, "#55524a", "middle", "bold")
            canvas.text(PAD + 38, y + 52, f"{state.deck_left[deck]} left", 12, "#55524a", "middle")
        for i in range(rules.face_up):
            slot = deck * rules.face_up + i
            with canvas.mark(f"slot-{slot}"):
                draw_card(canvas, rules, int(state.board[slot]), PAD + 84 + i * (CARD_W + GAP), y)
        y += CARD_H + GAP
    canvas.text(PAD, y + 20, "Bank", 13, weight="bold")
    canvas.tokens(PAD + 60, y + 16, state.bank, 13, "bank")
    return y + 40


def draw_player(canvas: Canvas, rules, state, player: int, viewer: int | None, y: float, width: float) -> float:
    """One player's strip."""
    moving = state.to_move == player and state.ended == Ended.PLAYING
    reserve = int(state.n_reserved[player])
    height = 62 + (CARD_H + GAP if reserve else 0)
    canvas.box(PAD, y, width - 2 * PAD, height, "#fffdf6", "#b5651d" if moving else "#c9c4b5", 2.5 if moving else 1)
    canvas.text(PAD + 10, y + 20, f"Player {player + 1}", 14, weight="bold")
    holds = f"{state.score[player]} points · {state.cards[player]} cards · {state.nobles_owned[player]} nobles"
    canvas.text(PAD + 84, y + 20, holds, 13)
    canvas.text(PAD + 10, y + 46, "tokens", 11, "#55524a")
    x = canvas.tokens(PAD + 64, y + 42, state.tokens[player])
    x = max(x + 10, PAD + 250)
    canvas.text(x, y + 46, "bonuses", 11, "#55524a")
    canvas.tokens(x + 60, y + 42, state.bonuses[player])
    for place in range(reserve):
        covered = viewer is not None and viewer != player and int(state.hidden[player]) >> place & 1
        card = int(state.reserved[player, place])
        with canvas.mark(f"reserved-{player}-{place}"):
            draw_card(canvas, rules, card, PAD + 10 + place * (CARD_W + GAP), y + 58, bool(covered))
    return y + height + GAP
