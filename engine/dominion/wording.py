"""Cards and what they do, in words. Only reads: no rule stands here."""

from collections import Counter

from engine.dominion.actions import NO, YES, Ask, answer_of, ask_of
from engine.dominion.instructions import ALL_BUT, KINDS, Op, Type, Zone
from engine.dominion.scores import turns_of
from engine.dominion.state import AS_SET, PILE_BITS, TO_ALL
from engine.dominion.zones import COPPER, CURSE, DUCHY, ESTATE, GOLD, KINGDOM, KINGDOM_PILES, PROVINCE, SILVER, counts
from engine.game import Ended
from engine.words import many

TREASURES, VICTORIES = (COPPER, SILVER, GOLD), (ESTATE, DUCHY, PROVINCE, CURSE)
IN_ORDER = (*range(KINGDOM, KINGDOM + KINGDOM_PILES), *TREASURES, *VICTORIES)  # as a hand is held
DO = {
    Ask.DISCARD: "discard",
    Ask.TRASH: "trash",
    Ask.PUT_BACK: "put back",
    Ask.PASS: "pass",
    Ask.DOUBLE: "play",
    Ask.TAKE: "take",
    Ask.ASIDE: "set aside",
    Ask.GAIN: "gain",
    Ask.NAME: "name",
}
WHERE = {
    Zone.H: "into the hand",
    Zone.D: "back on the deck",
    Zone.X: "on the discard pile",
    Zone.T: "into the trash",
    Zone.A: "aside",
}
PHASES = ("Actions", "purchases")
KIND_NAMES = {Type.ANY: "card"} | {kind: word for word, kind in KINDS.items()}
THINGS = {Op.CARDS: "Card", Op.ACTIONS: "Action", Op.BUYS: "Buy", Op.COINS: "Coin"}


def card_name(rules, card: int) -> str:
    """The name of a card."""
    return bytes(rules.letters[card]).rstrip(b"\0").decode()


def name(rules, state, pile: int) -> str:
    """The name of a pile's card."""
    return card_name(rules, state.cards[pile])


def card_counts(rules, state, numbers) -> str:
    """Numbers by pile as people write them: `2 Copper, Estate`."""
    words = [f"{n} " * (n > 1) + name(rules, state, pile) for pile in IN_ORDER if (n := numbers[pile])]
    return ", ".join(words) or "nothing"


def cards(rules, state, zone) -> str:
    """The cards of a zone."""
    return card_counts(rules, state, counts(zone))


def known_on_deck(rules, state, seat, owner: bool) -> list[str]:
    """The known cards on a deck from the top, as the owner or the others know them."""
    known = seat.known[: seat.n_known].tolist()
    words = [name(rules, state, entry & PILE_BITS) if owner or entry & TO_ALL else "?" for entry in reversed(known)]
    among = Counter(entry & PILE_BITS for entry in known if entry & AS_SET)
    if among and not owner:
        words.append(f"among them {card_counts(rules, state, among)}")
    return words


def headline(rules, state) -> str:
    """What is to be decided, or how it ended."""
    if state.ended != Ended.PLAYING:
        return f"decision {state.turn}, the game is over: {Ended(int(state.ended)).name.lower()}"
    turn = (
        f"turn {turns_of(state, state.active)} of player {state.active + 1}: {PHASES[state.phase]}, "
        f"{many(state.actions, 'Action')}, {many(state.buys, 'Buy')}, {many(state.coins, 'coin')}"
    )
    discount = f", all cards {state.bridge} less" if state.bridge else ""
    return f"decision {state.turn}, {turn}{discount}; player {state.to_move + 1}: {question(rules, state)}"


def question(rules, state) -> str:
    """What the player to move is asked."""
    ask = Ask(int(state.ask))
    if ask in (Ask.PLAY, Ask.BUY):
        return ask.name.lower()
    return f"{ask.name.lower().replace('_', ' ')}, {name(rules, state, int(state.frames[state.depth - 1].pile))}"


