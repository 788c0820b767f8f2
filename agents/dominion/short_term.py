"""What to play, discard, trash, put back and reveal: the rules that all simple players share (Fenner 2014, section 4).

Where the source is silent they follow the defaults of Provincial. They look at what an instruction does and not at
names of cards, so that they play card files of your own as well.
"""

from collections import namedtuple
from typing import Annotated, NamedTuple

import numpy as np

from agents.dominion.cards import NOT_JUNK, deck_money, hand_money, is_green, keeping, least, most
from engine.bits import count
from engine.dominion.actions import NO, YES, Ask, encode
from engine.dominion.choices import number_in
from engine.dominion.instructions import NAMED, NO_CODE, Op, Type, Zone
from engine.dominion.state import PILE_BITS
from engine.dominion.zones import COPPER, CURSE, ESTATE, PILES, first_pile, kinds, number, number_of
from engine.jit import jit, jit_inline
from engine.space import Range, Steps, Within
from engine.workspace import unpack

UNSEARCHED = Within(False, True)


class Habits(NamedTuple):
    """What is a matter of taste in these rules (rulings 4 and 5), one knob each."""

    keep_money: Annotated[
        int, Range(0, 15), "optional trashing takes Coppers while all own Treasures still pay so much (ruling 4)"
    ] = 7
    curse_at: Annotated[
        int, Steps((3, 4, 5, 6, 7, 8, 99)), "Torturer: take the Curse if the hand pays so much (ruling 5)"
    ] = 6
    coins_at: Annotated[int, Steps((2, 4, 6, 8, 99)), "Minion: take coins if the hand pays so much (ruling 5)"] = 6
    show_moat: Annotated[bool, "show Moat to attacks (ruling 5)"] = True
    show_chamber: Annotated[bool, "show Secret Chamber to attacks (ruling 5)"] = False
    double_dearest: Annotated[bool, UNSEARCHED, "Throne Room: double the dearest; false: what is played first"] = False
    good_from: Annotated[int, Within(0, 99), "Spy: what is no junk and costs so much is a good card"] = 0
    aside_at: Annotated[int, Within(-1, 99), "Library: set Actions aside if so few can be played; -1: never"] = 0
    actions_at: Annotated[int, Within(1, 99), "Nobles: take Actions if none is left for so many cards in hand"] = 1
    junk_at: Annotated[int, Within(0, 99), "Steward: trash if the hand has so much junk; 0: enough for it"] = 0
    village_from: Annotated[int, Within(0, 99), "Mining Village: trash it if there is so much money"] = 4
    village_below: Annotated[int, Within(0, 99), "Mining Village: keep it if there is so much money"] = 8
    discard_estate: Annotated[bool, UNSEARCHED, "Baron: discard an Estate for coins"] = True
    turn_over: Annotated[bool, UNSEARCHED, "Chancellor: put the deck on the discard pile"] = True
    trash_curses: Annotated[bool, UNSEARCHED, "optional trashing takes Curses (ruling 4)"] = True
    trash_estates: Annotated[bool, UNSEARCHED, "and Estates (ruling 4)"] = True
    cheapest_first: Annotated[
        bool,
        UNSEARCHED,
        "forced discards take the cheapest card; false: first Victory cards, Curses, Coppers (ruling 5)",
    ] = False


HABITS = len(Habits._fields)


def with_habits(own):
    """The knobs of a player, and after them those that all simple players have."""
    fields = {**own.__annotations__, **Habits.__annotations__}
    defaults = {**own._field_defaults, **Habits._field_defaults}
    joined = namedtuple(own.__name__, fields, defaults=[defaults[name] for name in fields], module=own.__module__)
    joined.__doc__, joined.__annotations__ = own.__doc__, fields
    return joined


@jit_inline
def habits_of(knobs):
    """The habits of a player whose knobs end with them."""
    return unpack(Habits, knobs[-HABITS:])


@jit_inline
def by_habit(rules, state, knobs):
    """The action of a player whose knobs end with habits, for any question but what to buy."""
    answer = short_term(rules, state, habits_of(knobs))
    return encode(state.ask, answer)


