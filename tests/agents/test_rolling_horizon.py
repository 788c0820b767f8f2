"""What each knob of the rolling-horizon agents does."""

import numpy as np
import pytest

from agents import rhea
from agents.rhea import KEPT, PLANS, SCORES, BmrhParams, Horizon, Mutation, SrhParams
from engine.catalog import GAMES
from engine.game import NONE, allows
from engine.match import new_mind
from engine.mind import OWN, Needs, open_budget
from tests.agents.players import decide, player_of, positions
from tests.engine.tables import generator

SPLENDOR = GAMES["splendor"]
TWO = SPLENDOR.Params(players=2)
DRAWS = 4000


def points_of(**changes):
    """How often a mutation branches off at each gene; the last entry means nowhere."""
    params = BmrhParams(l=5, **changes)
    params = BmrhParams(*[int(x) if isinstance(x, Mutation) else x for x in params])
    rng = generator(11)
    counts = np.bincount([rhea.branch_point(params, rng) for _ in range(DRAWS)], minlength=6)
    return counts / DRAWS


def test_ms_0_makes_a_whole_new_plan():
    assert points_of(ms=Mutation.WHOLE)[0] == 1


def test_ms_1_branches_off_anywhere_alike():
    assert points_of(ms=Mutation.UNIFORM, mo=False) == pytest.approx([0.2] * 5 + [0], abs=0.03)


@pytest.mark.parametrize("dcy", [0.5, 0.9])
def test_ms_2_decays_exponentially_from_probability_dcy(dcy):
    expected = [dcy * (1 - dcy) ** i for i in range(5)]
    assert points_of(ms=Mutation.DECAY, dcy=dcy, mo=False) == pytest.approx([*expected, (1 - dcy) ** 5], abs=0.03)
    sure = [p / sum(expected) for p in expected]
    assert points_of(ms=Mutation.DECAY, dcy=dcy, mo=True) == pytest.approx([*sure, 0], abs=0.03)


def test_ms_3_is_a_gaussian_around_mu_of_width_sigma():
    narrow, wide = (points_of(ms=Mutation.GAUSSIAN, mu=0.5, sigma=sigma, mo=True) for sigma in (0.5, 2.0))
    assert np.argmax(narrow) == np.argmax(wide) == 2
    assert narrow[2] > 0.6 > wide[2] > 0.15
    assert np.argmax(points_of(ms=Mutation.GAUSSIAN, mu=0.0, sigma=0.5, mo=True)) == 0
    missed = points_of(ms=Mutation.GAUSSIAN, mu=0.0, sigma=2.0, mo=False)
    assert missed[5] > 0.4  # the half below zero, and what lies beyond the plan
    assert points_of(ms=Mutation.GAUSSIAN, mu=0.0, sigma=2.0, mo=True)[5] == 0


def memory(pop, length):
    """A mind with room for plans."""
    mind = new_mind(SPLENDOR, Needs(ints=PLANS + (pop + 1) * length, floats=SCORES + pop + 1))
    mind.rng[0] = 3
    return mind


@pytest.mark.parametrize(("mr", "mo"), [(0.1, False), (0.5, False), (1.0, False), (0.0, True), (0.1, True)])
def test_mr_is_the_probability_that_a_seed_changes_and_mo_changes_at_least_one(mr, mo):
    length, rounds = 10, 800
    mind, changed = memory(1, length), []
    params = SrhParams(l=length, mr=mr, mo=mo)
    params = SrhParams(*[float(x) if isinstance(x, float) else x if isinstance(x, bool) else int(x) for x in params])
    for _ in range(rounds):
        mind.ints[PLANS + length :] = 0
        rhea.mutate_seeds(params, mind)
        changed.append(int(np.count_nonzero(mind.ints[PLANS + length :])))
    assert np.mean(changed) == pytest.approx(length * mr + (1 - mr if mo else 0), abs=0.25)
    assert not mo or min(changed) >= 1


def horizon(**changes):
    """The knobs that both forms share, as compiled code sees them."""
    values = {**{name: getattr(SrhParams(), name) for name in Horizon._fields}, **changes}
    return Horizon(*[x if isinstance(x, bool | float) else int(x) for x in values.values()])


def test_crossing_mixes_two_parents_and_without_it_a_child_is_a_copy():
    length = 8
    for cross, seeds in ((0.0, True), (1.0, True), (1.0, False)):
        mind, mixed = memory(2, length), 0
        for _ in range(60):
            mind.ints[PLANS : PLANS + length], mind.ints[PLANS + length : PLANS + 2 * length] = 1, 2
            rhea.breed(mind, horizon(l=length, pop=2, cross=cross), seeds)
            child = mind.ints[PLANS + 2 * length :].tolist()
            mixed += len(set(child)) == 2
            switches = np.count_nonzero(np.diff(child))
            assert seeds or switches <= 1  # plans of actions are cut once
        assert (mixed > 10) == (cross > 0)


