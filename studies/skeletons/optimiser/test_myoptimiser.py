"""Myoptimiser keeps what every optimiser must keep, and climbs."""

from myoptimiser import OPTIMISER

from optimisers.conformance import Numbers, check_optimiser, make
from optimisers.optimiser import Outcome
from optimisers.space import space_of


def test_it_keeps_the_contract():
    check_optimiser(OPTIMISER)


def test_it_finds_a_better_point_than_the_default():
    optimiser = make(OPTIMISER.name, space_of(Numbers), seed=1, budget=200)
    for _ in range(200):
        (candidate,) = optimiser.ask()
        optimiser.tell(candidate, Outcome([1 - abs(candidate.values["x"] - 1.5)]))
    assert abs(optimiser.recommend().values["x"] - 1.5) < 0.3