@jit
def short_term(rules, state, habits):
    """The answer to any question but what to buy; gains are the dearest for oneself and the worst for others."""
    player, options = int(state.to_move), int(state.options)
    if state.ask == Ask.PLAY:
        return next_action(rules, state, options, False)
    if state.ask == Ask.REVEAL:
        return what_to_show(rules, state, options, habits)
    frame = state.frames[state.depth - 1]
    row = rules.code[frame.pc]
    if state.ask == Ask.DOUBLE:
        return next_action(rules, state, options, habits.double_dearest)
    if state.ask == Ask.MAY:
        return whether(rules, state, player, rules.code[frame.pc + 1], habits)
    if state.ask == Ask.MODE:
        return which_option(rules, state, frame, row, player, habits)
    if state.ask == Ask.NAME:
        return likeliest(state, player)
    if state.ask == Ask.GAIN:
        piles = options & ~(1 << NO)
        return most(rules, state, piles) if frame.actor == player else least(rules, state, piles, True)
    return which_card(rules, state, frame, row, player, options, habits)


@jit
def next_action(rules, state, options, dearest):
    """A card that plays others, if there is one to play; one that gives Actions; else, or always, the dearest."""
    hand = state.seats[state.active].hand
    best, found = -1.0, NO
    left = options & ~(1 << NO)
    several = number_of(hand, int(state.types[Type.ACTION])) > 1
    while left:
        pile = first_pile(left)
        left &= left - 1
        card = state.cards[pile]
        worth = float(rules.cost[card])
        if rules.plus_actions[card] > 0 and not dearest:
            worth += 100.0
        if plays_others(rules, card) and not dearest:
            worth = 200.0 if several else 0.0
        if worth > best:
            best, found = worth, pile
    return found


@jit_inline
def plays_others(rules, card):
    """Whether a card puts another one into play: the first that it does after its numbers."""
    at = rules.effect_at[card]
    return at != NO_CODE and rules.code[at + 1].op == Op.CHOOSE and rules.code[at + 1].target == Zone.P


@jit_inline
def what_to_show(rules, state, options, habits):
    """A reaction that makes immune before any other."""
    found = NO
    left = options & ~(1 << NO)
    while left:
        pile = first_pile(left)
        left &= left - 1
        if rules.code[rules.reaction_at[state.cards[pile]]].op == Op.IMMUNE:
            if habits.show_moat:
                return pile
        elif habits.show_chamber:
            found = pile
    return found


@jit_inline
def whether(rules, state, player, row, habits):
    """Trash a card for coins if they lift the purchase to 6 or 8; set an Action aside if it could not be played."""
    if row.op == Op.TRASH_SELF:
        money = state.coins + hand_money(rules, state, player)
        return YES if habits.village_from <= money < habits.village_below else NO
    if row.op == Op.MOVE and row.source == Zone.Y and row.target == Zone.A:
        return YES if state.actions <= habits.aside_at else NO
    if row.op == Op.MOVE and row.source == Zone.D and row.target == Zone.X:
        return YES if habits.turn_over else NO
    return YES


@jit
def which_option(rules, state, frame, row, player, habits):
    """The best option, or the first in order of the best ones where several are to be picked."""
    picked, wanted = int(frame.modes), int(row.low)
    chosen = picked
    for _ in range(wanted - count(np.uint64(picked))):
        best, found = -1.0, 0
        at = int(frame.pc) + 1
        for option in range(row.amount):
            worth = option_worth(rules, state, rules.code[at + 1], player, habits)
            if not (chosen >> option) & 1 and worth > best:
                best, found = worth, option
            at = int(rules.code[at].jump)
        chosen |= 1 << found
    return first_pile(chosen & ~picked)


@jit_inline
def option_worth(rules, state, row, player, habits):
    """What an option is worth, judged by the first thing that it does."""
    hand = state.seats[player].hand
    actions = number_of(hand, int(state.types[Type.ACTION]))
    if row.op == Op.ACTIONS:
        return 10.0 if state.actions == 0 and actions >= habits.actions_at else 1.0
    if row.op == Op.CARDS:
        return 6.0 if state.actions > 0 else 3.0
    if row.op == Op.COINS:
        return 4.0
    if row.op == Op.BUYS:
        return 2.0
    if row.op == Op.GAIN:  # a Curse
        none_left = row.kind == NAMED + CURSE and state.supply[CURSE] == 0
        return 6.0 if none_left or hand_money(rules, state, player) >= habits.curse_at else 0.0
    if row.source == Zone.Y:
        return worth_on_deck(rules, state, player, habits.good_from) if row.target == Zone.D else 0.5
    if row.op == Op.MOVE:  # the hand for a new one
        return 0.0 if actions > 0 or hand_money(rules, state, player) >= habits.coins_at else 9.0
    if row.target == Zone.T:
        return 8.0 if junk_in(state, hand) >= (habits.junk_at if habits.junk_at else row.high) else 0.0
    return 5.0


