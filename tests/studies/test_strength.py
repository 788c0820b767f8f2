"""`bottega strength`: what it claims of every search agent, and steps of a row that were picked alone."""

import pytest

from agents.catalog import AGENTS, parse_player
from engine.catalog import GAMES
from studies.commands.strength import GROWING, claims_of, verdict
from studies.play.rates import Rate


@pytest.mark.parametrize("only", ["step 2", "step 3", "1000"])
def test_a_step_without_the_one_before_says_so(only, bottega):
    code, printed, said = bottega("strength", "splendor", "--only", only, "--games", "2", "--workers", "1", "--quiet")
    assert (code, said) == (0, "")
    assert ("the step before" in printed) == ("step" in only)
    *table, line = printed.partition("bottega match")[0].splitlines()
    assert max(map(len, [*table, line])) <= 80


def test_a_step_is_held_against_the_one_before():
    first, second, _ = (claim for claim in claims_of(GAMES["splendor"]) if "step" in claim.text)
    low, high = Rate(0.4, 0.35, 0.45, 100), Rate(0.6, 0.55, 0.65, 100)
    assert second.after == first.text
    assert [verdict(first, low, None), verdict(second, low, None)] == [
        "the first step",
        "the step before was not played",
    ]
    assert [verdict(second, high, low), verdict(second, low, high)] == ["yes, it grows", "no"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_search_that_plays_a_game_is_shown_to_grow_in_it(game):
    named = {claim.text.split()[0] for claim in claims_of(game) if "stronger" in claim.text}
    assert named == {agent for agent in GROWING if game.name in (AGENTS[agent].games or (game.name,))}
    for claim in claims_of(game):
        assert [parse_player(text, game) for text in claim.players]


def test_every_agent_with_a_search_is_tried():
    bounded = {"random", "osla", "greedy", "minimax", "alphabeta"}  # one move ahead, or by their depth
    general = {name for name, agent in AGENTS.items() if agent.games in ((), ("splendor",))}
    assert set(GROWING) == general - bounded
