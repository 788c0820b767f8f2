"""A position and an action in words and as a picture. Only reads: no rule stands here."""

from engine.game import Ended
from engine.lanes import unpack_lanes
from engine.splendor.actions import Kind, colours_of, kind_of, place_of, returned_by, taken_by
from engine.splendor.lanes import COLOURS
from engine.splendor.picture import svg
from engine.splendor.state import EMPTY, Asked
from engine.splendor.tally import Use
from engine.words import many

__all__ = ["clicks", "say", "show", "svg", "uses"]


def amounts(word) -> str:
    """Tokens in words: `2 white, 1 gold`."""
    names = [*COLOURS, "gold"]
    return ", ".join(f"{n} {names[i]}" for i, n in enumerate(unpack_lanes(word)) if n) or "nothing"


def card_text(rules, card: int) -> str:
    """A card in words: `green, 2 points, for 5 green`."""
    if card == EMPTY:
        return "-"
    bonus = COLOURS[unpack_lanes(rules.bonus[card]).index(1)]
    worth = int(rules.worth[card])
    return f"{bonus:<6} {worth} {'point ' if worth == 1 else 'points'} for {amounts(rules.cost[card])}"


def uses(rules) -> dict[str, list[str]]:
    """What `tally` counts, and the cards by name: `blue 1: 3 white 2 red` is colour, points and cost."""
    names = [
        f"{COLOURS[unpack_lanes(rules.bonus[card]).index(1)]} {rules.worth[card]}:"
        f" {amounts(rules.cost[card]).replace(',', '')}"
        for card in range(rules.deck_from[rules.decks])
    ]
    return {use.name.lower(): names for use in Use}


def show(rules, state, viewer: int | None = None) -> str:
    """The table as text that a person can play from; with a viewer, the others' unseen cards stay covered."""
    lines = [f"decision {state.turn}, {headline(state)}", f"bank    {amounts(state.bank)}"]
    for place in range(state.n_nobles):
        tile = state.nobles[place]
        lines.append(f"noble {place}  {rules.noble_worth[tile]} points for bonuses {amounts(rules.noble_cost[tile])}")
    for deck in reversed(range(rules.decks)):
        lines.append(f"deck {deck + 1}  ({state.deck_left[deck]} cards left)")
        for slot in range(deck * rules.face_up, (deck + 1) * rules.face_up):
            lines.append(f"  slot {slot:<2} {card_text(rules, int(state.board[slot]))}")
    for player in range(state.n_players):
        lines += player_lines(rules, state, player, viewer)
    return "\n".join(lines)


def headline(state) -> str:
    """The player to move, or the end of the game."""
    if state.ended == Ended.PLAYING:
        asked = {0: "to move", Asked.NOBLE: "chooses a noble"}.get(int(state.choosing), "returns a token")
        return f"player {state.to_move + 1} {asked}"
    return f"the game is over: {Ended(int(state.ended)).name.lower()}"


def player_lines(rules, state, player: int, viewer: int | None) -> list[str]:
    """One player's possessions."""
    mark = ">" if state.to_move == player and not state.ended else " "
    lines = [
        f"{mark} player {player + 1}: {many(state.score[player], 'point')}, "
        f"{many(state.cards[player], 'card')}, {many(state.nobles_owned[player], 'noble')}",
        f"    tokens  {amounts(state.tokens[player])}",
        f"    bonuses {amounts(state.bonuses[player])}",
    ]
    for place in range(state.n_reserved[player]):
        covered = viewer is not None and viewer != player and int(state.hidden[player]) >> place & 1
        text = "a covered card" if covered else card_text(rules, int(state.reserved[player, place]))
        lines.append(f"    reserve {place}: {text}")
    return lines


def say(rules, state, action: int) -> str:
    """What an action does, in words, before it is played."""
    kind, place = Kind(kind_of(action)), place_of(action)
    player = state.to_move
    back = f", return {amounts(returned_by(action))}" if returned_by(action) else ""
    match kind:
        case Kind.TAKE_DIFFERENT | Kind.TAKE_SAME:
            return f"take {amounts(taken_by(rules, kind, colours_of(action)))}{back}"
        case Kind.BUY_BOARD:
            return f"buy slot {place}: {card_text(rules, int(state.board[place]))}"
        case Kind.BUY_RESERVED:
            return f"buy reserved {place}: {card_text(rules, int(state.reserved[player, place]))}"
        case Kind.RESERVE_BOARD:
            return f"reserve slot {place}: {card_text(rules, int(state.board[place]))}{back}"
        case Kind.RESERVE_DECK:
            return f"reserve the top card of deck {place + 1}{back}"
        case Kind.NOBLE:
            return f"receive noble {place}: for bonuses {amounts(rules.noble_cost[state.nobles[place]])}"
        case Kind.PASS:
            return back.removeprefix(", ") or "pass"


def clicks(rules, state, action: int) -> tuple[tuple[str, ...], ...]:
    """How an action is made on the picture: the tokens taken, or the card; what is returned is chosen from a list."""
    kind, place = Kind(kind_of(action)), place_of(action)
    taken = tuple(f"bank-{colour}" for colour in range(len(COLOURS)) if colours_of(action) >> colour & 1)
    match kind:
        case Kind.TAKE_DIFFERENT:
            return (taken,)
        case Kind.TAKE_SAME:
            return (taken * int(rules.take_same),)
        case Kind.BUY_BOARD | Kind.RESERVE_BOARD:
            return ((f"slot-{place}",),)
        case Kind.BUY_RESERVED:
            return ((f"reserved-{state.to_move}-{place}",),)
        case Kind.RESERVE_DECK:
            return ((f"deck-{place}",),)
        case Kind.NOBLE:
            return ((f"noble-{place}",),)
        case Kind.PASS:
            back = unpack_lanes(returned_by(action))
            return ((f"tokens-{state.to_move}-{back.index(1)}",),) if any(back) else ()
