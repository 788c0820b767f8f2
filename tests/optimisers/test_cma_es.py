"""CMA-ES: whole generations, whatever is in flight."""

import numpy as np
import pytest

from engine.errors import InputError
from optimisers.catalog import make
from optimisers.optimiser import Outcome
from optimisers.space import space_of
from tests.optimisers.spaces import Everything, Numbers

NUMBERS = space_of(Numbers)


def hill(values):
    return 0.8 - 0.08 * (values["x"] - 1.5) ** 2 - 0.01 * abs(values["n"] - 15)


def search(in_flight, evaluations=120, space=NUMBERS, params=None):
    optimiser = make("cmaes", space, 3, evaluations, params)
    flying = optimiser.ask(in_flight)
    for _ in range(evaluations):
        candidate = flying.pop(0)
        rng = np.random.default_rng(candidate.id)
        optimiser.tell(candidate, Outcome((rng.random(20) < hill(candidate.values)).astype(float)))
        flying += optimiser.ask(in_flight - len(flying))
    return optimiser


def test_no_evaluation_is_thrown_away_whatever_is_in_flight():
    alone, crowd = search(1), search(8)
    population = alone.method.cma.population_size
    assert [c.values for c in crowd.candidates[:120]] == [c.values for c in alone.candidates[:120]]
    assert crowd.method.cma.generation == alone.method.cma.generation == 120 // population
    assert crowd.recommend() == alone.recommend()


def test_a_full_generation_waits_for_its_games():
    optimiser = make("cmaes", NUMBERS, 1, 100, {"population": 5})
    asked = optimiser.ask(8)
    assert [candidate.note["generation"] for candidate in asked] == [0] * 5
    for candidate in asked[:4]:
        optimiser.tell(candidate, Outcome([0.5]))
        assert optimiser.ask(1) == []
    optimiser.tell(asked[4], Outcome([1.0]))
    assert [candidate.note["generation"] for candidate in optimiser.ask(8)] == [1] * 5


def test_it_begins_at_the_given_points_and_climbs():
    space = NUMBERS.starting_at([NUMBERS.default(), {"x": -1.0}])
    optimiser = search(4, 200, space)
    assert [candidate.values for candidate in optimiser.candidates[:2]] == list(space.starts)
    assert hill(NUMBERS.default()) < 0.6
    assert hill(optimiser.recommend().values) > 0.72


@pytest.mark.parametrize("population", [1, 3])
def test_generations_too_small_to_be_ranked_are_refused(population):
    with pytest.raises(InputError, match=rf"cmaes: population = {population} is not accepted; it takes 4 or more"):
        make("cmaes", NUMBERS, 1, 100, {"population": population})
    make("cmaes", NUMBERS, 1, 100, {"population": 4}).ask(4)


def test_knobs_of_a_single_value_are_left_alone():
    space = space_of(Everything, {"share": None, "depth": [3], "width": None})
    optimiser = make("cmaes", space, 1, 100)
    assert {candidate.values["depth"] for candidate in optimiser.ask(6)} == {3}
    with pytest.raises(InputError, match="it needs at least 2 numbers that vary, the space has 1"):
        make("cmaes", space_of(Everything, {"share": None, "depth": [3]}), 1, 100)
