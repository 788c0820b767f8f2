"""What no sequence of actions under any rules may break."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from engine.dominion.actions import NO, Ask, answer_of, ask_of
from engine.dominion.content import PUBLISHED, read_cards
from engine.dominion.instructions import Type
from engine.dominion.state import MOST_FRAMES
from engine.dominion.zones import COPPER, ESTATE, KINGDOM, KINGDOM_PILES, PILES, counts, size
from engine.game import Ended, copy_state, sample, step
from tests.engine.dominion_table import GAME
from tests.engine.tables import SEEDS, generator, many, random_position, rule_sets


def all_cards(state):
    """How many cards there are of each pile, wherever they are."""
    places = [state.supply.tolist(), *map(counts, (state.play, state.trash, state.looked, state.aside))]
    for player in range(state.n_players):
        seat = state.seats[player]
        known = Counter(int(entry) & 31 for entry in seat.known[: seat.n_known])
        places += [*map(counts, (seat.hand, seat.deck, seat.discard)), [known[pile] for pile in range(PILES)]]
    flying = Counter(int(pile) for pile in state.passed[state.n_passed - state.in_flight : state.n_passed, 0])
    return np.sum([*places, [flying[pile] for pile in range(PILES)]], axis=0).tolist()


def expected_cards(rules, state):
    """The piles as they were laid out, and the start decks."""
    numbers = [0] * PILES
    for pile in range(PILES):
        kingdom = KINGDOM <= pile < KINGDOM + KINGDOM_PILES
        victory = int(rules.type_set[state.cards[pile]]) >> Type.VICTORY & 1
        own = rules.victory_pile if victory else rules.kingdom_pile
        numbers[pile] = int(own if kingdom else rules.basic_pile[pile])
    numbers[COPPER] += int(rules.players * rules.start_copper)
    numbers[ESTATE] += int(rules.players * rules.start_estate)
    return numbers


def check(rules, state):
    assert all_cards(state) == expected_cards(rules, state)
    assert state.actions >= 0
    assert state.buys >= 0
    assert state.coins >= 0
    assert 0 <= state.depth <= MOST_FRAMES
    assert state.stock == sum(1 << pile for pile in range(PILES) if state.supply[pile] > 0)
    for player in range(state.n_players):
        seat = state.seats[player]
        assert all(seen <= held for seen, held in zip(counts(seat.seen), counts(seat.hand), strict=True))
    if not state.depth:
        assert size(state.looked) == size(state.aside) == state.in_flight == 0


@pytest.mark.parametrize(("players", "most"), [(2, 512), (3, 632), (6, 992)])
def test_a_copy_of_a_two_player_game_is_512_bytes_between_cards(players, most):
    rules = GAME.prepare(GAME.Params(players=players))
    pool = GAME.new_states(2)
    rows = pool.view(np.ndarray).view(np.uint8).reshape(2, -1)
    rows[0], rows[1] = 0xA5, 0x5A  # so that every byte shows that is copied
    pool[0].n_players, pool[0].depth, pool[0].n_passed = players, 0, 0
    copy_state(rules, pool[0], pool, 1)
    untouched = np.flatnonzero(rows[1] == 0x5A)
    assert untouched.tolist() == list(range(most, GAME.STATE.itemsize))


@many
@given(rule_sets(GAME), SEEDS)
def test_cards_are_conserved_and_nothing_goes_below_zero_in_every_reachable_state(params, seed):
    rules = GAME.prepare(params)
    state = GAME.new_deal(rules, seed)
    rng = generator(seed)
    trash = [0] * PILES
    while True:
        check(rules, state)
        assert all(before <= now for before, now in zip(trash, counts(state.trash), strict=True))  # nothing comes back
        trash = counts(state.trash)
        if state.ended:
            break
        step(rules, state, sample(rules, state, rng))


def test_random_games_play_every_card_and_use_every_reaction():
    rules = GAME.prepare(GAME.Params(players=3))
    cards = read_cards(PUBLISHED, 1)
    played, shown = Counter(), Counter()
    for seed in range(150):
        state = GAME.new_deal(rules, seed)
        rng = generator(seed)
        while not state.ended:
            action = sample(rules, state, rng)
            ask, answer = ask_of(action), answer_of(action)
            if answer != NO and ask in (Ask.PLAY, Ask.DOUBLE, Ask.REVEAL):
                (shown if ask == Ask.REVEAL else played)[cards[state.cards[answer]].name] += 1
            step(rules, state, action)
    assert set(played) == {card.name for card in cards if Type.ACTION in card.types}
    assert set(shown) == {card.name for card in cards if Type.REACTION in card.types} == {"Moat", "Secret Chamber"}


def test_random_games_end_in_every_way():
    rules = GAME.prepare(GAME.Params(players=2, turn_limit=40))
    ends = Counter(int(random_position(GAME, rules, seed, 10_000).ended) for seed in range(60))
    assert set(ends) == {Ended.WON, Ended.SHARED, Ended.LIMIT}


def test_a_question_always_has_at_least_two_answers():
    for players in (2, 5):
        rules = GAME.prepare(GAME.Params(players=players))
        for seed in range(25):
            state = GAME.new_deal(rules, seed)
            rng = generator(seed)
            while not state.ended:
                assert int(state.options).bit_count() >= 2
                step(rules, state, sample(rules, state, rng))
