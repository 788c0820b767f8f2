"""What a search recommends: by a smooth fit of all its games."""

import numpy as np
import pytest

from engine.space import Choice, Knob
from optimisers.catalog import make
from optimisers.optimiser import Outcome
from optimisers.space import Space, space_of
from optimisers.surrogate import SUPPORT, coordinates, smooth_best, smoothed
from tests.optimisers.spaces import Everything, Numbers

LINE = space_of(Numbers, ["x"])


def played(rng, rate, games):
    return Outcome((rng.random(games) < rate).astype(float))


def test_all_points_count_not_only_the_latest():
    """The good region was visited first; four times as many points as carry the fit came later, elsewhere."""
    rng = np.random.default_rng(1)
    places = np.r_[rng.uniform(0.5, 2, SUPPORT), rng.uniform(-2, 0, 4 * SUPPORT)]
    points = [{"x": float(x)} for x in places]
    outcomes = [played(rng, 0.7 - 0.2 * abs(x - 1.5), 2) for x in places]
    assert smooth_best(LINE, points, outcomes)[0]["x"] == pytest.approx(1.5, abs=0.35)


def test_a_lucky_point_is_not_believed():
    rng = np.random.default_rng(2)
    points = [{"x": float(x)} for x in np.linspace(-2, 2, 200)]
    outcomes = [played(rng, 0.6 - 0.1 * abs(point["x"] - 1), 10) for point in points]
    outcomes[10] = Outcome([1.0] * 10)
    assert abs(smooth_best(LINE, points, outcomes)[0]["x"] - 1) < 0.7


def test_the_best_come_in_order_and_each_once():
    points = [{"x": x} for x in (-1.0, 0.0, 1.0, 1.0, 2.0)]
    outcomes = [Outcome([rate] * 50) for rate in (0.2, 0.5, 0.9, 0.7, 0.6)]
    assert [point["x"] for point in smooth_best(LINE, points, outcomes, 3)] == [1.0, 2.0, 0.0]
    assert len(smooth_best(LINE, points, outcomes, 10)) == 4


def test_games_without_luck_and_spaces_without_knobs_are_smoothed_too():
    space, rng = space_of(Everything), np.random.default_rng(3)
    points = [space.sample(rng) for _ in range(50)]
    for means in (rng.random(50), np.full(50, 0.5)):
        assert np.isfinite(smoothed(coordinates(space, points), means, np.full(50, 1e-9))).all()
    assert smooth_best(space_of(Everything, []), [{}, {}], [Outcome([1.0]), Outcome([0.0])]) == [{}]


def test_the_errors_of_the_fit_are_as_large_as_it_is_off():
    rng, x = np.random.default_rng(4), np.linspace(-2, 2, 300)
    truth = 0.5 + 0.2 * np.sin(x)
    found, errors = smoothed(
        coordinates(LINE, [{"x": at} for at in x]), truth + rng.normal(0, 0.2, 300), np.full(300, 0.04)
    )
    assert np.mean(abs(found - truth) < 1.96 * errors) > 0.8
    assert errors.max() < 0.1


def test_ga_recommends_better_than_its_best_lower_bound():
    """Eight choices that each add 0.05 to a win rate; four games a candidate."""
    space = Space(tuple(Knob(f"k{i}", str, "a", Choice(("a", "b", "c")), "", None) for i in range(8)))
    found, bounds = [], []
    for seed in range(8):
        optimiser = make("ga", space, seed, 400)
        rng = np.random.default_rng(seed)
        for _ in range(400):
            (candidate,) = optimiser.ask()
            optimiser.tell(candidate, played(rng, rate_of(candidate.values), 4))
        found.append(rate_of(optimiser.recommend().values))
        bounds.append(rate_of(optimiser.method.genetics.values(optimiser.method.ranking()[0].genome)))
    assert np.mean(found) > np.mean(bounds) + 0.03, (np.mean(found), np.mean(bounds))


def rate_of(values):
    return 0.3 + 0.05 * sum(value == "abc"[7 * i % 3] for i, value in enumerate(values.values()))
