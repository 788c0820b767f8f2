"""The simple searches, the models of opponents, and tactics that every search must see."""

import numpy as np
import pytest

from agents.catalog import AGENTS
from agents.lookahead import LINE
from agents.mcts import Expansion
from agents.opponents import OpponentModel
from engine.catalog import GAMES
from tests.agents.thinkers import Place
from tests.engine.splendor_table import Table

RICH = "3*points + 2*cards + gathered + 0.37*affordable"
STILL = {"draws": False}


@pytest.fixture(scope="module")
def duel():
    return Place("splendor", GAMES["splendor"].Params(players=2))


@pytest.fixture(scope="module")
def states(duel):
    return duel.positions(12, 12)


def outcomes(thinker, state):
    """What each move is worth at once, without draws."""
    root = thinker.place.determinized(state)
    return {
        action: thinker.line_value(thinker.place.after(root, action), state.to_move)
        for action in thinker.place.moves(root)
    }


@pytest.mark.xdist_group("splendor-osla")
def test_osla_looks_at_as_many_actions_as_it_may_and_takes_the_best_it_saw(duel, states):
    thinkers = [duel.thinker("osla", budget, value=RICH, **STILL) for budget in (1, 5, 30, 2000)]
    means = []
    for thinker in thinkers:
        found = []
        for seed, state in enumerate(states):
            worths = outcomes(thinker, state)
            found.append(max(worths.values()) - worths[thinker.decide(state, seed)])
            assert thinker.spent == thinker.workspace.budget[0].grant
        means.append(np.mean(found))
    assert means[0] > means[1] > means[2] >= means[3] == 0


@pytest.mark.xdist_group("splendor-osla")
def test_osla_really_looks_at_different_actions(duel, states):
    thinker = duel.thinker("osla", 1, value=RICH)
    assert len({thinker.decide(states[0], seed) for seed in range(40)}) > 8


@pytest.mark.xdist_group("splendor-greedy")
def test_greedy_takes_the_first_of_the_best(duel, states):
    thinker = duel.thinker("greedy", value=RICH)
    for state in states:
        worths = outcomes(thinker, state)
        assert thinker.decide(state) == next(
            a for a, line_value in worths.items() if line_value == max(worths.values())
        )
        assert thinker.spent == len(worths)


@pytest.mark.xdist_group("splendor-random_search")
@pytest.mark.parametrize(("depth", "k"), [(1, 1), (1, 40), (4, 10), (10, 3)])
def test_random_search_plays_k_lines_of_depth_own_moves(duel, states, depth, k):
    thinker = duel.thinker("random_search", depth=depth, k=k, om=OpponentModel.NOTHING)
    thinker.decide(states[0])
    assert thinker.spent == depth * k


@pytest.mark.xdist_group("splendor-random_search")
def test_random_search_plays_the_first_move_of_its_best_line(duel, states):
    thinker = duel.thinker("random_search", depth=1, k=600, om=OpponentModel.NOTHING, value=RICH)
    for state in states[:5]:
        worths = outcomes(thinker, state)
        assert worths[thinker.decide(state)] == max(worths.values())
    few = duel.thinker("random_search", depth=1, k=1, om=OpponentModel.NOTHING, value=RICH)
    assert len({few.decide(states[0], seed) for seed in range(40)}) > 8


@pytest.mark.xdist_group("splendor-random_search")
def test_random_search_sees_as_far_as_its_depth():
    table = Table(3, tokens_per_colour=6)
    card = table.card(1, "black", blue=4)
    table.put(0, card)
    table.give(0, blue=2)  # two more can be taken at once, and the card bought after that
    place = Place("splendor", table.params)
    one, two = (
        place.thinker("random_search", depth=depth, k=8000, om=OpponentModel.NOTHING, value="points")
        for depth in (1, 2)
    )
    assert GAMES["splendor"].view.say(table.rules, table.state, two.decide(table.state)) == "take 2 blue"
    first = {GAMES["splendor"].view.say(table.rules, table.state, one.decide(table.state, seed)) for seed in range(9)}
    assert len(first) > 3  # nothing is worth more than anything else


@pytest.mark.xdist_group("splendor-random_search")
@pytest.mark.parametrize(
    ("om", "ombs", "least", "most"),
    [
        (OpponentModel.NOTHING, 1, 1, 1),
        (OpponentModel.RANDOM, 1, 2, 2),
        (OpponentModel.OSLA, 0.01, 12, 12),
        (OpponentModel.OSLA, 0.05, 52, 52),
        (OpponentModel.GREEDY, 0.01, 12, 12),
        (OpponentModel.GREEDY, 1, 13, 300),
    ],
)
def test_an_opponent_model_costs_its_share(duel, states, om, ombs, least, most):
    thinker = duel.thinker("random_search", 1000, depth=1, k=1, om=om, ombs=ombs)
    thinker.decide(states[0])
    assert least <= thinker.spent <= most


