"""The verbs of the game: deal, the answers to the question asked, points and payoffs. Cards: machine.py."""

import numpy as np

from engine.bits import ZERO, count, nth
from engine.chance import below
from engine.dominion.actions import answer_of, ask_of, encode
from engine.dominion.copying import copy_state
from engine.dominion.features import feature, features
from engine.dominion.hidden import redeal
from engine.dominion.instructions import Type
from engine.dominion.names import name_of
from engine.dominion.scores import score, winners
from engine.dominion.similarity import similarity
from engine.dominion.state import MOST_COST
from engine.dominion.table import draw_cards
from engine.dominion.tally import tally
from engine.dominion.turn import begin_turn, end_turn, go_on_with_turn, play_on
from engine.dominion.zones import (
    COPPER,
    ESTATE,
    EVERY_PILE,
    KINGDOM,
    KINGDOM_PILES,
    NO_PILE,
    PILES,
    RUN,
    clear,
    first_pile,
)
from engine.game import NONE, Ended
from engine.jit import jit, jit_inline
from engine.winners import is_decided, share_out

__all__ = [
    "allows", "copy_state", "deal", "feature", "features", "key", "legal", "payoffs", "pending", "points", "redeal",
    "sample", "similarity", "skip", "step", "tally",
]  # fmt: skip


@jit_inline
def deal(rules, state, seed):
    """Deal a game: its kingdom, its supply, the start decks."""
    set_up(rules, state, seed)


@jit
def set_up(rules, state, seed):
    """Draw a kingdom, fill the supply, deal the start decks; a function of its own, so that it is compiled once."""
    state.to_move = state.ended = state.turn = 0
    state.n_players = rules.players
    state.chance[0] = seed
    state.active = state.rounds = state.depth = state.n_passed = state.in_flight = 0
    state.looked_by = state.aside_of = NO_PILE
    state.looked_seen = 0
    clear(state.play)
    clear(state.trash)
    clear(state.looked)
    clear(state.aside)
    lay_out_supply(rules, state)
    for player in range(state.n_players):
        seat = state.seats[player]
        clear(seat.hand)
        clear(seat.deck)
        clear(seat.discard)
        clear(seat.seen)
        seat.deck[0] = np.uint64(rules.start_copper) * RUN[COPPER] + np.uint64(rules.start_estate) * RUN[ESTATE]
        seat.n_known = 0
        draw_cards(state, player, rules.hand_size)
    begin_turn(state)
    go_on_with_turn(rules, state)


@jit_inline
def lay_out_supply(rules, state):
    """Draw the kingdom (selection sampling: the ten stay in the order of the file) and fill all piles."""
    left = rules.n_pool
    wanted = KINGDOM_PILES
    for i in range(rules.n_pool):
        if wanted > 0 and (left == wanted or below(state.chance, left) < wanted):
            state.cards[KINGDOM + KINGDOM_PILES - wanted] = rules.pool[i]
            wanted -= 1
        left -= 1
    for pile in range(PILES):
        basic = pile < KINGDOM or pile >= KINGDOM + KINGDOM_PILES
        if basic:
            state.cards[pile] = rules.basic[pile]
        victory = (rules.type_set[state.cards[pile]] >> Type.VICTORY) & 1
        kingdom_pile = rules.victory_pile if victory else rules.kingdom_pile
        state.supply[pile] = rules.basic_pile[pile] if basic else kingdom_pile
    state.stock = EVERY_PILE
    sort_piles(rules, state)


@jit_inline
def sort_piles(rules, state):
    """The sets of piles of each type and cost."""
    for cost in range(MOST_COST + 1):
        state.cheap[cost] = 0
    for kind in range(state.types.shape[0]):
        piles = 0
        for pile in range(PILES):
            piles |= ((rules.type_set[state.cards[pile]] >> kind) & 1) << pile
        state.types[kind] = piles
    for pile in range(PILES):
        state.cheap[rules.cost[state.cards[pile]]] |= 1 << pile
    for cost in range(1, MOST_COST + 1):
        state.cheap[cost] |= state.cheap[cost - 1]


@jit_inline
def legal(rules, state, out):
    """Every answer to the question asked, in rising order."""
    n = 0
    left = int(state.options)
    while left:
        out[n] = encode(state.ask, first_pile(left))
        left &= left - 1
        n += 1
    return n


@jit_inline
def allows(rules, state, action):
    """Whether an action answers the question asked."""
    return ask_of(action) == state.ask and ((state.options >> answer_of(action)) & 1) != 0


@jit_inline
def sample(rules, state, rng):
    """An answer, all equally likely; NONE when the game is over."""
    options = np.uint64(state.options)
    if state.options == 0:
        return NONE
    return encode(state.ask, nth(options, below(rng, count(options))))


@jit_inline
def step(rules, state, action):
    """Play a legal action, then whatever follows from it up to the next decision."""
    play_on(rules, state, answer_of(action))


@jit_inline
def pending(rules, state, player):
    """Whether a card is half played."""
    return state.depth > 0


@jit_inline
def skip(rules, state, viewer):
    """Leave out the turns until the viewer's; not while a card is half played."""
    if state.depth > 0:
        return False
    leave_out_turns(rules, state, viewer)
    return True


@jit_inline
def leave_out_turns(rules, state, viewer):
    """The other players' turns end at once, until it is the viewer's."""
    if state.active != viewer:
        while state.active != viewer and state.ended == Ended.PLAYING:
            state.turn += 1
            end_turn(rules, state)
        go_on_with_turn(rules, state)


@jit_inline
def payoffs(rules, state, out):
    """1 for the winner, equal shares of 1 for several; nothing for anybody at the limit of turns."""
    share_out(winners(rules, state) if is_decided(state) else ZERO, state.n_players, out)


@jit_inline
def points(rules, state, player):
    """The points of all own cards."""
    return int(score(rules, state, player, player))


@jit_inline
def key(rules, state):
    """A 64-bit name of all that decides how the game goes on, but chance."""
    return name_of(state)
