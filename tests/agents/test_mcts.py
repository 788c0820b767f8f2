"""Every knob of the tree search does what it says, read off the tree that a decision leaves behind."""

import math
from itertools import chain

import pytest

from agents.mcts import CURIOSITY, Ending, Expansion, Policy, Recommend, Tree, curiosity_at
from agents.opponents import OpponentModel
from engine.catalog import GAMES
from tests.agents.thinkers import Place, children, levels, root_of
from tests.engine.splendor_table import Table
from tests.engine.tables import generator

pytestmark = pytest.mark.xdist_group("splendor-mcts")  # compiled in one process only
RICH = "3*points + 2*cards + gathered + 0.37*affordable"
STILL = {"draws": False, "redeterminize": False}  # a line's result is then a matter of its moves alone
BANDIT = {"d": 1, "expansion": Expansion.FULL, **STILL}  # the tree is the root and its children: results are theirs


@pytest.fixture(scope="module")
def duel():
    return Place("splendor", GAMES["splendor"].Params(players=2))


@pytest.fixture(scope="module")
def state(duel):
    return next(state for state in duel.positions(40, 24) if len(duel.moves(state)) > 25)


def think(place, state, budget=600, seed=1, **knobs):
    """A tree search that has thought about a position."""
    thinker = place.thinker("mcts", budget, **({"value": RICH} | knobs))
    thinker.choice = thinker.decide(state, seed)
    return thinker


@pytest.mark.parametrize("n", [0, 1, 2, 1000, len(CURIOSITY) - 1, len(CURIOSITY), 10 * len(CURIOSITY)])
def test_curiosity_is_the_same_whether_it_is_looked_up_or_worked_out(n):
    assert curiosity_at(float(n)) == math.sqrt(math.log(n + 1.0))


def visits(thinker):
    return [child.visits for child in children(thinker)]


def bandit_score(params, result, n, log_visits, scale):
    """UCB of a child whose every result is the same, as the papers have it."""
    share = log_visits / (n + params.e)
    if params.policy == Policy.TUNED:
        share *= min(0.25, math.sqrt(2 * share))
    bias = params.bias * result * scale / (n + 1) if params.policy == Policy.BIAS else 0
    return result * scale + params.c * math.sqrt(share) + bias


def play_bandit(params, results, pulls):
    """How often each arm is pulled that always gives the same, after each was pulled once."""
    counts = [1] * len(results)
    scale = 1 / (max(results) - min(results)) if params.norm else 1.0
    while sum(counts) < pulls:
        log_visits = math.log(sum(counts) + 1)
        scores = [bandit_score(params, results[i], counts[i], log_visits, scale) for i in range(len(results))]
        counts[scores.index(max(scores))] += 1
    return counts


@pytest.mark.parametrize(
    "knobs",
    [
        {"c": 0.5},
        {"c": 1.41},
        {"c": 4},
        {"c": 1, "norm": True},
        {"c": 4, "policy": Policy.TUNED},
        {"c": 1.41, "policy": Policy.BIAS, "bias": 5},
        {"c": 0.3, "policy": Policy.BIAS, "bias": 2, "norm": True},
    ],
    ids=str,
)
def test_visits_are_those_of_the_bandit_formula(duel, state, knobs):
    thinker = think(duel, state, **BANDIT, **knobs)
    before = thinker.line_value(state, state.to_move)
    found = children(thinker)
    after = [duel.after(duel.determinized(state), node.action) for node in found]
    results = [thinker.line_value(child, state.to_move, 1) - before for child in after]
    assert [node.mean for node in found] == pytest.approx(results)
    expected = play_bandit(thinker.params, results, 600)
    seen = sorted(zip((round(result, 6) for result in results), visits(thinker), strict=True))
    wanted = sorted(zip((round(result, 6) for result in results), expected, strict=True))
    assert sum(abs(a[1] - b[1]) for a, b in zip(seen, wanted, strict=True)) <= 2 * len(found) ** 0.5
    assert len(set(visits(thinker))) > 2


