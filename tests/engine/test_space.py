"""The vocabulary of knobs: reading a declaration, and setting values by hand."""

from enum import IntEnum
from typing import Annotated, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.space import Choice, Range, Steps, When, accepted, build, cast, knobs_of, limits, plain, read_settings, word


class Mood(IntEnum):
    """An enum knob."""

    CALM = 0
    VERY_BOLD = 1


class Params(NamedTuple):
    """A knob of every kind."""

    name: str = "x"
    c: Annotated[float, Range(0.1, 10, log=True), "exploration"] = 1.4
    depth: Annotated[int, Steps((0, 3, 10), accepts=(0, 100)), "depth"] = 3
    mood: Mood = Mood.CALM
    reuse: Annotated[bool, When("mood", (Mood.VERY_BOLD,)), "keep the tree"] = False
    kind: Annotated[str, Choice(("a", "b"))] = "a"


KNOBS = knobs_of(Params)


def test_a_declaration_is_read_from_its_one_line():
    assert list(KNOBS) == list(Params._fields)
    assert KNOBS["c"].domain == Range(0.1, 10, log=True)
    assert (KNOBS["c"].doc, KNOBS["c"].default, KNOBS["c"].kind) == ("exploration", 1.4, float)
    assert KNOBS["reuse"].when == When("mood", (Mood.VERY_BOLD,))
    assert KNOBS["name"].domain is None


def test_enums_and_switches_have_their_domain_by_type():
    assert KNOBS["mood"].domain == Choice((Mood.CALM, Mood.VERY_BOLD))
    assert KNOBS["reuse"].domain == Choice((False, True))


@pytest.mark.parametrize(
    ("name", "given", "becomes"),
    [
        ("c", "2.5", 2.5),
        ("c", 1, 1.0),
        ("depth", "50", 50),
        ("depth", 3.0, 3),
        ("mood", "very_bold", Mood.VERY_BOLD),
        ("mood", "1", Mood.VERY_BOLD),
        ("mood", 0, Mood.CALM),
        ("reuse", "true", True),
        ("reuse", 0, False),
        ("name", 7, "7"),
    ],
)
def test_values_are_cast_to_the_declared_type(name, given, becomes):
    value = cast(KNOBS[name], given, "here")
    assert value == becomes
    assert type(value) is type(becomes)


@pytest.mark.parametrize(
    ("name", "given", "takes"),
    [
        ("c", 11, "a number from 0.1 to 10"),
        ("c", "nan", "a number from"),
        ("c", True, "a number from"),
        ("depth", 101, "a whole number from 0 to 100"),
        ("depth", 2.5, "a whole number"),
        ("mood", "wild", "one of calm, very_bold"),
        ("reuse", "maybe", "one of false, true"),
        ("kind", "c", "one of a, b"),
    ],
)
def test_what_is_not_accepted_is_named_with_what_is(name, given, takes):
    with pytest.raises(InputError, match=rf"^here: {name} = .* is not accepted; it takes {takes}"):
        cast(KNOBS[name], given, "here")
    assert accepted(KNOBS[name]).startswith(takes)


def test_limits_are_those_for_setting_by_hand():
    assert limits(KNOBS["depth"]) == (0, 100)
    assert limits(KNOBS["c"]) == (0.1, 10)
    assert limits(KNOBS["kind"]) is None


def test_build_refuses_unknown_names_with_the_near_ones():
    assert build(Params, {"c": "2"}, "here") == Params(c=2.0)
    with pytest.raises(InputError, match="here: there is no parameter 'dept'; did you mean depth"):
        build(Params, {"dept": 1}, "here")
    with pytest.raises(InputError, match="it takes name, c, depth"):
        build(Params, {"zzzzz": 1}, "here")


@given(st.floats(0.1, 10), st.integers(0, 100), st.sampled_from(Mood), st.booleans())
def test_plain_values_are_read_back(c, depth, mood, reuse):
    params = Params(c=c, depth=depth, mood=mood, reuse=reuse)
    written = {name: plain(value) for name, value in params._asdict().items()}
    assert all(type(value) in (str, float, int, bool) for value in written.values())
    assert build(Params, written, "here") == params


def test_values_are_written_as_people_do():
    assert [word(v) for v in (Mood.VERY_BOLD, True, 1.50, 3, "a")] == ["very_bold", "true", "1.5", "3", "a"]
    assert plain(np.float64(1.5)) == 1.5
    assert [str(KNOBS[n].domain) for n in ("c", "depth", "mood")] == [
        "[0.1, 10] log",
        "{0, 3, 10}",
        "{calm, very_bold}",
    ]
    assert str(KNOBS["reuse"].when) == "mood in very_bold"


def test_settings_are_read_from_one_line():
    assert read_settings("mcts:c=1.4,value=max(a, b)", "player") == ("mcts", {"c": "1.4", "value": "max(a, b)"})
    assert read_settings("random", "player") == ("random", {})
    for wrong in ("mcts:c", "mcts:c=1,c=2", "mcts:=3"):
        with pytest.raises(InputError, match="player"):
            read_settings(wrong, "player")
