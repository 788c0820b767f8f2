"""Covered cards: redeal knows what the viewer has seen, and nothing more."""

from collections import Counter

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from engine.game import NONE, redeal, sample, step
from engine.sevenwonders.hands import as_set
from engine.sevenwonders.legal_moves import pile_of
from engine.sevenwonders.state import Phase, held_hand
from tests.engine.sevenwonders_observer import Observer, set_of
from tests.engine.sevenwonders_table import GAME, Table
from tests.engine.tables import SEEDS, copy_of, generator, many, random_position, rule_sets

REDEALS = 400


class Watched:
    """A random game with an observer in every seat."""

    def __init__(self, seed, **changes):
        self.table = Table(seed=seed, **changes)
        self.observers = [Observer(self.table, viewer) for viewer in range(self.table.params.players)]
        self.rng = generator(seed)
        self.plays = []
        self.new_turn()

    def new_turn(self):
        for observer in self.observers:
            observer.begin_turn()

    def tell(self, what, *told):
        for observer in self.observers:
            getattr(observer, what)(*told)

    def decide(self):
        """One decision, and what everybody can see of its outcome."""
        table, state, rules = self.table, self.table.state, self.table.rules
        player, phase, before = int(state.to_move), int(state.phase), copy_of(GAME, state)
        action = sample(rules, state, self.rng)
        name, way, _, _ = table.read(action)
        hand = int(held_hand(state, player))
        row = table.row(name[1], name[0] - 1) if name else None
        if phase == Phase.RECOVER:
            if name:
                gone = set_of(pile_of(state, name[0] - 1) & rules.copies[row])
                step(rules, state, action)
                self.recovered(name[0] - 1, gone - set_of(pile_of(state, name[0] - 1)))
            else:
                step(rules, state, action)
        else:
            card = min(set_of(as_set(state.hand[hand]) & rules.copies[row]))
            step(rules, state, action)
            self.plays.append((player, hand, card, way))
        self.see_outcome(before, phase)

    def recovered(self, age, cards):
        for observer in self.observers:
            observer.ages[age].see_recovered(min(cards))

    def see_outcome(self, before, phase):
        """Tell of plays that were settled, of last cards that went to the pile, of a look at it, of a new turn."""
        state = self.table.state
        if phase == Phase.PICK and state.phase == Phase.PICK and (state.pick[: state.n_players] != NONE).any():
            return
        for play in self.plays:
            self.tell("see_play", *play)
        last = {hand for _, hand, _, _ in self.plays} if phase == Phase.SEVENTH else set()
        swept = before.age_turn == 5 and (state.age != before.age or state.ended or not state.hand.any())
        if swept and before.hand.any():
            for player in range(state.n_players):
                hand = int(held_hand(before, player))
                played = {card for _, h, card, _ in self.plays if h == hand}
                for card in set_of(as_set(before.hand[hand])) - played:
                    if hand not in last:
                        self.tell("see_last_card", player, hand, card)
        self.plays = []
        if state.phase == Phase.RECOVER:
            self.observers[state.to_move].look()
        if not state.ended and (state.age, state.age_turn) != (before.age, before.age_turn):
            self.new_turn()


def places(state, age, cards):
    """Where some cards of an age lie."""
    found = dict.fromkeys(set_of(pile_of(state, age)), "pile") | dict.fromkeys(set_of(state.box[age]), "box")
    if age == state.age:
        for hand in range(state.n_players):
            found |= dict.fromkeys(set_of(as_set(state.hand[hand])), hand)
    return {card: found.get(card, "stage") for card in cards}


def check_counts(watched, viewer, seed):
    """Redeal often and compare with what counting says; what is certain must be so every time."""
    state, rules = watched.table.state, watched.table.rules
    wanted = [age.chances() for age in watched.observers[viewer].ages]
    seen = [{card: Counter() for card in age} for age in wanted]
    copy = GAME.new_states(1)
    rng = generator(seed)
    for _ in range(REDEALS):
        copy[0] = state
        redeal(rules, copy[0], viewer, rng)
        for age, cards in enumerate(seen):
            for card, place in places(copy[0], age, cards).items():
                cards[card][place] += 1
    for age, cards in enumerate(seen):
        forgotten = age < state.age and not state.plays[age].any()
        for card, counts in {} if forgotten else cards.items():
            chances = {place: chance for place, chance in wanted[age][card].items() if chance > 0}
            assert set(counts) <= set(chances), (age, card, counts, chances)
            for place, chance in chances.items():
                spread = (chance * (1 - chance) / REDEALS) ** 0.5
                assert abs(counts[place] / REDEALS - chance) <= 5.5 * spread + 1e-9, (age, card, counts, chances)


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 3},
        {"players": 4, "sides": 2},
        {"players": 5, "extra_guilds": 4},
        {"players": 7},
        {"boards": "Halikarnassos B / Babylon B / Olympia A", "start_coins": 30},
        {"players": 6, "boards": "any / Halikarnassos B / any / any / Babylon B / any", "start_coins": 30},
    ],
)
def test_every_unseen_card_is_as_likely_in_every_place_as_counting_says(changes):
    for seed in range(3):
        watched = Watched(seed, **changes)
        n, decisions = watched.table.params.players, 0
        while not watched.table.state.ended:
            decisions += 1
            if decisions % (2 * n + 3) == 0 or watched.table.state.phase != Phase.PICK:
                check_counts(watched, (decisions + seed) % n, decisions)
            watched.decide()


@many
@given(rule_sets(GAME), SEEDS, st.integers(0, 130), st.integers(0, 6))
def test_redeal_takes_the_others_picks_back_and_keeps_the_viewers(params, seed, length, viewer):
    rules = GAME.prepare(params)
    state = random_position(GAME, rules, seed, length)
    viewer %= int(state.n_players)
    again = copy_of(GAME, state)
    redeal(rules, again, viewer, generator(seed))
    assert again.to_move == state.to_move
    assert again.pick[viewer] == state.pick[viewer]
    assert all(again.pick[player] == NONE for player in range(state.n_players) if player != viewer)
    assert np.array_equal(again.city, state.city)
    mine = held_hand(state, viewer)
    assert as_set(again.hand[mine]) == as_set(state.hand[mine])
