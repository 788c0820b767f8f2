"""A position as one SVG picture: nobles, decks and bank above, a strip for each player below."""

from contextlib import nullcontext

from engine.game import Ended
from engine.lanes import unpack_lanes
from engine.splendor.lanes import COLOURS
from engine.splendor.state import EMPTY
from engine.svg import CARD, EDGE, SOFT, Canvas
from engine.words import many

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


def draw_tokens(canvas: Canvas, x: float, y: float, word, radius: float = 10, mark: str = "") -> float:
    """Counts of a word in a row, each with its mark if there is one; returns where the next thing may stand."""
    for lane, n in enumerate(unpack_lanes(word)):
        if n:
            fill, ink, letter = PAINT[lane]
            with canvas.mark(f"{mark}-{lane}") if mark else nullcontext():
                canvas.disc(x, y, radius, fill, f"{n}{letter}", ink, radius, f"{n} {(*COLOURS, 'gold')[lane]}")
            x += 2.3 * radius
    return x


def draw_card(canvas: Canvas, rules, card: int, x: float, y: float, covered: bool = False) -> None:
    """A card, its back, or the hole that it left."""
    if card == EMPTY:
        canvas.box(x, y, CARD_W, CARD_H, "none", EDGE)
        return
    if covered:
        canvas.box(x, y, CARD_W, CARD_H, "#b9b2a0")
        canvas.text(x + CARD_W / 2, y + CARD_H / 2 + 5, "covered", 12, SOFT, "middle")
        return
    lane = unpack_lanes(rules.bonus[card]).index(1)
    fill, ink, letter = PAINT[lane]
    canvas.box(x, y, CARD_W, CARD_H, CARD)
    canvas.box(x, y, CARD_W, 24, fill)
    canvas.text(x + CARD_W - 8, y + 17, letter, 14, ink, "end", "bold")
    if rules.worth[card]:
        canvas.text(x + 8, y + 18, int(rules.worth[card]), 16, ink, "start", "bold")
    draw_tokens(canvas, x + 13, y + 50, rules.cost[card], 9)


def svg(rules, state, viewer: int | None = None) -> str:
    """The whole table as an SVG document; with a viewer, the others' unseen cards stay covered."""
    canvas = Canvas()
    width = 2 * PAD + 84 + max(int(rules.face_up), 5) * (CARD_W + GAP)
    y = draw_table(canvas, rules, state, width)
    for player in range(state.n_players):
        y = draw_player(canvas, rules, state, player, viewer, y, width)
    return canvas.document(width, y + PAD)


def draw_table(canvas: Canvas, rules, state, width: float) -> float:
    """Draw the bank, nobles, decks and cards on the table."""
    ended = state.ended != Ended.PLAYING
    status = f"over: {Ended(int(state.ended)).name.lower()}" if ended else f"player {state.to_move + 1} to move"
    canvas.text(PAD, PAD + 12, f"Decision {state.turn} · {status}", 14, weight="bold")
    y = PAD + 24
    for place in range(state.n_nobles):
        tile, x = state.nobles[place], PAD + place * (CARD_W + GAP)
        with canvas.mark(f"noble-{place}"):
            canvas.box(x, y, CARD_W, 46, "#f1e6ef", "#8f6d8a")
            canvas.text(x + 8, y + 17, f"noble · {rules.noble_worth[tile]}", 12, weight="bold")
            draw_tokens(canvas, x + 13, y + 32, rules.noble_cost[tile], 9)
    y += 46 + GAP
    for deck in reversed(range(rules.decks)):
        with canvas.mark(f"deck-{deck}"):
            canvas.box(PAD, y, 76, CARD_H, "#d8d0ba")
            canvas.text(PAD + 38, y + 32, f"deck {deck + 1}", 13, SOFT, "middle", "bold")
            canvas.text(PAD + 38, y + 52, f"{state.deck_left[deck]} left", 12, SOFT, "middle")
        for i in range(rules.face_up):
            slot = deck * rules.face_up + i
            with canvas.mark(f"slot-{slot}"):
                draw_card(canvas, rules, int(state.board[slot]), PAD + 84 + i * (CARD_W + GAP), y)
        y += CARD_H + GAP
    canvas.text(PAD, y + 20, "Bank", 13, weight="bold")
    draw_tokens(canvas, PAD + 60, y + 16, state.bank, 13, "bank")
    return y + 40


def draw_player(canvas: Canvas, rules, state, player: int, viewer: int | None, y: float, width: float) -> float:
    """One player's strip."""
    moving = state.to_move == player and state.ended == Ended.PLAYING
    reserve = int(state.n_reserved[player])
    height = 62 + (CARD_H + GAP if reserve else 0)
    canvas.panel(PAD, y, width - 2 * PAD, height, moving)
    owned = (state.score[player], "point"), (state.cards[player], "card"), (state.nobles_owned[player], "noble")
    holds = " · ".join(many(number, thing) for number, thing in owned)
    canvas.text(PAD + 10, y + 20, f"Player {player + 1} · {holds}", 13, weight="bold")
    canvas.text(PAD + 10, y + 46, "tokens", 11, SOFT)
    x = draw_tokens(canvas, PAD + 64, y + 42, state.tokens[player], mark=f"tokens-{player}")
    x = max(x + 10, PAD + 250)
    canvas.text(x, y + 46, "bonuses", 11, SOFT)
    draw_tokens(canvas, x + 60, y + 42, state.bonuses[player])
    for place in range(reserve):
        covered = viewer is not None and viewer != player and int(state.hidden[player]) >> place & 1
        card = int(state.reserved[player, place])
        with canvas.mark(f"reserved-{player}-{place}"):
            draw_card(canvas, rules, card, PAD + 10 + place * (CARD_W + GAP), y + 58, bool(covered))
    return y + height + GAP
