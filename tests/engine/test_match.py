"""The match loop: seeded, fair, quick, and strict with players."""

from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest

from engine.errors import InputError
from engine.game import NONE, Ended, legal, sample
from engine.jit import jit
from engine.match import QUICK, SAMPLE, Player, compile_act, new_workspace, play, rotations, weight_of
from engine.memory import KEPT
from engine.workspace import OWN, Needs, advance, lend, spend, take_back
from engine.workspace_type import BUDGET
from tests.engine.tables import GAME_NAMES, GAMES

every_game = pytest.mark.parametrize("name", GAME_NAMES)


def at_random(rules, state, workspace):
    return sample(rules, state, workspace.rng)


def first_legal(rules, state, workspace):
    legal(rules, state, workspace.actions)
    return workspace.actions[0]


def cheat(rules, state, workspace):
    return 123456789 if state.turn > 3 else sample(rules, state, workspace.rng)


def gives_up(rules, state, workspace):
    return np.int64(NONE)


def seat(game, act, name=None, budget=0):
    params = game.Params()
    workspace = new_workspace(game, Needs(states=2, actions=game.max_actions(params)), budget=budget)
    return Player(name or act.__name__, compile_act(game, act), workspace)


def fill(game, *acts):
    """Players for all seats of the game's default rules, the last act repeated."""
    n = int(game.new_deal(game.prepare(game.Params()), 0).n_players)
    return [seat(game, acts[min(i, len(acts) - 1)]) for i in range(n)]


def same(one, two):
    """Equal but for the time taken."""
    return all(np.array_equal(one[field], two[field]) for field in one.dtype.names if field != "nanoseconds")


@every_game
def test_the_same_seeds_give_the_same_results_in_any_division_into_batches_and_threads(name):
    game = GAMES[name]
    rules = game.prepare(game.Params())
    fixtures = rotations(range(6), len(fill(game, at_random)))
    whole = play(game, rules, fill(game, at_random), fixtures)
    halves = [fixtures[: len(fixtures) // 2], fixtures[len(fixtures) // 2 :]]
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda half: play(game, rules, fill(game, at_random), half), halves))
    assert same(whole, np.concatenate(parts).view(np.recarray))


@every_game
def test_results_say_who_won_how_it_ended_and_who_decided_how_often(name):
    game = GAMES[name]
    rules = game.prepare(game.Params())
    players = fill(game, at_random, first_legal)
    results = play(game, rules, players, rotations(range(5), len(players)))
    for result in results:
        assert result.ended in set(Ended) - {Ended.PLAYING}
        assert result.decisions.sum() == result.length > 0
        assert result.payoffs.sum() == pytest.approx(float(result.ended in (Ended.WON, Ended.SHARED)))
        assert result.nanoseconds[: len(players)].min() > 0


def test_players_that_think_are_timed_always_and_quick_ones_by_sampling_that_stands_for_all():
    budget = np.zeros(1, BUDGET).view(np.recarray)[0]
    budget.spent = 20 * QUICK
    assert all(weight_of(budget, decisions, tick=decisions) == 1 for decisions in range(21))
    budget.spent = 0
    assert weight_of(budget, 0, tick=5) == 1
    later = [weight_of(budget, decisions, tick=5 + decisions) for decisions in range(1, 10 * SAMPLE + 1)]
    assert sum(later) == len(later)
    assert later.count(0) == len(later) - 10
    budget.patience = 1
    assert weight_of(budget, 9, tick=5) == 1


@every_game
def test_a_block_is_one_deal_in_every_seat_rotation(name):
    n = len(fill(GAMES[name], at_random))
    fixtures = rotations([7, 8], n)
    assert fixtures.seed.tolist() == [7] * n + [8] * n
    for seat_index in range(n):
        assert sorted(fixtures.seats[:n, seat_index].tolist()) == list(range(n))


@every_game
@pytest.mark.parametrize(("act", "played"), [(cheat, "123456789"), (gives_up, "-1")])
def test_an_illegal_action_is_an_error_that_names_the_player_and_the_action(name, act, played):
    game = GAMES[name]
    players = fill(game, at_random, act)
    with pytest.raises(InputError, match=rf"player {act.__name__}: played {played}, which is not legal in {name}"):
        play(game, game.prepare(game.Params()), players, rotations([1], len(players)))


def spends_all(rules, state, workspace):
    workspace.states[0] = state
    for _ in range(10):
        action = sample(rules, workspace.states[0], workspace.rng)
        if action != NONE:
            advance(rules, workspace.states[0], action, workspace.budget[OWN])
    return sample(rules, state, workspace.rng)


@every_game
def test_an_exhausted_budget_is_refused_and_named(name):
    game = GAMES[name]
    rules = game.prepare(game.Params())
    n = len(fill(game, at_random))
    with pytest.raises(InputError, match=r"player spends_all: asked for forward-model calls beyond its budget"):
        play(game, rules, [seat(game, spends_all, budget=9) for _ in range(n)], rotations([1], n))
    results = play(game, rules, [seat(game, spends_all, budget=10) for _ in range(n)], rotations([1], n))
    assert np.all(results.calls[:, :n] <= 10 * results.decisions[:, :n])
    assert results.calls.sum() > 5 * results.decisions.sum()


def test_a_share_of_the_budget_is_lent_and_what_is_left_flows_back():
    game = GAMES["splendor"]
    workspace = new_workspace(game, Needs(), budget=100)
    workspace.budget[OWN].left = 100
    lend(workspace, 0.2)
    assert workspace.budget[1].left == 20
    for _ in range(5):
        assert spend(workspace.budget[1])
    take_back(workspace)
    assert (workspace.budget[OWN].left, workspace.budget[OWN].spent, workspace.budget[1].left) == (95, 5, 0)
    assert not spend(workspace.budget[1])


def test_more_than_what_is_left_cannot_be_lent():
    workspace = new_workspace(GAMES["splendor"], Needs(), budget=100)
    workspace.budget[OWN].left = 3
    lend(workspace, 0.5)
    assert workspace.budget[1].left == 3


@jit
def sums_of(workspace):
    """Something of every array, by its name, as compiled code finds it."""
    numbers = workspace.knobs.sum() + workspace.program.sum() + workspace.gains.sum() + workspace.rng[0]
    bytes = workspace.kept.sum() + workspace.scratch.sum() + workspace.places.sum() + workspace.actions.sum()
    lengths = len(workspace.budget) * 100 + len(workspace.states) * 10 + len(workspace.places)
    return numbers, bytes, lengths, workspace.budget[OWN].grant, workspace.states[1].turn


def test_compiled_code_finds_every_array_of_a_workspace_under_its_name():
    class Memory(NamedTuple):
        notes: Annotated[Any, np.uint8, KEPT]
        marks: Annotated[Any, np.uint8]

    game = GAMES["splendor"]
    workspace = new_workspace(game, Needs(3, 4, Memory(5, 6)), (1.0, 2.0), (8.0,), budget=77)
    workspace.gains[:2], workspace.rng[0], workspace.actions[:] = 16.0, 64, (1, 2, 3, 4)
    workspace.kept[:], workspace.scratch[:], workspace.states[1].turn = 20, 100, 9
    assert sums_of(workspace) == (1 + 2 + 8 + 32 + 64, 5 * 20 + 6 * 100 + 5 + 6 + 10, 234, 77, 9)
