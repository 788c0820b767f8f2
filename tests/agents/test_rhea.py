"""Every knob of the rolling horizons does what it says, read off the plans that a decision leaves behind.

Runs of one seed that differ only in n make the same draws up to the smaller n, so that one shows what the other began
with.
"""

import math
from collections import Counter
from itertools import pairwise, takewhile

import numpy as np
import pytest

from agents.lookahead import ROOT
from agents.opponents import OpponentModel
from agents.rhea import Mutation, Params, branch_point
from engine.catalog import GAMES
from engine.game import allows, sample
from tests.agents.thinkers import Place, plain
from tests.engine.tables import generator

pytestmark = pytest.mark.xdist_group("splendor-bmrh")  # compiled in one process only
FORMS = ("bmrh", "srh")
RICH = "3*points + 2*cards + gathered + 0.37*affordable"
STILL = {"draws": False, "redeterminize": False}  # a plan's result is then a matter of its moves alone
SEEDS = range(1, 41)
PIECES = "own_material - opp_material + 0.1*own_edge - 0.1*opp_edge"


@pytest.fixture(scope="module")
def duel():
    return Place("splendor", GAMES["splendor"].Params(players=2))


@pytest.fixture(scope="module")
def state(duel):
    return duel.positions(1, 4, spread=1)[0]  # an early one: what is legal now stays so for a while


def think(place, state, agent, seed=1, **knobs):
    """A rolling horizon that has decided."""
    thinker = place.thinker(agent, **({"value": RICH} | STILL | knobs))
    thinker.choice = thinker.decide(state, seed)
    return thinker


def plans(thinker):
    """The plans kept, and behind them the newest."""
    length, pop = thinker.params.l, thinker.params.pop
    return thinker.memory.plans.reshape(pop + 1, length).tolist()


def newest_and_its_parents(place, state, agent, seed, pop=1, **knobs):
    """The first plan that was bred, and those that were there before."""
    before, after = (plans(think(place, state, agent, seed, pop=pop, n=n, **knobs)) for n in (pop, pop + 1))
    return after[-1], before[:-1]


def changed(plan, parent):
    return [gene != old for gene, old in zip(plan, parent, strict=True)]


@pytest.mark.parametrize("agent", FORMS)
def test_a_decision_tries_n_plans_of_l_moves_and_a_rollout(duel, state, agent):
    for n, length, rollout in ((0, 2, 0), (7, 1, 0), (20, 3, 0), (20, 3, 4), (3, 10, 1)):
        thinker = think(duel, state, agent, n=n, l=length, rollout=rollout)
        assert thinker.spent == n * (length + rollout)
        assert allows(duel.rules, state, thinker.choice)


@pytest.mark.parametrize("agent", FORMS)
@pytest.mark.parametrize(
    ("om", "ombs", "cost"),
    [(OpponentModel.RANDOM, 0.02, 2), (OpponentModel.OSLA, 0.02, 22), (OpponentModel.OSLA, 0.05, 52)],
)
def test_the_opponent_model_consumes_its_share(duel, state, agent, om, ombs, cost):
    thinker = think(duel, state, agent, budget=1000, n=5, l=3, om=om, ombs=ombs)
    assert thinker.spent == 5 * 3 * cost


@pytest.mark.parametrize("agent", FORMS)
def test_the_shift_buffer_keeps_the_old_plan_moved_on_by_one(duel, state, agent):
    kept, new = (next_plans(duel, state, agent, usb) for usb in (True, False))
    assert kept[0] == kept[1]
    assert new[0] != new[1]


def next_plans(place, state, agent, usb):
    """The tail of the best plan, and the head of what the next decision begins with."""
    thinker = place.thinker(agent, n=60, l=4, usb=usb, value=RICH, **STILL)
    action = thinker.decide(state)
    old, following = plans(thinker)[0], place.after(place.determinized(state), action)
    following.to_move = state.to_move  # the opponent leaves everything as it is
    thinker.set(n=1)  # only the plan that it begins with is tried
    thinker.go_on(following, seed=77)
    return old[1:], plans(thinker)[0][:-1]


