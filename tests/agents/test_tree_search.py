"""What each knob of the tree search does, seen in the tree that it leaves behind."""

import numpy as np
import pytest

from agents import mcts, tree
from agents.foresight import LINE, ROOT
from agents.tree import ACTION, COUNT, DOUBT, FIRST, MEAN, MOVER, PRIOR, SPREAD, VISITS
from engine.catalog import GAMES
from engine.game import legal
from engine.match import new_mind
from engine.mind import LENT, OWN, Needs
from tests.agents.players import decide, player_of, positions

SPLENDOR = GAMES["splendor"]
TWO = SPLENDOR.Params(players=2)


class Tree:
    """The tree in a player's memory."""

    def __init__(self, mind):
        self.ints, self.floats = mind.ints, mind.floats
        self.size = int(self.ints[tree.SIZE])

    def of(self, node, field):
        return int(self.ints[tree.at(node) + field])

    def known(self, node, field):
        return float(self.floats[tree.about(node) + field])

    def children(self, node=0):
        first = self.of(node, FIRST)
        return [int(child) for child in self.ints[first : first + self.of(node, COUNT)]]

    def depth(self, node=0):
        return 1 + max(map(self.depth, self.children(node))) if self.children(node) else 0

    def visits(self, node=0):
        return sorted((self.known(child, VISITS) for child in self.children(node)), reverse=True)


def grown(text="", seed=5, number=0, params=TWO, budget=600):
    """The tree that a search leaves, and the player."""
    rules, states = positions("splendor", params, 6)
    player = player_of(f"mcts:{text}", params=params, budget=budget)
    decide(player, rules, states[number], seed)
    return Tree(player.mind), player


def test_a_node_knows_number_mean_and_spread_of_its_results():
    floats = np.zeros(tree.tree_floats(2))
    results = [3.0, -1.0, 4.0, 1.0]
    for result in results:
        tree.note_result(floats, 1, result, 0.5)
    f = tree.about(1)
    assert floats[f + VISITS] == 4
    assert floats[f + MEAN] == pytest.approx(np.mean(results))
    assert floats[f + SPREAD] == pytest.approx(np.var(results) * 4)
    assert floats[f + DOUBT] == pytest.approx(1 / np.sqrt(4.5))  # e is added to the visits


def test_children_are_found_by_action_and_a_full_tree_takes_no_more():
    ints, floats = np.zeros(tree.tree_ints(50), np.int64), np.zeros(tree.tree_floats(50))
    tree.plant(ints, floats)
    added = [tree.add_child(ints, floats, 0, 7 * i, 1) for i in range(20)]
    assert added == list(range(1, 21))
    assert tree.add_child(ints, floats, 0, 7, 1) == tree.NO_NODE
    deeper = [tree.add_child(ints, floats, 3, 7 * i, 0) for i in range(40)]
    assert deeper == [*range(21, 50), *[tree.NO_NODE] * 11]
    found = [ints[tree.at(node) + ACTION] for node in Tree(new_mind(SPLENDOR, Needs())._replace(ints=ints)).children(3)]
    assert found == [7 * i for i in range(29)]


@pytest.mark.parametrize("expansion", ["sampled", "widening", "full"])
def test_every_visit_of_a_child_is_a_visit_of_its_parent(expansion):
    found, _ = grown(f"d=4,expansion={expansion}")
    for node in range(found.size):
        assert sum(found.known(child, VISITS) for child in found.children(node)) <= found.known(node, VISITS)
    assert found.known(0, VISITS) > 100


def test_c_spreads_visits_over_more_actions():
    top_share = [
        np.mean([grown(f"c={c},d=3,norm=true", number=i)[0].visits()[0] for i in range(4)]) for c in (0, 2, 20)
    ]
    assert top_share[0] > top_share[1] > top_share[2]


