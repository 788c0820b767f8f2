"""The training of deck networks and the statistics of the planner's table."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm, wilcoxon

from agents.dominion.planner import Params
from studies.learn.train import judge
from studies.play.setup import GameSetup, prepare_game
from studies.reproductions.fenner import equal_time
from studies.reproductions.fenner.decks import MOST, MOST_TURNS, sample_decks
from studies.reproductions.fenner.feasibility import AHEAD, WAYS, grow, measure
from studies.reproductions.fenner.network import as_in_the_source
from studies.reproductions.fenner.performance import wilcoxon_z
from studies.reproductions.measurement import Order


@pytest.fixture(scope="module")
def decks():
    return sample_decks(400, "base", 24, seed=1)


def test_decks_are_drawn_as_in_the_source_and_the_same_from_the_same_seed(decks):
    features = dict(zip(decks.dataset.names, decks.dataset.features.T, strict=True))
    assert len(features) == 27
    assert set(features["players"]) == {2, 3, 4, 5, 6}
    assert features["cards"].min() >= 5
    assert features["cards"].max() <= MOST
    assert features["turns_to_go"].max() <= MOST_TURNS
    assert np.array_equal(sample_decks(20, "base", 24, seed=1).dataset.targets, decks.dataset.targets[:20])
    assert not np.array_equal(sample_decks(20, "base", 24, seed=2).dataset.targets, decks.dataset.targets[:20])


def test_piles_empty_as_decks_are_drawn_or_stay_as_large_as_the_source_says(decks):
    fixed = sample_decks(400, "base", 24, seed=1, fixed=True)
    players, actions = decks.dataset.features[:, -3], decks.dataset.names.index("density_minus_actions")
    tables = players == 2, players >= 5
    shares = [[found.dataset.features[table, actions].mean() for found in (decks, fixed)] for table in tables]
    assert shares[0][1] < shares[0][0]  # two players begin with 14 of 60 Coppers
    assert shares[1][1] > shares[1][0]  # in a game for five or six all Treasures are there twice


def test_targets_are_what_decks_earn_and_become(decks):
    features = dict(zip(decks.dataset.names, decks.dataset.features.T, strict=True))
    coins, buys, points, mobility = decks.dataset.targets.T
    poor = np.argsort(features["density_plus_coins"])
    assert coins[poor[:50]].mean() < coins[poor[-50:]].mean() - 1
    assert buys.min() >= 1
    assert buys[features["density_plus_buys"] == 0].max() == pytest.approx(1.0, abs=0.3)  # Throne Rooms do not add any
    assert (points[features["turns_to_go"] == 0] == 0).all()
    assert points[features["turns_to_go"] > 20].mean() > points[features["turns_to_go"] < 10].mean()
    large = features["cards"] > 30
    assert mobility[large].mean() < mobility[~large].mean()  # one card changes a large deck less
    assert (decks.variances >= 0).all()


def test_backpropagation_as_in_the_source_learns(decks, monkeypatch):
    monkeypatch.setattr("studies.reproductions.fenner.network.PASSES", 20)
    network, passes = as_in_the_source(decks.dataset, seed=1)
    assert network.shape == (27, 27, 4)
    assert network.n_weights == 868
    assert passes <= 20
    fits = {fit.output: fit for fit in judge(network, decks.dataset)}
    assert fits["coins"].error < 0.8 * fits["coins"].constant
    assert fits["points"].error < 0.8 * fits["points"].constant


def test_the_nodes_of_a_tree_that_are_counted_are_those_expanded():
    order = Order(prepare_game(GameSetup("dominion", "thesis")), 0.02, 1, Path(), "")
    for seed in range(3):
        tree = grow(order, seed, 1, Params(nodes=100, prune=False))
        assert len(tree.expanded) == tree.answers < len(tree.nodes)  # a turn ahead, answers are all that is expanded
    rows = {(row.row, row.figure): row.value for row in measure(order).rows}
    for turns in AHEAD:
        brute, bounded = (rows[f"{turns} turns ahead", f"nodes expanded by {way}"] for way in WAYS)
        assert bounded <= brute


def test_the_signed_rank_test_is_that_of_scipy():
    rng = np.random.default_rng(1)
    first = rng.normal(0.4, 1, 60)
    second = rng.normal(0, 1, 60)
    z = wilcoxon_z(first, second)
    assert 2 * norm.sf(abs(z)) == pytest.approx(wilcoxon(first, second, method="approx").pvalue)
    assert wilcoxon_z(first, first) == 0


def test_the_time_of_tree_search_is_told_beside_the_planners(monkeypatch):
    few = {name: match for name, match in equal_time.MATCHES.items() if "700" in name}
    monkeypatch.setattr(equal_time, "MATCHES", few)
    won, times, search, planner = equal_time.measure(Order(None, 0.002, 1, Path(), "")).rows
    assert (won.figure, won.games) == ("win rate", 4)
    assert times.value == pytest.approx(search.value / planner.value)
    assert times.value > 1