def test_c_spreads_visits(duel, state):
    def share_of_the_best(c):  # those of equal results are tried in turn
        found = children(think(duel, state, **BANDIT, norm=True, c=c))
        best = max(child.mean for child in found)
        return sum(child.visits for child in found if child.mean == best) / 600

    shares = [share_of_the_best(c) for c in (0, 0.3, 1.41, 20)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.9
    spread = visits(think(duel, state, **BANDIT, norm=True, c=1000))
    assert max(spread) - min(spread) <= 1


def test_e_counts_as_visits_and_so_takes_from_exploring(duel, state):
    knobs = {**BANDIT, "value": f"1000*({RICH})", "c": 500}
    best = [max(visits(think(duel, state, 2000, **knobs, e=e))) for e in (0, 1e-6, 1)]
    assert best[0] == best[1]
    assert best[2] > best[0]


def test_ep_is_how_often_the_root_is_expanded_again(duel, state):
    one, few, many = (len(children(think(duel, state, ep=ep, c=0))) for ep in (0, 0.05, 1))
    assert one == 1
    assert 1 < few < many


def test_ps_is_how_many_actions_are_sampled_at_once(duel, state):
    numbers = [len(children(think(duel, state, ep=0, ps=ps))) for ps in (1, 5, 15)]
    assert numbers[0] == 1
    assert 1 < numbers[1] <= 5 < numbers[2] <= 15


def test_full_expansion_has_every_legal_action_and_nothing_else(duel, state):
    thinker = think(duel, state, expansion=Expansion.FULL)
    assert sorted(child.action for child in children(thinker)) == sorted(duel.moves(state))


def test_full_expansion_goes_on_with_what_is_legal_in_other_determinizations(duel):
    """A card that is drawn for a reserved one may be bought by the opponent, or not."""
    state = next(state for state in duel.positions(40, 60) if len(duel.moves(state)) < 20)
    thinker = think(duel, state, 20_000, d=2, expansion=Expansion.FULL, tree=Tree.ALL, c=1000)
    rng, surprises = generator(1), 0
    for node in children(thinker):
        dealt = (duel.after(duel.determinized(state, rng, draws=True), node.action) for _ in range(300))
        answers = [set(duel.moves(after)) for after in dealt]
        surprises += set.intersection(*answers) != set.union(*answers)
        assert {answer.action for answer in children(thinker, node.number)} == set.union(*answers)
    assert surprises > 5


@pytest.mark.parametrize(("wc", "wa"), [(1, 0.3), (1, 0.5), (3, 0.3), (3, 0), (0.5, 0.9)])
def test_widening_bounds_children_by_visits(duel, state, wc, wa):
    thinker = think(duel, state, expansion=Expansion.WIDENING, wc=wc, wa=wa, d=4, ps=1)
    root = root_of(thinker)
    for node in (root, *chain(*levels(thinker))):
        assert len(children(thinker, node.number)) <= max(1, math.ceil(wc * (node.visits + 1) ** wa))
    assert len(children(thinker)) >= min(wc * root.visits**wa, len(duel.moves(state))) * 0.5


def test_d_limits_tree_and_line(duel, state):
    for d in (1, 2, 5):
        thinker = think(duel, state, d=d, ep=0.1, c=0)
        assert len(levels(thinker)) == d
        assert root_of(thinker).visits == 600 // d  # every line takes d calls


def test_the_recommended_child_is_the_best_the_most_visited_or_the_most_surely_good(duel, state):
    choices = []
    for seed in range(12):
        runs = {rt: think(duel, state, 100, seed, rt=rt, c=8, value="affordable") for rt in Recommend}
        found, root = children(runs[Recommend.MAX]), root_of(runs[Recommend.MAX])
        assert all(children(run) == found for run in runs.values())
        deviation = math.sqrt(root.spread / root.visits)
        scores = {
            Recommend.MAX: {node.action: node.mean for node in found if node.visits},
            Recommend.ROBUST: {node.action: node.visits for node in found if node.visits},
            Recommend.SECURE: {n.action: n.mean - deviation / math.sqrt(n.visits) for n in found if n.visits},
        }
        for rt, run in runs.items():
            assert scores[rt][run.choice] == pytest.approx(max(scores[rt].values()))
        choices.append([run.choice for run in runs.values()])
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert any(row[one] != row[other] for row in choices)


@pytest.mark.parametrize(("policy", "c"), [(Policy.UCB1, 6), (Policy.TUNED, 6)])
def test_upper_bounds_keep_level_where_results_vary(duel, state, policy, c):
    thinker = think(duel, state, 9000, d=2, expansion=Expansion.FULL, policy=policy, c=c, value="affordable")
    log_visits = math.log(root_of(thinker).visits)

    def bound(node, rule):
        share = log_visits / node.visits
        if rule == Policy.TUNED:
            share *= min(0.25, node.spread / node.visits + math.sqrt(2 * share))
        return node.mean + c * math.sqrt(share)

    busy = [node for node in children(thinker) if node.visits > 100]
    assert len(busy) > 1
    off = {rule: max(bound(n, rule) for n in busy) - min(bound(n, rule) for n in busy) for rule in (0, 1)}
    assert off[policy] < 0.12
    assert off[1 - policy] > off[policy]


def test_the_bias_goes_by_what_the_first_look_showed(duel, state):
    thinker = think(duel, state, **BANDIT, policy=Policy.BIAS)
    assert all(child.prior == pytest.approx(child.mean) for child in children(thinker))
    assert len({child.prior for child in children(thinker)}) > 2
    assert all(child.prior == 0 for child in children(think(duel, state, **BANDIT)))


def test_normed_results_meet_c_whatever_their_scale(duel, state):
    def spread(norm, scale):
        return sorted(visits(think(duel, state, **BANDIT, value=f"{scale}*({RICH})", norm=norm)))

    assert spread(True, 1) == spread(True, 1024)
    assert spread(False, 1) != spread(False, 1024)


def test_the_tree_holds_own_moves_or_everybodys():
    place = Place("splendor", GAMES["splendor"].Params(players=3))
    (state,) = place.positions(1, 20)
    own, everybodys = (levels(think(place, state, 900, d=4, ep=0.1, c=0, tree=tree)) for tree in Tree)
    assert [{node.mover for node in level} for level in own] == [{state.to_move}] * 4
    assert [{node.mover for node in level} for level in everybodys] == [{(state.to_move + ply) % 3} for ply in range(4)]


def threat():
    """A table where the opponent needs four blue, has them, and the card is the only thing worth points."""
    table = Table(2)
    card = table.card(1, "black", blue=4)
    table.put(0, card)
    table.give(1, blue=4)
    return Place("splendor", table.params), table.state, card


def test_everybody_in_the_tree_seeks_its_own_good():
    place, state, card = threat()
    thinker = think(place, state, 4000, d=2, c=1, tree=Tree.ALL, expansion=Expansion.FULL, value="points", **STILL)
    for node in children(thinker):
        after = place.after(place.determinized(state), node.action)
        answers = children(thinker, node.number)
        if card not in after.board or not any(answer.visits for answer in answers):
            continue
        best = max(answers, key=lambda answer: answer.mean)
        assert best.mean == 1
        if node.visits > 2 * len(answers):
            assert best.visits == max(answer.visits for answer in answers)


def test_at_the_end_the_result_counts_and_otherwise_the_rise_of_the_heuristic():
    table = Table(2, end_points=1, finish_round=False)
    for player, slot, bonus, colour in ((0, 0, "red", "white"), (1, 1, "black", "blue")):
        table.put(slot, table.card(1, bonus, **{colour: 4}))
        table.give(player, **{colour: 4})
    place, (win,) = Place("splendor", table.params), table.can("buy slot 0")
    win = table.actions()[win]
    thinker = think(place, table.state, 4000, ending=Ending.END, tree=Tree.ALL, expansion=Expansion.FULL, d=2)
    means = {node.action: node.mean for node in children(thinker) if node.visits}
    assert thinker.choice == win
    assert means.pop(win) == 1.0
    assert all(0 <= mean < 1 for mean in means.values())
    risen = think(place, table.state, expansion=Expansion.FULL, d=1, value="7*points")
    assert {node.action: node.mean for node in children(risen) if node.mean} == {win: 7.0}


def test_a_line_that_the_budget_cuts_short_says_nothing(duel, state):
    assert root_of(think(duel, state, 3, ending=Ending.END)).mean == 0.5


def test_simulations_are_a_limit_beside_the_one_in_calls(duel, state):
    knobs = {"d": 3, "om": OpponentModel.RANDOM, "simulations": 50}
    assert root_of(think(duel, state, 10**9, **knobs)).visits == 50
    assert root_of(think(duel, state, 60, **knobs)).visits == 10


def test_lines_that_end_where_they_leave_the_tree_are_shorter_than_d(duel, state):
    deep, leaf = (
        root_of(think(duel, state, 600, ending=ending, d=6, expansion=Expansion.FULL)).visits
        for ending in (Ending.DEPTH, Ending.LEAF)
    )
    assert leaf > 2 * deep


def test_lines_to_the_end_are_longer_than_d(duel, state):
    assert root_of(think(duel, state, 2000, ending=Ending.END, d=2)).visits < 2000 / 8


def test_ro_lets_the_others_move_after_the_line_has_left_the_tree(duel, state):
    busy, idle = (
        root_of(think(duel, state, 1200, d=6, om=OpponentModel.RANDOM, ro=ro, ep=0.5)).visits for ro in (True, False)
    )
    assert busy == 1200 / 12
    assert busy * 1.3 < idle < 1200 / 6


def test_draws_and_reimagining_make_chance(duel, state):
    def chancy(**knobs):
        thinker = think(duel, state, d=1, expansion=Expansion.FULL, value="affordable", **knobs)
        return any(child.spread > 0 for child in children(thinker))

    assert chancy(draws=True, redeterminize=True)
    assert not chancy(draws=True, redeterminize=False)
    assert not chancy(draws=False, redeterminize=True)


@pytest.mark.parametrize(
    ("om", "ombs", "cost"),
    [
        (OpponentModel.NOTHING, 0.02, 1),
        (OpponentModel.RANDOM, 0.02, 2),
        (OpponentModel.OSLA, 0.02, 22),
        (OpponentModel.OSLA, 0.05, 52),
    ],
)
def test_the_opponent_model_consumes_its_share(duel, state, om, ombs, cost):
    thinker = think(duel, state, 1000, d=2, om=om, ombs=ombs)
    assert root_of(thinker).visits == math.ceil(1000 / (2 * cost))
    assert thinker.spent == 1000


def test_a_greedy_model_consumes_a_call_for_each_action_up_to_its_share(duel, state):
    small, large = (
        root_of(think(duel, state, 1000, d=1, om=OpponentModel.GREEDY, ombs=ombs)).visits for ombs in (0.01, 1)
    )
    assert small == math.ceil(1000 / (1 + 1 + 10))
    assert large < small
