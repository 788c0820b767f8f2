"""Plays the instructions of cards (effects.py): one small function for each, on a stack of cards being played.

A frame of the stack is all that a half-played card has to remember, so a position in the middle of a card is as good
as any other: it can be copied, shown and searched.
"""

from engine.dominion.actions import NO, NO_BIT, YES, Ask
from engine.dominion.choices import (
    answer,
    choose,
    choose_modes,
    fitting,
    gain,
    owner_of,
    piles_of,
    put_in,
    put_question,
)
from engine.dominion.instructions import NO_CODE, Op, Players, Relation, Type, Zone
from engine.dominion.state import TO_ALL
from engine.dominion.table import (
    can_draw,
    deliver,
    discard_deck,
    draw_cards,
    forget_passes,
    known_copies,
    show_card,
    show_hand,
    take_top,
)
from engine.dominion.zones import NO_PILE, WORDS, add, drop, first_pile, kinds, move_kinds, number, number_of, part
from engine.jit import jit, jit_inline


@jit
def start_card(rules, state, player, pile, gone):
    """Play a card that lies in the play area, or has left it (`gone`) since it was played before."""
    state.plays += 1
    card = state.cards[pile]
    if rules.effect_at[card] == NO_CODE:
        give_numbers(rules, state, player, card)
    else:
        push(state, player, pile, rules.effect_at[card], gone)


@jit_inline
def push(state, player, pile, first, gone):
    """One more card is being played."""
    frame = state.frames[state.depth]
    state.depth += 1
    frame.pc = first
    frame.pile = pile
    frame.player = frame.actor = player
    frame.k = frame.modes = frame.immune = frame.shown = frame.x_gone = frame.each = frame.most = 0
    frame.need = frame.cap = -1
    frame.x = NO_PILE
    frame.gone = gone


@jit_inline
def give_numbers(rules, state, player, card):
    """The Actions, Buys and coins of a card, then its cards."""
    state.actions += rules.plus_actions[card]
    state.buys += rules.plus_buys[card]
    state.coins += rules.plus_coins[card]
    if rules.plus_cards[card] > 0:
        draw_cards(state, player, rules.plus_cards[card])


@jit_inline
def run(rules, state):
    """Play on until somebody is asked (True) or no card is being played any more."""
    while state.depth > 0:
        frame = state.frames[state.depth - 1]
        row = rules.code[frame.pc]
        if row.op >= Op.IF_NUMBER:
            frame.pc = frame.pc + 1 if holds(state, frame, row) else row.jump
        elif row.op >= Op.CHOOSE:
            if decide(rules, state, frame, row):
                return True
        else:
            frame.pc += 1
            execute(rules, state, frame, row)
    return False


@jit_inline
def decide(rules, state, frame, row):
    """Instructions that may have to ask. True if they do."""
    if row.op == Op.CHOOSE:
        return choose(rules, state, frame, row)
    if row.op == Op.GAIN:
        return gain(rules, state, frame, row)
    if row.op == Op.MODE:
        return choose_modes(state, frame, row)
    if row.op == Op.WINDOW:
        return open_window(rules, state, frame)
    player = frame.player if row.yours else frame.actor
    put_question(state, player, row.ask, state.types[Type.ANY] if row.op == Op.NAME else 1 << YES | NO_BIT)
    return True


@jit
def execute(rules, state, frame, row):
    """Instructions that ask nobody; the frame is at the next one already."""
    op = row.op
    if op == Op.END:
        state.depth -= 1
        if state.depth > 0 and frame.gone:
            state.frames[state.depth - 1].x_gone = 1
    elif op == Op.NUMBERS:
        give_numbers(rules, state, int(frame.player), state.cards[frame.pile])
    elif op <= Op.COINS:
        give(state, frame, row)
    elif op <= Op.SHOW:
        move_cards(rules, state, frame, row)
    elif op == Op.PLAY:
        if frame.x != NO_PILE:
            start_card(rules, state, int(frame.player), int(frame.x), int(frame.x_gone))
    elif op == Op.IMMUNE:
        state.frames[state.depth - 2].immune |= 1 << frame.player
    elif op == Op.BRIDGE:
        state.bridge += row.amount
    elif op == Op.COPPERSMITH:
        state.coppersmith += row.amount
    else:
        go_on(rules, state, frame, row)