@pytest.mark.xdist_group("splendor-random_search")
def test_models_do_nothing_anything_or_the_best():
    table = Table(2)
    table.put(0, table.card(1, "black", blue=4))
    table.give(1, blue=4)
    place, after = Place("splendor", table.params), {}
    for om in OpponentModel:
        thinker = place.thinker("random_search", 1000, depth=1, k=1, om=om, ombs=0.2, value="points")
        ends = []
        for seed in range(30):
            thinker.decide(table.state, seed)
            line = thinker.workspace.states[LINE]
            ends.append((int(line.score[1]), int(line.tokens[1])))
        after[om] = ends
    assert set(after[OpponentModel.NOTHING]) == {(0, int(table.state.tokens[1]))}
    assert len(set(after[OpponentModel.RANDOM])) > 5
    for om in (OpponentModel.OSLA, OpponentModel.GREEDY):  # unless the card was reserved before, it is bought
        assert sum(points for points, _ in after[om]) >= 25
    assert 0 < sum(points for points, _ in after[OpponentModel.RANDOM]) < 25


SEARCHES = [name for name, agent in AGENTS.items() if agent.valued]
IN_SPLENDOR = [name for name in SEARCHES if "splendor" in (AGENTS[name].games or ("splendor",))]
SMALL = {"k": 600, "population": 400, "evaluations": 800, "depth": 2}


def searcher(place, agent, value, budget=30_000):
    knobs = {name: SMALL[name] for name in AGENTS[agent].knobs(place.game) if name in SMALL}
    return place.thinker(agent, budget, value=value, **knobs)


def last_round():
    """A table where three points decide the game for the second player; it can pay for them, or for one point."""
    table = Table(5)
    table.put(4, table.card(2, "white", white=6))
    table.put(0, table.card(1, "black", blue=4))
    table.give(1, white=4, blue=4, gold=2)
    table.state.score[:2] = (13, 12)
    return table


@pytest.mark.parametrize(
    "agent", [pytest.param(a, marks=pytest.mark.xdist_group(f"splendor-{a}")) for a in IN_SPLENDOR]
)
def test_every_search_takes_a_win_in_one_in_splendor(agent):
    table = last_round()
    table.play("take 1 green, 1 red, 1 black")
    place = Place("splendor", table.params)
    thinker = searcher(place, agent, "(1000 - 2*ply)*winloss + cards")
    for seed in range(1, 6):
        choice = GAMES["splendor"].view.say(table.rules, table.state, thinker.decide(table.state, seed))
        assert choice.startswith("buy slot 4")


@pytest.mark.parametrize(
    "agent",
    [pytest.param(a, marks=pytest.mark.xdist_group(f"splinter-{a}")) for a in SEARCHES if not AGENTS[a].games],
)
def test_every_search_takes_a_win_in_one_in_splinter(agent):
    place = Place("splinter", GAMES["splinter"].presets["small"])
    thinker, found = searcher(place, agent, "result"), 0
    for state in place.positions(60, 5):
        wins = {action for action in place.moves(state) if place.after(state, action).winner == state.to_move}
        if 0 < len(wins) < 8:
            found += 1
            assert thinker.decide(state, found) in wins
        if found == 6:
            break
    assert found == 6


DENIERS = {
    "minimax": {"depth": 2},
    "alphabeta": {"depth": 2},
    "deepening": {"depth": 2},
    "random_search": {"depth": 1, "om": OpponentModel.GREEDY, "k": 300},
    "mcts": {"d": 1, "om": OpponentModel.GREEDY, "ombs": 0.1, "expansion": Expansion.FULL},
}


@pytest.mark.parametrize("agent", [pytest.param(a, marks=pytest.mark.xdist_group(f"splendor-{a}")) for a in DENIERS])
def test_a_denial_that_saves_the_game_is_found_at_depth_two(agent):
    table = last_round()
    assert table.state.to_move == 0
    place = Place("splendor", table.params)
    view, value = GAMES["splendor"].view, "(1000 - ply)*winloss + 0.1*lead"
    for seed in range(1, 4):
        thinker = place.thinker(agent, 20_000, value=value, **DENIERS[agent])
        assert view.say(table.rules, table.state, thinker.decide(table.state, seed)).startswith("reserve slot 4")


@pytest.mark.xdist_group("splendor-random_search")
def test_a_line_that_the_budget_ends_before_the_answer_does_not_count():
    table = last_round()
    place, knobs = Place("splendor", table.params), DENIERS["random_search"] | {"k": 10**6}
    for budget in range(12_000, 12_400, 23):
        thinker = place.thinker("random_search", budget, value="(1000 - ply)*winloss + 0.1*lead", **knobs)
        choice = GAMES["splendor"].view.say(table.rules, table.state, thinker.decide(table.state))
        assert choice.startswith("reserve slot 4")
        assert thinker.spent == budget


@pytest.mark.parametrize(
    "agent", [pytest.param(a, marks=pytest.mark.xdist_group(f"splendor-{a}")) for a in ("minimax", "alphabeta")]
)
def test_who_looks_one_move_ahead_does_not_see_the_threat(agent):
    table = last_round()
    place = Place("splendor", table.params)
    thinker = place.thinker(agent, value="(1000 - ply)*winloss + 0.1*lead", depth=1)
    choice = GAMES["splendor"].view.say(table.rules, table.state, thinker.decide(table.state))
    assert not choice.startswith("reserve slot 4")
