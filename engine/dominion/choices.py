"""The questions that cards put: which cards, which pile, which option. A question with one answer is not put.

Several cards are chosen one by one, in falling order of their piles, so that every outcome is reached once; where the
order matters, because they go on the deck, in any order.
"""

from engine.dominion.actions import NO, NO_BIT, YES, Ask
from engine.dominion.instructions import ALL_BUT, NAMED, Op, Relation, Type, Zone
from engine.dominion.state import AS_SET, MOST_COST, TO_ALL
from engine.dominion.table import hand_over, leave_hand, leave_hand_unseen, put_on_deck, take_from_supply
from engine.dominion.zones import CURSE, NO_PILE, add, drop, first_pile, kinds, number_of
from engine.jit import jit, jit_inline


@jit_inline
def put_question(state, player, ask, options):
    """The player is to decide."""
    state.to_move = player
    state.ask = ask
    state.options = options


@jit_inline
def piles_of(state, kind):
    """The piles of a kind of card, as a set."""
    return int(state.types[kind]) if kind < NAMED else 1 << (int(kind) - NAMED)


@jit_inline
def cost_of(rules, state, pile):
    """What a card costs now."""
    return max(0, rules.cost[state.cards[pile]] - state.bridge)


@jit_inline
def costing_at_most(state, cost):
    """The piles of cards that cost so much now, or less."""
    if cost < 0:
        return 0
    return int(state.cheap[min(cost + state.bridge, MOST_COST)])


@jit
def fitting(rules, state, frame, row):
    """The piles of the kind and the cost that an instruction names. Measured by x they are none if x is no card."""
    piles = piles_of(state, row.kind)
    if row.relation == Relation.NONE:
        return piles
    cost = int(row.amount)
    if row.of_x:
        if frame.x == NO_PILE:
            return 0
        cost += cost_of(rules, state, frame.x)
    if row.relation == Relation.AT_MOST:
        return piles & costing_at_most(state, cost)
    less = costing_at_most(state, cost - 1)
    if row.relation == Relation.EQUAL:
        return piles & costing_at_most(state, cost) & ~less
    return piles & ~less


@jit_inline
def owner_of(state, frame, zone):
    """Whose cards an instruction moves."""
    return int(state.looked_by) if zone == Zone.Y else int(frame.actor)


@jit_inline
def decider(frame, row):
    """Who answers the question of an instruction."""
    return int(frame.player) if row.yours else int(frame.actor)


@jit_inline
def kinds_in(state, player, zone):
    """The piles of which a zone holds cards, as a set."""
    if zone == Zone.H:
        return kinds(state.seats[player].hand)
    return kinds(state.looked) if zone == Zone.Y else kinds(state.aside)


@jit_inline
def number_in(state, player, zone, piles):
    """How many cards of a set of piles a zone holds."""
    if zone == Zone.H:
        return number_of(state.seats[player].hand, piles)
    return number_of(state.looked, piles) if zone == Zone.Y else number_of(state.aside, piles)


@jit_inline
def take_out(state, player, row, pile):
    """A chosen card leaves its zone. From the hand it is seen unless it is put back or passed without having to be."""
    if row.source == Zone.H:
        covered = row.target == Zone.LEFT or (row.target == Zone.D and row.kind == Type.ANY)
        if covered:
            leave_hand_unseen(state, player, pile)
        else:
            leave_hand(state, player, pile)
    elif row.source == Zone.Y:
        drop(state.looked, pile)
    else:
        drop(state.aside, pile)


@jit
def put_in(state, player, zone, pile, who):
    """A card comes to a zone; `who` knows it there, as in `put_on_deck`."""
    seat = state.seats[player]
    if zone == Zone.X:
        add(seat.discard, pile)
    elif zone == Zone.H:
        add(seat.hand, pile)
        if who == TO_ALL:
            add(seat.seen, pile)
    elif zone == Zone.D:
        put_on_deck(seat, pile, who)
    elif zone == Zone.T:
        add(state.trash, pile)
    elif zone == Zone.P:
        add(state.play, pile)
    else:
        add(state.aside, pile)
        state.aside_of = player if zone == Zone.A else NO_PILE


@jit_inline
def who_sees(state, frame, row):
    """Who knows a card that an instruction has moved."""
    if row.source == Zone.H:
        return 0 if row.kind == Type.ANY else TO_ALL
    if row.source == Zone.Y and not state.looked_seen:
        return 0
    several = row.target == Zone.D and (frame.k > 0 or frame.most > 1)
    return AS_SET if several else TO_ALL