@jit_inline
def give(state, frame, row):
    """Cards, Actions, Buys or coins."""
    amount = int(row.amount) * int(frame.k) if row.of_x else int(row.amount)
    if row.op == Op.CARDS:
        draw_cards(state, int(frame.player) if row.yours else int(frame.actor), amount)
    elif row.op == Op.ACTIONS:
        state.actions += amount
    elif row.op == Op.BUYS:
        state.buys += amount
    else:
        state.coins += amount


@jit_inline
def move_cards(rules, state, frame, row):
    """Cards that move without a choice."""
    if row.op == Op.MOVE:
        move_all(state, frame, row)
    elif row.op == Op.REVEAL:
        state.looked_by, state.looked_seen = frame.actor, row.low
        for _ in range(row.amount):
            pile = take_top(state, int(frame.actor))
            if pile == NO_PILE:
                break
            add(state.looked, pile)
    elif row.op == Op.DIG:
        dig(rules, state, frame, row)
    elif row.op == Op.TRASH_SELF:
        if not frame.gone:
            frame.gone = 1
            drop(state.play, frame.pile)
            add(state.trash, frame.pile)
    else:
        show_hand(state, int(frame.actor))


@jit
def move_all(state, frame, row):
    """All cards of a kind go from a zone to another; k counts them."""
    player = owner_of(state, frame, row.source)
    seat = state.seats[player]
    piles = piles_of(state, row.kind)
    if row.source == Zone.D:
        discard_deck(seat)
    elif row.source == Zone.H:
        frame.k = number_of(seat.hand, piles)
        for word in range(WORDS):
            seat.seen[word] -= part(seat.seen, word, piles)
        forget_passes(state, player, 2, kinds(seat.hand) & piles)
        move_to(state, seat, seat.hand, row.target, piles)
    elif row.source == Zone.Y:
        frame.k = number_of(state.looked, piles)
        if row.target == Zone.H and state.looked_seen:
            for word in range(WORDS):
                seat.seen[word] += part(state.looked, word, piles)
        if row.target == Zone.A:
            state.aside_of = player
        move_to(state, seat, state.looked, row.target, piles)
    else:
        move_to(state, seat, state.aside, row.target, piles)


@jit_inline
def move_to(state, seat, zone, target, piles):
    """All cards of a set of piles go to a target."""
    if target == Zone.H:
        move_kinds(zone, seat.hand, piles)
    elif target == Zone.X:
        move_kinds(zone, seat.discard, piles)
    elif target == Zone.T:
        move_kinds(zone, state.trash, piles)
    else:
        move_kinds(zone, state.aside, piles)


@jit
def dig(rules, state, frame, row):
    """Reveal cards until enough are found that fit."""
    player = int(frame.actor)
    state.looked_by, state.looked_seen = player, 1
    wanted = fitting(rules, state, frame, row)
    left = int(row.high)
    if row.assign:
        frame.x, frame.x_gone = NO_PILE, 0
    while left > 0:
        pile = take_top(state, player)
        if pile == NO_PILE:
            break
        if (wanted >> pile) & 1:
            put_in(state, player, row.target, pile, TO_ALL)
            left -= 1
            if row.assign:
                frame.x = pile
        else:
            add(state.looked, pile)


@jit_inline
def go_on(rules, state, frame, row):
    """Instructions about where to go on."""
    if row.op == Op.JUMP:
        frame.pc = row.jump
    elif row.op == Op.OPTION:
        if not (frame.modes >> row.amount) & 1:
            frame.pc = row.jump
    elif row.op == Op.PLAYERS:
        if row.source != Players.EACH:
            to_next_player(state, frame, row)
            if frame.actor == frame.player:
                frame.pc = row.jump
    elif row.op == Op.NEXT_PLAYER:
        to_next_player(state, frame, row)
        if row.source == Players.LEFT:
            frame.actor = frame.player
        if frame.actor != frame.player:
            frame.pc = row.jump
    elif row.op == Op.DELIVER:
        deliver(rules, state)
    elif row.op == Op.FIRST_CARD:
        frame.each = 0
    else:
        left = kinds(state.looked) >> frame.each
        if left:
            frame.x = frame.each + first_pile(left)
            frame.each = frame.x + 1
        else:
            frame.pc = row.jump