def test_ep_is_the_probability_of_further_expansion():
    chains = grown("ep=0,d=6")[0]
    assert all(len(chains.children(node)) <= 1 for node in range(chains.size))
    sizes = [len(grown(f"ep={ep},d=2")[0].children()) for ep in (0, 0.1, 0.4, 1)]
    assert sizes == sorted(sizes)
    assert sizes[0] == 1 < sizes[1] < sizes[2]


def test_ps_is_the_number_of_actions_sampled_per_expansion():
    for ps in (1, 5, 15):
        found, _ = grown(f"ep=0,ps={ps},d=3")
        assert 1 <= len(found.children()) <= ps
        assert ps == 1 or len(found.children()) > 1


def test_d_bounds_the_tree_and_the_line():
    for d in (1, 2, 5):
        found, player = grown(f"d={d},ep=0.2", number=1)
        assert found.depth() <= d
        assert player.mind.budget[OWN].spent / found.known(0, VISITS) == pytest.approx(d, rel=0.02)


def test_widening_grows_with_the_visits_as_wc_and_wa_say():
    for wc, wa in ((1, 0.5), (2, 0.5), (1, 0.3), (3, 0)):
        found, _ = grown(f"expansion=widening,wc={wc},wa={wa},d=2")
        room = wc * (found.known(0, VISITS) + 1) ** wa
        assert 0.5 * room <= len(found.children()) <= room + 1


def test_full_expansion_tries_every_legal_action():
    found, _ = grown("expansion=full,d=2", budget=2000)
    out = np.zeros(SPLENDOR.max_actions(TWO), np.int64)
    rules, states = positions("splendor", TWO, 6)
    actions = {found.of(child, ACTION) for child in found.children()}
    assert actions == set(out[: legal(rules, states[0], out)].tolist())
    assert min(found.visits()) > 0


def test_recommendations_take_the_best_the_most_visited_or_the_surest_child():
    ints, floats = np.zeros(tree.tree_ints(9), np.int64), np.zeros(tree.tree_floats(9))
    tree.plant(ints, floats)
    mind = new_mind(SPLENDOR, Needs())._replace(ints=ints, floats=floats)
    for action, results in ((10, [8.0]), (20, [5.0] * 30), (30, [7.0, 8.0] * 10), (40, [])):
        node = tree.add_child(ints, floats, 0, action, 0)
        for result in results:
            tree.note_result(floats, node, result, 0.0)
            tree.note_result(floats, 0, result, 0.0)
    chosen = [mcts.recommend(mind, rt) for rt in mcts.Recommend]
    assert chosen == [10, 20, 30]  # once lucky; often tried; good and tried often enough


def test_the_three_recommendations_differ_in_real_searches():
    rules, states = positions("splendor", TWO, 6)
    players = [
        player_of(f"mcts:rt={rt.name},c=4,d=6,value=points + cards", params=TWO, budget=90) for rt in mcts.Recommend
    ]
    chosen = [[decide(player, rules, states[i % 6], seed=i) for i in range(60)] for player in players]
    assert chosen[0] != chosen[1] != chosen[2] != chosen[0]


def test_ucb1_tuned_explores_less_where_results_vary_little():
    floats = np.zeros(tree.tree_floats(3))
    for result in (1.0, 1.0, 1.0, 1.0):
        tree.note_result(floats, 1, result, 0.0)
    for result in (0.0, 2.0, 0.0, 2.0):
        tree.note_result(floats, 2, result, 0.0)
    params = mcts.Params(policy=mcts.Policy.TUNED, c=1.0)._asdict()
    params = mcts.Params(**{name: type(value)(value) for name, value in params.items()})
    steady, wild = (mcts.attraction.py_func(params, floats, node, 0.3, 1.0) for node in (1, 2))
    assert 0 < steady < wild


