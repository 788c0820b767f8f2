"""What the time of a search is compared with: as many bare steps and copies as it made."""

import pytest

from agents.catalog import make_player, parse_player
from engine.catalog import find_game
from studies.benchmarks.agents import PLAIN, SEARCHES, calls_a_line
from studies.benchmarks.values import params_of, positions_of

GAME = find_game("splinter")


def line_of(text):
    params, player = params_of(GAME), parse_player(text, GAME, 200)
    return calls_a_line(player, make_player(player, GAME, params), GAME.prepare(params), positions_of(GAME, params))


def test_a_tree_says_how_many_calls_its_lines_had():
    assert line_of(PLAIN + "d=1,c=1,om=nothing") == 1.0
    assert 1.5 < line_of(PLAIN + "d=2,c=1,om=nothing") < 2.0  # a line ends where the game does


def test_who_looks_one_move_ahead_makes_a_copy_for_every_call():
    assert line_of("osla") == line_of("mcts:om=osla") == line_of("bmrh:om=greedy") == 1.0


@pytest.mark.parametrize("name", ["splendor", "splinter", "sevenwonders", "dominion"])
def test_a_plain_mcts_is_the_same_in_every_game(name):
    games = GAME, find_game(name)
    plain = [
        parse_player(SEARCHES["mcts, plain"], game).params._replace(ombs=0.0) for game in games
    ]  # its model is nothing
    assert plain[0] == plain[1]
