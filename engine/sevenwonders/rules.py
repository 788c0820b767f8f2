"""The rules: pick, settle a turn, end an age, end the game.

A turn is settled when the last pick is in, in the rulebook's order: everybody pays by the table as it was, everything
is placed, coins come by the table as it is then. Last cards and recovered cards are decisions of their own.
"""

import numpy as np

from engine.bits import ONE, ZERO, lowest
from engine.chance import fold
from engine.game import NONE, Ended
from engine.jit import jit, jit_inline
from engine.lanes import lane, one
from engine.sevenwonders.actions import Way, encode, left_coins, right_coins, row_of, way_of
from engine.sevenwonders.content import AGES
from engine.sevenwonders.dealing import deal, deal_age
from engine.sevenwonders.features import feature
from engine.sevenwonders.hands import as_set, card_at, has, without
from engine.sevenwonders.knowledge import redeal
from engine.sevenwonders.legal_moves import allows, can_recover, is_free, legal, next_stage
from engine.sevenwonders.params import Payment, Tie
from engine.sevenwonders.random_moves import sample
from engine.sevenwonders.scoring import counted_coins, parts, payoffs, points, winners
from engine.sevenwonders.similarity import similarity
from engine.sevenwonders.state import (
    COINS,
    COUNTS,
    FREE_USED,
    HAND,
    LAST_TURN,
    LINKS,
    MANUFACTURED,
    MARKS,
    NAMES_LOW,
    NOTHING,
    RAW_HIGH,
    RECOVER,
    SEVENTH_CARD,
    SEVENTH_LATER,
    Count,
    Covered,
    Mark,
    Phase,
    held_hand,
    left_of,
    mover,
    number,
    right_of,
    structure_of_stage,
)
from engine.sevenwonders.tally import tally
from engine.sevenwonders.trade import payment
from engine.winners import how_won

__all__ = [
    "allows", "deal", "feature", "has_chance", "key", "legal", "parts", "payoffs", "pending", "points",
    "progress", "redeal", "sample", "similarity", "step", "tally",
]  # fmt: skip

LAST_CARD = LAST_TURN + 1  # when the last card of a hand is played, as a turn
S3, S6 = np.uint64(3), np.uint64(6)


@jit_inline
def step(rules, state, action):
    """Play a legal action for the player to move, then whatever follows from it."""
    state.turn += 1
    player = mover(state)
    if state.phase == Phase.PICK:
        state.pick[player] = action
        following = left_of(state, player)
        while state.pick[following] != NONE and following != player:
            following = left_of(state, following)
        if following == player:
            settle_picks(rules, state)
        else:
            state.to_move = following
    else:
        settle_alone(rules, state, player, action)
        go_on(rules, state)


@jit
def settle_picks(rules, state):
    """All picks are in: find out what everybody pays, place everything, move the coins, and go on."""
    for player in range(number(state)):
        state.pick[player] = deed_of(rules, state, player, state.pick[player])
    for player in range(number(state)):
        place(rules, state, player, state.pick[player], state.age_turn)
    powers = ZERO
    for player in range(number(state)):
        move_coins(rules, state, player, state.pick[player])
        state.pick[player] = NONE
        powers |= state.powers[player]
    if powers & RECOVER != ZERO or state.age_turn == LAST_TURN:
        go_on(rules, state)
    else:
        end_turn(rules, state)


@jit
def settle_alone(rules, state, player, action):
    """One player's decision, without anybody else's: the seventh card, or one of the discard pile."""
    way = way_of(action)
    if way == Way.RECOVER:
        recover(rules, state, player, row_of(action))
    elif way == Way.DECLINE:
        state.powers[player] &= ~RECOVER
    else:
        deed = deed_of(rules, state, player, action)
        place(rules, state, player, deed, LAST_CARD)
        move_coins(rules, state, player, deed)


# While a turn is being settled a pick is a deed: the action, and above it what it builds and what the bank gets for it.
STRUCTURE_FROM, BANK_FROM = 32, 48
ACTION_BITS, STRUCTURE_BITS = (1 << STRUCTURE_FROM) - 1, (1 << 16) - 1


@jit_inline
def deed_of(rules, state, player, action):
    """What an action will do and cost, by the table as it was when the turn began."""
    way = way_of(action)
    structure = next_stage(rules, state, player) if way == Way.STAGE else row_of(action)
    if way == Way.DISCARD:
        structure = NOTHING
    deed = action | structure << STRUCTURE_FROM
    if way == Way.FREE or is_free(rules, state, player, structure):
        return deed
    if (
        rules.payment != Payment.CHOOSE
        and rules.cost[structure, RAW_HIGH] | rules.cost[structure, MANUFACTURED] != ZERO
    ):
        to_left, to_right = payment(rules, state, player, structure)
        deed |= encode(0, 0, to_left, to_right)
    return deed | np.int64(rules.cost[structure, COINS]) << BANK_FROM


