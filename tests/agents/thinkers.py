"""Players that think about one position, and what can be read in their workspaces afterwards."""

from itertools import islice
from typing import NamedTuple

import numpy as np

from agents.catalog import AGENTS, make_player, player_spec
from engine.game import determinize, legal, step
from engine.interpreter import value
from engine.memory import memory_of
from engine.workspace import OWN, open_budget
from tests.engine.tables import GAMES, copy_of, random_position

PLENTY = 10**9


class Place:
    """A game with rules, where agents play with the defaults of their own files, or those `shipped` for the game."""

    def __init__(self, game, params, shipped=False):
        self.game, self.params = GAMES[game] if shipped else GAMES[game]._replace(agent_defaults={}), params
        self.rules = self.game.prepare(params)

    def positions(self, number, decisions, spread=7):
        """Reachable positions in which somebody is to move."""
        seeds = range(10 * number)
        states = (random_position(self.game, self.rules, seed, decisions + seed % spread) for seed in seeds)
        return list(islice((state for state in states if not state.ended), number))

    def moves(self, state):
        out = np.zeros(self.game.max_actions(self.params), np.int64)
        return out[: legal(self.rules, state, out)].tolist()

    def after(self, state, action):
        """The position that a move leads to."""
        child = copy_of(self.game, state)
        step(self.rules, child, action)
        return child

    def determinized(self, state, rng=None, draws=False):
        """The position as players determinize it, at first those who do not draw cards."""
        rng = np.ones(1, np.uint64) if rng is None else rng
        return determinize(self.rules, state, state.to_move, self.game.new_states(1), 0, rng, draws)

    def thinker(self, agent, budget=PLENTY, **knobs):
        return Thinker(self, agent, budget, knobs)


class Thinker:
    """A player at a place."""

    def __init__(self, place, agent, budget, knobs):
        player = player_spec(agent, knobs, place.game, budget=budget)
        self.place, self.module = place, AGENTS[agent].module
        self.params, self.act, self.workspace = player.params, *make_player(player, place.game, place.params)[1:]

    def decide(self, state, seed=1):
        """Its decision in a position that it meets as the first of a game."""
        self.workspace.kept[:] = 0
        return self.go_on(state, seed)

    def go_on(self, state, seed=1):
        """Its decision, with what it remembers of the one before."""
        self.workspace.rng[0] = seed
        self.workspace.budget[OWN].spent = 0
        open_budget(self.workspace.budget[OWN])
        return int(self.act(self.place.rules, state, self.workspace))

    def set(self, **knobs):
        """Turn knobs between two decisions; those that the room depends on may only be turned down."""
        for name, setting in knobs.items():
            self.workspace.knobs[self.params._fields.index(name)] = float(setting)

    @property
    def memory(self):
        """What it noted, by name."""
        return memory_of(self.module.Memory, self.workspace)

    @property
    def spent(self):
        """Forward-model calls in the last decision."""
        return int(self.workspace.budget[OWN].spent)

    def line_value(self, state, player, ply=0):
        """What its value function says."""
        return float(value(self.place.rules, state, player, self.workspace.program, ply))


class Node(NamedTuple):
    """What a tree search knows of a sequence of moves."""

    number: int
    action: int
    mover: int
    visits: int
    mean: float
    spread: float  # the sum of squared deviations
    prior: float


def node_of(memory, number):
    node = memory.nodes[number]
    numbers = (float(node.average), float(node.spread), float(node.prior))
    return Node(int(number), int(node.action), int(node.mover), int(node.visits), *numbers)


def root_of(thinker):
    return node_of(thinker.memory, 0)


def children(thinker, number=0):
    """The children of a node (of the root, if none is named), in the order of their making."""
    memory = thinker.memory
    node = memory.nodes[number]
    return [node_of(memory, child) for child in memory.lists[node.first :][: node.count]]


def levels(thinker):
    """All nodes below the root, level by level."""
    found, level = [], children(thinker)
    while level:
        found.append(level)
        level = [child for node in level for child in children(thinker, node.number)]
    return found


def plain(function):
    """A small compiled function as plain Python."""
    return getattr(function, "py_func", function)
