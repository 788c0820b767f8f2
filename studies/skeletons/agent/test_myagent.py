"""Myagent keeps what every agent must keep, and plays better than chance."""

from myagent import AGENT

from agents.catalog import make_player, player_spec
from agents.conformance import check_agent
from engine.catalog import find_game
from engine.match import play, rotations

GAME = find_game("splinter")


def test_it_keeps_the_contract():
    check_agent(AGENT, GAME.name)


def test_it_wins_most_games_against_random_play():
    rules = GAME.prepare(params := GAME.Params())
    players = [make_player(player_spec(agent, {}, GAME), GAME, params) for agent in (AGENT.name, "random")]
    fixtures = rotations(range(10), 2)
    results = play(GAME, rules, players, fixtures)
    assert sum(results.payoffs[i, list(fixtures.seats[i]).index(0)] for i in range(len(results))) > 12