def test_bias_leads_to_what_the_heuristic_likes():
    found, _ = grown("policy=bias,bias=50,value=points + 0.1*gathered,d=2,norm=true", number=2)
    plain, _ = grown("policy=ucb1,value=points + 0.1*gathered,d=2,norm=true", number=2)
    visited = [child for child in found.children() if found.known(child, VISITS)]
    assert len({found.known(child, PRIOR) for child in visited}) > 1
    assert all(plain.known(child, PRIOR) == 0 for child in plain.children())

    def liked(trees):
        weights = [trees.known(child, VISITS) for child in trees.children()]
        priors = {found.of(child, ACTION): found.known(child, PRIOR) for child in visited}
        return np.average([priors.get(trees.of(child, ACTION), 0) for child in trees.children()], weights=weights)

    assert liked(found) > liked(plain)


def test_norm_makes_the_search_blind_to_the_scale_of_the_value():
    def visits(text):
        return [grown(text, number=i)[0].visits() for i in range(3)]

    assert visits("norm=true,value=points,d=3") == visits("norm=true,value=64*points,d=3")
    assert visits("norm=false,value=points,d=3") != visits("norm=false,value=64*points,d=3")


def test_tree_holds_own_moves_or_everybodys():
    viewer = int(positions("splendor", TWO, 6)[1][0].to_move)
    own, everybody = grown("tree=own,d=4")[0], grown("tree=all,d=4")[0]
    assert {own.of(node, MOVER) for node in range(1, own.size)} == {viewer}
    assert {everybody.of(node, MOVER) for node in range(1, everybody.size)} == {0, 1}
    assert all(everybody.of(child, MOVER) == viewer for child in everybody.children())


def test_lines_to_the_end_bring_the_result_of_the_game():
    found, _ = grown("ending=end,d=3,tree=all", budget=8000)
    assert 0 <= found.known(0, MEAN) <= 1
    assert found.known(0, VISITS) < 8000 / 20  # whole games
    assert grown("ending=depth,d=3,value=100 + points")[0].known(0, MEAN) < 90  # what the heuristic has risen by


def test_the_reward_is_the_rise_of_the_heuristic():
    found, _ = grown("value=ply,d=3,om=nothing")
    assert found.known(0, MEAN) == pytest.approx(3.0)


def test_ro_says_whether_the_others_move_after_the_tree():
    moving, still = grown("om=random,ro=true,d=11,ep=0.1"), grown("om=random,ro=false,d=11,ep=0.1")
    assert moving[0].known(0, VISITS) < still[0].known(0, VISITS)


@pytest.mark.parametrize(
    "agent", ["mcts:d=2", "bmrh:l=2,n=100000", "srh:l=2,n=100000", "random_search:depth=2,k=100000"]
)
def test_opponent_models_use_their_share_of_the_budget(agent):
    rules, states = positions("splendor", TWO, 6)

    def lines(settings):
        player = player_of(f"{agent},{settings}", params=TWO, budget=1000)
        decide(player, rules, states[0])
        assert player.mind.budget[OWN].spent >= 900
        assert player.mind.budget[LENT].left == 0
        if "mcts" in agent:
            return Tree(player.mind).known(0, VISITS)
        return None

    counts = [lines(settings) for settings in ("om=nothing", "om=random", "om=osla,ombs=0.005", "om=osla,ombs=0.1")]
    if counts[0]:
        # a line is 2 own moves; the model's moves cost a call each, its thinking 5 or 100 calls more
        assert counts[0] == pytest.approx(500, rel=0.02)
        assert counts[1] == pytest.approx(250, rel=0.1)
        assert counts[2] == pytest.approx(1000 / 14, rel=0.1)
        assert counts[3] <= 6


def test_without_draws_cards_leave_holes():
    for draws in (True, False):
        _, player = grown(f"draws={draws},d=6")
        assert player.mind.states[LINE].draws == draws


def test_what_is_unseen_is_imagined_once_or_for_every_line():
    chances = {}
    for reimagine in (False, True):
        _, player = grown(f"reimagine={reimagine},d=2")
        chances[reimagine] = player.mind.states[LINE].chance[0] == player.mind.states[ROOT].chance[0]
    assert chances == {False: True, True: False}