def test_the_elite_is_only_displaced_by_better_plans():
    length, pop = 3, 4
    for elite, score, kept in ((4, -5.0, 4), (4, 9.0, 3), (1, -5.0, 3), (0, -5.0, 3)):
        mind = memory(pop, length)
        mind.ints[PLANS:] = np.repeat([1, 2, 3, 4, 9], length)
        mind.floats[SCORES : SCORES + pop] = [1.0, 7.0, 3.0, 0.0]
        rhea.make_room(mind, horizon(l=length, pop=pop, elite=elite), score)
        plans = mind.ints[PLANS : PLANS + pop * length : length].tolist()
        assert sum(plan != 9 for plan in plans) == kept
        assert elite == 0 or 2 in plans  # the best one
        assert elite < 4 or score < 0 or 4 not in plans  # the worst one goes first


@pytest.mark.parametrize("agent", ["bmrh", "srh"])
def test_n_plans_of_l_moves_and_a_rollout_are_tried(agent):
    rules, states = positions("splendor", TWO, 6)
    for n, length, rollout in ((20, 2, 0), (50, 1, 0), (30, 3, 2), (1, 5, 0)):
        player = player_of(f"{agent}:n={n},l={length},rollout={rollout},om=nothing", params=TWO, budget=10_000)
        decide(player, rules, states[0])
        assert player.mind.budget[OWN].spent == n * (length + rollout)


def test_srh_without_evaluations_plays_its_plan_unseen():
    rules, states = positions("splendor", TWO, 6)
    player = player_of("srh:n=0", params=TWO)
    assert allows(rules, states[0], decide(player, rules, states[0]))
    assert player.mind.budget[OWN].spent == 0


def think_again(player, rules, state):
    """The next decision of the same game, without any budget: what the plans are when it begins."""
    player.mind.budget[OWN].grant = 0
    open_budget(player.mind.budget[OWN])
    player.act(rules, state, player.mind)


@pytest.mark.parametrize(("agent", "pop"), [("bmrh", 1), ("srh", 1), ("srh", 3)])
def test_the_shift_buffer_keeps_the_old_plans_moved_on_by_one(agent, pop):
    rules, states = positions("splendor", TWO, 6)
    for usb in (True, False):
        player = player_of(f"{agent}:l=4,n=60,pop={pop},usb={usb}", params=TWO, budget=2000)
        decide(player, rules, states[0])
        before = player.mind.ints[PLANS : PLANS + 4 * pop].reshape(pop, 4).copy()
        assert player.mind.ints[KEPT] == 1
        think_again(player, rules, states[0])
        after = player.mind.ints[PLANS : PLANS + 4 * pop].reshape(pop, 4)
        shifted = np.array_equal(after[:, 1:3], before[:, 2:4])  # gene 0 may be rolled anew if it is not legal now
        assert shifted == usb
        if agent == "bmrh":
            assert (after[:, 1:] == NONE).all() == (not usb)


def test_a_mutation_branches_off_and_keeps_the_genes_before():
    """With one gene's chance to change at the last place only, the first actions of the plan stay as they are."""
    rules, states = positions("splendor", TWO, 6)
    player = player_of("bmrh:l=3,n=2,ms=gaussian,mu=1,sigma=0,mo=false,reimagine=false", params=TWO, budget=1000)
    decide(player, rules, states[0])
    kept, newest = player.mind.ints[PLANS : PLANS + 3], player.mind.ints[PLANS + 3 : PLANS + 6]
    assert kept.tolist() == newest.tolist()  # the point lies behind the plan: nothing changes


def test_a_larger_population_keeps_different_plans():
    rules, states = positions("splendor", TWO, 6)
    player = player_of("srh:l=3,n=100,pop=5,elite=5,cross=0.5", params=TWO, budget=1000)
    decide(player, rules, states[0])
    assert len({tuple(row) for row in player.mind.ints[PLANS : PLANS + 15].reshape(5, 3).tolist()}) > 1
    assert np.isfinite(player.mind.floats[SCORES : SCORES + 5]).all()


def test_random_search_plays_k_lines_of_its_depth():
    rules, states = positions("splendor", TWO, 6)
    for depth, k in ((1, 10), (4, 30)):
        player = player_of(f"random_search:depth={depth},k={k},om=nothing", params=TWO)
        decide(player, rules, states[0])
        assert player.mind.budget[OWN].spent == depth * k
