"""A position in words and as a picture. Only reads: no rule stands here."""

from engine.dominion.picture import svg
from engine.dominion.scores import score
from engine.dominion.state import MOST_CARDS
from engine.dominion.tally import Use
from engine.dominion.wording import IN_ORDER, card_name, cards, clicks, headline, known_on_deck, name, say, tell
from engine.dominion.zones import size
from engine.words import many

__all__ = ["clicks", "say", "show", "svg", "tell", "uses"]


def uses(rules) -> dict[str, list[str]]:
    """What `tally` counts, with the names of all cards."""
    names = [card_name(rules, card) for card in range(MOST_CARDS)]
    return {use.name.lower().replace("_", " "): names for use in Use}


def show(rules, state, viewer: int | None = None) -> str:
    """The table as text that a person can play from; with a viewer, what it has not seen stays covered."""
    lines = [headline(rules, state), *supply_lines(rules, state)]
    if size(state.trash):
        lines.append(f"trash   {cards(rules, state, state.trash)}")
    for player in range(state.n_players):
        lines += player_lines(rules, state, player, viewer)
    return "\n".join(lines)


def supply_lines(rules, state) -> list[str]:
    """Three piles a line: it fits into 80 columns."""
    words = [
        f"{state.supply[pile]:>2} {name(rules, state, pile)} ({max(0, rules.cost[state.cards[pile]] - state.bridge)})"
        for pile in IN_ORDER
    ]
    return [
        f"{'supply' if i == 0 else '':<6} " + "".join(f"{word:<24}" for word in words[i : i + 3]).rstrip()
        for i in range(0, len(words), 3)
    ]


def player_lines(rules, state, player: int, viewer: int | None) -> list[str]:
    """What a player has, as the viewer knows it."""
    seat, own = state.seats[player], viewer is None or viewer == player
    points = score(rules, state, player, player if viewer is None else viewer)
    mark = ">" if state.to_move == player and not state.ended else " "
    hand = cards(rules, state, seat.hand)
    if not own:
        shown = f", among them {cards(rules, state, seat.seen)}" if size(seat.seen) else ""
        hand = f"{size(seat.hand)} cards{shown}"
    top = known_on_deck(rules, state, seat, own)
    lines = [
        f"{mark} player {player + 1}: {many(points, 'point')}",
        f"    hand    {hand}",
        f"    deck    {size(seat.deck) + seat.n_known} cards" + (f", on top: {', '.join(top)}" if top else ""),
        f"    discard {cards(rules, state, seat.discard)}",
    ]
    if state.active == player and size(state.play):
        lines.append(f"    play    {cards(rules, state, state.play)}")
    if state.looked_by == player and size(state.looked):
        seen = own or state.looked_seen
        lines.append(f"    looks   {cards(rules, state, state.looked) if seen else f'{size(state.looked)} cards'}")
    if size(state.aside) and state.active == player:
        lines.append(f"    {'aside  ' if state.aside_of == player else 'trashed'} {cards(rules, state, state.aside)}")
    passed = state.passed[state.n_passed - state.in_flight : state.n_passed] if state.in_flight else ()
    for pile, giver, _ in passed:
        if giver == player:
            lines.append(f"    passes  {name(rules, state, pile) if own else 'a card'}")
    return lines