@jit_inline
def structure_of(deed):
    """The structure that is built; NOTHING for a discard."""
    return (deed >> STRUCTURE_FROM) & STRUCTURE_BITS


@jit_inline
def place(rules, state, player, deed, turn):
    """Move the card from the hand to where it goes; its effects count from now on.

    The same is done for every way to play it, if only with nothing: no branch can be guessed wrong.
    """
    way, hand = way_of(deed), held_hand(state, player)
    card = rules.first_copy[row_of(deed & ACTION_BITS)]
    while not has(state.hand[hand], card):
        card += 1
    state.hand[hand] = without(state.hand[hand], card)
    cover(state, hand, turn, card, Covered.PILE * (way == Way.DISCARD) + Covered.STAGE * (way == Way.STAGE))
    add(rules, state, player, structure_of(deed))
    state.powers[player] |= FREE_USED * np.uint64(way == Way.FREE)
    state.discarded += way == Way.DISCARD


@jit_inline
def move_coins(rules, state, player, deed):
    """Pay, and receive what a structure pays by the table as it stands when everything has been placed."""
    to_left, to_right, structure = left_coins(deed), right_coins(deed), structure_of(deed)
    if rules.coins_each[structure] != 0:
        state.city[player, COINS] += np.uint64(counted_coins(rules, state, player, structure))
    state.city[player, COINS] -= np.uint64(to_left + to_right + (deed >> BANK_FROM))
    state.city[left_of(state, player), COINS] += np.uint64(to_left)
    state.city[right_of(state, player), COINS] += np.uint64(to_right)


@jit_inline
def cover(state, hand, turn, card, how):
    """Keep in mind which card left a hand face down; a card that did not leaves no trace."""
    byte = np.uint64((card | how << 6) * (how > 0))
    state.plays[state.age, hand] |= byte << (np.uint64(turn) << S3)


@jit_inline
def add(rules, state, player, structure):
    """A structure stands in the city."""
    for word in range(8):
        state.city[player, word] += rules.gives[structure, word]
    state.powers[player] |= rules.gives_powers[structure]


@jit
def recover(rules, state, player, row):
    """Build a card of the discard pile, free of cost."""
    age = rules.age_of[row]
    links = state.powers[player] & LINKS
    take_from_pile(rules, state, age, row)
    add(rules, state, player, row)
    if not rules.chain_same_age:
        state.powers[player] = (state.powers[player] & ~LINKS) | links
    state.powers[player] &= ~RECOVER
    state.city[player, COINS] += np.uint64(counted_coins(rules, state, player, row))


@jit_inline
def take_from_pile(rules, state, age, row):
    """Mark a copy of a card as taken: the first in the order of hands and turns."""
    state.discarded -= 1
    for hand in range(number(state)):
        for turn in range(HAND):
            shift = np.uint64(turn) << S3
            byte = lane(state.plays[age, hand], turn)
            if byte >> 6 == Covered.PILE and rules.row_of[age, byte & 63] == row:
                state.plays[age, hand] |= np.uint64(Covered.TAKEN) << (shift + S6)
                return


@jit
def go_on(rules, state):
    """Ask for what is still to be decided in this turn, or end it."""
    if not rules.babylon_first and ask_to_recover(rules, state):
        return
    if state.age_turn == LAST_TURN:
        if ask_for_last_card(state):
            return
        sweep(state)
    if ask_to_recover(rules, state):
        return
    end_turn(rules, state)


@jit_inline
def ask_for_last_card(state):
    """Whether somebody may play the seventh card and has not yet done so."""
    for player in range(number(state)):
        if state.powers[player] & SEVENTH_CARD != ZERO and state.hand[held_hand(state, player)] != ZERO:
            state.to_move = player
            state.phase = Phase.SEVENTH
            return True
    return False


@jit_inline
def sweep(state):
    """The last cards go to the discard pile."""
    for hand in range(number(state)):
        if state.hand[hand] != ZERO:
            cover(state, hand, LAST_CARD, np.int64(card_at(state.hand[hand], 0)), Covered.PILE)
            state.hand[hand] = ZERO
            state.discarded += 1