@pytest.mark.parametrize("agent", FORMS)
def test_a_new_game_forgets_the_plans(duel, state, agent):
    thinker = duel.thinker(agent, n=1, l=4, value=RICH, **STILL)
    thinker.decide(state, seed=1)
    old = plans(thinker)[0]
    thinker.decide(state, seed=2)
    assert not set(plans(thinker)[0][:3]) <= set(old)


def points(draws=6000, **knobs):
    """How often a mutation branches off where: a list of shares, the last one for nowhere."""
    params, rng = Params(**knobs), generator(11)
    counts = Counter(plain(branch_point)(params, rng) for _ in range(draws))
    return [counts[point] / draws for point in range(params.l + 1)]


def normal_below(x):
    return (1 + math.erf(x / math.sqrt(2))) / 2


@pytest.mark.parametrize("mo", [False, True])
@pytest.mark.parametrize(
    ("knobs", "shares"),
    [
        ({"ms": Mutation.WHOLE}, [1, 0, 0, 0, 0]),
        ({"ms": Mutation.UNIFORM}, [0.2] * 5),
        ({"ms": Mutation.DECAY, "dcy": 0.5}, [0.5 * 0.5**i for i in range(5)]),
        ({"ms": Mutation.DECAY, "dcy": 0.2}, [0.2 * 0.8**i for i in range(5)]),
        (
            {"ms": Mutation.GAUSSIAN, "mu": 0, "sigma": 1},
            [normal_below(i + 1) - normal_below(i) for i in range(5)],
        ),
        (
            {"ms": Mutation.GAUSSIAN, "mu": 0.5, "sigma": 2},
            [normal_below((i + 1 - 2.5) / 2) - normal_below((i - 2.5) / 2) for i in range(5)],
        ),
        ({"ms": Mutation.GAUSSIAN, "mu": 0.75, "sigma": 0}, [0, 0, 0, 1, 0]),
    ],
    ids=str,
)
def test_mutation_points_are_distributed_as_stated(knobs, shares, mo):
    expected = [*(share / sum(shares) for share in shares), 0] if mo else [*shares, 1 - sum(shares)]
    assert np.allclose(points(l=5, mo=mo, **knobs), expected, atol=0.025)


@pytest.mark.parametrize(
    ("knobs", "kept"),
    [
        ({"ms": Mutation.WHOLE}, 0),
        ({"ms": Mutation.GAUSSIAN, "mu": 0.5, "sigma": 0}, 2),
        ({"ms": Mutation.GAUSSIAN, "mu": 0.75, "sigma": 0}, 3),
        ({"ms": Mutation.DECAY, "dcy": 0.01, "mo": False}, 4),
    ],
    ids=str,
)
def test_a_branching_mutation_keeps_the_genes_before_its_point_and_rolls_the_others(duel, state, knobs, kept):
    changes = np.zeros(4)
    for seed in SEEDS:
        newest, (parent,) = newest_and_its_parents(duel, state, "bmrh", seed, l=4, **knobs)
        changes += changed(newest, parent)
    limit = 5 if kept == 4 else 0  # at dcy = 0.01 it rarely hits
    assert max(changes[:kept], default=0) <= limit
    assert all(change > len(SEEDS) / 2 for change in changes[kept:])


@pytest.mark.parametrize(
    ("mr", "mo", "least", "most"), [(0, False, 0, 0), (0, True, 1, 1), (0.5, False, 3, 7), (1, False, 10, 10)]
)
def test_mr_is_the_share_of_new_seeds_and_mo_makes_it_one_at_least(duel, state, mr, mo, least, most):
    numbers = []
    for seed in SEEDS:
        newest, (parent,) = newest_and_its_parents(duel, state, "srh", seed, l=10, mr=mr, mo=mo)
        numbers.append(sum(changed(newest, parent)))
    assert least <= np.mean(numbers) <= most
    if mr in (0, 1):
        assert set(numbers) == {least}


def test_a_seed_stands_for_an_action(duel, state):
    for seed in SEEDS:
        thinker = think(duel, state, "srh", seed, n=20)
        gene = plans(thinker)[0][0]
        root = thinker.workspace.states[ROOT]
        assert thinker.choice == sample(duel.rules, root, np.array([gene]).astype(np.uint64))


