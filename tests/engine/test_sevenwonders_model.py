"""Whole games on the engine and on the slow model side by side: moves, prices, coins, points and piles agree."""

import pytest

from engine.game import sample, step
from engine.sevenwonders.actions import Way
from engine.sevenwonders.params import Payment
from engine.sevenwonders.scoring import Part, points_of
from engine.sevenwonders.state import Phase
from tests.engine.sevenwonders_table import Table
from tests.engine.tables import generator


class Twin:
    """One game, played twice."""

    def __init__(self, seed, **changes):
        self.table = Table(seed=seed, **changes)
        self.model = self.table.model()
        self.rng = generator(seed)
        self.moves = {}

    def check_legal(self):
        table, state = self.table, self.table.state
        found = {table.read(action) for action in table.actions().values()}
        player = int(state.to_move)
        if state.phase == Phase.RECOVER:
            wanted = {(name, "recover", 0, 0) for name in self.model.recoverable(player)}
            if self.model.params.may_decline:
                wanted.add((None, "decline", 0, 0))
        else:
            wanted = self.model.legal(player)
            if self.model.params.payment != Payment.CHOOSE:
                wanted = {(name, way, 0, 0) for name, way, _, _ in wanted}
        assert found == wanted

    def paid(self, player, move):
        """A move with its payment, which the engine's action leaves out where there is no choice."""
        ways = {(name, way): (name, way, x, y) for name, way, x, y in self.model.legal(player)}
        return move if self.model.params.payment == Payment.CHOOSE else ways[move[:2]]

    def decide(self, rich):
        """One decision on both; with `rich`, a random one that is no discard where there is one."""
        table, state, model = self.table, self.table.state, self.model
        player, phase = int(state.to_move), int(state.phase)
        action = sample(table.rules, state, self.rng)
        for _ in range(20 * rich):
            if table.read(action)[1] not in ("discard", "decline"):
                break
            action = sample(table.rules, state, self.rng)
        name, way, _, _ = move = table.read(action)
        if phase == Phase.PICK:
            self.moves[player] = self.paid(player, move)
        elif phase == Phase.SEVENTH:
            last = self.paid(player, move)
        step(table.rules, state, action)
        if phase == Phase.RECOVER:
            model.recover(player, name if way == Way.RECOVER.name.lower() else None)
        elif phase == Phase.SEVENTH:
            model.settle({player: last})
        elif len(self.moves) == model.n:
            model.settle(self.moves)
            self.moves = {}
        else:
            return
        self.go_on()

    def go_on(self):
        """What the rules do next, told from the order of things in the rulebook."""
        model = self.model
        if not model.params.babylon_first and self.recovering():
            return
        if model.turn == 5:
            if any(model.plays_seventh(i) for i in range(model.n)):
                return
            model.sweep()
        if not self.recovering():
            model.end_turn(self.table.hands)

    def recovering(self):
        """Whether somebody is to build from the pile; the right is lost where the pile has nothing for its owner."""
        for i, city in enumerate(self.model.cities):
            if city.recovers and self.model.recoverable(i):
                return True
            city.recovers = False
        return False

    def check(self):
        table, state, model = self.table, self.table.state, self.model
        for i, city in enumerate(model.cities):
            assert table.coins(i) == city.coins
            assert [points_of(table.rules, state, i, part) for part in Part] == model.points(i)
        if state.ended:
            return
        assert table.hands() == [sorted(hand) for hand in model.hands]
        assert (state.age + 1, state.age_turn) == (model.age, model.turn)
        assert state.discarded == len(model.pile)
        if any("Halikarnassos" in city.title for city in model.cities) and model.age == 1:
            assert table.in_pile() == sorted(name for _, name in model.pile)


RULES = {
    "published": {"players": 3},
    "both sides, five players": {"players": 5, "sides": 2},
    "seven players, B sides": {"players": 7, "sides": 1, "payment": Payment.RIGHT},
    "payments divided": {"players": 4, "sides": 2, "payment": Payment.CHOOSE},
    "recovering": {"boards": "Halikarnassos B / Babylon B / Olympia A", "start_coins": 20},
    "recovering first": {
        "boards": "Babylon B / Halikarnassos B / Olympia B",
        "start_coins": 20,
        "babylon_first": False,
    },
    "other rulings": {
        "boards": "Halikarnassos A / Olympia B / Babylon B",
        "start_coins": 25,
        "names_across_ages": False,
        "chain_same_age": False,
        "seventh_at_once": False,
        "may_decline": False,
        "copy_counts_itself": False,
        "copy_science": False,
        "may_discard": False,
    },
    "other numbers": {
        "players": 4,
        "sides": 2,
        "start_coins": 9,
        "discard_coins": 1,
        "price": 3,
        "reduced_price": 0,
        "coins_per_point": 2,
        "victory_1": 2,
        "defeat": 2,
        "science_set": 10,
        "extra_guilds": 4,
        "free_build_always": True,
    },
}


@pytest.mark.parametrize("name", RULES)
def test_the_engine_plays_as_the_slow_model_does(name):
    for seed in range(4):
        twin = Twin(seed, **RULES[name])
        while not twin.table.state.ended:
            twin.check_legal()
            twin.decide(rich=seed % 2)
            if not twin.moves:
                twin.check()


def test_random_games_meet_every_power():
    """That the games above are worth comparing: each power is used in some of them."""
    used = set()
    for seed in range(12):
        twin = Twin(seed, **RULES["recovering"])
        while not twin.table.state.ended:
            used.add(Phase(int(twin.table.state.phase)))
            used |= {twin.table.read(action)[1] for action in twin.table.actions().values()}
            twin.decide(rich=True)
    assert used >= {Phase.SEVENTH, Phase.RECOVER, "free", "recover", "decline", "stage"}
