"""What every optimiser must keep: as `engine.conformance`, for optimisers.

from optimisers.conformance import check_optimiser
from mine import OPTIMISER

def test_my_optimiser_keeps_the_contract():
    check_optimiser(OPTIMISER)
"""

import functools
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from typing import Annotated, Any, NamedTuple

import numpy as np

from engine.conformance import enter, promise_in, run_all
from engine.errors import InputError
from engine.space import Choice, Range, Steps, When
from optimisers.catalog import OPTIMISERS, make
from optimisers.optimiser import Candidate, Maker, Optimiser, Outcome
from optimisers.programming import Grammar
from optimisers.space import space_of

Check = Callable[[str], None]
CHECKS: dict[str, Check] = {}  # by what they promise
BUDGET = 40
promise = promise_in(CHECKS)


def check_optimiser(maker: Maker) -> None:
    """All checks; the first that fails is raised."""
    enter(OPTIMISERS, maker)
    run_all(CHECKS, maker.name)


class Backup(IntEnum):
    """An enumeration to choose from."""

    MEAN = 0
    MAX = 1
    DISCOUNT = 2


class Everything(NamedTuple):
    """Every kind of knob, with conditions two deep."""

    plain: int = 1000
    c: Annotated[float, Range(0.03, 30, log=True), "exploration"] = 1.4
    share: Annotated[float, Range(0.0, 1.0, resolution=5), "share"] = 0.5
    depth: Annotated[int, Steps((0, 3, 10, 30)), "depth"] = 10
    width: Annotated[int, Range(1, 1000, log=True), "width"] = 10
    backup: Annotated[Backup, "how values flow back"] = Backup.MEAN
    decay: Annotated[float, Steps((0.5, 0.9, 0.99)), When("backup", (Backup.DISCOUNT,)), "decay"] = 0.9
    reuse: bool = False
    keep: Annotated[str, Choice(("none", "best", "all")), When("reuse", (True,)), "what is kept"] = "best"
    age: Annotated[int, Range(1, 5), When("keep", ("best", "all")), "how long"] = 2


class Numbers(NamedTuple):
    """A space of numbers only."""

    x: Annotated[float, Range(-2.0, 2.0), "x"] = 0.0
    y: Annotated[float, Range(0.1, 10.0, log=True), "y"] = 1.0
    n: Annotated[int, Range(0, 20), "n"] = 10
    s: Annotated[float, Steps((0.0, 0.5, 1.0, 2.0)), "s"] = 0.5


SPACES: dict[str, Any] = {
    "everything": space_of(Everything),
    "numbers": space_of(Numbers),
    "expressions": Grammar(("points", "gems", "lead")),
}


@functools.cache
def space_for(name: str) -> Any:
    """The first of the spaces that a method takes: many refuse choices, or what is too large."""
    for space in SPACES.values():
        with suppress(InputError, AttributeError):
            make(name, space, 1, BUDGET).ask()
            return space
    raise InputError(f"optimiser {name}: it takes none of {', '.join(SPACES)}")


def refused(tell: Callable[[], Any], says: str) -> bool:
    """Whether it is refused, in these words."""
    try:
        tell()
    except InputError as error:
        return says in str(error)
    return False


def play(candidate: Candidate) -> Outcome:
    """Five games, with each rival if there are any, the same for the same candidate; larger values win more."""
    rng, n = np.random.default_rng(candidate.id), 5 * max(1, len(candidate.rivals))
    strength = 0.3 + 0.2 * candidate.values.get("share", 0) + 0.1 * (candidate.values.get("depth") == 30)
    return Outcome((rng.random(n) < strength).astype(float), {"calls": rng.integers(1, 100, n)})


def run(
    name: str, tells: int, in_flight: int, outcomes: dict[int, Outcome] | None = None
) -> tuple[Optimiser, list[Candidate], dict[int, Outcome]]:
    """Candidates asked in a search with some in flight; `outcomes` of an earlier one are not played again."""
    optimiser = make(name, space_for(name), 7, BUDGET)
    known = outcomes if outcomes is not None else {}
    flying = optimiser.ask(in_flight)
    asked = list(flying)
    for _ in range(tells):
        candidate = flying.pop(0)
        if candidate.id not in known:
            known[candidate.id] = play(candidate)
        optimiser.tell(candidate, known[candidate.id])
        more = optimiser.ask(in_flight - len(flying))
        flying += more
        asked += more
    return optimiser, asked, known


@promise
def stopped_and_resumed_gives_the_same_sequence(name: str) -> None:
    for in_flight in (1, 4):
        whole, asked, _ = run(name, 30, in_flight)
        _, _, half = run(name, 13, in_flight)
        resumed, again, _ = run(name, 30, in_flight, outcomes=dict(half))
        assert again == asked
        assert resumed.recommend() == whole.recommend()


@promise
def another_seed_searches_elsewhere(name: str) -> None:
    firsts = [make(name, space_for(name), seed, BUDGET).ask(8) for seed in (1, 2)]
    assert [c.values for c in firsts[0]] != [c.values for c in firsts[1]]


@promise
def every_point_lies_in_the_space(name: str) -> None:
    space = space_for(name)
    optimiser, asked, _ = run(name, 30, 1)
    if not isinstance(space, Grammar):
        for candidate in (*asked, optimiser.recommend(), *optimiser.finalists(3)):
            assert space.settle(candidate.values) == candidate.values


@promise
def finalists_are_the_best_of_the_model_and_what_was_given(name: str) -> None:
    space = space_for(name)
    if isinstance(space, Grammar):
        space = Grammar(space.features, ("points - lead", "gems*lead"))
    else:
        space = space.starting_at([space.default(), space.sample(np.random.default_rng(1))])
    optimiser = make(name, space, 7, BUDGET)
    assert refused(lambda: optimiser.finalists(3), "no outcome has been told")
    for _ in range(30):
        (candidate,) = optimiser.ask()
        optimiser.tell(candidate, play(candidate))
    finalists = optimiser.finalists(3)
    values = [candidate.values for candidate in finalists]
    assert finalists[0] == optimiser.recommend()
    assert all(point not in values[:i] for i, point in enumerate(values))
    assert all(given in values for given in optimiser.starts)
    assert len(optimiser.starts) == 2
    assert 3 <= len(values) <= 5
    asked = [candidate for candidate in finalists if candidate.id >= 0]
    assert all(optimiser.candidates[candidate.id].values == candidate.values for candidate in asked)


@promise
def wrong_tells_are_refused_and_leave_no_trace(name: str) -> None:
    optimiser = make(name, space_for(name), 1, BUDGET, games=5)
    candidate, other = optimiser.ask(2)
    good = Outcome([1, 0, 1, 1, 0], {"calls": [9, 8, 7, 6, 5]})
    assert refused(lambda: optimiser.tell(Candidate(99, candidate.values), good), "no candidate 99")
    assert refused(lambda: optimiser.tell(Candidate(0, {"c": -1}), good), "no candidate 0 with")
    assert refused(lambda: optimiser.tell(candidate, Outcome([1, 0, 1])), "got 3 games; an evaluation has 5")
    assert refused(optimiser.recommend, "no outcome has been told")
    optimiser.tell(candidate, good)
    assert refused(lambda: optimiser.tell(candidate, good), "told already")
    optimiser.tell(other, good)
    optimiser.recommend()


@promise
def the_method_has_all_that_a_study_asks_of_it(name: str) -> None:
    method = make(name, space_for(name), 1, BUDGET).method
    assert isinstance(method.costs, tuple)
    assert method.together >= 1
    assert method.duels in (True, False)
    assert method.front() == []
