"""Covered cards: redeal knows what the viewer has seen, and nothing more."""

from collections import Counter, defaultdict

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from engine.game import NONE, redeal, sample, step
from engine.sevenwonders.hands import as_set
from engine.sevenwonders.legal_moves import pile_of
from engine.sevenwonders.printed import rows_in
from engine.sevenwonders.state import Covered, Phase, held_hand
from tests.engine.sevenwonders_observer import Observer
from tests.engine.sevenwonders_table import GAME, Table
from tests.engine.tables import SEEDS, copy_of, generator, many, random_position, rule_sets
from tests.engine.test_sevenwonders_invariants import covered

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

    def rows(self, age, cards):
        return rows_in(self.table.rules, int(age), cards)

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
                self.tell("see_recovered", name[0] - 1, row)
        else:
            self.plays.append((player, hand, row, way, 6 if phase == Phase.SEVENTH else int(state.age_turn)))
        step(rules, state, action)
        self.see_outcome(before, phase)

    def see_outcome(self, before, phase):
        """Tell of plays that were settled, of last cards that went to the pile, of a look at it, of a new turn."""
        state = self.table.state
        if phase == Phase.PICK and state.phase == Phase.PICK and (state.pick[: state.n_players] != NONE).any():
            return
        for play in self.plays:
            self.tell("see_play", *play)
        last = {hand for _, hand, *_ in self.plays} if phase == Phase.SEVENTH else set()
        swept = before.age_turn == 5 and (state.age != before.age or state.ended or not state.hand.any())
        if swept and before.hand.any():
            for player in range(state.n_players):
                hand = int(held_hand(before, player))
                played = Counter(row for _, h, row, _, _ in self.plays if h == hand)
                for row in (Counter(self.rows(before.age, as_set(before.hand[hand]))) - played).elements():
                    if hand not in last:
                        self.tell("see_last_card", player, hand, row)
        self.plays = []
        self.tell("look")
        if not state.ended and (state.age, state.age_turn) != (before.age, before.age_turn):
            self.new_turn()


def places(state, age):
    """The cards of an age that lie in each place, as sets."""
    found = {"pile": pile_of(state, age), "box": state.box[age]}
    found["stage"] = sum(1 << card for card in covered(state, age, Covered.STAGE))
    if age == state.age:
        found |= {hand: as_set(cards) for hand, cards in enumerate(state.hand[: state.n_players])}
    return found


def copies_by_row(rules, age, sets):
    """How many copies of each card there are in some sets, by row."""
    words = np.array(sets, "<u8")[:, None].view(np.uint8)
    counts = np.unpackbits(words, axis=1, bitorder="little").sum(0)
    return np.bincount(rules.row_of[age], counts[: len(rules.row_of[age])])


def check_counts(watched, viewer, seed):
    """Redeal often and compare with what counting says; what is certain must be so every time."""
    state, rules = watched.table.state, watched.table.rules
    wanted = watched.observers[viewer].expected()
    ages = [age for age in range(len(wanted)) if age >= state.age or state.plays[age].any()]  # others are forgotten
    seen = [defaultdict(list) for _ in wanted]
    copy = GAME.new_states(1)
    rng = generator(seed)
    for _ in range(REDEALS):
        copy[0] = state
        redeal(rules, copy[0], viewer, rng)
        for age in ages:
            for place, cards in places(copy[0], age).items():
                seen[age][place].append(cards)
    for age in ages:
        counts = Counter()
        for place, sets in seen[age].items():
            counts.update({(row, place): n for row, n in enumerate(copies_by_row(rules, age, sets)) if n})
        for row, place in {*counts, *wanted[age]}:
            copies, mean = int(rules.copies[row]).bit_count(), wanted[age][row, place]
            spread = copies * (max(0, mean * (copies - mean)) / copies**2 / REDEALS) ** 0.5
            found = counts[row, place] / REDEALS
            assert abs(found - mean) <= 5.5 * spread + 1e-9, (age, row, place, found, mean)


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 3},
        {"players": 4, "sides": 2},
        {"players": 5, "extra_guilds": 4},
        {"players": 7},
        {"boards": "Halikarnassos B / Babylon B / Olympia A", "start_coins": 30},
        {"players": 4, "boards": "any / any / Halikarnassos B / any", "start_coins": 30},
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
