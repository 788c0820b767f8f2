"""A position as one SVG picture: a panel for each city with its board, its cards by colour and, if seen, its hand."""

from engine.game import NONE, Ended
from engine.lanes import unpack_lanes
from engine.sevenwonders.actions import Way, row_of, way_of
from engine.sevenwonders.content import COLOURS, NUMERALS
from engine.sevenwonders.hands import as_set
from engine.sevenwonders.lanes import GOODS
from engine.sevenwonders.printed import board, city_goods, city_rows, colour, cost, rows_in, title, words
from engine.sevenwonders.scoring import Part, points, points_of
from engine.sevenwonders.state import COUNTS, MARKS, SIDE_ROOM, STAGES_FROM, Count, Mark, coins_of, held_hand
from engine.svg import CARD, MOVING, SOFT, Canvas
from engine.words import many

# Fill and ink of the colours of cards; the goods have letters as well, for those who do not see the colour.
PAINT = {
    "brown": ("#8a5a33", "#ffffff"),
    "grey": ("#8d9499", "#ffffff"),
    "blue": ("#2f6fb5", "#ffffff"),
    "yellow": ("#e3b23c", "#222222"),
    "red": ("#bf3b33", "#ffffff"),
    "green": ("#3a8a4f", "#ffffff"),
    "purple": ("#7b4f9d", "#ffffff"),
}
GOODS_PAINT = dict(
    zip(GOODS, ("#8a5a33", "#9a9a9a", "#4a4a4a", "#c0603a", "#7fb8d6", "#a06bb0", "#d9c58b"), strict=True)
)
PAD, GAP, CHIP_W, CHIP_H = 14, 6, 128, 34
WIDTH = 2 * PAD + len(COLOURS) * (CHIP_W + GAP) + 2 * GAP
WHOSE = {"left": "←", "own": "•", "right": "→"}


def draw_goods(canvas: Canvas, x: float, y: float, letters: str, radius: float = 6) -> None:
    """Goods in a row."""
    for place, letter in enumerate(letters):
        canvas.disc(x + 2.2 * radius * place, y, radius, GOODS_PAINT[letter], letter, "#ffffff", radius * 1.5)


def brief(effect: str) -> str:
    """An effect in few letters: `1 coin per brown ←•→`."""
    parts = []
    for part in effect.split("; "):
        kind, _, rest = part.partition(" ")
        for name, sign in WHOSE.items():
            rest = rest.replace(f" {name}", sign)
        match kind:
            case "make" | "power":
                parts.append(rest.replace("_", " "))
            case "science":
                parts.append("any symbol" if rest == "any" else rest)
            case "use":
                parts.append(f"any of {rest}")
            case "trade":
                parts.append(f"cheaper: {rest}")
            case "shields":
                parts.append(f"{rest} shield" + "s" * (rest != "1"))
            case _:
                number, _, per = rest.partition(" ")
                parts.append(f"{number} {kind}"[: -1 if number == "1" else None] + (f" {per}" if per else ""))
    return ", ".join(parts)


def draw_card(canvas: Canvas, rules, row: int, x: float, y: float, priced: bool) -> None:
    """A card with its effect and, in a hand, its cost."""
    fill, ink = PAINT[colour(rules, row)]
    canvas.box(x, y, CHIP_W, CHIP_H + 16 * priced, fill)
    canvas.text(x + 6, y + 14, title(rules, row), 11, ink, weight="bold")
    effect = brief(words(rules, row))
    canvas.text(x + 6, y + 27, effect, min(8.5, 230 / len(effect)), ink)
    if priced:
        canvas.box(x, y + CHIP_H, CHIP_W, 16, CARD)
        price = cost(rules, row)
        if set(price) <= set(GOODS):
            draw_goods(canvas, x + 11, y + CHIP_H + 8, price)
        else:
            canvas.text(x + 6, y + CHIP_H + 11.5, f"costs {price}", 8.5, SOFT)


def draw_board(canvas: Canvas, rules, state, player: int, x: float, y: float) -> None:
    """The stages of a board: built ones filled."""
    built = unpack_lanes(state.city[player, COUNTS])[Count.STAGE]
    for stage in range(rules.n_stages[state.side[player]]):
        structure = STAGES_FROM + SIDE_ROOM * int(state.side[player]) + stage
        done = stage < built
        canvas.box(x, y, 150, 36, "#d9b56a" if done else CARD, "#8a7a4a", 1.2, "" if done else "4 3")
        canvas.text(x + 8, y + 15, brief(words(rules, structure)), 10, weight="bold")
        if done:
            canvas.text(x + 8, y + 29, "built", 9, SOFT)
        else:
            draw_goods(canvas, x + 14, y + 26, cost(rules, structure))
        x += 150 + GAP


