"""The rules: deal, play an action, end a turn, end the game. Actions: legal_moves.py, random_moves.py."""

import numpy as np

from engine.bits import ONE, ZERO, count, lowest, nth
from engine.chance import below, fixed, fold
from engine.game import Ended
from engine.jit import jit_inline
from engine.lanes import ONES, S56, lane, one, total
from engine.splendor.actions import Kind, colours_of, kind_of, place_of, returned_by, taken_by
from engine.splendor.features import feature, winners
from engine.splendor.lanes import NO_GOLD, ONE_GOLD, SPREAD, missing
from engine.splendor.legal_moves import allows, gold_gained, legal, noble_fits, returnable, stuck
from engine.splendor.params import NobleChoice, NobleTiming
from engine.splendor.random_moves import sample
from engine.splendor.similarity import similarity
from engine.splendor.state import EMPTY, Asked
from engine.splendor.tally import tally
from engine.winners import how_won, is_decided, share_out

__all__ = [
    "allows", "deal", "feature", "has_chance", "key", "legal", "payoffs", "points", "redeal", "sample",
    "similarity", "skip", "step", "stop_draws", "tally",
]  # fmt: skip

NOBLE_STREAM = 8 * 64  # draws from decks use the places below


@jit_inline
def deal(rules, state, seed):
    """Shuffle, lay out cards and nobles, fill the bank."""
    state.to_move = state.ended = state.turn = 0
    state.n_players = rules.players
    state.draws = 1
    state.chance[0] = seed
    state.choosing = state.final = state.waiting = 0
    gold = np.uint64(rules.gold) * ONE_GOLD
    state.bank = np.uint64(rules.tokens_per_colour) * SPREAD[(1 << rules.colours) - 1] + gold
    for player in range(state.n_players):
        state.tokens[player] = state.bonuses[player] = 0
        state.score[player] = state.cards[player] = state.gathered[player] = state.nobles_owned[player] = 0
        state.n_reserved[player] = state.hidden[player] = 0
        for place in range(state.reserved.shape[1]):
            state.reserved[player, place] = EMPTY
    for deck in range(rules.decks):
        size = rules.deck_from[deck + 1] - rules.deck_from[deck]
        state.deck[deck] = ~np.uint64(0) >> np.uint64(64 - size)
        state.deck_left[deck] = size
        for slot in range(deck * rules.face_up, (deck + 1) * rules.face_up):
            state.board[slot] = draw_card(rules, state, deck)
    deal_nobles(rules, state)


@jit_inline
def deal_nobles(rules, state):
    """Lay out random nobles."""
    tiles = (ONE << np.uint64(rules.n_noble_tiles)) - ONE
    for place in range(rules.nobles):
        tile = nth(tiles, fixed(state.chance[0], NOBLE_STREAM + place, rules.n_noble_tiles - place))
        tiles ^= ONE << np.uint64(tile)
        state.nobles[place] = tile
    state.n_nobles = rules.nobles


@jit_inline
def draw_card(rules, state, deck):
    """The next card of a deck, or EMPTY. Its order is a function of the game's chance alone, whatever else is drawn."""
    left = state.deck_left[deck]
    if left == 0 or state.draws == 0:
        return EMPTY
    place = nth(state.deck[deck], fixed(state.chance[0], deck * 64 + left, left))
    state.deck[deck] ^= ONE << np.uint64(place)
    state.deck_left[deck] = left - 1
    return rules.deck_from[deck] + place


