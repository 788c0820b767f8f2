"""Section 6.1: how many nodes the bounds leave of the tree of all purchases, a few turns ahead from a start deck."""

from typing import Any, NamedTuple

import numpy as np

from agents.catalog import make_player
from agents.dominion.planner import NODE, Memory, Params, plant, search
from engine.dominion.actions import Ask, encode
from engine.game import step
from engine.memory import memory_of
from engine.workspace import OWN, open_budget
from studies.reproductions.fenner.performance import PLANNING
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import Row, mean_row
from studies.spec.players import player_spec_of
from studies.spec.study import GamePart, SourcePart

AHEAD = (1, 2, 3)  # turns
WAYS = {"brute force": False, "branch and bound": True}  # whether nodes are left out
USUAL, CAP = 14, 20  # turns to come at the first purchase, and nodes of the source's planner
BALLS = {
    "1 start of 4 steps": Params(nodes=CAP),
    "8 starts of 30 steps": Params(nodes=CAP, starts=8, ascent=30),  # ruling 13
}
SAME = "the same answer"
REPEATS = 100
ALL = 10**6  # nodes
ROOM = 2**17


class Tree(NamedTuple):
    """A tree that was grown from the first purchase of a deal."""

    answers: int  # its first nodes
    nodes: Any  # NODE

    @property
    def expanded(self) -> Any:
        """Its nodes that were looked beyond."""
        return self.nodes[self.nodes.open == 0]

    @property
    def answer(self) -> int:
        """The one below which the greatest least value lies."""
        return int(self.nodes.root[self.nodes.low.argmax()])


def measure(order: Order) -> Measured:
    """Grow whole trees, with bounds and without, from the first purchase of many deals; then capped ones."""
    rows: list[Row] = []
    answers: list[list[int]] = []
    repeats = order.games(REPEATS)
    for turns in AHEAD:
        for name, prune in WAYS.items():
            params = Params(nodes=ALL, prune=prune)
            sizes = [len(grow(order, seed, turns, params).expanded) for seed in range(repeats)]
            rows.append(mean_row(f"{turns} turns ahead", f"nodes expanded by {name}", np.array(sizes, float)))
    for name, params in BALLS.items():
        trees = [grow(order, seed, USUAL, params) for seed in range(repeats)]
        label = f"{CAP} nodes expanded with {USUAL} turns to come, balls by {name}"
        looks = [look_at(tree) for tree in trees]
        rows += [mean_row(label, figure, np.array([found[figure] for found in looks])) for figure in LOOKS]
        answers.append([tree.answer for tree in trees])
    rows.append(mean_row("balls searched either way", SAME, np.equal(answers[0], answers[1]).astype(float), rate=True))
    return Measured(rows, repeats)


LOOKS = ("answers", "answers expanded", "turns deep", "least value at most", "greatest value at most")


def look_at(tree: Tree) -> dict[str, float]:
    """Where the nodes of a capped tree went."""
    first, expanded = tree.nodes[: tree.answers], tree.expanded
    found = (
        len(first),
        len(set(expanded.root.tolist())),
        USUAL - expanded.turns.min(),
        first.low.max(),
        first.high.max(),
    )
    return dict(zip(LOOKS, map(float, found), strict=True))


def grow(order: Order, seed: int, turns: int, params: Params) -> Tree:
    """The tree from the first purchase of a deal."""
    prepared = order.prepared
    game, rules = prepared.game, prepared.rules
    state = game.new_deal(rules, seed)
    while state.ask != Ask.BUY:
        step(rules, state, encode(state.ask, 17))
    workspace = make_player(player_spec_of("dominion", PLANNING), game, prepared.params).workspace
    workspace.rng[0] = seed
    open_budget(workspace.budget[OWN])
    memory = memory_of(Memory, workspace)._replace(nodes=np.zeros(ROOM, NODE).view(np.recarray))
    first = plant(rules, state, int(state.to_move), params, turns, workspace, memory)
    return Tree(first, memory.nodes[: int(search(rules, state, first, params, workspace, memory))])


MEASUREMENT = Measurement(
    "fenner",
    "feasibility",
    GamePart(name="dominion", preset="thesis"),
    SourcePart(
        place="section 6.1",
        question="How much of the tree do the bounds leave out? (The source: not enough to do without a cap of 20 "
        "nodes; its counts are in a figure only.)",
        show=[*(f"nodes expanded by {way}" for way in WAYS), *LOOKS, SAME],
        means="The bounds leave out seven nodes of eight, but what is left still grows eightfold a turn, so that a cap "
        "is needed as in the source. The greatest values lie so far above the least ones that the capped tree goes "
        "deep below one answer or two: which answer is played is then decided by its greatest value. Balls that are "
        "searched longer hold even greater values; the tree is broader then and less deep, and often ends with another "
        "answer (of equal ones the first is taken here).",
    ),
    measure,
)