@jit_inline
def as_many(wanted, there):
    """A number of cards: `wanted`, all, or all but a few."""
    return wanted if wanted >= 0 else max(0, there + wanted - ALL_BUT)


@jit
def choose(rules, state, frame, row):
    """Go on with a choice of cards. True if somebody is asked."""
    player = owner_of(state, frame, row.source)
    piles = piles_of(state, row.kind)
    if frame.need < 0:
        there = number_in(state, player, row.source, piles)
        frame.most = min(there, as_many(int(row.high), there))
        frame.need = min(frame.most, as_many(int(row.low), there))
        frame.k = 0
        frame.cap = CURSE
        if row.assign:
            frame.x, frame.x_gone = NO_PILE, 0
    while frame.most > 0:
        options = cards_to_choose(state, frame, row, player, piles)
        if options & (options - 1):
            put_question(state, decider(frame, row), row.ask, options)
            return True
        pick(state, frame, row, first_pile(options))
    frame.need = -1
    frame.pc += 1
    return False


@jit_inline
def cards_to_choose(state, frame, row, player, piles):
    """The next cards that can be chosen: enough must be left below them; none, if no more are needed."""
    there = kinds_in(state, player, row.source) & piles
    if row.target != Zone.D:
        there &= (2 << int(frame.cap)) - 1
        below, left = 0, there
        while below < frame.need:  # the lowest piles that are not enough together
            lowest_left = first_pile(left)
            below += number_in(state, player, row.source, 1 << lowest_left)
            left &= left - 1
            if below < frame.need:
                there &= ~(1 << lowest_left)
    return there | (0 if frame.need > 0 else NO_BIT)


@jit
def pick(state, frame, row, pile):
    """A card is chosen, or no more."""
    if pile == NO:
        frame.most = 0
        return
    player = owner_of(state, frame, row.source)
    if row.target == Zone.LEFT:
        hand_over(state, player, pile)
    else:
        who = who_sees(state, frame, row)
        take_out(state, player, row, pile)
        put_in(state, player, row.target, pile, who)
    frame.k += 1
    frame.cap = pile
    frame.most -= 1
    frame.need = max(0, frame.need - 1)
    if row.assign:
        frame.x = pile


@jit
def gain(rules, state, frame, row):
    """Gain a card. True if somebody is asked which."""
    options = fitting(rules, state, frame, row) & state.stock
    if row.assign:
        frame.x, frame.x_gone = NO_PILE, 0
    if options == 0:
        frame.pc += 1
        return False
    if not row.low:
        options |= NO_BIT
    if options & (options - 1):
        put_question(state, decider(frame, row), Ask.GAIN, options)
        return True
    receive(state, frame, row, first_pile(options))
    return False


@jit
def receive(state, frame, row, pile):
    """The card comes from the supply, unless it was declined."""
    if pile != NO:
        take_from_supply(state, pile)
        put_in(state, int(frame.actor), row.target, pile, TO_ALL)
        if row.assign:
            frame.x = pile
    frame.pc += 1


@jit
def choose_modes(state, frame, row):
    """Pick options in rising order. True if somebody is asked."""
    if frame.need < 0:
        frame.need = row.low
        frame.modes = 0
        frame.cap = -1
    while frame.need > 0:
        options = (1 << (row.amount - frame.need + 1)) - (1 << (frame.cap + 1))
        if options & (options - 1):
            put_question(state, decider(frame, row), Ask.MODE, options)
            return True
        pick_mode(frame, first_pile(options))
    frame.need = -1
    frame.pc += 1
    return False


@jit_inline
def pick_mode(frame, mode):
    """An option is picked."""
    frame.modes |= 1 << mode
    frame.cap = mode
    frame.need -= 1


@jit
def answer(rules, state, choice):
    """Do what the player to move has decided about the card that is being played."""
    frame = state.frames[state.depth - 1]
    row = rules.code[frame.pc]
    if row.op == Op.CHOOSE:
        pick(state, frame, row, choice)
    elif row.op == Op.GAIN:
        receive(state, frame, row, choice)
    elif row.op == Op.MODE:
        pick_mode(frame, choice)
    elif row.op == Op.MAY:
        frame.pc = frame.pc + 1 if choice == YES else row.jump
    elif row.op == Op.NAME:
        frame.x = choice
        frame.pc += 1
