"""What no sequence of actions under any rules may break."""

from collections import Counter

import hypothesis.strategies as st
import numpy as np
from hypothesis import given

from engine.game import Ended, redeal, sample, step
from engine.lanes import unpack_lanes
from engine.splendor.state import EMPTY, Asked
from tests.engine.splendor_table import GAME
from tests.engine.tables import SEEDS, copy_of, generator, many, random_position, raw, rule_sets


def cards_in_sight(rules, state):
    """Every card that is not bought: on the board, in decks, in reserves."""
    cards = [int(card) for card in state.board[: rules.slots] if card != EMPTY]
    for deck in range(rules.decks):
        cards += [int(rules.deck_from[deck]) + i for i in range(64) if int(state.deck[deck]) >> i & 1]
    for player in range(state.n_players):
        cards += [int(card) for card in state.reserved[player, : state.n_reserved[player]]]
    return cards


def check_tokens(rules, state):
    held = [unpack_lanes(state.tokens[player]) for player in range(state.n_players)]
    everything = np.sum([unpack_lanes(state.bank), *held], axis=0).tolist()
    colours = int(rules.colours)
    assert everything == [int(rules.tokens_per_colour)] * colours + [0] * (7 - colours) + [int(rules.gold)]
    returning = int(state.to_move) if state.choosing > Asked.NOBLE else None
    assert all(sum(purse) <= rules.max_tokens or player == returning for player, purse in enumerate(held))


def check_cards(rules, state):
    cards = cards_in_sight(rules, state)
    bought = sum(int(state.cards[player]) for player in range(state.n_players))
    assert len(cards) == len(set(cards))
    assert len(cards) + bought == rules.deck_from[rules.decks]
    gone = set(range(rules.deck_from[rules.decks])) - set(cards)
    assert sum(int(rules.bonus[card]) for card in gone) == sum(int(b) for b in state.bonuses[: state.n_players])
    for deck in range(rules.decks):
        assert int(state.deck[deck]).bit_count() == state.deck_left[deck]
        for slot in range(deck * rules.face_up, (deck + 1) * rules.face_up):
            assert state.board[slot] == EMPTY or rules.level[state.board[slot]] == deck
            assert state.board[slot] != EMPTY or state.deck_left[deck] == 0
    return gone


def check_points(rules, state, gone):
    nobles_there = [int(tile) for tile in state.nobles[: state.n_nobles]]
    owned = int(state.nobles_owned[: state.n_players].sum())
    assert len(nobles_there) == len(set(nobles_there))
    assert len(nobles_there) + owned == rules.nobles
    from_cards = sum(int(rules.worth[card]) for card in gone)
    assert int(state.score[: state.n_players].sum()) == from_cards + 3 * owned
    assert all(state.n_reserved[player] <= rules.max_reserved for player in range(state.n_players))


@many
@given(rule_sets(GAME), SEEDS)
def test_tokens_cards_nobles_and_points_are_conserved_in_every_reachable_state(params, seed):
    rules = GAME.prepare(params)
    state = GAME.new_deal(rules, seed)
    rng = generator(seed)
    while True:
        check_tokens(rules, state)
        check_points(rules, state, check_cards(rules, state))
        if state.ended:
            break
        step(rules, state, sample(rules, state, rng))


@many
@given(rule_sets(GAME), SEEDS, st.integers(0, 100), st.integers(0, 3))
def test_redeal_changes_only_decks_and_the_others_covered_cards_and_keeps_levels(params, seed, length, viewer):
    rules = GAME.prepare(params)
    state = random_position(GAME, rules, seed, length)
    viewer %= int(state.n_players)
    again = copy_of(GAME, state)
    redeal(rules, again, viewer, generator(seed))
    check_cards(rules, again)
    for player in range(state.n_players):
        for place in range(state.n_reserved[player]):
            old, new = int(state.reserved[player, place]), int(again.reserved[player, place])
            covered = player != viewer and int(state.hidden[player]) >> place & 1
            assert rules.level[old] == rules.level[new]
            assert covered or old == new
    again.deck[:], again.reserved[:] = state.deck, state.reserved
    assert raw(again) == raw(state)


def test_redeal_deals_every_unseen_card_equally_often():
    rules = GAME.prepare(GAME.Params(players=2))
    state = GAME.new_deal(rules, 3)
    step(rules, state, 5 | 2 << 3)  # reserve from the third deck
    step(rules, state, 5 | 2 << 3)
    seen = Counter()
    rng = generator(9)
    for _ in range(3000):
        copy = copy_of(GAME, state)
        redeal(rules, copy, 0, rng)
        seen[int(copy.reserved[1, 0])] += 1
    unseen = set(range(70, 90)) - set(state.board[8:12].tolist()) - {int(state.reserved[0, 0])}
    assert set(seen) == unseen
    assert max(seen.values()) < 1.4 * 3000 / len(unseen)
    assert min(seen.values()) > 0.6 * 3000 / len(unseen)


def test_both_weightings_of_the_generators_are_kept():
    rules = GAME.prepare(GAME.Params(players=4))
    state = random_position(GAME, rules, 12, 30)
    state.tokens[state.to_move] = 0x0000000505050505  # everything but the dearest cards can be bought
    state.n_reserved[state.to_move] = 1
    state.bank = 0x0500000404040404
    state.reserved[state.to_move, 0] = 0
    rng = generator(1)
    for params, expected in (
        (GAME.Params(players=4, max_tokens=20), [22.5, 22.5, 22.5, 22.5, 5, 5]),
        (GAME.Params(players=4, max_tokens=20, **dict.fromkeys(uniform_weights(), 1.0)), [100 / 6] * 6),
    ):
        rules = GAME.prepare(params)
        kinds = Counter(sample(rules, state, rng) & 7 for _ in range(20_000))
        assert np.allclose([kinds[kind] / 200 for kind in range(6)], expected, atol=1.2)


def uniform_weights():
    return [name for name in GAME.Params._fields if name.startswith("weight_")]


def test_random_games_end_in_every_way():
    rules = GAME.prepare(GAME.Params(players=3, end_points=5, decision_limit=40))
    ends = Counter(int(random_position(GAME, rules, seed, 1000).ended) for seed in range(400))
    assert set(ends) >= {Ended.WON, Ended.LIMIT}
