"""Nothing is valued before a choice has taken effect, where picks are covered and others decide in between."""

import numpy as np
import pytest

from agents.catalog import AGENTS
from agents.lookahead import await_effect, play_on
from engine.dominion import GAME as DOMINION
from engine.game import pending, step
from engine.workspace import OWN, open_budget
from tests.agents.thinkers import Place
from tests.engine import toy
from tests.engine.tables import copy_of

NAME = toy.GAME.name
SMALL = {"depth": 1, "population": 20, "evaluations": 60, "k": 60, "d": 2}
SEARCHES = [
    pytest.param(agent, marks=pytest.mark.xdist_group(f"{NAME}-{agent}"))
    for agent in AGENTS
    if AGENTS[agent].valued and not AGENTS[agent].games
]


@pytest.fixture(scope="module")
def place():
    return Place(NAME, toy.Params(players=2, cards=9, hand=3, rounds=1))


@pytest.fixture
def state(place):
    """Of the first player's cards only the 9 wins, whatever the other one picks; it has nothing but 6, 7 and 8."""
    state = place.game.new_deal(place.rules, 1)
    state.place[:2, 1:] = toy.DISCARDED
    state.place[0, [1, 2, 9]] = state.place[1, [6, 7, 8]] = toy.HAND
    return state


@pytest.mark.parametrize("value", ["points", "change(points)"])
@pytest.mark.parametrize("agent", SEARCHES)
def test_every_search_tells_covered_picks_apart_by_what_comes_of_them(place, state, agent, value):
    knobs = {knob: SMALL[knob] for knob in AGENTS[agent].knobs(place.game) if knob in SMALL}
    thinker = place.thinker(agent, 600, value=value, **knobs)
    for seed in range(1, 6):
        assert thinker.decide(state, seed) == 9


def test_waiting_costs_a_call_for_every_decision_and_ends_when_the_pick_counts(place, state):
    thinker = place.thinker("greedy", 10)
    budget = thinker.workspace.budget[OWN]
    step(place.rules, state, 9)
    assert pending(place.rules, state, 0)
    for grant, done in ((0, False), (1, False), (2, True), (5, True)):
        budget.left, after = grant, copy_of(place.game, state)
        assert await_effect(place.rules, after, 0, budget) is done
        assert budget.left == max(0, grant - 2)  # the other's pick, and what it pays
        assert pending(place.rules, after, 0) is not done
    assert budget.refused == 0


@pytest.mark.xdist_group("dominion-greedy")
def test_a_choice_of_several_decisions_gains_once():
    """Cellar, Workshop, Mine ...: what its decisions gain adds up to what the card has changed."""
    place, chains = Place("dominion", DOMINION.Params(kingdom="first-game")), 0
    thinker = place.thinker("greedy", value="change(money + 3*hand_money + coins)")
    workspace = thinker.workspace
    open_budget(workspace.budget[OWN])
    for seed, start in enumerate(place.positions(150, 60, spread=40)):
        if pending(place.rules, start, start.to_move):
            continue
        state, rng, decisions = copy_of(place.game, start), np.random.default_rng(seed), 0
        workspace.gains[:] = 0.0
        while decisions == 0 or (pending(place.rules, state, start.to_move) and state.to_move == start.to_move):
            play_on(place.rules, state, int(rng.choice(place.moves(state))), workspace, 0)
            decisions += 1
        if decisions > 1 and state.to_move == start.to_move:
            chains += 1
            changed = thinker.line_value(state, start.to_move) - thinker.line_value(start, start.to_move)
            assert workspace.gains[start.to_move] == pytest.approx(changed)
    assert chains >= 5


def test_all_moves_meet_with_the_same_answers():
    """In one determinized position a move's outcome is its own doing: looking twice shows the same."""
    place = Place(NAME, toy.Params(players=5, rounds=2))
    for state in place.positions(6, 0, spread=4):
        one, two = (copy_of(place.game, state) for _ in range(2))
        for after in (one, two):
            step(place.rules, after, place.moves(state)[0])
            await_effect(place.rules, after, state.to_move, place.thinker("greedy").workspace.budget[OWN])
        assert one.tobytes() == two.tobytes()


@pytest.mark.xdist_group(f"{NAME}-greedy")
def test_greedy_averages_over_worlds_that_are_the_same_for_all_moves():
    place, regret = Place(NAME, toy.Params(players=2, cards=9, hand=4, rounds=1)), {}
    states = [place.game.new_deal(place.rules, seed) for seed in range(40)]
    chances = {id(state): win_chances(place, state) for state in states}
    for worlds in (1, 11, 200):
        thinker = place.thinker("greedy", worlds=worlds, value="change(points)")
        lost = []
        for state in states:
            lost.append(max(chances[id(state)].values()) - chances[id(state)][thinker.decide(state)])
            assert len(place.moves(state)) * worlds < thinker.spent <= 3 * len(place.moves(state)) * worlds
        regret[worlds] = np.mean(lost)
    assert regret[1] > regret[11] > regret[200] - 1e-9
    assert regret[200] < 0.02


def win_chances(place, state):
    """How often each pick is the higher one, over all cards that the other may pick."""
    return {pick: np.mean([pick > other for other in range(1, 10)]) for pick in place.moves(state)}