def test_a_gene_of_the_other_form_is_an_action(duel, state):
    for seed in SEEDS:
        thinker = think(duel, state, "bmrh", seed, n=20)
        assert thinker.choice == plans(thinker)[0][0]


@pytest.mark.parametrize("agent", FORMS)
def test_a_population_is_pop_plans_of_which_the_best_is_played(duel, state, agent):
    thinker = think(duel, state, agent, pop=6, n=6, l=4)
    found, scores = plans(thinker)[:6], thinker.memory.scores[:6]
    assert len({tuple(plan) for plan in found}) == 6
    assert np.isfinite(scores).all()
    assert len(set(scores)) > 2
    best = found[int(np.argmax(scores))][0]
    if agent == "srh":
        best = sample(duel.rules, thinker.workspace.states[ROOT], np.array([best]).astype(np.uint64))
    assert thinker.choice == best
    few = think(duel, state, agent, pop=6, n=3, l=4)
    assert np.isfinite(few.memory.scores[:6]).tolist() == [True] * 3 + [False] * 3


@pytest.mark.parametrize("agent", FORMS)
def test_only_a_better_plan_displaces_the_elite(duel, state, agent):
    def best_scores(elite):
        runs = (think(duel, state, agent, pop=3, elite=elite, n=n, l=5) for n in range(3, 40))
        return [max(run.memory.scores[:3]) for run in runs]

    kept, lost = best_scores(1), best_scores(0)
    assert all(later >= sooner for sooner, later in pairwise(kept))
    assert kept[-1] > kept[0]
    assert any(later < sooner for sooner, later in pairwise(lost))


@pytest.mark.parametrize("agent", FORMS)
def test_one_plan_only_makes_room_for_one_that_is_at_least_as_good(duel, state, agent):
    scores = [think(duel, state, agent, n=n, l=4).memory.scores[0] for n in range(1, 40)]
    assert scores == sorted(scores)
    assert scores[-1] > scores[0]


@pytest.mark.parametrize(
    ("agent", "knobs"), [("srh", {"mr": 0, "mo": False}), ("bmrh", {"ms": Mutation.DECAY, "dcy": 0.01, "mo": False})]
)
def test_crossover_mixes_two_parents(duel, state, agent, knobs):
    def bred(cross):
        return [newest_and_its_parents(duel, state, agent, seed, 2, l=6, cross=cross, **knobs) for seed in SEEDS]

    alone, crossed = ([switches(*family) for family in bred(cross)] for cross in (0, 1))
    assert set(alone) == {0}
    assert sum(number > 0 for number in crossed) > 2
    assert (max(crossed) > 1) == (agent == "srh")  # actions are cut in two parts, seeds are mixed gene by gene


def switches(plan, parents):
    """How often a plan changes between its parents, up to a gene that is neither's: there an action was not legal."""
    genes = takewhile(lambda genes: genes[0] in genes[1:], zip(plan, *parents, strict=True))
    sides = [gene == one for gene, one, two in genes if one != two]
    return sum(before != after for before, after in pairwise(sides))


@pytest.mark.parametrize("agent", FORMS)
def test_a_plan_that_proves_itself_counts_as_the_worst_of_its_tries_so_that_time_finds_the_best_answers(agent):
    board = Place("splinter", GAMES["splinter"].presets["small"])
    knobs = {"value": PIECES, "om": "random", "l": 1, "n": 10**9}
    for position in board.positions(4, 6):
        worst = {move: worst_answer(board, position, move) for move in board.moves(position)}
        proven, lucky = (board.thinker(agent, budget=40_000, prove=prove, **knobs) for prove in (0.1, 0))
        assert worst[proven.decide(position)] == max(worst.values()) == proven.memory.scores[0]
        lucky.decide(position)
        assert lucky.memory.scores[0] > max(worst.values())


def worst_answer(place, position, move):
    """What a move is worth after the opponent's best answer."""
    judge = place.thinker("greedy", value=PIECES)
    after = place.after(position, move)
    ends = [place.after(after, reply) for reply in place.moves(after)] or [after]
    return min(judge.line_value(end, position.to_move) for end in ends)
