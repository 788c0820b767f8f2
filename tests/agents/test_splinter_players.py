"""Search on Splinter, end to end: the players of the source know what they are doing."""

import numpy as np
import pytest

from agents.catalog import make_player, parse_player
from engine.catalog import find_game
from engine.game import Ended
from engine.match import play, rotations


def wins(first, second, games=24, **rules):
    """The first player's share of the wins over varied openings, in both seats."""
    game = find_game("splinter")
    params = game.Params(opening=4, **rules)
    fixtures = rotations(list(range(1, games // 2 + 1)), 2)
    players = [make_player(parse_player(text, game), game, params) for text in (first, second)]
    results = play(game, game.prepare(params), players, fixtures)
    shares = [row.payoffs[list(seats[:2]).index(0)] for row, seats in zip(results, fixtures.seats, strict=True)]
    return float(np.mean(shares)), results


@pytest.mark.parametrize("player", ["mcts:ending=end,tree=all,budget=2000", "deepening:value=seven,budget=500"])
def test_the_players_of_the_source_beat_random_moves(player):
    share, results = wins(player, "random")
    assert share > 0.8
    assert set(results.ended.tolist()) <= {Ended.WON, Ended.SHARED}


def test_mcts_to_the_end_strives_for_the_result_whatever_the_value_says():
    first = wins("mcts:ending=end,tree=all,budget=500", "random")[1]
    second = wins("mcts:ending=end,tree=all,budget=500,value=-winloss", "random")[1]
    assert first.length.tolist() == second.length.tolist()


def test_more_calls_are_better():
    assert wins("deepening:budget=2000", "deepening:budget=50")[0] > 0.6


def test_edges_play_to_win_where_the_seven_weights_shuffle():
    assert wins("deepening:budget=300", "deepening:value=seven,budget=300")[0] > 0.7
