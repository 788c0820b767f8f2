"""Rule sets and positions that tests play on."""

import numpy as np

from engine.catalog import GAMES as CATALOG
from engine.conformance import SEEDS, copy_of, generator, knob_values, legal_list, random_position, raw, rule_sets
from engine.conformance import some as many
from engine.game import bind, legal, step
from engine.jit import jit
from tests.engine import toy

__all__ = [
    "GAMES", "GAME_NAMES", "SEEDS", "Table", "copy_of", "count_leaves", "generator", "knob_values", "many",
    "random_position", "raw", "rule_sets",
]  # fmt: skip
GAMES = {**CATALOG, toy.GAME.name: bind(toy.GAME)}  # whatever holds for every game holds for this one too
GAME_NAMES = sorted(GAMES)


class Table:
    """A dealt game with its rules; `actions` and `can` speak the words of the view."""

    def __init__(self, game, seed=1, **changes):
        self.game, self.params = game, game.Params(**changes)
        self.rules = game.prepare(self.params)
        self.state = game.new_deal(self.rules, seed)

    def actions(self):
        found = legal_list(self.game, self.params, self.rules, self.state)
        return {self.game.view.say(self.rules, self.state, action): action for action in found}

    def can(self, start):
        """The legal actions whose words begin so."""
        return [text for text in self.actions() if text.startswith(start)]


@jit
def perft(rules, states, actions, depth):
    """Action sequences of that length."""
    n = legal(rules, states[depth], actions[depth])
    if depth == 1:
        return n
    leaves = 0
    for i in range(n):
        states[depth - 1] = states[depth]
        step(rules, states[depth - 1], actions[depth, i])
        leaves += perft(rules, states, actions, depth - 1)
    return leaves


def count_leaves(game, params, depth, decisions=0):
    """Leaf nodes of the full legal tree after so many random decisions of the deal of seed 1."""
    rules, states = game.prepare(params), game.new_states(depth + 1)
    states[depth] = random_position(game, rules, 1, decisions)
    return perft(rules, states, np.zeros((depth + 1, game.max_actions(params)), np.int64), depth)
