"""A position and an action in words and as a picture. Only reads: no rule stands here."""

from engine.game import NONE, Ended
from engine.lanes import unpack_lanes
from engine.sevenwonders.actions import Way, left_coins, right_coins, row_of, way_of
from engine.sevenwonders.content import AGES, MOST_CARDS, MOST_STAGES, NUMERALS
from engine.sevenwonders.hands import as_set
from engine.sevenwonders.legal_moves import is_free, next_stage, pile_of
from engine.sevenwonders.params import Payment
from engine.sevenwonders.picture import points_table, svg
from engine.sevenwonders.printed import board, board_side, city_goods, city_rows, colour, cost, rows_in, title, words
from engine.sevenwonders.scoring import points
from engine.sevenwonders.state import COUNTS, MARKS, MOST_SIDES, Count, Mark, Phase, coins_of, held_hand
from engine.sevenwonders.tally import Use
from engine.sevenwonders.trade import price
from engine.words import many

__all__ = ["clicks", "lot_names", "lots", "say", "show", "svg", "tell", "uses"]


def card_text(rules, row: int) -> str:
    """A card in words: `Walls (red, age II, costs SSS: shields 2)`."""
    age = NUMERALS[int(rules.age_of[row])]
    return f"{title(rules, row)} ({colour(rules, row)}, age {age}, costs {cost(rules, row)}: {words(rules, row)})"


def uses(rules) -> dict[str, list[str]]:
    """What `tally` counts, with the names of boards, numbers of stages and cards."""
    names = {use: [title(rules, row) for row in range(MOST_CARDS)] for use in Use}
    names[Use.BOARD] = lot_names(rules)
    names[Use.STAGES_BUILT] = [str(number) for number in range(MOST_STAGES + 1)]
    return {use.name.lower().replace("_", " "): found for use, found in names.items()}


def lots(states):
    """State x seat: the sides of the boards that were dealt."""
    return states.side


def lot_names(rules) -> list[str]:
    """Every side of a board: `Giza B`."""
    return [board_side(rules, side) for side in range(MOST_SIDES)]


def show(rules, state, viewer: int | None = None) -> str:
    """The table as text that a person can play from; with a viewer, what it cannot see stays covered."""
    lines = [headline(state)]
    for player in range(state.n_players):
        lines += player_lines(rules, state, player, viewer)
    lines.append(f"discard pile: {int(state.discarded)} cards")
    if viewer is None or (state.phase == Phase.RECOVER and state.to_move == viewer):
        for age in range(AGES):
            names = ", ".join(title(rules, row) for row in rows_in(rules, age, pile_of(state, age)))
            lines += [f"    age {NUMERALS[age]}: {names}"] if names else []
    if state.ended != Ended.PLAYING:
        lines += [f"{name:<10}" + "".join(f"{n:>10}" for n in row) for name, row in points_table(rules, state)]
    return "\n".join(lines)


def headline(state) -> str:
    """Where the game stands and who decides, or how it ended."""
    if state.ended != Ended.PLAYING:
        return f"the game is over: {Ended(int(state.ended)).name.lower()}"
    asked = {
        Phase.PICK: "picks a card",
        Phase.SEVENTH: "may play the last card",
        Phase.RECOVER: "may build from the discard pile",
    }
    where = f"age {NUMERALS[state.age]}, turn {state.age_turn + 1} (decision {state.turn})"
    return f"{where}, player {state.to_move + 1} {asked[Phase(int(state.phase))]}"


def player_lines(rules, state, player: int, viewer: int | None) -> list[str]:
    """One player's city and, if it may be seen, hand."""
    marks, stages = unpack_lanes(state.city[player, MARKS]), unpack_lanes(state.city[player, COUNTS])[Count.STAGE]
    goods = " ".join(f"{n}{letter}" for letter, n in city_goods(state, player).items() if n)
    symbols = f"{marks[Mark.COMPASS]}/{marks[Mark.WHEEL]}/{marks[Mark.TABLET]}+{marks[Mark.ANY]}"
    coming = next_stage(rules, state, player)
    following = (
        f"next for {cost(rules, coming)}: {words(rules, coming)}"
        if stages < rules.n_stages[state.side[player]]
        else "all built"
    )
    lines = [
        f"player {player + 1}: {board(rules, state, player)}, {many(coins_of(state, player), 'coin')},"
        f" {many(marks[Mark.SHIELDS], 'shield')}, {many(state.tokens[player], 'point')} from conflicts,"
        f" {many(points(rules, state, player), 'point')} in all",
        f"    goods   {goods}; science (compass/wheel/tablet+any) {symbols}",
        f"    stages  {stages} of {rules.n_stages[state.side[player]]}, {following}",
    ]
    rows = city_rows(rules, state, player)
    for name in dict.fromkeys(colour(rules, row) for row in rows):
        names = ", ".join(title(rules, row) for row in rows if colour(rules, row) == name)
        lines.append(f"    {name:<7} {names}")
    if viewer in (None, player):
        hand = rows_in(rules, state.age, as_set(state.hand[held_hand(state, player)]))
        lines += [f"    hand    {card_text(rules, row)}" for row in hand]
        if state.pick[player] != NONE:
            lines.append(f"    picked  {say(rules, state, state.pick[player], player)}")
    return lines


def say(rules, state, action: int, player: int | None = None) -> str:
    """What an action does, in words, before it takes effect."""
    player = int(state.to_move) if player is None else player
    row, way = row_of(int(action)), Way(way_of(int(action)))
    match way:
        case Way.BUILD:
            return f"build {card_text(rules, row)}{payment_text(rules, state, player, row, action)}"
        case Way.FREE:
            return f"build without cost {card_text(rules, row)}"
        case Way.STAGE:
            stage = next_stage(rules, state, player)
            what = f"build stage {unpack_lanes(state.city[player, COUNTS])[Count.STAGE] + 1} ({words(rules, stage)})"
            return f"{what} with {title(rules, row)}{payment_text(rules, state, player, stage, action)}"
        case Way.DISCARD:
            return f"discard {title(rules, row)}"
        case Way.RECOVER:
            return f"build from the pile {card_text(rules, row)}"
        case Way.DECLINE:
            return "leave the pile alone"


def tell(rules, state, action: int, viewer: int, done: bool) -> str:
    """What another player hears of an action: picks are covered until all are in, and some cards stay so."""
    way = Way(way_of(int(action)))
    if not done:
        return "pick a card"
    if way == Way.DISCARD:
        return "discard a card"
    said = say(rules, state, action)
    return said.replace(f" with {title(rules, row_of(int(action)))}", "") if way == Way.STAGE else said


def clicks(rules, state, action: int) -> tuple[tuple[str, ...], ...]:
    """How an action is made on the picture: a card of the hand; what is done with it is chosen from a list."""
    row, way = row_of(int(action)), Way(way_of(int(action)))
    return () if way in (Way.RECOVER, Way.DECLINE) else ((f"hand-{state.to_move}-{row}",),)


def payment_text(rules, state, player: int, structure: int, action: int) -> str:
    """What a structure costs here and now."""
    if is_free(rules, state, player, structure):
        return ", free by a card in the city"
    if rules.payment == Payment.CHOOSE:
        return f", {many(left_coins(int(action)), 'coin')} to the left, {right_coins(int(action))} to the right"
    coins = price(rules, state, player, structure)
    return f", for {many(coins, 'coin')}" if coins else ""
