"""The simulated farm: few workers are kept busy, many are limited by what the driver costs."""

import pytest

from studies.benchmarks.parts.farm_simulation import Costs, Load, simulate

FREE = Costs(0, 0, 0, 0, 0, 0)
COSTS = Costs(call=5e-4, job=5e-5, game=1e-5, candidate=3e-3, tracking=4e-5, travel=5e-4)


def test_without_costs_all_workers_are_always_at_play():
    run = simulate(20, Load(0.1, 4, True), FREE, in_flight=100)
    assert run.busy["workers"] > 0.95
    assert run.speed == pytest.approx(20 / 0.1, rel=0.05)


def test_a_search_on_many_workers_is_as_fast_as_its_optimiser():
    run = simulate(500, Load(0.01, 4, True), COSTS, in_flight=4000)
    assert run.limit == "optimiser"
    assert run.speed == pytest.approx(4 / COSTS.candidate, rel=0.25)
    assert sum(share for part, share in run.busy.items() if part != "workers") == pytest.approx(1, abs=0.05)


def test_matches_on_many_workers_are_as_fast_as_ray_calls():
    run = simulate(1000, Load(0.1, 1, False), COSTS, in_flight=4000)
    assert run.limit == "Ray calls"
    assert run.speed < 1 / COSTS.call


def test_too_few_candidates_in_flight_leave_workers_idle():
    few, many = (simulate(100, Load(1.0, 4, True), COSTS, in_flight=q) for q in (8, 400))
    assert few.busy["workers"] < 0.1
    assert many.busy["workers"] > 0.9