@jit_inline
def to_next_player(state, frame, row):
    """The next player in turn whom a block is about, or the player of the card again."""
    frame.actor = following(state, frame.actor)
    while row.source == Players.ATK and frame.actor != frame.player and (frame.immune >> frame.actor) & 1:
        frame.actor = following(state, frame.actor)


@jit_inline
def following(state, player):
    """Who sits to the left."""
    return int(player) + 1 if player + 1 < state.n_players else 0


@jit
def holds(state, frame, row):
    """Whether a condition is met."""
    if row.op == Op.IF_SELF:
        return frame.gone == 0
    if row.op == Op.IF_TYPE:
        return frame.x != NO_PILE and ((piles_of(state, row.kind) >> int(frame.x)) & 1) != 0
    if row.op == Op.IF_LOOKED:
        return number(state.looked, frame.x) > 0
    if row.op == Op.IF_K:
        return compares(int(frame.k), row)
    if row.op == Op.IF_PLAYS:
        return compares(int(state.plays), row)
    seat = state.seats[frame.actor]
    if row.source == Zone.D:
        return compares(int(can_draw(seat)), row)
    piles = piles_of(state, row.kind)
    return compares(number_of(seat.hand, piles) if row.source == Zone.H else number_of(state.looked, piles), row)


@jit_inline
def compares(n, row):
    """Whether a number is what an instruction wants."""
    if row.relation == Relation.AT_MOST:
        return n <= row.amount
    return n == row.amount if row.relation == Relation.EQUAL else n >= row.amount


@jit
def open_window(rules, state, frame):
    """Before an attack does anything, each other player may show reactions. True if somebody is asked."""
    if state.types[Type.REACTION] != 0:
        if frame.actor == frame.player:
            frame.actor = following(state, frame.player)
        while frame.actor != frame.player:
            piles = reactions(rules, state, frame)
            if piles:
                put_question(state, frame.actor, Ask.REVEAL, piles | NO_BIT)
                return True
            frame.actor = following(state, frame.actor)
            frame.shown = 0
    frame.pc += 1
    return False


@jit_inline
def reactions(rules, state, frame):
    """What the actor can show: to be immune once, and anything else once for each copy, put back or not."""
    seat = state.seats[frame.actor]
    left = kinds(seat.hand) & state.types[Type.REACTION]
    useful = 0
    while left:
        pile = first_pile(left)
        left &= left - 1
        if makes_immune(rules, state, pile):
            if not (frame.immune >> frame.actor) & 1:
                useful |= 1 << pile
        elif frame.shown < number(seat.hand, pile) + known_copies(seat, pile):
            useful |= 1 << pile
    return useful


@jit_inline
def makes_immune(rules, state, pile):
    """Whether a reaction wards the attack off."""
    return rules.code[rules.reaction_at[state.cards[pile]]].op == Op.IMMUNE


@jit
def react(rules, state, choice):
    """A reaction is shown and resolved, or the next player is asked."""
    frame = state.frames[state.depth - 1]
    if choice == NO:
        frame.actor = following(state, frame.actor)
        frame.shown = 0
        if frame.actor == frame.player:
            frame.pc += 1
        return
    player = int(frame.actor)
    show_card(state.seats[player], choice)
    if not makes_immune(rules, state, choice):
        frame.shown += 1
    push(state, player, choice, rules.reaction_at[state.cards[choice]], 0)


@jit_inline
def resolve(rules, state, choice):
    """Go on with the card being played as the player to move has decided."""
    if state.ask == Ask.REVEAL:
        react(rules, state, choice)
    else:
        answer(rules, state, choice)