@jit_inline
def worth_on_deck(rules, state, player, good_from):
    """Whether the card looked at should stay on its deck: an own good one, another's bad one."""
    good = keeping(rules, state, first_pile(kinds(state.looked))) >= NOT_JUNK + good_from
    return 1.0 if good == (state.looked_by == player) else 0.0


@jit_inline
def junk_in(state, hand):
    """Estates and Curses of a hand."""
    return number(hand, ESTATE) + number(hand, CURSE)


@jit
def likeliest(state, player):
    """The card to name: the one on top if it is known, else that of which the deck has most."""
    seat = state.seats[player]
    if seat.n_known > 0:
        return int(seat.known[seat.n_known - 1] & PILE_BITS)
    best, found = -1, 0
    for pile in range(PILES):
        if number(seat.deck, pile) > best:
            best, found = number(seat.deck, pile), pile
    return found


@jit
def which_card(rules, state, frame, row, player, options, habits):
    """The next card of a choice of cards."""
    piles = options & ~(1 << NO)
    if state.ask == Ask.TAKE or (state.ask == Ask.TRASH and row.source == Zone.Y):  # the spoils of a Thief
        best = most(rules, state, piles)
        if (options >> NO) & 1 == 0:
            return best
        left = piles & ~(1 << COPPER)
        return highest(left) if left else NO
    if (options >> NO) & 1:
        return unforced(rules, state, frame, row, player, piles, habits)
    if state.ask == Ask.PUT_BACK:
        return put_back(rules, state, row, piles)
    by_cost = habits.cheapest_first or state.ask == Ask.TRASH or state.ask == Ask.PASS
    return worst_few(rules, state, row, player, piles, int(frame.need), by_cost)


@jit_inline
def put_back(rules, state, row, piles):
    """An Action that can no longer be played, else what is worth least."""
    actions = piles & state.types[Type.ACTION]
    if row.source == Zone.H and state.actions == 0 and actions and state.to_move == state.active:
        return most(rules, state, actions)
    return least(rules, state, piles, False)


@jit
def worst_few(rules, state, row, player, piles, n, own):
    """Of the n worst cards the one of the highest pile: they are chosen in falling order."""
    found = 0
    left = piles
    while n > 0 and left:
        pile = least(rules, state, left, own)
        left &= ~(1 << pile)
        n -= number_in(state, player, row.source, 1 << pile)
        found |= 1 << pile
    return highest(found)


@jit
def highest(piles):
    """The highest pile of a set."""
    found = 0
    while piles:
        found = first_pile(piles)
        piles &= piles - 1
    return found


@jit
def unforced(rules, state, frame, row, player, piles, habits):
    """Cards that need not be chosen: junk, and whatever the card wants that is asked for by name."""
    following = rules.code[frame.pc + 1]
    if row.kind >= NAMED and state.ask == Ask.DISCARD and not habits.discard_estate:
        return NO
    if row.kind >= NAMED or following.op == Op.GAIN:
        return least(rules, state, piles, True)
    wanted = 0
    left = piles
    while left:
        pile = first_pile(left)
        left &= left - 1
        if state.ask == Ask.TRASH:
            spare = (
                pile == COPPER
                and deck_money(rules, state, player) - rules.plus_coins[state.cards[COPPER]] >= habits.keep_money
            )
            bad = spare or (pile == CURSE and habits.trash_curses) or (pile == ESTATE and habits.trash_estates)
        elif following.op == Op.COINS:
            bad = worthless_now(state, pile)
        else:
            bad = pile == CURSE or is_green(state, pile)
        if bad:
            wanted |= 1 << pile
    if not wanted:
        return NO
    return worst_few(rules, state, row, player, wanted, int(frame.most), False)


@jit_inline
def worthless_now(state, pile):
    """Whether a card of the hand will not help in this turn."""
    if (state.types[Type.TREASURE] >> pile) & 1:
        return False
    return state.actions == 0 or not (state.types[Type.ACTION] >> pile) & 1
