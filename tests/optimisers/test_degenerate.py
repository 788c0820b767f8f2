"""Spaces at the edge: every optimiser searches them or says in one line why not."""

from importlib.util import find_spec

import numpy as np
import pytest

from engine.errors import InputError
from engine.space import Choice
from optimisers.catalog import OPTIMISERS, make
from optimisers.optimiser import Outcome
from optimisers.programming import Grammar
from optimisers.space import grid, space_of
from tests.optimisers.spaces import Everything

KNOB_METHODS = [name for name in OPTIMISERS if name != "gp" and (name != "gaussian_process" or find_spec("torch"))]
LEAST = {"cmaes": 2, "spsa": 1}  # numbers that vary, which a method for numbers needs
SPACES = {
    "one point": space_of(Everything, {"depth": [3]}),
    "nothing to search": space_of(Everything, []),
    "one parameter": space_of(Everything, ["share"]),
    "one choice": space_of(Everything, ["backup"]),
    "a thousand values": space_of(Everything, {"plain": list(range(1000)), "depth": None}),
    "all conditions off": space_of(Everything, None, {"reuse": False, "backup": "mean"}),
    "nearly all off": space_of(Everything, ["reuse", "keep", "age"]),
}

TOO_MANY = space_of(Everything, {"plain": list(range(1000)), "c": None, "width": None, "share": None, "depth": None})


@pytest.mark.parametrize("shape", SPACES)
@pytest.mark.parametrize("name", KNOB_METHODS)
def test_every_optimiser_on_every_odd_space(name, shape):
    space = SPACES[shape]
    if name == "grid" and shape == "all conditions off":
        space = space_of(Everything, ["depth", "reuse"], {"backup": "mean"})
    choices = any(isinstance(knob.domain, Choice) for knob in space.knobs)
    varying = sum(len(grid(knob)) > 1 for knob in space.knobs)
    if name in LEAST and (choices or varying < LEAST[name]):
        with pytest.raises(InputError, match="it searches numbers only" if choices else "it needs at least"):
            make(name, space, 1, 30)
        return
    optimiser = make(name, space, 1, 30, {"population": 5} if name == "league" else None)
    asked = 0
    for i in range(30):
        candidates = optimiser.ask(1)
        if not candidates:
            break
        asked += 1
        (candidate,) = candidates
        assert space.settle(candidate.values) == candidate.values
        payoffs = np.random.default_rng(i).random(4 * max(1, len(candidate.rivals)))
        optimiser.tell(candidate, Outcome(payoffs, {"calls": payoffs}))
    assert asked == (min(30, space.size) if name == "grid" else 30)
    best = optimiser.recommend().values
    assert space.settle(best) == best


def test_the_grid_plays_every_point_once_and_then_stops():
    space = SPACES["nearly all off"]
    optimiser = make("grid", space, 1, 100)
    asked = optimiser.ask(100)
    assert len(asked) == space.size == 12
    assert len({tuple(candidate.values.items()) for candidate in asked}) == 12
    assert optimiser.ask(1) == []


def test_a_grid_that_is_too_large_is_refused():
    with pytest.raises(InputError, match="points are too many; narrow the space"):
        make("grid", TOO_MANY, 1, 10)


def test_gp_with_a_single_feature():
    optimiser = make("gp", Grammar(("points",)), 1, 40, {"population": 5})
    for i in range(40):
        (candidate,) = optimiser.ask()
        optimiser.tell(candidate, Outcome([float(i % 2)]))
    assert optimiser.recommend().values["value"]


def test_several_objectives_give_a_front():
    """Stronger candidates cost more: the front has several, none of them beaten by another."""
    optimiser = make("nsgaii", SPACES["one parameter"], 1, 60, {"population": 10})
    for _ in range(60):
        (candidate,) = optimiser.ask()
        share = candidate.values["share"]
        optimiser.tell(candidate, Outcome([share, share], {"calls": [100 * share**2] * 2}))
    front = optimiser.front()
    assert len(front) > 5
    shares = [candidate.values["share"] for candidate in front]
    assert max(shares) - min(shares) > 0.5
    with pytest.raises(InputError, match="no 'calls'"):
        optimiser.tell(optimiser.ask()[0], Outcome([1.0]))


def test_start_points_are_tried_first_and_checked():
    space = SPACES["one parameter"].starting_at([{"share": 0.25}, {"share": 0.75}])
    for name in ("random", "ntbea", "tpe", "ga"):
        first = make(name, space, 1, 10).ask(2)
        assert [candidate.values for candidate in first] == [{"share": 0.25}, {"share": 0.75}]
    with pytest.raises(InputError, match="share = 3 is not accepted"):
        space.starting_at([{"share": 3}])
    with pytest.raises(InputError, match="no parameter 'shar'"):
        space.starting_at([{"shar": 0.3}])
    with pytest.raises(InputError, match=r"depth = 10 is not searched; there is \{3, 30\}"):
        space_of(Everything, {"depth": [3, 30]}).starting_at([{"depth": 10}])