@jit_inline
def ask_to_recover(rules, state):
    """Whether somebody may build from the pile; the right is lost where the pile has nothing for its owner."""
    for player in range(number(state)):
        if state.powers[player] & RECOVER != ZERO:
            swept = state.age_turn == LAST_TURN and state.hand[0] == ZERO
            state.looked[player] = 8 * state.age + state.age_turn + (2 if swept else 1)
            if can_recover(rules, state, player):
                state.to_move = player
                state.phase = Phase.RECOVER
                return True
            state.powers[player] &= ~RECOVER
    return False


@jit_inline
def end_turn(rules, state):
    """Pass the hands on, or end the age."""
    state.to_move = 0
    state.phase = Phase.PICK
    if not rules.seventh_at_once:
        grant_seventh_cards(state)
    turns = state.age * (LAST_TURN + 1) + state.age_turn + 1
    if state.age_turn < LAST_TURN:
        state.age_turn += 1
        state.shift = pass_left(state) if state.age != 1 else pass_right(state)
    else:
        fight(rules, state)
        if state.age == AGES - 1:
            state.ended = how_won(winners(rules, state))
            return
        begin_age(rules, state)
    if turns * state.n_players >= rules.decision_limit:
        state.ended = Ended.LIMIT


@jit
def grant_seventh_cards(state):
    """Rights that came in this turn count from now on."""
    for player in range(number(state)):
        if state.powers[player] & SEVENTH_LATER != ZERO:
            state.powers[player] ^= SEVENTH_LATER | SEVENTH_CARD


@jit_inline
def pass_left(state):
    """Everybody gets the hand of the right neighbour."""
    return state.shift - 1 if state.shift > 0 else state.n_players - 1


@jit_inline
def pass_right(state):
    """Everybody gets the hand of the left neighbour."""
    return state.shift + 1 if state.shift + 1 < state.n_players else 0


@jit
def fight(rules, state):
    """Conflicts with both neighbours."""
    for player in range(number(state)):
        other = left_of(state, player)
        mine, theirs = lane(state.city[player, MARKS], Mark.SHIELDS), lane(state.city[other, MARKS], Mark.SHIELDS)
        if mine != theirs:
            winner, loser = (player, other) if mine > theirs else (other, player)
            state.tokens[winner] += rules.victory[state.age]
            state.tokens[loser] -= rules.defeat
            state.city[loser, MARKS] += one(Mark.DEFEATS)


@jit
def begin_age(rules, state):
    """Free builds are granted anew, the next age is dealt, and the pile is forgotten once nobody can use it."""
    wanted = False
    for player in range(number(state)):
        state.powers[player] &= ~FREE_USED
        first = structure_of_stage(state, player, 0)
        for stage in range(lane(state.city[player, COUNTS], Count.STAGE), rules.n_stages[state.side[player]]):
            wanted |= rules.gives_powers[first + stage] & RECOVER != ZERO
        if not rules.chain_same_age:
            relink(rules, state, player)
    if not wanted:
        for age in range(state.age + 1):
            state.box[age] = ZERO
            for hand in range(number(state)):
                state.plays[age, hand] = ZERO
    state.age += 1
    deal_age(rules, state)


@jit
def relink(rules, state, player):
    """All cards in the city make others free from now on."""
    for word in range(2):
        left = state.city[player, NAMES_LOW + word]
        while left != ZERO:
            row = rules.row_named[64 * word + lowest(left)]
            state.powers[player] |= rules.gives_powers[row] & LINKS
            left &= left - ONE


@jit_inline
def pending(rules, state, player):
    """Whether a pick of the player is still covered."""
    return state.pick[player] != NONE


@jit_inline
def has_chance(rules, state):
    """Ages are dealt, and ties between payments or players may be left to chance."""
    return state.age < AGES - 1 or rules.payment == Payment.CHANCE or rules.tie == Tie.CHANCE


@jit_inline
def progress(rules, state):
    """How far the game has come: by age."""
    return state.age / (AGES - 1)


@jit
def key(rules, state):
    """A 64-bit name of all that decides how the game goes on, but chance."""
    now = state.to_move + 8 * state.ended + 64 * state.age + 256 * state.age_turn + 2048 * state.phase
    name = fold(np.uint64(state.turn), np.uint64(now))
    for player in range(number(state)):
        name = fold(fold(name, np.uint64(state.pick[player])), as_set(state.hand[player]))
        for word in range(8):
            name = fold(name, state.city[player, word])
        name = fold(fold(name, state.powers[player]), np.uint64(1000 + state.tokens[player]))
        name = fold(name, np.uint64(32 * state.side[player] + state.looked[player]))
    for age in range(state.age + 1):
        name = fold(name, state.box[age])
        for hand in range(number(state)):
            name = fold(name, state.plays[age, hand])
    return name
