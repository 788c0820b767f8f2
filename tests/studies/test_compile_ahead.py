"""The first match of several agents: who is being compiled is said, and all cores take part."""

import threading

import pytest

from agents.catalog import parse_player
from engine import cache, match
from engine.catalog import GAMES
from engine.jit import compiling
from studies.farm import compile_ahead as ahead

SPLENDOR = GAMES["splendor"]
PLAYERS = [parse_player(text, SPLENDOR) for text in ("mcts", "osla:budget=5", "greedy", "osla", "random")]


@pytest.fixture
def said(monkeypatch):
    lines = []
    monkeypatch.setattr(compiling, "say", lines.append)
    monkeypatch.setattr(ahead, "cores", lambda: 2)
    return lines


def test_two_agents_are_compiled_at_once_and_it_is_said_how_many_are_to_come(said, monkeypatch):
    monkeypatch.setattr(ahead, "must_compile", lambda game, act: act.__module__ != "agents.uniform")
    both = threading.Barrier(2, timeout=120)
    done = []

    def compiled(game, agent, n_players):
        if agent in ("mcts", "osla"):
            both.wait()  # passes only while the other is at it too
        done.append((agent, n_players))

    monkeypatch.setattr(ahead, "in_a_process", compiled)
    ahead.compile_ahead(SPLENDOR, PLAYERS, 4)
    assert sorted(done) == [("greedy", 4), ("mcts", 4), ("osla", 4), (ahead.LOOP, 4)]
    assert said[0] == "compiling mcts and osla, then greedy, the match (0 of 4 done; kept on disk)"
    assert all("of 4 done; kept on disk)" in line for line in said)


@pytest.mark.parametrize("missing", [(), ("agents.mcts",)])
def test_one_agent_alone_is_compiled_where_it_plays(missing, said, monkeypatch):
    monkeypatch.setattr(ahead, "must_compile", lambda game, act: act.__module__ in missing)
    monkeypatch.setattr(ahead, "in_a_process", lambda *_: pytest.fail("no process is needed"))
    ahead.compile_ahead(SPLENDOR, PLAYERS, 4)
    assert not said


def test_another_process_leaves_an_agent_and_the_match_loop_on_disk(tmp_path, monkeypatch):
    game, act = GAMES["splinter"], ahead.AGENTS["random"].module.act
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "cache_folder", cache.cache_folder.__wrapped__)  # which looks each folder up once
    monkeypatch.setattr(match, "_compiled", {})
    assert match.must_compile(game, act)
    ahead.in_a_process("splinter", ahead.LOOP, 2)
    assert not match.must_compile(game, act)
    assert any(path.name.startswith("play_games.") for path in tmp_path.rglob("*"))
