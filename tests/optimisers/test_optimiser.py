"""The one interface, for every optimiser of the catalogue: repeatable, resumable, parallel, strict."""

import importlib.util
from importlib.util import find_spec

import numpy as np
import pytest

from engine.errors import InputError
from engine.expression_parse import parse
from optimisers.catalog import OPTIMISERS, make
from optimisers.conformance import BUDGET, CHECKS, SPACES, Numbers, check_optimiser, run, space_for
from optimisers.optimiser import Candidate, Outcome
from optimisers.paired import pairs_of
from optimisers.programming import Grammar
from optimisers.space import space_of
from optimisers.spsa import ALPHA

READY = [name for name in OPTIMISERS if name != "gaussian_process" or find_spec("torch")]


@pytest.mark.parametrize("name", READY)
@pytest.mark.parametrize("promised", CHECKS)
def test_every_optimiser_keeps(promised, name):
    CHECKS[promised](name)


def test_an_optimiser_whose_name_is_taken_is_not_checked_as_the_other():
    with pytest.raises(InputError, match="tpe: something else of that name is in the catalogue"):
        check_optimiser(OPTIMISERS["random"]._replace(name="tpe"))


@pytest.mark.parametrize(
    ("payoffs", "costs", "says"),
    [
        ([1.0, float("nan")], {}, "payoffs of game 1 is not a finite number"),
        ([1.0, float("inf")], {}, "payoffs of game 1"),
        ([], {}, "at least one"),
        ([[1.0]], {}, "one number a game"),
        ([1.0, 0.0], {"calls": [3.0]}, "1 results for calls of 2 games"),
    ],
)
def test_bad_outcomes_are_refused(payoffs, costs, says):
    with pytest.raises(InputError, match=says):
        Outcome(payoffs, costs)


def test_an_outcome_knows_its_noise():
    outcome = Outcome([1, 0, 1, 1])
    assert (outcome.n, outcome.mean, outcome.variance) == (4, 0.75, 0.25)
    assert outcome.stderr == pytest.approx(0.25)
    assert Outcome([1, 1, 1, 1]).stderr > 0
    with pytest.raises(InputError, match="no 'calls'"):
        outcome.cost("calls")


def test_unknown_names_and_parameters_are_refused():
    with pytest.raises(InputError, match="unknown optimiser 'ntbe'; did you mean ntbea"):
        make("ntbe", SPACES["numbers"], 1, 10)
    with pytest.raises(InputError, match="optimiser ntbea: there is no parameter 'kk'"):
        make("ntbea", SPACES["numbers"], 1, 10, {"kk": 3})
    with pytest.raises(InputError, match="budget of 0"):
        make("ntbea", SPACES["numbers"], 1, 0)


def test_candidates_survive_json():
    candidate = Candidate(3, {"a": 1.5}, deals=4, rivals=(1, 2), note={"generation": 2})
    assert Candidate.from_json(candidate.as_json()) == candidate
    assert Candidate(3, {"a": 1}).as_json() == {"id": 3, "values": {"a": 1}}


def test_an_expression_travels_as_one_and_is_printed_in_files():
    (candidate,) = make("gp", Grammar(("points",), given=("2*points + 1",)), 1, BUDGET).ask()
    assert candidate.values == {"value": parse("2*points + 1")}
    assert candidate.as_json()["values"] == {"value": "2*points + 1"}
    read = Candidate.from_json(candidate.as_json())
    assert read != candidate
    assert read.same_as(candidate)
    assert not read.same_as(Candidate(0, {"value": parse("points")}))


def test_the_last_digit_of_another_processor_is_no_change():
    candidate = Candidate(1, {"c": 0.1 + 0.2, "n": 3}, deals=2)
    assert candidate.same_as(Candidate(1, {"c": 0.3, "n": 3}, deals=2))
    for other in ({"c": 0.3 + 1e-6, "n": 3}, {"c": 0.3, "n": 4}, {"c": 0.3}):
        assert not candidate.same_as(Candidate(1, other, deals=2))
    assert not candidate.same_as(Candidate(1, {"c": 0.3, "n": 3}))


@pytest.mark.parametrize("name", READY)
def test_only_methods_that_breed_want_several_candidates_or_duels(name):
    method = make(name, space_for(name), 1, BUDGET).method
    assert method.together == (20 if name == "league" else 1)
    assert method.duels == (name in ("league", "coevolution", "self_play"))


@pytest.mark.parametrize("name", ["spsa", "cmaes"])
def test_methods_for_numbers_refuse_choices_by_name(name):
    with pytest.raises(InputError, match=rf"optimiser {name}: it searches numbers only, but backup, reuse, keep has"):
        make(name, SPACES["everything"], 1, BUDGET)


def test_an_optimiser_whose_package_is_missing_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(
        InputError, match=r"optimiser gaussian_process: it needs torch; install the extra bottega\[gp\]"
    ):
        make("gaussian_process", SPACES["numbers"], 1, BUDGET)


@pytest.mark.parametrize(("name", "least"), [("hill_climb", 0.75), ("spsa", 0.7), ("ntbea", 0.75), ("tpe", 0.7)])
def test_a_search_finds_a_better_place_than_where_it_began(name, least):
    """Win or loss with the probability of a smooth hill whose top, 0.9, is far from the start, 0.5."""

    def strength(values):
        return 0.9 - 0.1 * (values["x"] - 1.5) ** 2 - 0.02 * abs(values["n"] - 15) - 0.1 * (values["s"] - 1) ** 2

    optimiser = make(name, SPACES["numbers"], 3, 300)
    rng = np.random.default_rng(1)
    for _ in range(300):
        (candidate,) = optimiser.ask(1)
        optimiser.tell(candidate, Outcome(rng.random(20) < strength(candidate.values)))
    assert strength(SPACES["numbers"].default()) < 0.56
    assert strength(optimiser.recommend().values) > least


@pytest.mark.parametrize("name", ["hill_climb", "spsa"])
def test_pairs_meet_the_same_deals_fresh_for_each_pair(name):
    _, asked, _ = run(name, 20, 1)
    deals = [candidate.deals for candidate in asked[1:]]
    assert deals == [number // 2 for number in range(len(deals))]


def test_spsa_divides_by_the_distance_of_its_points():
    """On a straight slope every step is the gain of its number times the slope, however near the two points were."""
    optimiser = make("spsa", space_of(Numbers, ["x"]), 1, 100, {"step": 0.01})
    for _ in range(100):
        (candidate,) = optimiser.ask()
        optimiser.tell(candidate, Outcome([0.5 + 0.1 * candidate.values["x"]]))
    study = optimiser.method.study
    sampler, pairs = study.sampler, pairs_of(study.trials)
    walk = np.concatenate(sampler.walk(pairs, 1.0, {"x": study.trials[-1].distributions["x"]}))
    numbers = np.arange(len(walk) - 1)
    gains = ((1 + sampler.stability) / (1 + numbers + sampler.stability)) ** ALPHA
    np.testing.assert_allclose(np.diff(walk), 0.01 * gains * 2 * 0.4 * sampler.distance, rtol=1e-6)