def draw_city(canvas: Canvas, rules, state, player: int, viewer: int | None, y: float) -> float:
    """One player's panel; returns where the next one may begin."""
    rows = city_rows(rules, state, player)
    columns = {name: [row for row in rows if colour(rules, row) == name] for name in COLOURS}
    seen = viewer in (None, player)
    cards = rows_in(rules, state.age, as_set(state.hand[held_hand(state, player)])) if seen else []
    deepest = max(len(column) for column in columns.values())
    height = 76 + deepest * (CHIP_H + 4) + (CHIP_H + 36 if cards else 6)
    moving = state.to_move == player and state.ended == Ended.PLAYING
    canvas.panel(PAD, y, WIDTH - 2 * PAD, height, moving)
    draw_heading(canvas, rules, state, player, y)
    draw_board(canvas, rules, state, player, PAD + GAP, y + 30)
    for place, column in enumerate(columns.values()):
        for depth, row in enumerate(column):
            x = PAD + GAP + place * (CHIP_W + GAP)
            draw_card(canvas, rules, row, x, y + 74 + depth * (CHIP_H + 4), priced=False)
    below = y + 78 + deepest * (CHIP_H + 4)
    if cards:
        picked = row_of(int(state.pick[player])) if state.pick[player] != NONE else NONE
        canvas.text(PAD + GAP, below + 8, "hand", 10, SOFT)
        for place, row in enumerate(cards):
            x = PAD + GAP + place * (CHIP_W + GAP)
            with canvas.mark(f"hand-{player}-{row}"):
                draw_card(canvas, rules, row, x, below + 12, priced=True)
            if row == picked:
                way = Way(way_of(int(state.pick[player]))).name.lower()
                canvas.box(x, below + 12, CHIP_W, CHIP_H + 16, "none", MOVING, 2.5)
                canvas.text(x + CHIP_W - 6, below + 12 + CHIP_H + 11.5, way, 9, MOVING, "end", "bold")
                picked = NONE  # one copy is enough
    return y + height + GAP


def draw_heading(canvas: Canvas, rules, state, player: int, y: float) -> None:
    """Who, with which board, what it owns."""
    marks = unpack_lanes(state.city[player, MARKS])
    canvas.text(PAD + 10, y + 20, f"Player {player + 1} · {board(rules, state, player)}", 14, weight="bold")
    symbols = f"{marks[Mark.COMPASS]} compass, {marks[Mark.WHEEL]} wheel, {marks[Mark.TABLET]} tablet"
    free = f", {marks[Mark.ANY]} of choice" if marks[Mark.ANY] else ""
    holds = f"{many(coins_of(state, player), 'coin')} · {many(marks[Mark.SHIELDS], 'shield')}"
    canvas.text(PAD + 240, y + 20, f"{holds} · conflicts {state.tokens[player]} · {symbols}{free}", 12)
    canvas.text(WIDTH - PAD - 10, y + 20, many(points(rules, state, player), "point"), 14, anchor="end", weight="bold")
    letters = "".join(letter * n for letter, n in city_goods(state, player).items())
    draw_goods(canvas, WIDTH - PAD - 12 - 15.4 * (len(letters) - 1), y + 44, letters, 7)


def points_table(rules, state) -> list[tuple[str, list]]:
    """The points by part, a column for each player."""
    players = range(state.n_players)
    lines: list[tuple[str, list]] = [("points", [f"player {player + 1}" for player in players])]
    lines += [(part.name.lower(), [points_of(rules, state, player, part) for player in players]) for part in Part]
    return [*lines, ("all", [points(rules, state, player) for player in players])]


def draw_points(canvas: Canvas, rules, state, y: float) -> float:
    """The points by part, a column for each player."""
    lines = points_table(rules, state)
    canvas.box(PAD, y, WIDTH - 2 * PAD, 20 * len(lines) + 12, CARD)
    for name, cells in lines:
        y += 20
        weight = "bold" if name in ("points", "all") else "normal"
        canvas.text(PAD + 10, y, name, 12, weight=weight)
        for place, cell in enumerate(cells):
            canvas.text(PAD + 200 + 100 * place, y, cell, 12, anchor="end", weight=weight)
    return y + 12 + GAP


def svg(rules, state, viewer: int | None = None) -> str:
    """The whole table as an SVG document; with a viewer, what it cannot see stays covered."""
    canvas = Canvas()
    ended = state.ended != Ended.PLAYING
    where = f"Age {NUMERALS[state.age]}, turn {state.age_turn + 1} · player {state.to_move + 1} decides"
    status = f"Over: {Ended(int(state.ended)).name.lower()}" if ended else where
    canvas.text(PAD, PAD + 12, f"{status} · {state.discarded} cards in the discard pile", 14, weight="bold")
    y: float = PAD + 24
    if ended:
        y = draw_points(canvas, rules, state, y)
    for player in range(state.n_players):
        y = draw_city(canvas, rules, state, player, viewer, y)
    return canvas.document(WIDTH, y + PAD)