@jit_inline
def step(rules, state, action):
    """Play a legal action for the player to move, then whatever follows from it."""
    player = state.to_move
    kind = kind_of(action)
    state.turn += 1
    if kind == Kind.TAKE_DIFFERENT or kind == Kind.TAKE_SAME:
        take(state, player, taken_by(rules, kind, colours_of(action)), returned_by(action))
    elif kind == Kind.BUY_BOARD:
        slot = place_of(action)
        buy(rules, state, player, state.board[slot])
        state.board[slot] = draw_card(rules, state, slot // rules.face_up)
    elif kind == Kind.BUY_RESERVED:
        buy(rules, state, player, give_up_reserved(state, player, place_of(action)))
    elif kind == Kind.RESERVE_BOARD or kind == Kind.RESERVE_DECK:
        reserve(rules, state, player, kind, place_of(action), returned_by(action))
    elif kind == Kind.NOBLE:
        state.choosing = 0
        receive_noble(rules, state, player, place_of(action))
    elif state.choosing:
        give_back(state, player, returned_by(action))
    if rules.returns != 0 and kind != Kind.NOBLE and returns_asked(rules, state, player):
        return  # the same player returns a token now
    bought = kind == Kind.BUY_BOARD or kind == Kind.BUY_RESERVED
    if (bought or state.waiting != 0) and kind != Kind.NOBLE and nobles_come(rules, state, player, bought):
        return  # the same player chooses a noble now
    end_turn(rules, state, player)


@jit_inline
def take(state, player, taken, returned):
    """Move tokens from the bank and back."""
    state.bank = state.bank - taken + returned
    state.tokens[player] = state.tokens[player] + taken - returned
    state.gathered[player] += total(taken) - total(returned)


@jit_inline
def give_back(state, player, returned):
    """One token goes back; the next may come from its lane or from those behind it."""
    take(state, player, np.uint64(0), returned)
    first = 0
    while lane(returned, first) == 0:
        first += 1
    state.choosing = Asked.RETURN * (1 + first)


@jit_inline
def returns_asked(rules, state, player):
    """Whether the player has to say which token goes back next. Where there is but one answer, it is given."""
    while True:
        lanes = returnable(rules, state, player)
        if lanes == 0:
            state.choosing = 0
            return False
        if lanes & (lanes - 1) != 0:
            if state.choosing == 0:
                state.choosing = Asked.RETURN  # from the first lane on
            return True
        give_back(state, player, one(lowest(np.uint64(lanes))))


@jit_inline
def buy(rules, state, player, card):
    """Pay with tokens, gold for what is missing, and own the card."""
    purse = state.tokens[player]
    price = missing(rules.cost[card], state.bonuses[player])
    short = missing(price, purse & NO_GOLD)
    paid = price - short + ((short * ONES) >> S56) * ONE_GOLD
    state.tokens[player] = purse - paid
    state.bank += paid
    state.bonuses[player] += rules.bonus[card]
    state.score[player] += rules.worth[card]
    state.cards[player] += 1


@jit_inline
def give_up_reserved(state, player, place):
    """Take a card out of the reserve; the cards behind it move up."""
    card = state.reserved[player, place]
    last = state.n_reserved[player] - 1
    for i in range(place, last):
        state.reserved[player, i] = state.reserved[player, i + 1]
    state.reserved[player, last] = EMPTY
    state.n_reserved[player] = last
    below = (1 << place) - 1
    state.hidden[player] = (state.hidden[player] & below) | ((state.hidden[player] >> 1) & ~below)
    return card


@jit_inline
def reserve(rules, state, player, kind, place, returned):
    """Put a card into the reserve and take gold."""
    gold = gold_gained(rules, state, player)
    behind = state.n_reserved[player]
    if kind == Kind.RESERVE_BOARD:
        state.reserved[player, behind] = state.board[place]
        state.board[place] = draw_card(rules, state, place // rules.face_up)
    else:
        state.reserved[player, behind] = draw_card(rules, state, place)
        state.hidden[player] |= 1 << behind
    state.n_reserved[player] = behind + 1
    change = gold * ONE_GOLD
    state.bank = state.bank - change + returned
    state.tokens[player] = state.tokens[player] + change - returned
    state.gathered[player] += 1  # whatever goes back
    if rules.returns != 0:
        state.gathered[player] += max(0, total(state.tokens[player]) - rules.max_tokens)


@jit_inline
def fitting_nobles(rules, state, player):
    """The nobles whose wishes the player's bonuses fulfil, as a set of places."""
    fitting = 0
    for place in range(state.n_nobles):
        if noble_fits(rules, state, player, place):
            fitting |= 1 << place
    return fitting


@jit_inline
def nobles_come(rules, state, mover, bought):
    """Let nobles come to whom the rules say. True if the mover has to choose between several first."""
    if rules.noble_timing == NobleTiming.PURCHASE and not bought:
        return False
    if rules.noble_timing == NobleTiming.ANY_ACTION:
        for player in range(state.n_players):
            if player != mover and (state.waiting >> player) & 1:
                visit(rules, state, player, fitting_nobles(rules, state, player))
    if not bought and not (state.waiting >> mover) & 1:
        return False
    fitting = fitting_nobles(rules, state, mover)
    if rules.noble_choice == NobleChoice.CHOOSE and count(np.uint64(fitting)) > 1:
        state.choosing = Asked.NOBLE
        return True
    visit(rules, state, mover, fitting)
    return False


@jit_inline
def visit(rules, state, player, fitting):
    """The first fitting noble comes."""
    if fitting:
        receive_noble(rules, state, player, nth(np.uint64(fitting), 0))
    else:
        state.waiting &= ~(1 << player)


@jit_inline
def receive_noble(rules, state, player, place):
    """One noble leaves the table; if another one fits as well it waits for a later turn."""
    state.score[player] += rules.noble_worth[state.nobles[place]]
    if state.score[player] >= rules.end_points:  # it may be another player's turn, whose points `end_turn` does not see
        state.final = 1
    state.nobles_owned[player] += 1
    last = state.n_nobles - 1
    for i in range(place, last):
        state.nobles[i] = state.nobles[i + 1]
    state.nobles[last] = EMPTY
    state.n_nobles = last
    state.waiting &= ~(1 << player)
    if fitting_nobles(rules, state, player):
        state.waiting |= 1 << player


@jit_inline
def end_turn(rules, state, player):
    """Pass the turn on; end the game when it is due."""
    if state.score[player] >= rules.end_points:
        state.final = 1
    pass_turn(rules, state, player)
    if state.ended == Ended.PLAYING and not rules.pass_when_stuck and stuck(rules, state):
        state.ended = Ended.STALEMATE


@jit_inline
def pass_turn(rules, state, player):
    """The next player's turn, unless the game is over."""
    following = player + 1
    if following == state.n_players:
        following = 0
    state.to_move = following
    if state.final and (following == 0 or not rules.finish_round):
        state.ended = how_won(winners(state))
    elif state.turn >= rules.decision_limit:
        state.ended = Ended.LIMIT


@jit_inline
def skip(rules, state, viewer):
    """Leave out the turns until the viewer's; not while something is to be chosen."""
    if state.choosing:
        return False
    turns = viewer - state.to_move if viewer >= state.to_move else viewer - state.to_move + state.n_players
    if not state.final and state.turn + turns < rules.decision_limit and state.ended == Ended.PLAYING:
        state.to_move = viewer  # nothing can end the game on the way
        state.turn += turns
    while state.to_move != viewer and state.ended == Ended.PLAYING:
        state.turn += 1
        pass_turn(rules, state, state.to_move)
    if state.ended == Ended.PLAYING and not rules.pass_when_stuck and stuck(rules, state):
        state.ended = Ended.STALEMATE
    return True


@jit_inline
def stop_draws(rules, state):
    """Decks give no more cards."""
    state.draws = 0


@jit_inline
def has_chance(rules, state):
    """Cards are drawn, unless that was stopped."""
    return state.draws != 0


@jit_inline
def payoffs(rules, state, out):
    """1 for the winner, equal shares of 1 for several; nothing for anybody after a stalemate or at the limit."""
    share_out(winners(state) if is_decided(state) else ZERO, state.n_players, out)


@jit_inline
def points(rules, state, player):
    """Prestige points."""
    return np.int64(state.score[player])


@jit_inline
def redeal(rules, state, viewer, rng):
    """Shuffle the others' unseen reserved cards back into their decks and give them new ones of the same level.

    The order of the decks needs no shuffling: a deck is a set, and `determinize` renews the chance that draws from it.
    """
    for player in range(state.n_players):
        if player != viewer and state.hidden[player]:
            exchange_hidden(rules, state, player, rng, False)
    for player in range(state.n_players):
        if player != viewer and state.hidden[player]:
            exchange_hidden(rules, state, player, rng, True)


@jit_inline
def exchange_hidden(rules, state, player, rng, give):
    """Put a player's unseen cards back into their decks, or give new ones for them."""
    for place in range(state.n_reserved[player]):
        if (state.hidden[player] >> place) & 1:
            card = np.int64(state.reserved[player, place])
            deck = rules.level[card]
            if give:
                card = nth(state.deck[deck], below(rng, state.deck_left[deck]))
                state.reserved[player, place] = rules.deck_from[deck] + card
                state.deck_left[deck] -= 1
            else:
                card -= rules.deck_from[deck]
                state.deck_left[deck] += 1
            state.deck[deck] ^= ONE << np.uint64(card)


@jit_inline
def key(rules, state):
    """A 64-bit name of all that decides how the game goes on, but chance."""
    asked = (state.choosing & 1) << 8 | (state.choosing >> 1) << 10
    name = fold(state.bank, np.uint64(state.to_move | state.ended << 4 | state.final << 9 | asked))
    name = fold(name, np.uint64(state.turn << 8 | state.waiting << 1 | state.draws))
    for player in range(state.n_players):
        name = fold(fold(name, state.tokens[player]), state.bonuses[player])
        name = fold(fold(name, np.uint64(state.score[player])), np.uint64(state.cards[player]))
        name = fold(fold(name, np.uint64(state.gathered[player])), np.uint64(state.nobles_owned[player]))
        for place in range(state.n_reserved[player]):
            name = fold(name, np.uint64(state.reserved[player, place]))
        name = fold(name, np.uint64(256 + state.hidden[player]))
    for deck in range(rules.decks):
        name = fold(name, state.deck[deck])
    for slot in range(rules.slots):
        name = fold(name, np.uint64(state.board[slot]))
    for place in range(state.n_nobles):
        name = fold(name, np.uint64(state.nobles[place]))
    return name
