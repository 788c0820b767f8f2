"""Positions with one right move. Every search agent of the catalogue must find it."""

import pytest

from agents.catalog import AGENTS
from tests.agents.players import decide, player_of
from tests.engine.splendor_table import Table

SEARCHERS = [name for name in AGENTS if name != "random"]
SMALL = {"k": 400, "population": 200, "evaluations": 600, "depth": 2}  # of whatever an agent has of these


def small(agent, value, **more):
    """The agent as text, small enough to be quick."""
    own = {knob: SMALL[knob] for knob in AGENTS[agent].Params._fields if knob in SMALL} | more
    return f"{agent}:value={value}," + ",".join(f"{knob}={number}" for knob, number in own.items())


def said(table, text, budget=200_000):
    """What a player says it does."""
    player = player_of(text, params=table.params, budget=budget)
    action = decide(player, table.rules, table.state)
    return next(words for words, number in table.actions().items() if number == action)


def close_to_winning(winner, to_move):
    """`winner` has 14 points and the means for one card on the table, which has points; the other has nothing."""
    table = Table(seed=3)
    table.skip_to(to_move)
    table.put(5, table.card(2, "white", white=6))
    table.state.tokens[:] = 0
    table.bonus(winner, white=6)
    for slot in range(12):  # nothing else can be had for white alone
        if slot != 5 and table.rules.cost[table.state.board[slot]] & 0xFFFFFFFFFFFFFF00 == 0:
            table.state.board[slot] = table.state.board[slot - 1]
    table.state.score[winner] = 14
    return table


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("agent", SEARCHERS)
def test_a_win_in_one_is_taken(agent, seat):
    table = close_to_winning(seat, to_move=seat)
    soon = "change((100*winloss + points + 0.01*gathered)*0.9**ply)"  # a win later is worth less
    assert said(table, small(agent, soon)).startswith("buy slot 5:")


def denial():
    """Player 0 is to move; if it does not take that card away, player 1 wins with it at the end of the round."""
    return close_to_winning(1, to_move=0)


@pytest.mark.parametrize(
    "text",
    [
        "minimax:depth=2,value=winloss",
        "alphabeta:depth=2,value=winloss",
        "deepening:depth=2,value=winloss",
        "mcts:tree=all,d=2,value=winloss,c=2,rt=max",
        "mcts:om=greedy,ombs=0.2,d=1,value=winloss,c=2,rt=max",
        "bmrh:om=greedy,ombs=0.2,l=1,n=3000,value=winloss",
        "srh:om=greedy,ombs=0.2,l=1,n=3000,value=winloss",
        "random_search:om=greedy,depth=1,value=winloss",
    ],
)
def test_a_denial_that_saves_the_game_is_found_two_moves_ahead(text):
    assert said(denial(), text).startswith("reserve slot 5:")


def test_one_move_ahead_the_denial_is_not_seen():
    assert not said(denial(), "greedy:value=100*winloss + gathered").startswith("reserve slot 5:")
