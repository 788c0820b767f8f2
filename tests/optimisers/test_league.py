"""A genetic algorithm whose generations are round robins."""

import numpy as np
import pytest

from engine.errors import InputError
from optimisers.catalog import make
from optimisers.optimiser import Outcome
from optimisers.programming import Grammar
from tests.optimisers.test_evolution import SEVEN, SPLINTER_START, WEIGHTS, strength

SOURCE = {"population": 10, "selection": "truncation", "survivors": 0.5, "elites": 5, "crossover": "uniform"}


def play_each_other(optimiser, games=2):
    """Run a whole league; the better of two wins more often."""
    rng = np.random.default_rng(3)
    while asked := optimiser.ask(10):
        for candidate in asked:
            rivals = np.array([strength(optimiser.candidates[rival].values) for rival in candidate.rivals])
            chances = 1 / (1 + np.exp(-6 * (strength(candidate.values) - np.repeat(rivals, games))))
            optimiser.tell(candidate, Outcome((rng.random(len(chances)) < chances).astype(float)))


def test_a_generation_is_a_round_robin_that_begins_with_the_given_population():
    optimiser = make("league", SEVEN, 1, 50, SOURCE)
    asked = optimiser.ask(14)
    assert [tuple(candidate.values.values()) for candidate in asked] == SPLINTER_START
    assert all(set(candidate.rivals) == set(range(10)) - {candidate.id} for candidate in asked)
    assert len({candidate.deals for candidate in asked}) == 1


def test_a_generation_waits_for_all_games_of_the_last():
    optimiser = make("league", SEVEN, 1, 50, SOURCE)
    asked = optimiser.ask(10)
    for candidate in asked[:-1]:
        optimiser.tell(candidate, Outcome([0.0] * 9))
        assert optimiser.ask(3) == []
    optimiser.tell(asked[-1], Outcome([1.0] * 9))
    second = optimiser.ask(10)
    assert [candidate.note["role"] for candidate in second] == ["elite"] * 5 + ["child"] * 5
    assert all(set(candidate.rivals) == set(range(10, 20)) - {candidate.id} for candidate in second)


def test_only_whole_generations_are_played():
    optimiser = make("league", SEVEN, 1, 57, SOURCE)
    play_each_other(optimiser)
    assert optimiser.told == 50


def test_it_improves_the_start_population_and_recommends_from_the_last_generation():
    optimiser = make("league", SEVEN, 1, 300, SOURCE)
    play_each_other(optimiser)
    found = optimiser.recommend()
    assert strength(found.values) > max(strength(dict(zip(WEIGHTS, row, strict=True))) for row in SPLINTER_START)
    assert found.values in [candidate.values for candidate in optimiser.candidates[-10:]]


@pytest.mark.parametrize(
    ("domain", "budget", "params", "says"),
    [
        (SEVEN, 9, {"population": 10}, "budget of 9 evaluations is not accepted; it takes 10 or more"),
        (SEVEN, 50, {"replacement": "steady"}, "replacement = steady is not accepted"),
        (Grammar(("points",)), 50, {}, "it searches knobs and weights, not expressions"),
    ],
)
def test_what_cannot_be_a_league_is_refused(domain, budget, params, says):
    with pytest.raises(InputError, match=f"optimiser league: .*{says}"):
        make("league", domain, 1, budget, params)
