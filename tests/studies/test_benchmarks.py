"""Benchmarks: what is measured, what is compared with what, and what is judged."""

import subprocess
import sys

import pytest

from engine.catalog import GAMES, find_game
from engine.sources import ROOT
from studies.benchmarks import command, compile, engine, scaling, study
from studies.benchmarks.parts.farm_simulation import Costs, Run
from studies.benchmarks.parts.searching import Searching, workplace
from studies.benchmarks.splinter import c_play, our_play
from studies.farm.local import LocalFarm
from tests.studies.small import TUNE

FREE = Costs(0, 0, 0, 0, 0, 0)


def test_every_round_of_a_study_counts_the_one_that_loads_too():
    played = []

    def side(name):
        return lambda: played.append(name) or 10

    found = study.compare(
        study.Case("x", side("tracked"), side("bare"), 0.9, side("warm"), lambda: played.append("end"))
    )
    assert played == ["warm", "bare"] + ["tracked", "end", "bare"] * study.ROUNDS
    assert [cost.games for cost in found] == [10, 10]


def test_the_warm_up_of_the_tracked_search_tracks_nothing(monkeypatch):
    tracked = []
    monkeypatch.setattr(Searching, "play", lambda self, farm, track=False: tracked.append(track) or 1)
    case = study.cases()[-1]
    assert case.warm_up() == case.side() == 1
    assert tracked == [False, True]


SHORT = {"budget": {"games": 2000, "race": 0.0, "confirm": 4}}


@pytest.mark.parametrize("table", [TUNE, study.QUICK | SHORT])
def test_one_runner_searches_for_all_benchmarks(table):
    search = Searching(table)
    with workplace(), LocalFarm(2) as farm:
        assert search.play(farm) == search.play(scaling.Instant()) == search.plan.search_games
        search.finish()


@pytest.mark.parametrize(("share", "candidates"), [(0.81, 3001), (0.79, 3001), (0.81, 2999)])
def test_candidates_a_second_are_judged_by_all_that_one_costs(share, candidates, monkeypatch):
    monkeypatch.setattr(scaling, "grown", lambda *_: Run(1.0, {"workers": share}))
    found = [good for _, good in scaling.verdicts(FREE, 1 / candidates)]
    assert found == [share > 0.8, share > 0.8, candidates > 3000]


COMPILE = """
from studies.benchmarks.parts.compiling import ALL, NONE, leave_out
leave_out({way})
from engine.jit import jit
from engine.separate import Inner
@jit
def twice(n):
    return 2 * n
@jit
def calls(n):
    return twice(n) + 1
assert calls(3) == 7
(inner,) = (inner for name, inner in Inner.named.items() if name[1] == "twice")
(code,) = inner.dispatcher.overloads.values()
print(code.library.part)
"""


@pytest.mark.parametrize(("way", "part"), [("NONE", True), ("ALL", False)])
def test_what_makes_compiling_quick_can_be_left_out(way, part):
    command = [sys.executable, "-c", COMPILE.format(way=way)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{part}\n", "")


@pytest.mark.parametrize("game", GAMES)
def test_what_compiling_may_take_is_said_of_every_agent_that_is_slow_to_compile(game):
    starts = compile.starts_of(find_game(game))
    assert {"random", "osla", "random_search", "mcts", "bmrh", "index_move"} <= starts.keys()
    assert ("planner" in starts) == (game == "dominion")
    for name, (_, limit) in starts.items():
        assert compile.verdict(limit - 1, limit).endswith("yes" if name in compile.LIMITS else "")
        assert compile.verdict(limit + 1, limit).endswith("NO" if name in compile.LIMITS else "")


@pytest.mark.parametrize(("chosen", "measured"), [(None, list(GAMES)), ("splinter", ["splinter"])])
def test_agents_are_measured_of_every_game_unless_one_is_named(chosen, measured, monkeypatch):
    found, times = [], []

    def agents(console, game):
        found.append(game.name)

    monkeypatch.setattr("studies.benchmarks.agents.run", agents)
    monkeypatch.setattr("studies.benchmarks.engine.run", lambda console: times.append(1))
    command.run(["agents", "engine"], chosen)
    assert (found, times) == (measured, [1])


def test_random_play_is_measured_with_copies_and_with_legal_moves(monkeypatch):
    monkeypatch.setattr(engine, "ROUNDS", 1)
    game = find_game("splinter")
    found = [engine.measure(game, game.Params(), **more) for more in ({}, {"copy": True}, {"legal_moves": True})]
    assert len({length for _, _, length in found}) == 1


def test_ours_and_c_make_the_same_decisions_with_and_without_copies():
    plays = [play for play in (our_play(), c_play()) if play is not None]
    assert len({play(copy) for play in plays for copy in (False, True)}) == 1