def say(rules, state, action: int) -> str:
    """What an action does, in words, before it is played."""
    ask, answer = Ask(ask_of(action)), answer_of(action)
    match ask:
        case Ask.PLAY:
            return "play no more Actions" if answer == NO else f"play {name(rules, state, answer)}"
        case Ask.BUY:
            return "buy nothing more" if answer == NO else f"buy {name(rules, state, answer)}"
        case Ask.REVEAL:
            return "reveal nothing" if answer == NO else f"reveal {name(rules, state, answer)}"
    frame = state.frames[state.depth - 1]
    first = f"{name(rules, state, int(frame.pile))}: "
    at = int(frame.pc)
    row = rules.code[at]
    match ask:
        case Ask.MAY:
            return first + ("" if answer == YES else "do not ") + sentence(rules, at + 1, int(row.jump))
        case Ask.MODE:
            return first + option(rules, at + 1, answer)
    if answer == NO:
        return first + f"{DO[ask]} {'no more' if ask != Ask.GAIN and frame.k else 'nothing'}"
    return first + f"{DO[ask]} {name(rules, state, answer)}"


def tell(rules, state, action: int, viewer: int, done: bool) -> str:
    """What another player hears of an action: not which card goes to a neighbour, or back on the deck unshown."""
    ask = Ask(ask_of(action))
    if ask not in (Ask.PUT_BACK, Ask.PASS) or answer_of(action) == NO:
        return say(rules, state, action)
    frame = state.frames[state.depth - 1]
    row = rules.code[frame.pc]
    if row.source == Zone.H and row.kind != Type.ANY:  # it must be of that kind, so it is shown
        return say(rules, state, action)
    return f"{name(rules, state, int(frame.pile))}: {DO[ask]} a card"


def clicks(rules, state, action: int) -> tuple[tuple[str, ...], ...]:
    """How an action is made on the picture: a pile of the supply, or a card of the hand."""
    ask, answer = Ask(ask_of(action)), answer_of(action)
    if answer == NO or ask in (Ask.MAY, Ask.MODE):
        return ()
    if ask in (Ask.BUY, Ask.GAIN, Ask.NAME):
        return ((f"pile-{answer}",),)
    in_hand = counts(state.seats[state.to_move].hand)[answer]
    return ((f"hand-{state.to_move}-{answer}",),) if in_hand else ()


def option(rules, at: int, number: int) -> str:
    """What an option does."""
    for _ in range(number):
        at = int(rules.code[at].jump)
    return sentence(rules, at + 1, int(rules.code[at].jump))


def sentence(rules, first: int, end: int) -> str:
    """What the instructions from one place to another do."""
    parts = [phrase(rules.code[at]) for at in range(first, end)]
    return ", ".join(part for part in parts if part)


def phrase(row) -> str:
    """What an instruction does; nothing for those that only lead on."""
    op, amount = Op(int(row.op)), int(row.amount)
    if op in THINGS:
        return f"+{amount} {THINGS[op]}{'s' * (amount != 1)}"
    if op == Op.MOVE:
        things = {Zone.D: "the deck", Zone.H: "the hand"}.get(Zone(int(row.source)), "the card")
        return f"put {things} {WHERE[Zone(int(row.target))]}"
    if op == Op.CHOOSE:
        everything = row.high == ALL_BUT
        if everything:
            return f"put the card{'' if row.source == Zone.Y else 's'} {WHERE[Zone(int(row.target))]}"
        return f"{DO[Ask(int(row.ask))]} {row.high} card{'s' * int(row.high != 1)}"
    if op == Op.GAIN:
        return f"gain a {KIND_NAMES[int(row.kind)]}"
    if op == Op.PLAYERS:
        return "the others do likewise"
    return "trash it" if op == Op.TRASH_SELF else ""
