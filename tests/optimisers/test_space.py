"""Spaces: sizes, neighbours, conditions, narrowing, and every round trip."""

import itertools
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.space import Choice, Range, Steps, build
from optimisers.encode import conditions, distributions, params_of, point_of
from optimisers.space import grid, nearest, scale, space_of, start, unscale
from tests.optimisers.spaces import Backup, Everything, Numbers

SPACE = space_of(Everything)


def every_point(space):
    """All points of the grid, by brute force."""
    products = itertools.product(*(grid(knob) for knob in space.knobs))
    points = (space.settle(dict(zip(space.names, values, strict=True))) for values in products)
    return {tuple(point.items()): point for point in points}


@st.composite
def points(draw):
    seed = draw(st.integers(0, 2**32 - 1))
    return SPACE.sample(np.random.default_rng(seed))


genomes = st.tuples(*(st.integers(0, len(grid(knob)) - 1) for knob in SPACE.knobs))


def test_size_counts_different_points():
    small = space_of(Everything, ["depth", "backup", "decay", "reuse", "keep", "age"])
    assert small.size == len(every_point(small)) == 4 * (2 + 3) * (1 + (1 + 2 * 5))
    assert space_of(Numbers).size == 11 * 11 * 11 * 4


@given(points())
def test_a_sample_builds_params_and_survives_json(point):
    assert json.loads(json.dumps(point)) == point
    params = build(Everything, point, "test")
    assert ("decay" in point) == (params.backup == Backup.DISCOUNT)
    assert ("age" in point) == (params.reuse and params.keep != "none")
    assert SPACE.settle(point) == point


@given(points())
def test_round_trip_to_optuna(point):
    params = params_of(SPACE, point)
    for name, value in params.items():
        distribution = distributions(SPACE)[name]
        assert distribution._contains(distribution.to_internal_repr(value))
        assert distribution.to_external_repr(distribution.to_internal_repr(value)) == value
    assert point_of(SPACE, params) == point


@given(points())
def test_round_trip_to_the_unit_scale(point):
    for name, value in point.items():
        knob = SPACE[name]
        assert 0 <= scale(knob, value) <= 1
        back = unscale(knob, scale(knob, value))
        assert back == pytest.approx(value, rel=1e-9) if isinstance(value, float) else back == value


def test_conditions_for_optuna_are_in_its_values():
    space = space_of(Everything, {"depth": None, "backup": None, "decay": None})
    assert conditions(space) == {"decay": ("backup", ("discount",))}


def test_samples_are_uniform():
    rng = np.random.default_rng(1)
    drawn = [SPACE.sample(rng) for _ in range(4000)]
    logs = [scale(SPACE["c"], point["c"]) for point in drawn]
    assert abs(np.mean(logs) - 0.5) < 0.02
    assert abs(np.mean([point["depth"] == 3 for point in drawn]) - 0.25) < 0.03


def test_parents_come_before_children_whatever_the_order_of_the_declaration():
    space = space_of(Everything, ["age", "keep", "reuse"])
    assert space.names == ("reuse", "keep", "age")


def test_narrowing_and_fixing():
    space = space_of(
        Everything,
        {
            "c": {"low": 0.1, "high": 10, "resolution": 3},
            "depth": [30, 3],
            "backup": ["mean", "discount"],
            "decay": None,
        },
        {"plain": 500},
    )
    assert grid(space["c"]) == (0.1, 1.0, 10.0)
    assert space["depth"].domain == Steps((3, 30))
    assert space["backup"].domain == Choice((Backup.MEAN, Backup.DISCOUNT))
    assert space.fixed == {"plain": 500}
    assert space_of(Everything, {"plain": {"low": 10, "high": 1000, "log": True}})["plain"].domain == Range(
        10, 1000, True
    )


def test_a_condition_on_a_fixed_knob_is_decided_at_once():
    on = space_of(Everything, ["decay"], {"backup": "discount"})
    assert on.default() == {"decay": 0.9}
    assert "decay" not in space_of(Everything, None, {"backup": "max"}).names
    with pytest.raises(InputError, match="decay matters only while backup in discount, which never holds here"):
        space_of(Everything, ["decay"])


@pytest.mark.parametrize(
    ("tune", "fix", "says"),
    [
        ({"deph": None}, {}, "no parameter 'deph'; did you mean depth"),
        ({"depth": [1000]}, {}, "depth = 1000 is not accepted"),
        ({"c": {"low": 3, "high": 1}}, {}, "cannot be searched from 3 to 1"),
        ({"c": {"from": 3}}, {}, "c has no from"),
        ({"backup": {"low": 0, "high": 1}}, {}, "is no number"),
        ({"plain": None}, {}, "plain cannot be searched"),
        ({"depth": {"low": 3}}, {}, "needs both low and high"),
        ({"c": 3}, {}, "takes a list of values"),
        ({"c": None}, {"c": 1}, "both fixed and searched"),
        ({"share": {"low": 0, "high": 1, "log": True}}, {}, "logarithmic"),
    ],
)
def test_bad_narrowing_is_refused_in_one_line(tune, fix, says):
    with pytest.raises(InputError, match=says):
        space_of(Everything, tune, fix)


def test_a_default_outside_a_narrowed_domain_starts_at_the_nearest_value():
    space = space_of(Everything, {"c": {"low": 5, "high": 10}, "depth": [0, 30]})
    assert space.default() == {"c": 5.0, "depth": 0}
    assert start(space["depth"]) == 0
    assert nearest(space["c"], 9.9) == len(grid(space["c"])) - 1


def test_spaces_join_but_search_no_knob_twice():
    numbers = space_of(Numbers, ["x", "n"], {"s": 2})
    space = space_of(Everything, ["backup", "decay"]) + numbers
    assert space.names == ("backup", "decay", "x", "n")
    assert space.fixed == {"s": 2.0}
    with pytest.raises(InputError, match="n, x would be searched twice"):
        numbers + numbers


def test_degenerate_spaces():
    empty = space_of(Everything, [])
    assert (empty.size, empty.default()) == (1, {})
    one = space_of(Everything, {"depth": [3]})
    assert (one.size, one.default()) == (1, {"depth": 3})
    many = space_of(Everything, {"plain": list(range(1000))})
    assert many.size == 1000
    off = space_of(Everything, None, {"reuse": False, "backup": "mean"})
    assert {"keep", "age", "decay"}.isdisjoint(off.names)
