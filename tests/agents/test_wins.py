"""Who can win takes the win: from every seat, whatever it strives for and whatever it takes the others to do."""

import numpy as np
import pytest

from agents.catalog import AGENTS
from agents.mcts import Tree
from agents.minimax import Others
from agents.opponents import OpponentModel
from engine.catalog import GAMES
from engine.game import payoffs, skip
from tests.agents.thinkers import Place
from tests.engine.dominion_table import Table as Dominion
from tests.engine.splendor_table import Table as Splendor

VALUES = {  # of positions and of moves, with and without a wish to win soon
    "splendor": ("linear", "allEval", "allEval2", "WinLoss", "(1000 - 2*ply)*winloss + cards"),
    "splinter": ("edges", "change(winloss)", "winloss"),
    "dominion": ("default", "Lead", "change(winloss)"),
}
SMALL = {"k": 1000, "population": 300, "evaluations": 1000, "depth": 2, "n": 2000, "ombs": 0.0003}
NEAR = ("osla", "greedy")  # see nothing after their move
PATIENT = ("uct", "planner")  # strive for a win, now or later; plan purchases of many turns


def searches(game):
    """Every search in every way to see the others."""
    for name, agent in AGENTS.items():
        if not agent.valued or name in (*NEAR, *PATIENT) or (agent.games and game not in agent.games):
            continue
        knobs = agent.knobs(GAMES[game])
        ways = [{"om": om} for om in OpponentModel] if "om" in knobs else [{}]
        ways += [{"tree": Tree.ALL, "d": 6}] if "tree" in knobs else []  # beyond the end of a round
        ways += [{"others": Others.MAXN}] if "others" in knobs else []
        ways = [way | {knob: SMALL[knob] for knob in SMALL if knob in knobs} for way in ways]
        yield pytest.param(name, ways, marks=pytest.mark.xdist_group(f"{game}-{name}"))


def wins(place, state):
    """The moves after which the player has won, as long as the others do nothing about it."""
    found, shares = set(), np.zeros(state.n_players)
    for action in place.moves(state):
        child = place.after(state, action)
        if not child.ended:
            skip(place.rules, child, state.to_move)
        if child.ended:
            payoffs(place.rules, child, shares)
            if shares[state.to_move] == 1.0:
                found.add(action)
    assert len(found) < len(place.moves(state))
    return found


def takes_them(place, state, agent, ways, values=None, budget=10_000):
    """Whether an agent plays a winning move, however it sees the others."""
    wanted = wins(place, state)
    assert wanted
    for value in VALUES[place.game.name] if values is None else values:
        for way in ways:
            thinker = place.thinker(agent, budget, value=value, **way)
            for seed in (1, 2):
                assert thinker.decide(state, seed) in wanted, (state.to_move, value, way)


def takes_them_as_shipped(place, state, agent):
    """The same for the game's own defaults of the agent, budget and all."""
    thinker = place.thinker(agent, None)
    assert thinker.decide(state, 1) in wins(place, state), state.to_move


def near_the_end(seat, players):
    """A Splendor table where this seat can buy what it lacks."""
    table = Splendor(5, players=players)
    table.skip_to(seat)
    table.put(4, table.card(2, "white", white=6))
    table.bonus(seat, white=6, blue=4)
    table.state.score[seat] = 12
    return table


def last_province(seat, players):
    """A Dominion table where this seat can buy the last Province, which puts it ahead."""
    table = Dominion(players=players)
    for player in range(players):
        table.set(player, [["Estate", 5]], [["Estate", 5]], [])
    table.set(seat, [["Gold", 2], "Silver", "Curse", "Curse"], [["Estate", 8]], [])
    return table.supply(Province=1).begin(seat)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("agent", "ways"), list(searches("splendor")))
def test_every_search_takes_a_win_in_one_from_every_seat(agent, ways, players):
    for seat in range(players):
        table = near_the_end(seat, players)
        takes_them(Place("splendor", table.params), table.state, agent, ways)
        takes_them_as_shipped(Place("splendor", table.params, shipped=True), table.state, agent)


@pytest.mark.parametrize("agent", NEAR)
def test_one_move_ahead_takes_a_win_that_it_sees(agent):
    """The last seat's ends the game; the others' only adds points as long as the round goes on."""
    for players in (2, 3, 4):
        for seat in range(players):
            table = near_the_end(seat, players)
            values = None if seat == players - 1 else ("linear", "allEval", "allEval2")
            takes_them(Place("splendor", table.params), table.state, agent, [{}], values)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("agent", "ways"), [*searches("dominion"), *((name, [{}]) for name in NEAR)])
def test_every_search_buys_the_last_province_that_wins(agent, ways, players):
    for seat in range(players):
        table = last_province(seat, players)
        takes_them(Place("dominion", table.params), table.state, agent, ways)
        takes_them_as_shipped(Place("dominion", table.params, shipped=True), table.state, agent)


@pytest.mark.parametrize("players", [2, 3])
def test_uct_takes_a_win_that_the_next_player_would_take(players):
    for seat in range(players):
        table = near_the_end(seat, players)
        for other in range(players):
            table.bonus(other, white=6, blue=4)
            table.state.score[other] = 14
        thinker = Place("splendor", table.params).thinker("uct", 200_000, simulations=0)
        assert thinker.decide(table.state) in wins(Place("splendor", table.params), table.state)


@pytest.mark.parametrize(("agent", "ways"), list(searches("splinter")))
def test_every_search_takes_a_win_in_one_on_a_board(agent, ways):
    rules, seen = GAMES["splinter"].presets["small"], set()
    place, shipped = Place("splinter", rules), Place("splinter", rules, shipped=True)
    for state in place.positions(60, 5):
        if state.to_move not in seen and 0 < len(wins(place, state)) < 8:
            takes_them(place, state, agent, ways, budget=40_000)
            takes_them_as_shipped(shipped, state, agent)
            seen.add(int(state.to_move))
    assert seen == {0, 1}
