"""A position as one SVG picture: the supply above, then what is being played, then a strip for each player."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from html import escape

from engine.dominion.instructions import Type
from engine.dominion.scores import score, turns_of
from engine.dominion.state import PILE_BITS, TO_ALL
from engine.dominion.wording import IN_ORDER, headline, name
from engine.dominion.zones import KINGDOM_PILES, counts, size
from engine.game import Ended

# The colour of a card by its type; a card of two types is painted in both.
PAINT = (
    (Type.ATTACK, "#e8b4a0"),
    (Type.REACTION, "#a8c8e6"),
    (Type.TREASURE, "#f0d67c"),
    (Type.VICTORY, "#a3cc95"),
    (Type.CURSE, "#bda3d0"),
    (Type.ACTION, "#ebe5d3"),
)
INK, FAINT, LINE = "#26231c", "#6d675a", "#8a8577"
CARD_W, CARD_H, GAP, PAD = 118, 58, 8, 14
SMALL_H = 26
WIDTH = 2 * PAD + 7 * (CARD_W + GAP) - GAP


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

    def box(self, x, y, w, h, fill, stroke=LINE, width=1.0, radius=5) -> None:
        self.shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{radius}" fill="{fill}" stroke="{stroke}" '
            f'stroke-width="{width:g}"/>'
        )

    def text(self, x, y, words, size=12, fill=INK, anchor="start", weight="normal") -> None:
        self.shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}" '
            f'font-weight="{weight}">{escape(str(words))}</text>'
        )

    def disc(self, x, y, radius, fill, words, ink=INK) -> None:
        self.shapes.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{LINE}" stroke-width="0.8"/>'
        )
        self.text(x, y + 4, words, 11, ink, "middle", "bold")


def paints(state, pile: int) -> list[str]:
    """The colours of a card, at most two."""
    return [colour for kind, colour in PAINT if int(state.types[kind]) >> pile & 1][:2]


def draw_face(canvas: Canvas, state, pile: int, x: float, y: float, h: float, stroke: str, width: float) -> None:
    """The ground of a card."""
    colours = paints(state, pile)
    canvas.box(x, y, CARD_W, h, colours[0], stroke, width)
    if len(colours) == 2:
        canvas.shapes.append(
            f'<path d="M{x + CARD_W - 5:g} {y + 1:g}h4v{h - 2:g}h-{CARD_W / 2 - 6:g}z" fill="{colours[1]}"/>'
        )


def draw_pile(canvas: Canvas, rules, state, pile: int, x: float, y: float) -> None:
    """A pile of the supply: name, cost, cards left; empty ones are crossed out."""
    left, cost = int(state.supply[pile]), max(0, int(rules.cost[state.cards[pile]]) - int(state.bridge))
    draw_face(canvas, state, pile, x, y, CARD_H, LINE, 1)
    words = name(rules, state, pile)
    canvas.text(x + CARD_W / 2, y + 22, words, 13 if len(words) < 13 else 12, INK, "middle", "bold")
    canvas.disc(x + 15, y + CARD_H - 15, 10, "#f6e7a8", cost)
    canvas.text(x + CARD_W - 10, y + CARD_H - 10, f"× {left}", 13, INK, "end")
    if left == 0:
        canvas.shapes.append(
            f'<path d="M{x:g} {y:g}l{CARD_W} {CARD_H}M{x + CARD_W:g} {y:g}l-{CARD_W} {CARD_H}" stroke="#9c3b2e" '
            'stroke-width="2"/>'
        )


def draw_cards(canvas: Canvas, rules, state, numbers, x: float, y: float, backs: int = 0, mark: str = "") -> float:
    """Small cards in rows from x on, marked if there is a mark, then covered ones; where the next row would begin."""
    left = x
    cards = [(pile, n) for pile in IN_ORDER if (n := numbers[pile])] + ([(-1, backs)] if backs else [])
    for pile, n in cards:
        if x + CARD_W > WIDTH - PAD:
            x, y = left, y + SMALL_H + 5
        with canvas.mark(f"{mark}-{pile}") if mark and pile >= 0 else nullcontext():
            draw_small(canvas, rules, state, pile, n, x, y)
        x += CARD_W + 5
    return y + SMALL_H + 6


def draw_small(canvas: Canvas, rules, state, pile: int, n: int, x: float, y: float) -> None:
    """Equal cards, known or covered."""
    if pile < 0:
        canvas.box(x, y, CARD_W, SMALL_H, "#c4bba5")
    else:
        draw_face(canvas, state, pile, x, y, SMALL_H, LINE, 0.8)
    words = "covered" if pile < 0 else name(rules, state, pile)
    canvas.text(x + 7, y + 17, words, 11.5, FAINT if pile < 0 else INK)
    if n > 1:
        canvas.text(x + CARD_W - 6, y + 17, f"×{n}", 11.5, INK, "end", "bold")


def draw_row(canvas: Canvas, rules, state, words: str, numbers, y: float, backs: int = 0, mark: str = "") -> float:
    """A line of cards with a title before it; nothing if there are none."""
    if not any(numbers) and not backs:
        return y
    canvas.text(PAD + 10, y + 17, words, 12, FAINT)
    return draw_cards(canvas, rules, state, numbers, PAD + 86, y, backs, mark)


def svg(rules, state, viewer: int | None = None) -> str:
    """The whole table as an SVG document; with a viewer, what it has not seen stays covered."""
    canvas = Canvas()
    y = draw_supply(canvas, rules, state)
    for player in range(state.n_players):
        y = draw_player(canvas, rules, state, player, viewer, y)
    body = "".join(canvas.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + PAD - GAP:g}" font-family="sans-serif">'
        f'<rect width="{WIDTH}" height="{y + PAD - GAP:g}" fill="#efeadc"/>{body}</svg>'
    )


def draw_supply(canvas: Canvas, rules, state) -> float:
    """Basic cards in the first row, the kingdom below, the trash beneath."""
    canvas.text(PAD, PAD + 12, headline(rules, state), 13, weight="bold")
    y = PAD + 24
    for i, pile in enumerate(IN_ORDER[KINGDOM_PILES:]):
        with canvas.mark(f"pile-{pile}"):
            draw_pile(canvas, rules, state, pile, PAD + i * (CARD_W + GAP), y)
    for i, pile in enumerate(sorted(IN_ORDER[:KINGDOM_PILES], key=lambda p: int(rules.cost[state.cards[p]]))):
        row, column = divmod(i, 5)
        x = PAD + (column + 1) * (CARD_W + GAP)
        with canvas.mark(f"pile-{pile}"):
            draw_pile(canvas, rules, state, pile, x, y + (row + 1) * (CARD_H + GAP))
    return draw_row(canvas, rules, state, "trash", counts(state.trash), y + 3 * (CARD_H + GAP)) + 2


def draw_player(canvas: Canvas, rules, state, player: int, viewer: int | None, y: float) -> float:
    """One player's strip."""
    seat, own = state.seats[player], viewer is None or viewer == player
    frame = len(canvas.shapes)
    points = score(rules, state, player, player if viewer is None else viewer)
    deck = size(seat.deck) + int(seat.n_known)
    title = f"Player {player + 1} · {points} points · {deck} cards in the deck"
    canvas.text(PAD + 10, y + 20, title, 13, weight="bold")
    top = y
    seen = counts(seat.hand) if own else counts(seat.seen)
    y = draw_row(canvas, rules, state, "hand", seen, y + 28, size(seat.hand) - sum(seen), f"hand-{player}")
    known = [0] * len(state.cards)
    for entry in seat.known[: seat.n_known].tolist():
        known[entry & PILE_BITS] += bool(own or entry & TO_ALL)
    y = draw_row(canvas, rules, state, "on the deck", known, y)
    if state.active == player:
        y = draw_row(canvas, rules, state, "in play", counts(state.play), y)
        y = draw_row(canvas, rules, state, "set aside", counts(state.aside), y)
    if state.looked_by == player:
        seen = counts(state.looked) if own or state.looked_seen else [0] * len(state.cards)
        y = draw_row(canvas, rules, state, "revealed", seen, y, size(state.looked) - sum(seen))
    y = draw_row(canvas, rules, state, "discard", counts(seat.discard), y)
    moving = state.to_move == player and state.ended == Ended.PLAYING
    stroke = ("#b5651d", 2.5) if moving else ("#c9c4b5", 1)
    strip = Canvas()
    strip.box(PAD, top, WIDTH - 2 * PAD, y - top + 2, "#fffdf6", *stroke)
    canvas.shapes[frame:frame] = strip.shapes
    turns = f"turn {turns_of(state, player)}" if state.active == player else ""
    canvas.text(WIDTH - PAD - 10, top + 20, turns, 12, FAINT, "end")
    return y + 2 + GAP
