"""Simulated studies: the landscapes are as stated, searches climb them, and a good start survives to the end."""

import numpy as np
import pytest

from studies.benchmarks.optimisers import Size, compare, stops_table
from studies.benchmarks.parts.simulated_studies import (
    BEST,
    KNOBS,
    MEDIAN,
    SimulatedStore,
    landscape,
    rate_of,
    search_simulated,
    simulated_plan,
)
from studies.report.console import plain_console
from studies.search.finals import race
from studies.search.run import best_of
from studies.search.search import Search


def good_start(seed):
    """A point that wins 58 %: few are better."""
    places = np.argwhere(abs(landscape(seed) - 0.58) < 0.004)
    return dict(zip(KNOBS, places[np.random.default_rng(seed).integers(len(places))].tolist(), strict=True))


def test_a_landscape_has_the_median_and_the_top_that_are_stated():
    assert landscape(3).max() == pytest.approx(BEST)
    assert np.median(landscape(3)) == pytest.approx(MEDIAN)


def test_games_are_won_as_often_as_the_landscape_says_and_deals_are_shared():
    plan, store = simulated_plan(1), SimulatedStore(1)
    owner = plan.optimisers[0].ask(1)[0]
    job = plan.job(owner.values, 5, 0, 20_000)
    games = store.start(owner, job).result()
    assert plan.measure.rate(games).mean == pytest.approx(rate_of(1, owner.values), abs=0.012)
    assert np.array_equal(games, store.start(owner, job).result())


def test_a_study_finds_more_than_its_luckiest_trial_was_worth():
    found = np.array([search_simulated("ntbea", 2, 1000, seed) for seed in range(4)])
    assert found[:, 2].mean() > found[:, 0].mean() + 0.02
    assert found[:, 2].mean() > MEDIAN + 0.05


def test_a_good_given_start_is_in_the_final_and_mostly_survives_it():
    kept = []
    for seed in range(6):
        start = ", ".join(f"{name}={value}" for name, value in good_start(seed).items())
        plan, store = simulated_plan(seed, "budget.games=1000", f"candidate.start=[{{{start}}}]"), SimulatedStore(seed)
        found = best_of(Search(plan, 0, store, lambda trial: None, lambda values, spent: None).run(), 3)
        assert good_start(seed) in found
        champion = min(race(plan, [(values, "") for values in found], store, lambda games: None), key=lambda f: f.place)
        kept.append(rate_of(seed, champion.values))
    assert np.mean(kept) > 0.53


def test_the_table_of_stops_shows_few_mistakes_and_many_games_saved():
    columns = [list(column.cells) for column in stops_table().columns]
    assert float(columns[1][0].removesuffix(" %")) <= 6.5  # equal ones dropped: 5 % are allowed
    assert float(columns[2][3].removesuffix(" %")) > 30  # of the games of one that is 20 points behind


def test_the_whole_benchmark_prints_what_functions_and_studies_find(capsys):
    compare(plain_console(), Size(2, (20,), ("random", "ntbea"), 2, (200,)))
    out = capsys.readouterr().out
    assert "20 evaluations" in out
    assert "200 games" in out
    assert "with our race" in out
    assert "a suggestion after" in out
