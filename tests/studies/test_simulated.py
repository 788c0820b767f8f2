"""Simulated studies: the landscapes are as stated, searches climb them, and a good start survives to the end."""

import numpy as np
import pytest

from studies.benchmarks.optimisers import Size, compare, stops_table
from studies.benchmarks.parts.simulated_studies import (
    BEST,
    GOOD,
    KNOBS,
    MEDIAN,
    SimulatedStore,
    finals_simulated,
    given,
    good_start,
    landscape,
    rate_of,
    search_simulated,
    simulated_plan,
)
from studies.report.console import plain_console
from studies.search.history import History
from studies.search.search import Search


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
    kept = [finals_simulated(seed, ["budget.games=4000", given(good_start(seed))])[0] for seed in range(6)]
    assert np.mean(kept) >= GOOD - 0.01


@pytest.mark.parametrize("optimiser", ["ntbea", "nsgaii"])
def test_all_given_starts_are_in_the_final_of_three_searches_and_of_a_front(optimiser):
    points = [good_start(0), dict.fromkeys(KNOBS, 1), dict.fromkeys(KNOBS, 3)]
    starts = ", ".join(given(point).partition("=")[2][1:-1] for point in points)
    plan = simulated_plan(0, f"optimiser.name={optimiser}", "budget.games=400", f"candidate.start=[{starts}]")
    optimiser = Search(plan, 0, SimulatedStore(0), lambda trial: None, lambda values, spent: None).run()
    found = [finalist.values for finalist in optimiser.finalists(1, 4)]
    assert all(point in found for point in points)


def test_a_choice_is_shown_at_its_worth_and_not_at_the_luck_of_its_own_games():
    off, luck = [], []
    for seed in range(6):
        plan, store = simulated_plan(seed, "budget.games=1000"), SimulatedStore(seed)
        history = History(plan.measure)
        search = Search(plan, 0, store, lambda trial, to=history: to.tell(1, trial), lambda values, spent: None)
        best = max(history.tallies.values(), key=lambda tally: tally.mean) if search.run() else None
        shown = history.choose(best.values, 900, plan.space.domain)
        off.append(shown.mean - rate_of(seed, best.values))
        luck.append(best.mean - rate_of(seed, best.values))
    assert np.mean(luck) > 0.3
    assert abs(np.mean(off)) < 0.06


def test_the_table_of_stops_shows_few_mistakes_and_many_games_saved():
    columns = [list(column.cells) for column in stops_table().columns]
    assert float(columns[1][0].removesuffix(" %")) <= 6.5  # equal ones dropped: 5 % are allowed
    assert float(columns[2][3].removesuffix(" %")) > 30  # of the games of one that is 20 points behind


def test_the_whole_benchmark_prints_what_functions_and_studies_find(capsys):
    compare(plain_console(), Size(2, (20,), ("random", "ntbea"), 2, (200,), 200))
    out = capsys.readouterr().out
    assert "20 evaluations" in out
    assert "200 games" in out
    assert "with our race" in out
    assert "one of 0.58 given" in out
    assert "the same landscape, weaker opponents" in out
    assert "a suggestion after" in out
