"""Players that think by the clock, as they do against people."""

from types import SimpleNamespace

import pytest

from agents.catalog import make_player, parse_player
from engine import workspace
from engine.catalog import GAMES
from engine.match import play, rotations


@pytest.mark.parametrize("agent", ["osla", "bmrh"])
def test_whole_games_by_the_clock_end_without_a_fault(agent):
    game = GAMES["splendor"]
    params = game.Params(players=2, end_points=5)
    players = [make_player(parse_player(text, game, milliseconds=2), game, params) for text in (agent, "random")]
    results = play(game, game.prepare(params), players, rotations(range(4), 2))
    assert results.length.min() > 0  # a fault would have been raised as an error


def test_a_call_that_was_allowed_is_made_though_time_runs_out_meanwhile(monkeypatch):
    moments = iter([10, 30])
    monkeypatch.setattr(workspace, "clock", lambda budget: next(moments))
    budget = SimpleNamespace(left=5, spent=0, refused=0, deadline=20)
    may, pay = (getattr(function, "py_func", function) for function in (workspace.exhausted, workspace.spend))
    monkeypatch.setattr(workspace, "exhausted", may)
    assert not may(budget)
    assert pay(budget)
    assert (budget.spent, budget.refused) == (1, 0)
    assert may(budget)
    assert not pay(budget)
    assert budget.refused == 1
