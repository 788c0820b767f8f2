"""A position as one SVG picture: the supply above, then what is being played, then a strip for each player."""

from contextlib import nullcontext

from engine.dominion.instructions import Type
from engine.dominion.scores import score, turns_of
from engine.dominion.state import PILE_BITS, TO_ALL
from engine.dominion.wording import IN_ORDER, headline, name
from engine.dominion.zones import KINGDOM_PILES, counts, size
from engine.game import Ended
from engine.svg import INK, LINE, SOFT, Canvas
from engine.words import many

# The colour of a card by its type; a card of two types is painted in both.
PAINT = (
    (Type.ATTACK, "#e8b4a0"),
    (Type.REACTION, "#a8c8e6"),
    (Type.TREASURE, "#f0d67c"),
    (Type.VICTORY, "#a3cc95"),
    (Type.CURSE, "#bda3d0"),
    (Type.ACTION, "#ebe5d3"),
)
CARD_W, CARD_H, GAP, PAD = 118, 58, 8, 14
SMALL_H = 26
WIDTH = 2 * PAD + 7 * (CARD_W + GAP) - GAP


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
    canvas.text(x + 7, y + 17, words, 11.5, SOFT if pile < 0 else INK)
    if n > 1:
        canvas.text(x + CARD_W - 6, y + 17, f"×{n}", 11.5, INK, "end", "bold")


def draw_row(canvas: Canvas, rules, state, words: str, numbers, y: float, backs: int = 0, mark: str = "") -> float:
    """A line of cards with a title before it; nothing if there are none."""
    if not any(numbers) and not backs:
        return y
    canvas.text(PAD + 10, y + 17, words, 12, SOFT)
    return draw_cards(canvas, rules, state, numbers, PAD + 86, y, backs, mark)


def svg(rules, state, viewer: int | None = None) -> str:
    """The whole table as an SVG document; with a viewer, what it has not seen stays covered."""
    canvas = Canvas()
    y = draw_supply(canvas, rules, state)
    for player in range(state.n_players):
        y = draw_player(canvas, rules, state, player, viewer, y)
    return canvas.document(WIDTH, y + PAD - GAP)


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
    title = f"Player {player + 1} · {many(points, 'point')} · {many(deck, 'card')} in the deck"
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
    strip = Canvas()
    strip.panel(PAD, top, WIDTH - 2 * PAD, y - top + 2, moving)
    canvas.shapes[frame:frame] = strip.shapes
    turns = f"turn {turns_of(state, player)}" if state.active == player else ""
    canvas.text(WIDTH - PAD - 10, top + 20, turns, 12, SOFT, "end")
    return y + 2 + GAP
